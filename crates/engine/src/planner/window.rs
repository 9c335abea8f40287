//! One schedule, one window of time: the plan that belongs to them. A pure function of what was read.
//!
//! Invariants: rows and gaps together cover everything the rule yields from the old watermark to the new one, once; the
//! watermark never moves back; a plan holds at most `rows_max` periods.

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{Occurrence, Rule};

use super::catch_up::{self, Missed, Span};
use super::open::Open;
use crate::gap::NewGap;
use crate::lateness::ON_TIME_FOR;
use crate::occurrence::{NewOccurrence, Trigger};
use crate::planted::{self, Bug};
use crate::schedule::Schedule;
use crate::store::Plan;

/// After its last run was planned, a schedule is looked at again this long after that run was due.
const LAST_RUN_FOR: SignedDuration = SignedDuration::from_secs(1);
/// A schedule whose last runs are still open is looked at no more often than this, and less often the longer they take.
const LOOK_AGAIN_FOR: SignedDuration = SignedDuration::from_secs(2);
/// The longest time between two looks at a schedule whose last runs are open.
const LOOK_AGAIN_MAX: SignedDuration = SignedDuration::from_secs(60);

/// The time to plan for.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The time it is.
    pub now: Timestamp,
    /// Occurrences up to here get their rows.
    pub until: Timestamp,
    /// Schedules are looked at so long before they are due.
    pub ahead_for: SignedDuration,
    /// No plan holds more periods; the rest waits for the next look.
    pub rows_max: usize,
}

impl Window {
    /// What a schedule must be due at to be looked at then.
    pub(super) fn due_to_be_looked_at(&self, at: Timestamp) -> Timestamp {
        at.saturating_add(self.ahead_for).unwrap_or(Timestamp::MAX)
    }

    /// What a schedule must be due at to be looked at so long from now.
    pub(super) fn look_again(&self, after: SignedDuration) -> Timestamp {
        self.due_to_be_looked_at(self.now.saturating_add(after).unwrap_or(Timestamp::MAX))
    }
}

/// What a plan rests on.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// As it was read.
    pub schedule: &'a Schedule,
    /// Made from its definition.
    pub rule: &'a Rule,
    /// Its open occurrences. Absent when they do not matter: `max_runs` is not set, the rule does not count from the end of a
    /// run, and has not come to its end.
    pub open: Option<&'a Open>,
}

impl Subject<'_> {
    /// Whether any occurrence is open, or nobody knows.
    pub(super) fn may_have_open(&self) -> bool {
        self.open.is_none_or(|open| open.rows > 0)
    }
}

/// Plans one schedule. Other tasks may run while it counts what was missed.
pub async fn plan(subject: Subject<'_>, window: &Window) -> Plan {
    let Subject { schedule, rule, .. } = subject;
    if rule.after_completion().is_some() {
        return super::after_completion::plan(subject, window);
    }
    let periods_left = periods_left(schedule, subject.open.map_or(0, |open| open.counted.len()));
    if periods_left == Some(0) || rule.next_after(schedule.watermark).is_none() {
        return hold(subject, window);
    }
    let missed_until = window.now.saturating_sub(ON_TIME_FOR).unwrap_or(Timestamp::MIN).min(window.until);
    let span = Span { watermark: schedule.watermark, until: missed_until, now: window.now };
    let missed = catch_up::missed(&schedule.definition, rule, span).await;
    let most =
        periods_left.map_or(window.rows_max, |left| window.rows_max.min(usize::try_from(left).unwrap_or(usize::MAX)));
    let mut drawn = Drawn { rows: Vec::new(), gaps: missed.gaps.clone(), watermark_to: schedule.watermark, periods: 0 };
    let is_cut = drawn.late(subject, &missed, most) || drawn.on_time(subject, &missed, window, most);
    if !is_cut || planted::is(Bug::CutForgotten) {
        // What is ahead is not dealt with: an edit may still put something there.
        let until = window.until.min(window.now);
        drawn.watermark_to = drawn.watermark_to.max(until);
    }
    let next = rule.next_after(drawn.watermark_to).map(|next| next.at());
    let is_last = periods_left.is_some_and(|left| drawn.periods as u64 >= left);
    // With nothing left to plan, the schedule is finished when its last run has ended: the next look finds that out.
    let next_due_at = next.filter(|_| !is_last).unwrap_or_else(|| {
        let last_due_at = drawn.last_due_at().unwrap_or(window.now);
        window.due_to_be_looked_at(last_due_at.saturating_add(LAST_RUN_FOR).unwrap_or(last_due_at))
    });
    Plan {
        uid: schedule.uid,
        revision: schedule.revision,
        watermark: schedule.watermark,
        occurrences: drawn.rows,
        gaps: drawn.gaps,
        watermark_to: drawn.watermark_to,
        next_due_at: Some(next_due_at),
        is_finished: false,
        tzdb: refrain_recurrence::tzdb_version().to_owned(),
    }
}

