//! Drives one schedule through the script: it ticks the engine whenever the script, a run or a retry requires it.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use refrain::clock::ManualClock;
use refrain::control::Rights;
use refrain::control::{Backfill, Control, DocumentChange, Fire, Reprocess, ResumeFrom, SaveScheduleRequest};
use refrain::engine::{Engine, EngineOptions};
use refrain::model::{
    Action, By, Definition, DocumentName, Gap, Occurrence, Overlap, Schedule, ScheduleId, ScheduleKey, Source, State,
    Status, Tenant, Trigger,
};
use refrain::recurrence::{
    CalendarUse, CronRecurrence, Jitter, JitterMode, JitterWindow, Length, NamedCalendar, OnDayOff, Recurrence, Spec,
};
use refrain::store::{ExpectedVersion, OccurrenceChange, OccurrenceFilter, Page, Store};
use serde_json::Value;
use tokio::task::JoinSet;

use crate::bugs::Bug;
use crate::bugs::dispatching::buggy_dispatcher;
use crate::bugs::engine::{BuggyNode, buggy_engine};
use crate::case::{Bound, Case, Pause};
use crate::receiver::Receiver;
use crate::script::{self, instant, seconds};

/// An event at one time, for the oracle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    Tick,
    Crash,
    Fire(u32),
    Backfill,
    Reopen,
    Pause,
    Resume,
}

/// How to detect that all tasks are idle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IdleDetection {
    /// A paused runtime advances its clock only when all tasks are idle. Works for a store that answers immediately.
    IdleRuntime,
    /// Every tick leases one occurrence at a time, and is idle while that run sleeps. Works for any store.
    CountedRuns,
}

pub(crate) struct World {
    case: Case,
    rest: IdleDetection,
    pub(crate) store: Arc<dyn Store>,
    clock: Arc<ManualClock>,
    pub(crate) receiver: Arc<Receiver>,
    engine: Arc<Engine>,
    control: Control<Rights>,
    ticks: JoinSet<()>,
    pub(crate) acts: Vec<(i64, Act)>,
    /// Violations found while the case ran; empty if there are none.
    pub(crate) wrong: String,
}

pub(crate) fn key() -> ScheduleKey {
    ScheduleKey { tenant: Tenant::new("default", "acme").unwrap(), id: ScheduleId::new("matrix").unwrap() }
}

/// Returns the definition of a case.
fn definition(case: &Case) -> Definition {
    let rule = CronRecurrence { expression: "0 */6 * * *".to_owned(), ..CronRecurrence::default() };
    let mut definition = Definition::new(Spec::new(Recurrence::Cron(rule), "UTC"), Action::new("record", Value::Null));
    definition.overlap = case.overlap;
    definition.catch_up.policy = case.catch_up;
    if !case.has_calendar {
        definition.catch_up.window = Some(Length::from_seconds(script::CATCH_UP_FOR));
    }
    definition.delivery = case.delivery;
    if case.has_discriminators {
        definition.discriminators = case.lanes().iter().map(|&lane| lane.to_owned()).collect();
    }
    match case.bound {
        Bound::None => {}
        Bound::MaxRuns => definition.spec.max_runs = Some((script::RUNS_MAX * case.lanes().len()) as u64),
        Bound::EndsAt => definition.spec.ends_at = Some(instant(script::ENDS_AT)),
    }
    if case.has_calendar {
        definition.spec.calendars = vec![CalendarUse { name: "days-off".to_owned(), on_day_off: OnDayOff::Exclude }];
    }
    if case.has_jitter {
        let window = JitterWindow::Length(Length::from_seconds(script::JITTER_FOR));
        definition.spec.jitter = Some(Jitter { window, mode: JitterMode::Spread });
    }
    definition
}

impl World {
    pub(crate) fn new(case: Case, store: Arc<dyn Store>, rest: IdleDetection) -> Self {
        Self::with_bug(None, case, store, rest)
    }

