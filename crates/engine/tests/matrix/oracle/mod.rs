//! A small model of the life of a schedule, written from the documentation and not from the engine: DESIGN.md
//! (promises, policies, operations), `docs/recurrence.md` (bounds), Decision 0016 (late starts) and Decision
//! 0053 (lanes).
//!
//! The oracle replays the acts of the driver: at every tick, finished runs end, slots get their rows or gaps,
//! and ready occurrences start, wait or end. Only the amount of jitter is read from the ledger; the judge
//! checks its limits.

mod lanes;
mod planning;

use std::collections::BTreeMap;

use refrain::model::{Delivery, Trigger};

use crate::case::{Bound, Case, Pause};
use crate::fate::{Fate, Life, Name};
use crate::script::{self, Answer};
use crate::world::Act;

/// Attempts of the default retry policy.
const ATTEMPTS_MAX: u32 = 5;
/// A start up to this late, in seconds, counts as on time.
const ON_TIME_FOR: i64 = 60;

/// State of an occurrence in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Planned,
    /// Waiting for another run.
    Waiting,
    Running {
        until: i64,
    },
    /// The node has died; the lease ends at `until`.
    Lost {
        until: i64,
    },
    /// Waiting for the next attempt, which counts as running.
    Retrying {
        at: i64,
    },
    Ended(End),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Succeeded,
    Skipped(&'static str),
    Failed(&'static str),
}

#[derive(Clone, Debug)]
struct Occurrence {
    name: Name,
    due: i64,
    trigger: Trigger,
    phase: Phase,
    started_at: i64,
    /// Attempts since the occurrence was created or reopened.
    attempts: u32,
    dispatches: u32,
    is_canceled: bool,
    /// Whether the occurrence was requested while the schedule was paused.
    is_requested_in_pause: bool,
}

impl Occurrence {
    /// Returns whether the occurrence has started and not ended.
    fn is_started(&self) -> bool {
        match self.phase {
            Phase::Running { .. } | Phase::Lost { .. } | Phase::Retrying { .. } => true,
            Phase::Planned | Phase::Waiting | Phase::Ended(_) => false,
        }
    }

    fn is_open(&self) -> bool {
        self.is_started() || matches!(self.phase, Phase::Planned | Phase::Waiting)
    }

    /// Returns whether the run counts toward `max_runs`: catch-up runs do, manual runs and backfills do not.
    fn is_counted(&self) -> bool {
        matches!(self.trigger, Trigger::Schedule | Trigger::CatchUp)
    }
}

pub(crate) struct Oracle<'a> {
    case: &'a Case,
    due: &'a BTreeMap<i64, i64>,
    occurrences: Vec<Occurrence>,
    gaps: BTreeMap<i64, &'static str>,
    /// Every slot up to this time has its rows or its gap.
    watermark: i64,
    is_paused: bool,
    is_finished: bool,
    /// Number of counted occurrences that were dispatched and have ended, or were reopened since.
    runs: usize,
}

/// Returns the result that the documentation promises.
pub(crate) fn expected(case: &Case, acts: &[(i64, Act)], due: &BTreeMap<i64, i64>) -> Life {
    let mut oracle = Oracle {
        case,
        due,
        occurrences: Vec::new(),
        gaps: BTreeMap::new(),
        watermark: script::CREATED_AT,
        is_paused: false,
        is_finished: false,
        runs: 0,
    };
    for (at, act) in acts {
        oracle.end_runs(*at);
        oracle.act(*act, *at);
    }
    oracle.life()
}