/// A plan in the making.
struct Drawn {
    rows: Vec<NewOccurrence>,
    gaps: Vec<NewGap>,
    watermark_to: Timestamp,
    periods: usize,
}

impl Drawn {
    /// Adds what runs late. Answers whether planning must stop there for now.
    fn late(&mut self, subject: Subject<'_>, missed: &Missed, most: usize) -> bool {
        for occurrence in missed.late.iter().take(most) {
            self.add(subject, occurrence, Trigger::CatchUp);
        }
        if missed.late.len() > most {
            // Gaps behind the last of them would be passed over twice.
            let watermark_to = self.watermark_to;
            self.gaps.retain(|gap| gap.to <= watermark_to);
            return true;
        }
        self.watermark_to = missed.gaps.iter().map(|gap| gap.to).fold(self.watermark_to, Timestamp::max);
        missed.cut_at.is_some()
    }

    /// Adds what is not late. Answers whether there was more than may be added.
    fn on_time(&mut self, subject: Subject<'_>, missed: &Missed, window: &Window, most: usize) -> bool {
        let is_twice = planted::is(Bug::CatchUpPlansTwice);
        let after = if is_twice { subject.schedule.watermark } else { self.watermark_to };
        debug_assert!(missed.cut_at.is_none(), "a cut ends the plan");
        for occurrence in subject.rule.iter_after(after).take_while(|next| next.at() <= window.until) {
            if self.periods >= most {
                return true;
            }
            self.add(subject, &occurrence, Trigger::Schedule);
        }
        false
    }

    fn add(&mut self, subject: Subject<'_>, occurrence: &Occurrence, trigger: Trigger) {
        self.rows.extend(rows(subject.schedule, subject.rule, occurrence, trigger));
        self.watermark_to = self.watermark_to.max(occurrence.at());
        self.periods += 1;
    }

    fn last_due_at(&self) -> Option<Timestamp> {
        self.rows.iter().map(|row| row.due_at).max()
    }
}

/// The rows of one period: one, or one for each discriminator.
pub fn rows(schedule: &Schedule, rule: &Rule, occurrence: &Occurrence, trigger: Trigger) -> Vec<NewOccurrence> {
    let period_key = rule.period_key(occurrence);
    let period = rule.calendar_interval(occurrence);
    let due_at = rule.due_at(occurrence);
    let row = |discriminator: &str| NewOccurrence {
        period_key: period_key.clone(),
        discriminator: discriminator.to_owned(),
        nominal_at: occurrence.at(),
        due_at,
        period,
        priority: schedule.definition.priority,
        trigger,
        correlation_id: None,
        note: None,
        concurrency: None,
    };
    let discriminators = &schedule.definition.discriminators;
    if discriminators.is_empty() { vec![row("")] } else { discriminators.iter().map(|name| row(name)).collect() }
}

/// How many more periods may be planned beside what is open; none when there is no limit. Every row of a period counts as a
/// run.
pub(super) fn periods_left(schedule: &Schedule, open: usize) -> Option<u64> {
    let rows_per_period = schedule.definition.discriminators.len().max(1) as u64;
    let max_runs = schedule.definition.spec.max_runs.filter(|_| !planted::is(Bug::MaxRunsIgnored))?;
    Some(max_runs.saturating_sub(schedule.counters.runs).saturating_sub(open as u64).div_ceil(rows_per_period))
}

/// Nothing is left to plan. The schedule is finished when nothing is open; until then a run that does not start after all
/// makes room for another.
fn hold(subject: Subject<'_>, window: &Window) -> Plan {
    let schedule = subject.schedule;
    let open_for = subject.open.and_then(|open| open.since).map(|since| window.now.duration_since(since));
    let look_again_for = (open_for.unwrap_or_default() / 8).clamp(LOOK_AGAIN_FOR, LOOK_AGAIN_MAX);
    let has_open = subject.may_have_open() && !planted::is(Bug::FinishedTooEarly);
    Plan {
        uid: schedule.uid,
        revision: schedule.revision,
        watermark: schedule.watermark,
        occurrences: Vec::new(),
        gaps: Vec::new(),
        watermark_to: schedule.watermark,
        next_due_at: has_open.then(|| window.look_again(look_again_for)),
        is_finished: !has_open,
        tzdb: refrain_recurrence::tzdb_version().to_owned(),
    }
}
