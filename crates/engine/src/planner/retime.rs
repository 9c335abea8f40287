//! The effect of a new time zone database on a planned schedule. It determines which occurrences move, which ones
//! now lie in the past without having had their time, and when the schedule must be planned next. Pure.
//!
//! Invariants:
//! - A row keeps its key.
//! - A period with a row gets no second one.
//! - An occurrence that now lies before the watermark and has neither a row nor a gap runs late or is recorded in
//!   a gap, as the schedule's catch-up policy says.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{CompiledRecurrence, Context, Spec};

use super::catch_up::{self, MissedOccurrences, Span};
use super::check_time::{check_at, is_check};
use super::keep::{ADDED_MAX, MOVED_MAX, current_time_of, kept};
use super::next_planning_at;
use super::window::{periods_left, rows};
use crate::model::{NewGap, NewOccurrence, Occurrence, Schedule, SkipReason, Status, Trigger};
use crate::store::{KeptOccurrence, Replan};

/// The state of a schedule in the ledger.
#[derive(Clone, Debug, Default)]
pub struct LedgerSnapshot {
    /// Occurrences that are planned and not started.
    pub planned: Vec<Occurrence>,
    /// The last occurrence that the recurrence created, in any state.
    pub last: Option<Occurrence>,
    /// End of the latest gap.
    pub last_gap_end: Option<Timestamp>,
    /// Number of open occurrences that count against `max_runs`.
    pub open: usize,
}

/// Changes to a schedule under the current time zone database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetimedSchedule {
    /// Changes to its rows.
    pub replan: Replan,
    /// Time at which planning must next examine the schedule.
    pub next_due_at: Option<Timestamp>,
    /// Number of moved occurrences: rows, and the next occurrence without a row.
    pub moved: usize,
}

/// Retimes a schedule whose recurrence does not count from completion. Returns none if nothing changes.
pub async fn retime(
    schedule: &Schedule,
    rule: &CompiledRecurrence,
    seen: &LedgerSnapshot,
    tzdb: &str,
    now: Timestamp,
) -> Option<RetimedSchedule> {
    let keep = kept(&seen.planned, schedule, rule).await;
    let key = |kept: &KeptOccurrence| (kept.period_key.clone(), kept.discriminator.clone());
    let times: HashMap<_, _> = keep.iter().map(|kept| (key(kept), (kept.nominal_at, kept.due_at))).collect();
    let moved_rows = seen.planned.iter().filter(|row| is_moved(row, &times)).count();
    // A schedule that has nothing left is planned once more, which finishes it.
    let next = || next_planning_at(schedule, rule, schedule.watermark).or(Some(check_at(now)));
    let has_runs_left = periods_left(schedule, seen.open) != Some(0);
    let next_due_at = if has_runs_left { next() } else { schedule.next_due_at };
    let is_next_moved = next_due_at != schedule.next_due_at;
    // An occurrence that slipped behind the watermark was the next one before. If the next one has not moved, or
    // there was none, nothing has slipped.
    let may_slip = |next| !is_check(next) && next > schedule.watermark && !is_moved_by_calendar(schedule, next);
    let has_slipped = is_next_moved && schedule.next_due_at.is_some_and(may_slip);
    let (add, gaps) = if has_slipped { uncovered(schedule, rule, seen, now).await } else { Default::default() };
    let moved = moved_rows + add.len() + usize::from(is_next_moved);
    // Another node may examine the schedule at the same time and find the same. Raising the watermark shows the
    // store which of them was first. No occurrence lies between two microseconds.
    let is_first = !add.is_empty() || !gaps.is_empty();
    let step = SignedDuration::from_micros(i64::from(is_first));
    let watermark_to = schedule.watermark.saturating_add(step).unwrap_or(schedule.watermark);
    let replan = Replan { add, gaps, watermark_to, ..Replan::keeping(schedule, &seen.planned, keep, tzdb) };
    // Rows that do not move are not rewritten: they still name the database that created them.
    (moved > 0 || !replan.gaps.is_empty()).then_some(RetimedSchedule { replan, next_due_at, moved })
}

