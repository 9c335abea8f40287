//! Every instant that the recurrence yields up to the watermark has a row for each of its targets or is
//! covered by exactly one gap. Every row was requested by a recurrence or a person.
//!
//! This is checked by brute force and without the planner. For each range that a commit moved the watermark
//! over, the recurrence of that time is compiled again and evaluated instant by instant.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use refrain::model::{NewGap, Occurrence, OccurrenceId, ScheduleUid};
use refrain::recurrence::{Calendars, CompiledRecurrence, Context, Occurrence as Instant, Recurrence};

use super::{Ledger, superseded};
use crate::watch::{Observer, ScheduleState, Span};

type Key<'a> = (ScheduleUid, &'a str, &'a str);

pub(super) fn judge(watch: &mut Observer, ledger: &Ledger) {
    let mut rows: BTreeMap<Key<'_>, &Occurrence> = BTreeMap::new();
    for row in ledger.all_rows() {
        let key = (row.schedule_uid, row.planned.period_key.as_str(), row.planned.discriminator.as_str());
        let Some(before) = rows.insert(key, row) else { continue };
        // A person may request again what retention has removed. Planning may later reach what a person had
        // requested. An edit may give a period another time after its row was removed.
        let by_edit = watch.requested.contains(&(row.schedule_uid, key.1.to_owned(), key.2.to_owned()));
        let is_moved = row.planned.nominal_at != before.planned.nominal_at;
        let is_anew = row.planned.trigger.is_user_requested() || before.planned.trigger.is_user_requested();
        let is_anew = is_anew || by_edit || is_moved;
        if !is_anew || !ledger.pruned.iter().any(|pruned| pruned.id == before.id) {
            let text = format!("{key:?}: rows {} and {} as {}", before.id, row.id, row.planned.trigger.as_str());
            watch.report_violation("one row per key", text);
        }
    }
    superseded::judge(watch, ledger);
    let mut requested = BTreeSet::new();
    let mut in_gaps: BTreeMap<ScheduleUid, Option<u64>> = BTreeMap::new();
    for span in watch.spans.clone() {
        let Some(known) = watch.schedules.get(&span.uid).cloned() else { continue };
        let found = walk(watch, &rows, &span, &known, &mut requested);
        let all = in_gaps.entry(span.uid).or_insert(Some(0));
        *all = all.zip(found).map(|(all, found)| all + found);
    }
    let pruned: u64 = watch.pruned_gaps.iter().map(|(_, gap)| gap.count).sum();
    let kept: u64 = ledger.gaps.iter().map(|gap| gap.covers.count).sum::<u64>() + pruned;
    let made: u64 = watch.gaps.iter().map(|(_, gap)| gap.count).sum();
    if kept != made {
        watch.report_violation("gaps are kept", format!("{kept} occurrences in gaps, {made} were recorded"));
    }
    for (uid, found) in in_gaps {
        let counted: u64 = watch.gaps.iter().filter(|(of, _)| *of == uid).map(|(_, gap)| gap.count).sum();
        let is_pruned = watch.pruned_gaps.iter().any(|(of, _)| *of == uid);
        let is_walked = !is_pruned && watch.schedules.contains_key(&uid);
        if is_walked
            && let Some(found) = found
            && counted != found
        {
            let gaps: Vec<&NewGap> = watch.gaps.iter().filter(|(of, _)| *of == uid).map(|(_, gap)| gap).collect();
            let spans: Vec<_> = watch.spans.iter().filter(|span| span.uid == uid).map(|it| (it.from, it.to)).collect();
            let text = format!("schedule {uid}: {counted} counted, {found} found in {gaps:?} over {spans:?}");
            watch.report_violation("the count of a gap matches what it covers", text);
        }
    }
    for row in &ledger.rows {
        let key = (row.schedule_uid, row.planned.period_key.clone(), row.planned.discriminator.clone());
        let by_rule = requested.contains(&row.id) || watch.requested.contains(&key);
        let is_asked_for = row.planned.trigger.is_user_requested() || by_rule;
        let is_planned_one_by_one = watch.schedules.get(&row.schedule_uid).is_some_and(is_after_completion);
        if !is_asked_for && !is_planned_one_by_one {
            let text = format!("row {} of {} for {}", row.id, row.schedule, row.planned.period_key);
            watch.report_violation("every row was requested", text);
        }
    }
}

fn is_after_completion(known: &ScheduleState) -> bool {
    matches!(known.definition.spec.recurrence, Recurrence::AfterCompletion(_))
}

