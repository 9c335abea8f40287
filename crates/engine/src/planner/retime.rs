//! What a new time zone database does to a schedule that is planned: what moves, what comes to lie in the past without ever
//! having had its time, and when planning must look next. Pure.
//!
//! Invariants: a row keeps its key; what has a row gets no second one; what the rule now yields before the watermark and
//! nobody has dealt with runs late or lies in a gap, as the schedule's catch-up policy says.

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{Context, Rule, Spec};

use super::catch_up::{self, Missed, Span};
use super::first_look;
use super::keep::{MOVED_MAX, PLANNED_MAX, kept};
use super::window::{periods_left, rows};
use crate::gap::NewGap;
use crate::lateness::ON_TIME_FOR;
use crate::occurrence::{NewOccurrence, Occurrence, Trigger};
use crate::reason::SkipReason;
use crate::schedule::{Schedule, Status};
use crate::store::{Kept, Replan};

/// What the ledger knows of a schedule.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// What is planned and not begun.
    pub planned: Vec<Occurrence>,
    /// The last that the rule made, however it stands.
    pub last: Option<Occurrence>,
    /// Up to where occurrences were folded.
    pub folded_to: Option<Timestamp>,
    /// How many occurrences that count against `max_runs` are open.
    pub open: usize,
}

/// A schedule as the time zone database at hand wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retimed {
    /// What becomes of its rows.
    pub replan: Replan,
    /// When planning must look next.
    pub next_due_at: Option<Timestamp>,
    /// Fires at another time than before: rows, and the next one without a row.
    pub moved: usize,
}

/// Looks anew at a schedule whose rule does not count from the end of a run. None when everything is in its place.
pub async fn retime(schedule: &Schedule, rule: &Rule, seen: &Seen, tzdb: &str, now: Timestamp) -> Option<Retimed> {
    let keep = kept(&seen.planned, &schedule.definition.discriminators, rule);
    let moved_rows = seen.planned.iter().filter(|row| is_moved(row, &keep)).count();
    // A schedule that has nothing left is looked at once more, and is finished by that.
    let next = || first_look(schedule, rule, schedule.watermark).or(Some(now));
    let has_runs_left = periods_left(schedule, seen.open) != Some(0);
    let next_due_at = if has_runs_left { next() } else { schedule.next_due_at };
    let is_next_moved = next_due_at != schedule.next_due_at;
    // What has slipped behind the watermark was the next before: where that stands still, nothing has slipped.
    let may_slip = |next| next > schedule.watermark && !is_moved_by_calendar(schedule, next);
    let has_slipped = is_next_moved && schedule.next_due_at.is_some_and(may_slip);
    let (add, gaps) = if has_slipped { uncovered(schedule, rule, seen, now).await } else { Default::default() };
    let moved = moved_rows + add.len() + usize::from(is_next_moved);
    // Another node may look at the schedule at the same time and find the same. The watermark tells the store that one of them
    // was first. No occurrence lies between two microseconds.
    let is_first = !add.is_empty() || !gaps.is_empty();
    let step = SignedDuration::from_micros(i64::from(is_first));
    let watermark_to = schedule.watermark.saturating_add(step).unwrap_or(schedule.watermark);
    let replan = Replan { add, gaps, watermark_to, ..Replan::keeping(schedule, &seen.planned, keep, tzdb) };
    // Rows that stay where they are stay as they are: they still name the database that made them.
    (moved > 0 || !replan.gaps.is_empty()).then_some(Retimed { replan, next_due_at, moved })
}

/// Returns whether the recurrence without its calendars still yields the former next occurrence. Then only a calendar has
/// changed, and the days before the watermark were off when planning passed over them.
fn is_moved_by_calendar(schedule: &Schedule, next: Timestamp) -> bool {
    let spec = &schedule.definition.spec;
    if spec.calendars.is_empty() {
        return false;
    }
    let bare = Spec { calendars: Vec::new(), ..spec.clone() };
    let context = Context { anchor: Some(schedule.created_at), seed: schedule.key.id.as_str(), calendars: None };
    Rule::compile(&bare, &context).is_ok_and(|rule| rule.occurrence_at(next).is_some())
}

