//! Keeps occurrences that have their rows out of gaps.
//!
//! Rows normally lie before the watermark. An edit, a calendar or a new time zone database may move a planned
//! row beyond it, and a backfill may add one there. A gap over that time would count the occurrence a second
//! time, as missed.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::CompiledRecurrence;

use super::catch_up;
use crate::model::{NewGap, Occurrence, Schedule};
use crate::store::{OccurrenceFilter, PAGE_ROWS_MAX, Page, Store, StoreError};

const MICROSECOND: SignedDuration = SignedDuration::from_micros(1);

/// Splits gaps around the occurrences that have a row for each discriminator.
///
/// # Errors
/// When the store cannot be used.
pub(crate) async fn exclude_recorded(
    store: &dyn Store,
    schedule: &Schedule,
    rule: &CompiledRecurrence,
    gaps: Vec<NewGap>,
) -> Result<Vec<NewGap>, StoreError> {
    let (Some(from), Some(to)) = (gaps.iter().map(|gap| gap.from).min(), gaps.iter().map(|gap| gap.to).max()) else {
        return Ok(gaps);
    };
    let recorded = recorded(store, schedule, rule, from, to).await?;
    let mut left = Vec::with_capacity(gaps.len());
    for gap in gaps {
        left.extend(split(rule, gap, &recorded).await);
    }
    Ok(left)
}

/// The instants in a range that have a row for each discriminator of the schedule.
async fn recorded(
    store: &dyn Store,
    schedule: &Schedule,
    rule: &CompiledRecurrence,
    from: Timestamp,
    to: Timestamp,
) -> Result<BTreeSet<Timestamp>, StoreError> {
    let filter = OccurrenceFilter {
        schedule: Some(schedule.key.id.clone()),
        from: Some(from),
        until: Some(to.saturating_add(MICROSECOND).unwrap_or(Timestamp::MAX)),
        ..OccurrenceFilter::default()
    };
    let mut rows: BTreeMap<Timestamp, BTreeSet<String>> = BTreeMap::new();
    let mut page = Page::first(PAGE_ROWS_MAX);
    loop {
        let read = store.occurrences(&schedule.key.tenant, &filter, &page).await?;
        // A superseded row records nothing: its instant is missed like one without a row.
        let is_record = |row: &Occurrence| row.schedule_uid == schedule.uid && !row.is_superseded();
        for row in read.rows.into_iter().filter(is_record) {
            let instant = rule.occurrence_at(row.planned.nominal_at);
            if instant.is_some_and(|instant| rule.period_key(&instant) == row.planned.period_key) {
                rows.entry(row.planned.nominal_at).or_default().insert(row.planned.discriminator);
            }
        }
        let Some(next) = read.next else { break };
        page = Page::after(PAGE_ROWS_MAX, next);
    }
    let names = &schedule.definition.discriminators;
    let is_whole = |found: &BTreeSet<String>| {
        if names.is_empty() { found.contains("") } else { names.iter().all(|name| found.contains(name)) }
    };
    Ok(rows.into_iter().filter(|(_, found)| is_whole(found)).map(|(at, _)| at).collect())
}

/// What is left of a gap without these instants.
async fn split(rule: &CompiledRecurrence, gap: NewGap, recorded: &BTreeSet<Timestamp>) -> Vec<NewGap> {
    let inside: Vec<Timestamp> = recorded.range(gap.from..=gap.to).copied().collect();
    if inside.is_empty() {
        return vec![gap];
    }
    let before = |at: Timestamp| at.saturating_sub(MICROSECOND).unwrap_or(Timestamp::MIN);
    let mut left = Vec::with_capacity(inside.len() + 1);
    let mut after = before(gap.from);
    for at in inside {
        left.extend(catch_up::gap(rule, after, before(at), gap.reason).await.map(|(part, _)| part));
        after = at;
    }
    left.extend(catch_up::gap(rule, after, gap.to, gap.reason).await.map(|(part, _)| part));
    left
}