impl Oracle<'_> {
    fn act(&mut self, act: Act, now: i64) {
        match act {
            Act::Tick => {
                self.plan(now);
                self.claim(now);
                // A skipped occurrence returns its run, so another may be planned.
                self.finish();
            }
            Act::Crash => {
                for it in &mut self.occurrences {
                    if let Phase::Running { .. } = it.phase {
                        it.phase = Phase::Lost { until: it.started_at + script::LEASE_FOR };
                    }
                }
            }
            Act::Fire(number) => {
                let lane = self.case.lanes()[0].to_owned();
                self.add(Name { nominal: now, lane, manual: Some(number) }, Trigger::Manual);
            }
            Act::Backfill => {
                let (from, to) = script::BACKFILL;
                for slot in script::slots(from, to, self.case.has_calendar, self.case.bound) {
                    self.add_slot(slot, Trigger::Backfill);
                }
            }
            Act::Reopen => self.reopen(),
            Act::Pause => self.is_paused = !self.is_finished,
            Act::Resume => self.resume(now),
        }
    }

    fn reopen(&mut self) {
        let is_wanted = |it: &&mut Occurrence| {
            it.name.nominal == script::REJECTED_SLOT && matches!(it.phase, Phase::Ended(End::Failed(_)))
        };
        for it in self.occurrences.iter_mut().filter(is_wanted) {
            (it.phase, it.trigger, it.attempts) = (Phase::Planned, Trigger::Retry, 0);
        }
    }

    fn resume(&mut self, now: i64) {
        if self.is_paused && self.case.pause == Pause::ResumeNow {
            for slot in self.slots_until(now) {
                self.gaps.insert(slot, "paused");
            }
            self.watermark = self.watermark.max(now);
        }
        self.is_paused = false;
    }

    fn add(&mut self, name: Name, trigger: Trigger) {
        let due = self.due.get(&name.nominal).copied().unwrap_or(name.nominal);
        self.occurrences.push(Occurrence {
            name,
            due,
            trigger,
            phase: Phase::Planned,
            started_at: 0,
            attempts: 0,
            dispatches: 0,
            is_canceled: false,
            is_requested_in_pause: self.is_paused,
        });
    }

    fn add_slot(&mut self, nominal: i64, trigger: Trigger) {
        for lane in self.case.lanes() {
            self.add(Name { nominal, lane: (*lane).to_owned(), manual: None }, trigger);
        }
    }

    /// Ends the attempts whose time is over.
    fn end_runs(&mut self, now: i64) {
        let mut is_any = false;
        for index in 0..self.occurrences.len() {
            let it = &self.occurrences[index];
            let Phase::Running { until } = it.phase else { continue };
            if until > now {
                continue;
            }
            is_any = true;
            match script::answer(it.name.nominal, it.dispatches) {
                Answer::Delivered => self.end(index, End::Succeeded),
                Answer::Rejected => self.end(index, End::Failed("rejected")),
                Answer::RetryAfter(_) if it.attempts >= ATTEMPTS_MAX => {
                    self.end(index, End::Failed("attempts_exhausted"));
                }
                Answer::RetryAfter(wait) => self.occurrences[index].phase = Phase::Retrying { at: until + wait },
            }
        }
        if is_any {
            self.claim(now);
        }
    }

    fn end(&mut self, index: usize, end: End) {
        let it = &mut self.occurrences[index];
        it.phase = Phase::Ended(end);
        self.runs += usize::from(it.is_counted() && it.attempts > 0);
    }

    /// A schedule is finished when its recurrence has ended or `max_runs` is reached, and nothing is planned or
    /// running.
    fn finish(&mut self) {
        let is_over = match self.case.bound {
            Bound::None => false,
            Bound::MaxRuns => self.runs >= script::RUNS_MAX * self.case.lanes().len(),
            Bound::EndsAt => self.watermark >= script::ENDS_AT - script::PERIOD / 2,
        };
        let is_open = self.occurrences.iter().any(Occurrence::is_open);
        self.is_finished |= is_over && !is_open && !self.is_paused;
    }

    /// Returns why a lost run must not continue: its outcome is unknown, or its attempts are used up. None if
    /// it is retried.
    fn lost(&self, it: &Occurrence) -> Option<End> {
        match self.case.delivery {
            Delivery::AtMostOnce => Some(End::Failed("outcome_unknown")),
            Delivery::AtLeastOnce if it.attempts >= ATTEMPTS_MAX => Some(End::Failed("lease_exhausted")),
            Delivery::AtLeastOnce => None,
        }
    }

    fn life(&self) -> Life {
        let mut life = Life { is_finished: self.is_finished, ..Life::default() };
        for it in &self.occurrences {
            let end = match it.phase {
                Phase::Ended(End::Succeeded) => "succeeded".to_owned(),
                Phase::Ended(End::Skipped(reason)) => format!("skipped({reason})"),
                Phase::Ended(End::Failed(reason)) => format!("failed({reason})"),
                open => format!("open {open:?}"),
            };
            let fate = Fate { end, trigger: Some(it.trigger.as_str()), dispatches: it.dispatches };
            life.fates.insert(it.name.clone(), fate);
        }
        for (slot, reason) in &self.gaps {
            for lane in self.case.lanes() {
                let name = Name { nominal: *slot, lane: (*lane).to_owned(), manual: None };
                life.fates.insert(name, Fate { end: format!("skipped({reason})"), trigger: None, dispatches: 0 });
            }
        }
        life
    }
}