/// Whether a row gets other times, or none.
fn is_moved(row: &Occurrence, keep: &[Kept]) -> bool {
    let planned = &row.planned;
    let is_same = |kept: &&Kept| kept.period_key == planned.period_key && kept.discriminator == planned.discriminator;
    let kept = keep.iter().find(is_same);
    kept.is_none_or(|kept| (kept.nominal_at, kept.due_at) != (planned.nominal_at, planned.due_at))
}

/// What the rule yields up to the watermark and nobody has dealt with, because its time was to come later.
async fn uncovered(schedule: &Schedule, rule: &Rule, seen: &Seen, now: Timestamp) -> (Vec<NewOccurrence>, Vec<NewGap>) {
    let (from, to) = (dealt_with(schedule, rule, seen), schedule.watermark);
    if rule.next_after(from).is_none_or(|next| next.at() > to) {
        return Default::default();
    }
    match schedule.status {
        Status::Active => {}
        Status::Paused => return (Vec::new(), catch_up::gaps(rule, from, to, SkipReason::Paused).await),
        // Nobody plans these.
        Status::Canceled | Status::Disabled | Status::Finished | Status::Deleted => return Default::default(),
    }
    let missed_until = now.saturating_sub(ON_TIME_FOR).unwrap_or(Timestamp::MIN).min(to);
    let missed = in_full(schedule, rule, Span { watermark: from, until: missed_until, now }).await;
    let late = missed.late.iter().flat_map(|late| rows(schedule, rule, late, Trigger::CatchUp));
    let on_time = rule.iter_after(from.max(missed_until)).take_while(|next| next.at() <= to);
    let on_time = on_time.flat_map(|next| rows(schedule, rule, &next, Trigger::Schedule));
    let rows_max = periods_left(schedule, seen.open).and_then(|left| usize::try_from(left).ok()).unwrap_or(PLANNED_MAX);
    let rows_max = rows_max.saturating_mul(schedule.definition.discriminators.len().max(1));
    (late.chain(on_time).take(rows_max.min(PLANNED_MAX)).collect(), missed.gaps)
}

/// Everything that was missed: where one gap ends because it is full, the next goes on.
async fn in_full(schedule: &Schedule, rule: &Rule, span: Span) -> Missed {
    let mut missed = catch_up::missed(&schedule.definition, rule, span).await;
    while let Some(watermark) = missed.cut_at.take() {
        let rest = catch_up::missed(&schedule.definition, rule, Span { watermark, ..span }).await;
        missed.gaps.extend(rest.gaps);
        missed.late.extend(rest.late);
        missed.cut_at = rest.cut_at;
    }
    missed
}

/// Up to where everything has its row or its gap. What a person has changed since then begins at the change.
fn dealt_with(schedule: &Schedule, rule: &Rule, seen: &Seen) -> Timestamp {
    let by_row = match &seen.last {
        Some(last) => Some(now_at(rule, last)),
        // Its rows may have been removed since.
        None => schedule.counters.last_ended_at,
    };
    let moved_from = schedule.watermark.saturating_sub(MOVED_MAX).unwrap_or(Timestamp::MIN);
    let others = [by_row, seen.folded_to, Some(schedule.created_at), Some(schedule.updated_at), Some(moved_from)];
    others.into_iter().flatten().fold(Timestamp::MIN, Timestamp::max)
}

/// When the period of a row is by the rule as it stands.
fn now_at(rule: &Rule, row: &Occurrence) -> Timestamp {
    let names: Vec<String> = vec![row.planned.discriminator.clone()];
    let names = if row.planned.discriminator.is_empty() { &[] } else { names.as_slice() };
    kept(std::slice::from_ref(row), names, rule).first().map_or(row.planned.nominal_at, |kept| kept.nominal_at)
}