    /// Creates a world whose engine has a planted bug.
    pub(crate) fn with_bug(bug: Option<Bug>, case: Case, store: Arc<dyn Store>, rest: IdleDetection) -> Self {
        let clock = Arc::new(ManualClock::new(instant(script::CREATED_AT)));
        let receiver = Arc::new(Receiver::new(clock.clone()));
        let mut options = EngineOptions::default();
        options.worker.lease_for = SignedDuration::from_secs(script::LEASE_FOR);
        if rest == IdleDetection::CountedRuns {
            options.worker.batch_max = 1;
        }
        let used = buggy_engine(bug, store.clone(), BuggyNode::default());
        let dispatcher = buggy_dispatcher(bug, receiver.clone(), BuggyNode::default());
        let engine = Engine::new(used.clone(), clock.clone(), dispatcher, options);
        let control = Control::new(used, clock.clone()).acting_as(Rights::all());
        Self {
            case,
            rest,
            store,
            clock,
            receiver,
            engine,
            control,
            ticks: JoinSet::new(),
            acts: Vec::new(),
            wrong: String::new(),
        }
    }

    /// Runs the whole script.
    pub(crate) async fn live(&mut self) {
        self.save().await;
        for slot in script::slots(script::CREATED_AT, script::LAST_SLOT, false, Bound::None) {
            self.receiver.remind(slot);
        }
        let around = [script::PAUSED_SLOT - 2, script::PAUSE_AT, script::RESUME_AT, script::LATE_SLOT - 2];
        let others = [script::CRASH_AT, script::EVENT_AT, script::SECOND_AT, script::OUTAGE_UNTIL, script::LATE_UNTIL];
        // Without another slot, one more tick is needed to mark the schedule finished.
        let last = script::LAST_SLOT + 2 * script::HOUR;
        for at in around.into_iter().chain(others).chain([last]) {
            self.receiver.remind(at);
        }
        while let Some(at) = self.receiver.next_time().filter(|at| *at <= script::OVER_AT) {
            if !self.is_absent(at) {
                self.clock.set(instant(at));
                self.rest().await;
                self.act(at).await;
                self.tick(at).await;
                self.check_finished(at).await;
            }
        }
    }

    /// Checks that nothing is planned or running when the schedule is finished.
    async fn check_finished(&mut self, at: i64) {
        let may_finish = self.case.bound != Bound::None && self.wrong.is_empty();
        if may_finish && self.schedule().await.status == Status::Finished {
            let open = self.rows(vec![State::Planned, State::Running]).await.len();
            if open > 0 {
                self.wrong = format!("finished at {at} s while {open} occurrences are open\n");
            }
        }
    }

    /// Returns whether no node is running at this time.
    fn is_absent(&self, at: i64) -> bool {
        let is_outage = self.case.trigger == Trigger::CatchUp;
        (is_outage && (script::EVENT_AT + 1..script::OUTAGE_UNTIL).contains(&at))
            || (script::LATE_SLOT - 1..script::LATE_UNTIL).contains(&at)
    }

    async fn save(&self) {
        let (expect, by) = (ExpectedVersion::Any, By::new("ann"));
        let name = DocumentName::new("days-off").unwrap();
        let change = DocumentChange { tenant: key().tenant, name, expect, by: by.clone() };
        let dates = ["2026-02-28", "2026-03-07"].map(|date| date.parse().unwrap()).into_iter().collect();
        self.control.save_calendar(&change, &NamedCalendar { weekend: Vec::new(), dates }).await.unwrap();
        let definition = definition(&self.case);
        self.control
            .save(SaveScheduleRequest { key: key(), expect, definition, source: Source::Api, by })
            .await
            .unwrap();
    }

    async fn tick(&mut self, at: i64) {
        self.acts.push((at, Act::Tick));
        self.step().await;
        // With one occurrence per tick, a sleeping run keeps its tick from leasing the others.
        while self.rest == IdleDetection::CountedRuns {
            let before = self.receiver.attempts().len();
            self.step().await;
            if self.receiver.attempts().len() == before {
                break;
            }
        }
        if self.case.overlap == Overlap::CancelOther {
            self.stop_canceled(at).await;
        }
        if self.case.has_jitter {
            for row in self.rows(vec![State::Planned]).await {
                if row.planned.due_at > instant(at) {
                    self.receiver.remind(ceiling(row.planned.due_at));
                }
            }
        }
    }

    /// Runs one tick in its own task, which continues while its runs sleep.
    async fn step(&mut self) {
        let engine = Arc::clone(&self.engine);
        self.ticks.spawn(async move {
            engine.tick().await.unwrap();
        });
        self.rest().await;
    }

    /// Acts as the lease keeper, which asks canceled runs to stop.
    async fn stop_canceled(&mut self, at: i64) {
        let rows = self.rows(vec![State::Running]).await;
        let canceled: Vec<_> = rows.iter().filter(|row| row.cancel_requested).map(|row| row.id).collect();
        if self.receiver.stop(&canceled) {
            self.rest().await;
            Box::pin(self.tick(at)).await;
        }
    }

