//! Combinations of two features under the default settings, each as a named test. The engine is stepped with
//! its default options.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use refrain::clock::{Clock as _, ManualClock};
use refrain::control::Rights;
use refrain::control::{Backfill, Control, DocumentChange, Fire, Reprocess, ResumeFrom, SaveScheduleRequest};
use refrain::delivery::{Dispatcher, Outcome, Run};
use refrain::engine::{Engine, EngineOptions};
use refrain::model::{Action, By, Definition, DocumentName, FailReason, Occurrence, Source, Status};
use refrain::recurrence::{CalendarUse, CronRecurrence, NamedCalendar, OnDayOff, Recurrence, Spec};
use refrain::store::model::Model;
use refrain::store::{ExpectedVersion, Ledger as _, OccurrenceFilter, Page};
use serde_json::Value;

use crate::world::key;

mod bounds;
mod created;
mod overlap;

/// A dispatcher that returns scripted outcomes for the attempts of a nominal time, and delivers when none is left.
#[derive(Default)]
pub(super) struct ScriptedDispatcher {
    answers: Mutex<BTreeMap<Timestamp, Vec<Outcome>>>,
    pub(super) sent: Mutex<Vec<Occurrence>>,
}

#[async_trait]
impl Dispatcher for ScriptedDispatcher {
    async fn dispatch(&self, run: Run) -> Outcome {
        self.sent.lock().unwrap().push(Occurrence::clone(&run.occurrence));
        let mut answers = self.answers.lock().unwrap();
        let left = answers.get_mut(&run.occurrence.planned.nominal_at).filter(|left| !left.is_empty());
        left.map_or(Outcome::DELIVERED, |left| left.remove(0))
    }
}

pub(super) struct DefaultsWorld {
    pub(super) store: Arc<Model>,
    pub(super) clock: Arc<ManualClock>,
    pub(super) dispatcher: Arc<ScriptedDispatcher>,
    pub(super) engine: Arc<Engine>,
    pub(super) control: Control<Rights>,
}

pub(super) fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// Returns an hourly schedule with default settings.
pub(super) fn hourly() -> Definition {
    let rule = CronRecurrence { expression: "0 * * * *".to_owned(), ..CronRecurrence::default() };
    Definition::new(Spec::new(Recurrence::Cron(rule), "UTC"), Action::new("record", Value::Null))
}

pub(super) fn with_three_discriminators(definition: Definition) -> Definition {
    Definition { discriminators: ["a", "b", "c"].map(str::to_owned).to_vec(), ..definition }
}

pub(super) fn with_calendar(mut definition: Definition) -> Definition {
    definition.spec.calendars = vec![CalendarUse { name: "days-off".to_owned(), on_day_off: OnDayOff::Exclude }];
    definition
}

impl DefaultsWorld {
    /// Creates the schedule at 08:30 on a Monday. Tuesday is a day off in the calendar, if the schedule uses it.
    pub(super) async fn new(definition: Definition) -> Self {
        let (store, dispatcher) = (Arc::new(Model::new()), Arc::new(ScriptedDispatcher::default()));
        let clock = Arc::new(ManualClock::new(at("2026-03-02T08:30:00Z")));
        let options = EngineOptions::default();
        let engine = Engine::new(store.clone(), clock.clone(), dispatcher.clone(), options);
        let control = Control::new(store.clone(), clock.clone()).acting_as(Rights::all());
        let (expect, by, name) = (ExpectedVersion::Any, By::new("ann"), DocumentName::new("days-off").unwrap());
        let change = DocumentChange { tenant: key().tenant, name, expect, by };
        let dates = vec!["2026-03-03".parse().unwrap()];
        control.save_calendar(&change, &NamedCalendar { weekend: Vec::new(), dates }).await.unwrap();
        let world = Self { store, clock, dispatcher, engine, control };
        world.save(definition).await;
        world
    }

