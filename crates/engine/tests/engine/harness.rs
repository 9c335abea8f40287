//! An engine on the model store, with a manual clock and a dispatcher that records every run.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use refrain::clock::{Clock, ManualClock};
use refrain::control::Rights;
use refrain::control::{Control, SaveScheduleRequest};
use refrain::delivery::{Dispatcher, Outcome, Run};
use refrain::engine::{Engine, EngineOptions, Tick};
use refrain::model::{Action, By, Definition, NewGap, Occurrence, Schedule, ScheduleId, ScheduleKey, Source, Tenant};
use refrain::observe::{Alarm, Event};
use refrain::recurrence::{CronRecurrence, Recurrence, Spec};
use refrain::store::model::Model;
use refrain::store::{ExpectedVersion, Ledger, OccurrenceFilter, Page};
use serde_json::Value;
use tokio::sync::broadcast::Receiver;

/// Parses an instant.
pub(crate) fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

pub(crate) fn key(id: &str) -> ScheduleKey {
    ScheduleKey { tenant: Tenant::new("default", "acme").unwrap(), id: ScheduleId::new(id).unwrap() }
}

/// Returns a schedule with a cron expression in a time zone.
pub(crate) fn cron(expression: &str, zone: &str) -> Definition {
    let rule = CronRecurrence { expression: expression.to_owned(), ..CronRecurrence::default() };
    Definition::new(Spec::new(Recurrence::Cron(rule), zone), Action::new("record", Value::Null))
}

/// Returns a request to create or edit a schedule.
pub(crate) fn saving(id: &str, definition: Definition) -> SaveScheduleRequest {
    let (expect, by) = (ExpectedVersion::Any, By::new("ann"));
    SaveScheduleRequest { key: key(id), expect, definition, source: Source::Api, by }
}

/// Returns the alarms raised since the last call.
pub(crate) fn alarms(events: &mut Receiver<Event>) -> Vec<Alarm> {
    let mut alarms = Vec::new();
    while let Ok(event) = events.try_recv() {
        if let Event::Alarm(alarm) = event {
            alarms.push(alarm);
        }
    }
    alarms
}

/// One dispatched run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sent {
    pub(crate) schedule: String,
    pub(crate) period: String,
    pub(crate) attempt: u32,
    pub(crate) at: Timestamp,
    pub(crate) key: String,
    pub(crate) payload: Value,
}

/// A dispatcher that records every run and returns scripted outcomes.
#[derive(Default)]
pub(crate) struct Recorder {
    sent: Mutex<Vec<Sent>>,
    /// Outcomes to return for each schedule, in order. `DELIVERED` when none is left.
    answers: Mutex<BTreeMap<String, Vec<Outcome>>>,
}

#[async_trait]
impl Dispatcher for Recorder {
    async fn dispatch(&self, run: Run) -> Outcome {
        let schedule = run.occurrence.schedule.id.to_string();
        self.sent.lock().unwrap().push(Sent {
            schedule: schedule.clone(),
            period: run.occurrence.planned.period_key.clone(),
            attempt: run.occurrence.attempt,
            at: run.started_at,
            key: run.idempotency_key().to_string(),
            payload: run.definition.action.payload.clone(),
        });
        let mut answers = self.answers.lock().unwrap();
        match answers.get_mut(&schedule) {
            Some(left) if !left.is_empty() => left.remove(0),
            _ => Outcome::DELIVERED,
        }
    }
}

pub(crate) struct Harness {
    pub(crate) store: Arc<Model>,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) recorder: Arc<Recorder>,
    pub(crate) engine: Arc<Engine>,
    pub(crate) control: Control<Rights>,
}

impl Harness {
    pub(crate) fn at(now: &str) -> Self {
        let store = Arc::new(Model::new());
        let clock = Arc::new(ManualClock::new(at(now)));
        let recorder = Arc::new(Recorder::default());
        let engine = Engine::new(store.clone(), clock.clone(), recorder.clone(), EngineOptions::default());
        let control = Control::new(store.clone(), clock.clone()).acting_as(Rights::all());
        Self { store, clock, recorder, engine, control }
    }

    /// Creates another node on the same store and clock, with its own time zone database.
    pub(crate) fn node(&self, tzdb: &str) -> Arc<Engine> {
        let options = EngineOptions::default().with(|it| it.tzdb = tzdb.to_owned());
        Engine::new(self.store.clone(), self.clock.clone(), self.recorder.clone(), options)
    }

    pub(crate) async fn save(&self, id: &str, definition: Definition) -> Schedule {
        self.control.save(saving(id, definition)).await.unwrap()
    }

    /// Sets the outcomes of the next runs of a schedule.
    pub(crate) fn answer(&self, id: &str, outcomes: impl IntoIterator<Item = Outcome>) {
        self.recorder.answers.lock().unwrap().entry(id.to_owned()).or_default().extend(outcomes);
    }

    pub(crate) async fn tick(&self) -> Tick {
        self.engine.tick().await.unwrap()
    }

    /// Sets the clock and ticks.
    pub(crate) async fn tick_at(&self, now: &str) -> Tick {
        self.clock.set(at(now));
        self.tick().await
    }

    /// Ticks in steps of `every` until the given time.
    pub(crate) async fn run_until(&self, until: &str, every: SignedDuration) {
        let until = at(until);
        while self.clock.now() < until {
            let next = (self.clock.now() + every).min(until);
            self.clock.set(next);
            self.tick().await;
        }
    }

    /// Returns all dispatched runs.
    pub(crate) fn sent(&self) -> Vec<Sent> {
        self.recorder.sent.lock().unwrap().clone()
    }

    /// Returns the start times of all runs, as text.
    pub(crate) fn sent_at(&self) -> Vec<String> {
        self.sent().iter().map(|sent| sent.at.to_string()).collect()
    }

    /// Returns the ledger rows of a schedule, oldest first.
    pub(crate) async fn rows(&self, id: &str) -> Vec<Occurrence> {
        let schedule = key(id);
        let filter = OccurrenceFilter { schedule: Some(schedule.id), ..OccurrenceFilter::default() };
        let mut rows = self.store.occurrences(&schedule.tenant, &filter, &Page::first(500)).await.unwrap().rows;
        rows.reverse();
        rows
    }

    /// Returns nominal time, state and reason of each row, one line per row.
    pub(crate) async fn ledger(&self, id: &str) -> Vec<String> {
        let line = |row: &Occurrence| {
            let reason = row.reason.map(|reason| format!("({})", reason.as_str())).unwrap_or_default();
            format!("{} {}{reason}", row.planned.nominal_at, row.state.as_str())
        };
        self.rows(id).await.iter().map(line).collect()
    }

    pub(crate) async fn gaps(&self, id: &str) -> Vec<NewGap> {
        let mut gaps = self.store.gaps(&key(id), &Page::first(500)).await.unwrap().rows;
        gaps.reverse();
        gaps.into_iter().map(|gap| gap.covers).collect()
    }

    pub(crate) async fn schedule(&self, id: &str) -> Schedule {
        self.store.schedule(&key(id)).await.unwrap().unwrap()
    }
}