/// Checks one range and returns the number of its instants that are covered by gaps. Returns `None` if the
/// recurrence is uncertain, because a calendar was changed at that time.
fn walk(
    watch: &mut Observer,
    rows: &BTreeMap<Key<'_>, &Occurrence>,
    span: &Span,
    known: &ScheduleState,
    requested: &mut BTreeSet<OccurrenceId>,
) -> Option<u64> {
    let calendars = watch.calendars_for(&known.key.tenant, &span.definition, span.at);
    let compile = |calendars: &Calendars| {
        let (anchor, seed) = (Some(known.created_at), known.key.id.as_str());
        CompiledRecurrence::compile(&span.definition.spec, &Context { anchor, seed, calendars: Some(calendars) }).ok()
    };
    let rules: Vec<CompiledRecurrence> = calendars.iter().filter_map(compile).collect();
    let Some(rule) = rules.first() else { return Some(0) };
    let is_near = |gap: &&NewGap| gap.to > span.from && gap.from <= span.to;
    let own = watch.gaps.iter().filter(|(uid, _)| *uid == span.uid).map(|(_, gap)| gap);
    let gaps: Vec<(Timestamp, Timestamp)> = own.filter(is_near).map(|gap| (gap.from, gap.to)).collect();
    // Its runs follow each other, so the recurrence itself yields only the first one. That one has no row if a run by
    // hand came first, but an edit may find it missed.
    if rule.after_completion().is_some() {
        let yielded = rule.iter_after(span.from).take_while(|occurrence| occurrence.at() <= span.to);
        let is_covered = |at: Timestamp| gaps.iter().any(|(from, to)| (*from..=*to).contains(&at));
        return Some(yielded.filter(|occurrence| is_covered(occurrence.at())).count() as u64);
    }
    let mut in_gaps = 0;
    for occurrence in rule.iter_after(span.from).take_while(|occurrence| occurrence.at() <= span.to) {
        let is_certain = rules.iter().all(|rule| rule.occurrence_at(occurrence.at()).is_some());
        let reported = InstantRecord::new(watch, rows, span, rule, &occurrence, &gaps);
        requested.extend(reported.rows.iter().copied());
        in_gaps += u64::from(reported.covered > 0);
        if is_certain && !reported.is_once() && !reported.is_forgotten(watch, span.uid, occurrence.at()) {
            let at = occurrence.at();
            let rows: Vec<_> = reported.rows.iter().filter_map(|id| rows.values().find(|row| row.id == *id)).collect();
            let rows: Vec<_> = rows.iter().map(|row| (row.id, row.created_at, &row.planned)).collect();
            let covers = |gap: &&(ScheduleUid, NewGap)| gap.0 == span.uid && (gap.1.from..=gap.1.to).contains(&at);
            let gaps: Vec<_> = watch.gaps.iter().filter(covers).map(|(_, gap)| gap).collect();
            let text = format!("{} at {at}: {gaps:?}, rows {rows:?}, in {} to {}", known.key, span.from, span.to);
            watch.report_violation("nothing is lost", text);
        }
    }
    for rule in rules.iter().skip(1) {
        for occurrence in rule.iter_after(span.from).take_while(|occurrence| occurrence.at() <= span.to) {
            requested.extend(InstantRecord::new(watch, rows, span, rule, &occurrence, &gaps).rows);
        }
    }
    (rules.len() == 1).then_some(in_gaps)
}

/// What the ledger contains for one instant.
struct InstantRecord {
    rows: Vec<OccurrenceId>,
    /// Whether every target has a row.
    has_rows: bool,
    by_hand: bool,
    /// Whether the rows are at another time: an edit moved them, or introduced the period a second time.
    is_at_other_time: bool,
    /// Whether a later edit superseded a row, whose instant may then be in a gap.
    is_superseded: bool,
    covered: usize,
}

impl InstantRecord {
    fn new(
        watch: &Observer,
        rows: &BTreeMap<Key<'_>, &Occurrence>,
        span: &Span,
        rule: &CompiledRecurrence,
        instant: &Instant,
        gaps: &[(Timestamp, Timestamp)],
    ) -> Self {
        let single = [String::new()];
        let targets = &span.definition.discriminators;
        let targets = if targets.is_empty() { &single[..] } else { targets };
        let period = rule.period_key(instant);
        let own: Vec<_> =
            targets.iter().map(|target| rows.get(&(span.uid, period.as_str(), target.as_str())).copied()).collect();
        // An occurrence that a person requested may also be in a gap, or exist for only some of the targets.
        // The same is true for one that an edit requested in the range that was already planned ahead. After
        // a clock was set back, that range is long.
        let by_edit =
            targets.iter().any(|target| watch.requested.contains(&(span.uid, period.clone(), target.clone())));
        Self {
            rows: own.iter().flatten().map(|row| row.id).collect(),
            has_rows: own.iter().all(Option::is_some),
            by_hand: by_edit || own.iter().flatten().any(|row| row.planned.trigger.is_user_requested()),
            is_at_other_time: own.iter().flatten().all(|row| row.planned.nominal_at != instant.at()),
            is_superseded: own.iter().flatten().any(|row| row.is_superseded()),
            covered: gaps.iter().filter(|(from, to)| (*from..=*to).contains(&instant.at())).count(),
        }
    }

    /// Returns whether retention has removed the rows or gaps of the instant. Replanning may then record it
    /// in a gap again.
    fn is_forgotten(&self, watch: &Observer, uid: ScheduleUid, at: Timestamp) -> bool {
        let is_pruned = |id: &OccurrenceId| watch.pruned.iter().any(|row| row.id == *id);
        let covers = |gap: &NewGap| (gap.from..=gap.to).contains(&at);
        let pruned = watch.pruned_gaps.iter().filter(|(of, gap)| *of == uid && covers(gap)).count();
        let has_row = self.has_rows && !self.rows.iter().all(is_pruned);
        let is_pruned = pruned > 0 || (self.has_rows && !has_row);
        is_pruned && usize::from(has_row) + self.covered.saturating_sub(pruned) <= 1
    }

    fn is_once(&self) -> bool {
        if self.by_hand || self.is_superseded || (self.has_rows && self.is_at_other_time) {
            self.covered <= 1
        } else {
            self.covered + usize::from(self.has_rows) == 1
        }
    }
}
