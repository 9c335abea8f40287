//! No row is superseded at an instant that the recurrence in force at that time yields: an edit that is reverted
//! plans the rows again that it had superseded.
//!
//! Only what is certain is checked: a recurrence without a limit of runs and without calendars, instants that are
//! not close to a change of the schedule, and worlds whose clock was not set.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use refrain::model::{Occurrence, ScheduleUid, Status};
use refrain::recurrence::{CompiledRecurrence, Context, Recurrence};

use super::Ledger;
use crate::watch::{Observer, ScheduleState};

/// Minimum time between an instant and the changes of its schedule. The clocks of nodes differ.
const MARGIN: SignedDuration = SignedDuration::from_secs(5);

pub(super) fn judge(watch: &mut Observer, ledger: &Ledger) {
    if watch.stepped_at.is_some() || watch.nodes.iter().any(|node| node.jumped_at.is_some()) {
        return;
    }
    let instant = |row: &Occurrence| (row.schedule_uid, row.planned.nominal_at, row.planned.discriminator.clone());
    let recorded: BTreeSet<(ScheduleUid, Timestamp, String)> =
        ledger.all_rows().filter(|row| !row.is_superseded()).map(instant).collect();
    for row in ledger.rows.iter().filter(|row| row.is_superseded() && !recorded.contains(&instant(row))) {
        let Some(known) = watch.schedules.get(&row.schedule_uid) else { continue };
        if is_yielded(row, known) {
            let text = format!("row {} of {} for {}", row.id, known.key, row.planned.period_key);
            watch.report_violation("nothing is lost by an edit that is reverted", text);
        }
    }
}

/// Returns whether the recurrence that was in force at the instant of a row yields this row.
fn is_yielded(row: &Occurrence, known: &ScheduleState) -> bool {
    let at = row.planned.nominal_at;
    let is_near = |(changed_at, ..): &(Timestamp, _, _)| at.duration_since(*changed_at).abs() <= MARGIN;
    let was_superseded_before = row.ended_at.is_some_and(|ended_at| ended_at + MARGIN < at);
    if at > known.watermark || !was_superseded_before || known.history.iter().any(is_near) {
        return false;
    }
    let in_force = known.history.iter().rev().find(|(changed_at, ..)| *changed_at <= at);
    let Some((_, Status::Active, definition)) = in_force else { return false };
    let definition = Arc::clone(definition);
    let spec = &definition.spec;
    let names = &definition.discriminators;
    let is_named = if names.is_empty() {
        row.planned.discriminator.is_empty()
    } else {
        names.contains(&row.planned.discriminator)
    };
    if !is_named || spec.max_runs.is_some() || !spec.calendars.is_empty() {
        return false;
    }
    if matches!(spec.recurrence, Recurrence::AfterCompletion(_)) {
        return false;
    }
    let context = Context { anchor: Some(known.created_at), seed: known.key.id.as_str(), calendars: None };
    let Ok(rule) = CompiledRecurrence::compile(spec, &context) else { return false };
    rule.occurrence_at(at).is_some_and(|instant| rule.period_key(&instant) == row.planned.period_key)
}
