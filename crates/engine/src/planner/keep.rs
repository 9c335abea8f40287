//! Finds the planned occurrences that a recurrence still yields, and their times: after an edit, or under another
//! time zone database. Pure, except for the reading of the planned occurrences.
//!
//! Invariants:
//! - An occurrence keeps its period key. It stays the same as long as the recurrence yields this key, wherever its
//!   time has moved, or its instant, whatever the recurrence calls it now.
//! - No two occurrences with the same discriminator are at the same instant.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{CompiledRecurrence, Occurrence as Instant};

use crate::model::{NewOccurrence, Occurrence, OccurrenceId, Schedule, ScheduleUid};
use crate::store::{BATCH_MAX, KeptOccurrence, REPLAN_ROWS_MAX, Store, StoreError};
use crate::timing::Pace;

/// Maximum number of planned occurrences of one schedule that are examined.
pub const PLANNED_MAX: usize = REPLAN_ROWS_MAX;
/// Maximum number of occurrences that one edit adds.
pub const ADDED_MAX: usize = BATCH_MAX;
/// Upper bound on how far a change of a time zone moves a local time.
pub const MOVED_MAX: SignedDuration = SignedDuration::from_hours(26);

/// Reads the planned occurrences of a schedule that its recurrence created, ordered by ID and at most `limit` of
/// them. Occurrences that a person requested do not depend on the recurrence and are left out, because a backfill
/// may have any number of them.
///
/// # Errors
/// If the store fails.
pub async fn read_planned(
    store: &dyn Store,
    schedule: ScheduleUid,
    limit: usize,
) -> Result<Vec<Occurrence>, StoreError> {
    let (mut planned, mut after) = (Vec::new(), None);
    loop {
        let read = store.planned(schedule, after, BATCH_MAX).await?;
        let is_last = read.len() < BATCH_MAX;
        after = read.last().map(|row| row.id).or(after);
        planned.extend(read.into_iter().filter(|row| !row.planned.trigger.is_user_requested()));
        if is_last || planned.len() >= limit {
            planned.truncate(limit);
            return Ok(planned);
        }
    }
}

/// Returns the planned occurrences that the recurrence still yields. `schedule` names the discriminators and the
/// watermark, up to which the occurrences are planned.
pub async fn kept(planned: &[Occurrence], schedule: &Schedule, rule: &CompiledRecurrence) -> Vec<KeptOccurrence> {
    let found = find(planned, schedule, rule).await;
    let keep = |row: &Occurrence| {
        let planned = &row.planned;
        // An occurrence that a person requested does not depend on the recurrence.
        let (nominal_at, due_at) = if planned.trigger.is_user_requested() {
            (planned.nominal_at, planned.due_at)
        } else {
            let occurrence = found.get(&row.id)?;
            (occurrence.at(), rule.due_at(occurrence))
        };
        let (period_key, discriminator) = (planned.period_key.clone(), planned.discriminator.clone());
        Some(KeptOccurrence { period_key, discriminator, nominal_at, due_at })
    };
    planned.iter().filter_map(keep).collect()
}

/// Returns the time of a row's period under the current recurrence, or its old time if there is no such period.
pub async fn current_time_of(rule: &CompiledRecurrence, row: &Occurrence) -> Timestamp {
    let planned = std::slice::from_ref(row);
    let unmoved = find_unmoved(planned, rule).await;
    let periods = find_periods(planned, &unmoved, rule).await;
    periods.get(row.planned.period_key.as_str()).map_or(row.planned.nominal_at, Instant::at)
}

/// Index of kept occurrences.
#[derive(Debug)]
pub struct KeptIndex<'a> {
    by_period: HashSet<(&'a str, &'a str)>,
    by_instant: HashSet<(Timestamp, &'a str)>,
}

impl<'a> KeptIndex<'a> {
    /// Builds the index.
    pub fn new(keep: &'a [KeptOccurrence]) -> Self {
        let by_period = |kept: &'a KeptOccurrence| (kept.period_key.as_str(), kept.discriminator.as_str());
        let by_instant = |kept: &'a KeptOccurrence| (kept.nominal_at, kept.discriminator.as_str());
        Self {
            by_period: keep.iter().map(by_period).collect(),
            by_instant: keep.iter().filter(|kept| kept.is_of_recurrence()).map(by_instant).collect(),
        }
    }

    /// Whether the occurrence itself is kept.
    pub fn contains(&self, row: &NewOccurrence) -> bool {
        self.by_period.contains(&(row.period_key.as_str(), row.discriminator.as_str()))
    }

