//! A node with a manual clock, and a handler that records its calls.

use std::sync::{Arc, Mutex};

use jiff::{SignedDuration, Timestamp};
use refrain::Failure;
use refrain::Refrain;
use refrain::RunContext;
use refrain::clock::{Clock, ManualClock};
use refrain::embed::{Builder, Draft, HasRecurrence, NoAction};
use refrain::model::{NewGap, Occurrence, Schedule};
use refrain::store::model::Model;
use refrain::store::{Page, Store};
use serde_json::Value;

/// Parses an instant.
pub(crate) fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// One call of the handler `record`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call {
    pub(crate) schedule: String,
    pub(crate) nominal_at: Timestamp,
    pub(crate) started_at: Timestamp,
    pub(crate) attempt: u32,
}

pub(crate) struct World {
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) refrain: Refrain,
    calls: Arc<Mutex<Vec<Call>>>,
}

impl World {
    pub(crate) async fn at(now: &str) -> Self {
        Self::over(Arc::new(Model::new()), Arc::new(ManualClock::new(at(now)))).await
    }

    /// Creates a node that accepts schedules with handlers that it has not registered.
    pub(crate) async fn with_remote_handlers(now: &str) -> Self {
        let clock = Arc::new(ManualClock::new(at(now)));
        Self::with(Refrain::builder().allow_remote_handlers(), Arc::new(Model::new()), clock).await
    }

    /// Creates another process on the same store, as after a restart.
    pub(crate) async fn restarted(&self) -> Self {
        Self::over(Arc::clone(&self.store), Arc::clone(&self.clock)).await
    }

    pub(crate) async fn over(store: Arc<dyn Store>, clock: Arc<ManualClock>) -> Self {
        Self::with(Refrain::builder(), store, clock).await
    }

    async fn with(builder: Builder, store: Arc<dyn Store>, clock: Arc<ManualClock>) -> Self {
        let refrain = builder.clock(clock.clone()).over(store.clone()).await.unwrap();
        let calls: Arc<Mutex<Vec<Call>>> = Arc::default();
        let reported = calls.clone();
        refrain.handler("record", move |context: RunContext, _: Value| {
            reported.lock().unwrap().push(Call {
                schedule: context.schedule().id.to_string(),
                nominal_at: context.nominal_at(),
                started_at: context.started_at(),
                attempt: context.attempt(),
            });
            async { Ok::<_, Failure>(()) }
        });
        Self { clock, store, refrain, calls }
    }

    /// Saves a schedule with the handler `record`.
    pub(crate) async fn save<Step: HasRecurrence>(&self, when: Draft<Step, NoAction>) -> Schedule {
        when.handler("record", ()).save().await.unwrap()
    }

    /// Returns the error code with which saving a schedule fails.
    pub(crate) async fn refused<Step: HasRecurrence>(&self, when: Draft<Step, NoAction>) -> &'static str {
        when.handler("record", ()).save().await.unwrap_err().code()
    }

    /// Returns the next times of a schedule, without running it.
    pub(crate) async fn next<Step: HasRecurrence>(&self, when: Draft<Step, NoAction>, count: usize) -> Vec<String> {
        let schedule = self.save(when).await;
        let id = schedule.key.id.as_str();
        let next = self.refrain.next(id, count).await.unwrap();
        self.refrain.delete(id).await.unwrap();
        next.iter().map(Timestamp::to_string).collect()
    }

    pub(crate) async fn tick(&self) -> usize {
        self.refrain.tick().await.unwrap().ran
    }

    /// Sets the clock and ticks.
    pub(crate) async fn tick_at(&self, now: &str) -> usize {
        self.clock.set(at(now));
        self.tick().await
    }

    /// Ticks every `every_seconds` seconds until the given time.
    pub(crate) async fn run_until(&self, until: &str, every_seconds: i64) {
        let until = at(until);
        self.tick().await;
        while self.clock.now() < until {
            self.clock.set((self.clock.now() + SignedDuration::from_secs(every_seconds)).min(until));
            self.tick().await;
        }
    }

    pub(crate) fn calls(&self) -> Vec<Call> {
        self.calls.lock().unwrap().clone()
    }

    /// Returns the nominal times of all calls, in call order.
    pub(crate) fn nominal(&self) -> Vec<String> {
        self.calls().iter().map(|call| call.nominal_at.to_string()).collect()
    }

    pub(crate) async fn schedule(&self, id: &str) -> Schedule {
        self.refrain.get(id).await.unwrap().unwrap()
    }

    /// Returns the ledger rows of a schedule, oldest first.
    pub(crate) async fn rows(&self, id: &str) -> Vec<Occurrence> {
        let mut rows = self.refrain.runs(id, &Page::first(500)).await.unwrap().rows;
        rows.reverse();
        rows
    }

    /// Returns the state and reason of the settled rows.
    pub(crate) async fn ended(&self, id: &str) -> Vec<String> {
        let line = |row: &Occurrence| match row.reason {
            Some(reason) => format!("{}({})", row.state.as_str(), reason.as_str()),
            None => row.state.as_str().to_owned(),
        };
        self.rows(id).await.iter().filter(|row| row.state.is_terminal()).map(line).collect()
    }

    pub(crate) async fn gaps(&self, id: &str) -> Vec<NewGap> {
        let key = self.schedule(id).await.key;
        let mut gaps = self.store.gaps(&key, &Page::first(500)).await.unwrap().rows;
        gaps.reverse();
        gaps.into_iter().map(|gap| gap.covers).collect()
    }
}