    /// Waits until every task sleeps on the manual clock or has ended.
    async fn rest(&mut self) {
        match self.rest {
            IdleDetection::IdleRuntime => tokio::time::sleep(Duration::from_millis(1)).await,
            IdleDetection::CountedRuns => loop {
                while let Some(ended) = self.ticks.try_join_next() {
                    ended.unwrap();
                }
                if self.ticks.len() == self.receiver.asleep() {
                    break;
                }
                tokio::select! {
                    Some(ended) = self.ticks.join_next() => ended.unwrap(),
                    () = self.receiver.changed.notified() => {}
                }
            },
        }
        while let Some(ended) = self.ticks.try_join_next() {
            ended.unwrap();
        }
    }

    async fn act(&mut self, at: i64) {
        let by = By::new("ann");
        let act = match (at, self.case.trigger) {
            (script::CRASH_AT, _) => {
                self.ticks.shutdown().await;
                self.receiver.cut_off(script::LEASE_FOR);
                Act::Crash
            }
            (script::EVENT_AT, Trigger::Manual) => self.fire(1).await,
            (script::SECOND_AT, Trigger::Manual) => self.fire(2).await,
            (script::EVENT_AT, Trigger::Backfill) => self.backfill().await,
            (script::EVENT_AT, Trigger::Retry) => self.reopen().await,
            (script::PAUSE_AT, _) if self.case.pause != Pause::None => {
                self.control.pause(&key(), ExpectedVersion::Any, None, by).await.unwrap();
                Act::Pause
            }
            (script::RESUME_AT, _) if self.case.pause != Pause::None => {
                let is_now = self.case.pause == Pause::ResumeNow;
                let from = if is_now { ResumeFrom::Now } else { ResumeFrom::CatchUp };
                self.control.resume(&key(), ExpectedVersion::Any, from, by).await.unwrap();
                Act::Resume
            }
            _ => return,
        };
        self.acts.push((at, act));
    }

    async fn fire(&self, number: u32) -> Act {
        let (request, by) = (number.to_string(), By::new("ann"));
        let fire = Fire { key: key(), request, discriminator: None, correlation_id: None, payload: None, by };
        self.control.fire(fire).await.unwrap();
        Act::Fire(number)
    }

    async fn backfill(&self) -> Act {
        let (from, to) = (instant(script::BACKFILL.0), instant(script::BACKFILL.1));
        let (reprocess, by) = (Reprocess::None, By::new("ann"));
        let backfill = Backfill { key: key(), from, to, limit: 100, reprocess, overlap: None, concurrency: None, by };
        self.control.backfill(&backfill).await.unwrap();
        Act::Backfill
    }

    async fn reopen(&self) -> Act {
        let change = OccurrenceChange::retry();
        let rejected = instant(script::REJECTED_SLOT);
        for row in self.rows(vec![State::Failed]).await.iter().filter(|row| row.planned.nominal_at == rejected) {
            self.control.change_occurrence(&key().tenant, row.id, &change, &By::new("ann")).await.unwrap();
        }
        Act::Reopen
    }

    /// Returns the rows in these states, or all rows if no state is given.
    pub(crate) async fn rows(&self, states: Vec<State>) -> Vec<Occurrence> {
        let filter = OccurrenceFilter { schedule: Some(key().id), states, ..OccurrenceFilter::default() };
        self.store.occurrences(&key().tenant, &filter, &Page::first(500)).await.unwrap().rows
    }

    pub(crate) async fn gaps(&self) -> Vec<Gap> {
        self.store.gaps(&key(), &Page::first(500)).await.unwrap().rows
    }

    pub(crate) async fn schedule(&self) -> Schedule {
        self.store.schedule(&key()).await.unwrap().unwrap()
    }

    pub(crate) fn case(&self) -> &Case {
        &self.case
    }
}

/// Returns the due time of each nominal time in the ledger.
pub(crate) fn due_of(rows: &[Occurrence]) -> std::collections::BTreeMap<i64, i64> {
    let pair = |row: &Occurrence| (seconds(row.planned.nominal_at), ceiling(row.planned.due_at));
    rows.iter().map(pair).collect()
}

fn ceiling(at: Timestamp) -> i64 {
    seconds(at) + i64::from(at.subsec_nanosecond() > 0)
}