    /// Whether an occurrence is kept for this period or, perhaps under another key, for this instant.
    pub fn covers(&self, row: &NewOccurrence) -> bool {
        self.contains(row) || self.by_instant.contains(&(row.nominal_at, row.discriminator.as_str()))
    }
}

/// Returns the instant of each row that the recurrence still yields.
async fn find(
    planned: &[Occurrence],
    schedule: &Schedule,
    rule: &CompiledRecurrence,
) -> BTreeMap<OccurrenceId, Instant> {
    let unmoved = find_unmoved(planned, rule).await;
    let periods = find_periods(planned, &unmoved, rule).await;
    let period_of = |row: &Occurrence| periods.get(row.planned.period_key.as_str()).copied();
    let is_unmoved = |row: &Occurrence| period_of(row).filter(|period| period.at() == row.planned.nominal_at);
    // A row behind the watermark does not keep an instant by its time alone: planning still reaches that instant,
    // and gives it a row under its new key. A key that the recurrence yields elsewhere is needed there.
    let is_renamed = |row: &Occurrence| {
        let keeps_instant = period_of(row).is_none() && row.planned.nominal_at <= schedule.watermark;
        unmoved.get(&row.planned.nominal_at).copied().filter(|_| keeps_instant)
    };
    let names = &schedule.definition.discriminators;
    let is_named = |name: &String| if names.is_empty() { name.is_empty() } else { names.contains(name) };
    let is_examined =
        |row: &&Occurrence| !row.planned.trigger.is_user_requested() && is_named(&row.planned.discriminator);
    let rows: Vec<&Occurrence> = planned.iter().filter(is_examined).collect();
    let mut found = BTreeMap::new();
    let mut taken = BTreeSet::new();
    let mut keep = |row: &Occurrence, instant: Option<Instant>| {
        let Some(instant) = instant.filter(|_| !found.contains_key(&row.id)) else { return };
        if taken.insert((instant.at(), row.planned.discriminator.clone())) {
            found.insert(row.id, instant);
        }
    };
    // An instant belongs first to a row that already has it, and last to one that moves there.
    rows.iter().for_each(|row| keep(row, is_unmoved(row)));
    rows.iter().for_each(|row| keep(row, is_renamed(row)));
    rows.iter().for_each(|row| keep(row, period_of(row)));
    found
}

/// Returns the instants of rows that the recurrence still yields, under whatever key.
async fn find_unmoved(planned: &[Occurrence], rule: &CompiledRecurrence) -> BTreeMap<Timestamp, Instant> {
    let mut pace = Pace::default();
    let mut found = BTreeMap::new();
    for row in planned {
        found.extend(rule.occurrence_at(row.planned.nominal_at).map(|there| (there.at(), there)));
        pace.step().await;
    }
    found
}

/// Returns the periods that the recurrence still yields, by their keys.
async fn find_periods<'a>(
    planned: &'a [Occurrence],
    unmoved: &BTreeMap<Timestamp, Instant>,
    rule: &CompiledRecurrence,
) -> BTreeMap<&'a str, Instant> {
    let mut pace = Pace::default();
    let mut found = BTreeMap::new();
    // Most occurrences do not move. Only the others need a search, which is bounded and might not reach them.
    for planned in planned.iter().map(|row| &row.planned) {
        let there = unmoved.get(&planned.nominal_at).filter(|there| rule.period_key(there) == planned.period_key);
        found.extend(there.map(|there| (planned.period_key.as_str(), *there)));
        pace.step().await;
    }
    let is_missing = |row: &&Occurrence| !found.contains_key(row.planned.period_key.as_str());
    let missing: Vec<&NewOccurrence> = planned.iter().filter(is_missing).map(|row| &row.planned).collect();
    let nominal = || missing.iter().map(|planned| planned.nominal_at);
    let (Some(first), Some(last)) = (nominal().min(), nominal().max()) else { return found };
    // A period that kept its key may have moved by as much as time zones ever do.
    let from = first.saturating_sub(MOVED_MAX).unwrap_or(Timestamp::MIN);
    let until = last.saturating_add(MOVED_MAX).unwrap_or(Timestamp::MAX);
    let wanted: BTreeSet<&'a str> = missing.iter().map(|planned| planned.period_key.as_str()).collect();
    for occurrence in rule.between(from, until).take(PLANNED_MAX * 4) {
        let key = rule.period_key(&occurrence);
        found.extend(wanted.get(key.as_str()).map(|key| (*key, occurrence)));
        pace.step().await;
    }
    found
}
