//! The in-memory store: the contract in executable form. Another store is correct if it gives the same answers.
//!
//! The model is written to be read: plain maps, full scans, one lock. It keeps nothing when the process ends. It
//! is fast enough for tests and experiments only.

mod audit;
mod catalog;
mod claim;
#[cfg(feature = "testing")]
mod copies;
mod history;
mod ledger;
mod marks;
mod plan;
mod prune;
mod queue;
mod replan;
mod schedules;
mod settle;
mod state;

use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use jiff::Timestamp;
use tokio::sync::watch;

#[cfg(feature = "testing")]
pub use self::copies::ModelCopy;
use crate::model::{Fence, OccurrenceId, Revision, ScheduleUid};
use crate::store::{Health, Store, StoreError};
use state::State;

/// A ledger in memory.
#[derive(Debug)]
pub struct Model {
    state: Mutex<State>,
    wakes: watch::Sender<u64>,
    clock: fn() -> Timestamp,
    fence_floor: fn(Timestamp) -> Fence,
}

impl Model {
    /// Creates an empty ledger that uses the machine's clock.
    pub fn new() -> Self {
        Self::with_clock(crate::clock::wall)
    }

    /// Creates an empty ledger with its own clock.
    pub fn with_clock(clock: fn() -> Timestamp) -> Self {
        let wakes = watch::Sender::new(0);
        Self { state: Mutex::default(), wakes, clock, fence_floor: Fence::floor_at }
    }

    /// Replaces the definition of a revision with `text`, as damage to a file would.
    pub fn damage(&self, uid: ScheduleUid, revision: Revision, text: &str) {
        self.with(|state| state.damaged.insert((uid, revision), text.to_owned()));
    }

    /// Makes a row unreadable, as if its format were unknown.
    pub fn damage_row(&self, id: OccurrenceId) {
        self.with(|state| state.damaged_rows.insert(id));
    }

    /// Runs `work` on the whole state. An operation that fails must not have changed anything, so checks come
    /// first.
    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        // A panic while the lock was held is a bug in the model; the rows are still the best data available.
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Runs `work` on the state and wakes everyone who waits for work.
    fn with_wake<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        let result = self.with(work);
        self.wakes.send_modify(|count| *count += 1);
        result
    }
}

impl Default for Model {
    fn default() -> Self {
        Self::new()
    }
}

#[async_trait]
impl Store for Model {
    async fn now(&self) -> Result<Timestamp, StoreError> {
        Ok((self.clock)())
    }

    async fn health(&self) -> Result<Health, StoreError> {
        let warnings = vec!["all data is lost when the process ends".to_owned()];
        Ok(Health { kind: "model", schema_version: 1, known_version: 1, warnings, full: None })
    }

    fn wakes(&self) -> watch::Receiver<u64> {
        self.wakes.subscribe()
    }
}