    pub(super) async fn save(&self, definition: Definition) {
        let (expect, source, by) = (ExpectedVersion::Any, Source::Api, By::new("ann"));
        self.control.save(SaveScheduleRequest { key: key(), expect, definition, source, by }).await.unwrap();
    }

    pub(super) async fn tick_at(&self, time: &str) {
        self.clock.set(at(time));
        self.engine.tick().await.unwrap();
    }

    /// Ticks every ten seconds until the given time.
    pub(super) async fn run_until(&self, time: &str) {
        while self.clock.now() < at(time) {
            self.clock.advance(SignedDuration::from_secs(10));
            self.engine.tick().await.unwrap();
        }
    }

    pub(super) fn answer(&self, nominal: &str, outcomes: Vec<Outcome>) {
        self.dispatcher.answers.lock().unwrap().insert(at(nominal), outcomes);
    }

    pub(super) async fn pause(&self) {
        self.control.pause(&key(), ExpectedVersion::Any, None, By::new("ann")).await.unwrap();
    }

    pub(super) async fn resume(&self, from: ResumeFrom) {
        self.control.resume(&key(), ExpectedVersion::Any, from, By::new("ann")).await.unwrap();
    }

    pub(super) async fn fire(&self, request: &str) {
        let (request, by) = (request.to_owned(), By::new("ann"));
        let fire = Fire { key: key(), request, discriminator: None, correlation_id: None, payload: None, by };
        self.control.fire(fire).await.unwrap();
    }

    pub(super) async fn backfill(&self, from: &str, to: &str) {
        let (reprocess, by) = (Reprocess::None, By::new("ann"));
        let (from, to, limit) = (at(from), at(to), 100);
        let backfill = Backfill { key: key(), from, to, limit, reprocess, overlap: None, concurrency: None, by };
        self.control.backfill(&backfill).await.unwrap();
    }

    /// Returns all rows, ordered by nominal time and discriminator.
    pub(super) async fn rows(&self) -> Vec<Occurrence> {
        let filter = OccurrenceFilter { schedule: Some(key().id), ..OccurrenceFilter::default() };
        let mut rows = self.store.occurrences(&key().tenant, &filter, &Page::first(500)).await.unwrap().rows;
        rows.sort_by_key(|row| (row.planned.nominal_at, row.planned.discriminator.clone()));
        rows
    }

    /// Returns the number of rows by state, reason and trigger.
    pub(super) async fn tally(&self) -> BTreeMap<String, usize> {
        let mut tally = BTreeMap::new();
        for row in self.rows().await {
            let reason = row.reason.map(|reason| format!("({})", reason.as_str())).unwrap_or_default();
            let text = format!("{}{reason} {}", row.state.as_str(), row.planned.trigger.as_str());
            *tally.entry(text).or_default() += 1;
        }
        tally
    }

    /// Returns the number of slots in each gap, with its reason.
    pub(super) async fn gaps(&self) -> Vec<(u64, &'static str)> {
        let gaps = self.store.gaps(&key(), &Page::first(500)).await.unwrap().rows;
        gaps.iter().map(|gap| (gap.covers.count, gap.covers.reason.as_str())).collect()
    }

    pub(super) async fn status(&self) -> (Status, u64) {
        let schedule = self.store.schedule(&key()).await.unwrap().unwrap();
        (schedule.status, schedule.counters.runs)
    }
}

/// Builds an expected tally.
pub(super) fn tally<const N: usize>(expected: [(&str, usize); N]) -> BTreeMap<String, usize> {
    expected.into_iter().map(|(text, count)| (text.to_owned(), count)).collect()
}

pub(super) fn retry_after_minutes(minutes: i64) -> Outcome {
    let retry_after = Some(SignedDuration::from_mins(minutes));
    Outcome::Retryable { reason: FailReason::AttemptsExhausted, message: "busy".to_owned(), retry_after }
}

pub(super) fn hour(at: Timestamp) -> i8 {
    at.to_zoned(jiff::tz::TimeZone::UTC).hour()
}
