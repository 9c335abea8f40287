//! The store in memory: the contract in executable form. Other stores are right when they answer as it does.
//!
//! It is written to be read: plain maps, whole scans, one lock. It keeps nothing when the process ends, and is fast
//! enough for tests and for trying things out, not for more.

mod audit;
mod catalog;
mod claim;
#[cfg(feature = "planted")]
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

#[cfg(feature = "planted")]
pub use self::copies::ModelCopy;
use crate::id::{OccurrenceId, Revision, ScheduleUid};
use crate::store::{Health, Store, StoreError};
use state::State;

/// A ledger in memory.
#[derive(Debug)]
pub struct Model {
    state: Mutex<State>,
    wakes: watch::Sender<u64>,
    clock: fn() -> Timestamp,
}

impl Model {
    /// An empty ledger that reads the time of the machine.
    pub fn new() -> Self {
        Self::with_clock(crate::clock::wall)
    }

    /// An empty ledger whose own clock is this one.
    pub fn with_clock(clock: fn() -> Timestamp) -> Self {
        Self { state: Mutex::default(), wakes: watch::Sender::new(0), clock }
    }

    /// Puts something else in place of the definition that a revision brought, as damage to a file would.
    pub fn damage(&self, uid: ScheduleUid, revision: Revision, text: &str) {
        self.with(|state| state.damaged.insert((uid, revision), text.to_owned()));
    }

    /// Lets nobody read a row any more, as if it were in a form that is not known.
    #[doc(hidden)]
    pub fn damage_row(&self, id: OccurrenceId) {
        self.with(|state| state.damaged_rows.insert(id));
    }

    /// Works on the whole state at once. What fails must not have changed anything, so checks come first.
    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        // A panic while the lock was held is a bug of ours; the rows are still the best there is.
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Works on the state and tells those who wait that there may be something to do.
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
        let warnings = vec!["everything is lost when the process ends".to_owned()];
        Ok(Health { kind: "model", schema_version: 1, known_version: 1, warnings, full: None })
    }

    fn wakes(&self) -> watch::Receiver<u64> {
        self.wakes.subscribe()
    }
}