/// Returns whether the recurrence without its calendars still yields the former next occurrence. Then only a
/// calendar has changed, and the days before the watermark were off when planning passed over them.
fn is_moved_by_calendar(schedule: &Schedule, next: Timestamp) -> bool {
    let spec = &schedule.definition.spec;
    if spec.calendars.is_empty() {
        return false;
    }
    let bare = Spec { calendars: Vec::new(), ..spec.clone() };
    let context = Context { anchor: Some(schedule.created_at), seed: schedule.key.id.as_str(), calendars: None };
    CompiledRecurrence::compile(&bare, &context).is_ok_and(|rule| rule.occurrence_at(next).is_some())
}

/// Returns whether a row gets other times, or none.
fn is_moved(row: &Occurrence, times: &HashMap<(String, String), (Timestamp, Timestamp)>) -> bool {
    let planned = &row.planned;
    let kept = times.get(&(planned.period_key.clone(), planned.discriminator.clone()));
    kept.is_none_or(|kept| *kept != (planned.nominal_at, planned.due_at))
}

/// Returns what the recurrence yields up to the watermark and has neither a row nor a gap, because its time was
/// in the future before.
async fn uncovered(
    schedule: &Schedule,
    rule: &CompiledRecurrence,
    seen: &LedgerSnapshot,
    now: Timestamp,
) -> (Vec<NewOccurrence>, Vec<NewGap>) {
    let (from, to) = (covered_until(schedule, rule, seen).await, schedule.watermark);
    if rule.next_after(from).is_none_or(|next| next.at() > to) {
        return Default::default();
    }
    match schedule.status {
        Status::Active => {}
        Status::Paused => return (Vec::new(), catch_up::gaps(rule, from, to, SkipReason::Paused).await),
        // Schedules in these statuses are not planned.
        Status::Canceled | Status::Disabled | Status::Finished | Status::Deleted => return Default::default(),
    }
    let missed_until = catch_up::missed_until(&schedule.definition, rule, now).min(to);
    let missed =
        all_missed(schedule, rule, Span { watermark: from, until: missed_until, now, late_max: ADDED_MAX }).await;
    let late = missed.late.iter().flat_map(|late| rows(schedule, rule, late, Trigger::CatchUp));
    let on_time = rule.iter_after(from.max(missed_until)).take_while(|next| next.at() <= to);
    let on_time = on_time.flat_map(|next| rows(schedule, rule, &next, Trigger::Schedule));
    let rows_max = periods_left(schedule, seen.open).and_then(|left| usize::try_from(left).ok()).unwrap_or(ADDED_MAX);
    let rows_max = rows_max.saturating_mul(schedule.definition.discriminators.len().max(1));
    (late.chain(on_time).take(rows_max.min(ADDED_MAX)).collect(), missed.gaps)
}

/// Decides on everything that was missed: where one gap is full, the next one continues.
async fn all_missed(schedule: &Schedule, rule: &CompiledRecurrence, span: Span) -> MissedOccurrences {
    let mut missed = catch_up::missed(&schedule.definition, rule, span).await;
    while let Some(watermark) = missed.cut_at.take() {
        let rest = catch_up::missed(&schedule.definition, rule, Span { watermark, ..span }).await;
        missed.gaps.extend(rest.gaps);
        missed.late.extend(rest.late);
        missed.cut_at = rest.cut_at;
    }
    missed
}

/// Returns the instant up to which every occurrence has its row or its gap. For a schedule that a person has
/// changed since, it is the time of the change.
async fn covered_until(schedule: &Schedule, rule: &CompiledRecurrence, seen: &LedgerSnapshot) -> Timestamp {
    let by_row = match &seen.last {
        Some(last) => Some(current_time_of(rule, last).await),
        // Its rows may have been removed since.
        None => schedule.counters.last_ended_at,
    };
    let moved_from = schedule.watermark.saturating_sub(MOVED_MAX).unwrap_or(Timestamp::MIN);
    let others = [by_row, seen.last_gap_end, Some(schedule.created_at), Some(schedule.updated_at), Some(moved_from)];
    others.into_iter().flatten().fold(Timestamp::MIN, Timestamp::max)
}
