//! The model store behind a faulty connection. Calls take time, get lost on the way there or back, find the
//! store unreachable or full, and wait while their node is frozen. The observer sees what the store did, even
//! if the caller gets no answer.

mod layer;
mod prune;
mod settle;

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use refrain::model::{Occurrence, OccurrenceId, Schedule};
use refrain::store::{Store, StoreError};
use refrain_ledger::testing::{LayeredStore, Operation};
use tokio::time::sleep;

use crate::bugs::buggy_store;
use crate::coverage::Point;
use crate::faults::{Fate, fate};
use crate::node::{CallGuard, NodeContext};
use crate::watch::Call;
use crate::world::World;

/// Connection of one node to the store.
pub(crate) struct FaultyStore {
    pub(crate) world: Arc<World>,
    /// The store behind the connection.
    below: Arc<dyn Store>,
    place: Arc<NodeContext>,
    /// Whether wake-ups reach this node. Some nodes get none.
    receives_wakes: bool,
}

/// Call that has arrived at the store.
pub(crate) struct ArrivedCall {
    _under_way: CallGuard,
    made_at: SignedDuration,
    faults: u64,
    is_answer_lost: bool,
    back_ms: u64,
}

impl FaultyStore {
    pub(crate) fn connect(world: &Arc<World>, place: &Arc<NodeContext>) -> Arc<LayeredStore<Self>> {
        let receives_wakes = world.seed().per_mille(800);
        let below = buggy_store(world.bug, &world.model, place.number);
        Arc::new(LayeredStore(Self { world: Arc::clone(world), below, place: Arc::clone(place), receives_wakes }))
    }

    fn node(&self) -> usize {
        self.place.number
    }

    /// Simulates the way to the store.
    async fn arrive(&self, point: Point, writes: bool) -> Result<ArrivedCall, StoreError> {
        let under_way = self.place.enter(point);
        let made_at = self.world.time.steady();
        let faults = self.world.watch().nodes[self.node()].faults;
        self.place.pass().await;
        if self.world.watch().is_busy_loop() {
            sleep(Duration::from_millis(1)).await;
        }
        let (fate, there_ms, back_ms) = fate(&self.world, self.node(), point, writes);
        if there_ms > 0 {
            sleep(Duration::from_millis(there_ms)).await;
        }
        self.place.pass().await;
        match fate {
            Fate::Fine | Fate::LostAnswer => {
                let is_answer_lost = fate == Fate::LostAnswer;
                Ok(ArrivedCall { _under_way: under_way, made_at, faults, is_answer_lost, back_ms })
            }
            Fate::Unreachable => Err(StoreError::Unavailable("the store is unreachable".to_owned())),
            Fate::Full => Err(StoreError::ReadOnly("the disk is full".to_owned())),
            // The caller cannot know whether the request arrived.
            Fate::LostRequest => {
                sleep(Duration::from_millis(100 + back_ms * 20)).await;
                self.place.pass().await;
                Err(StoreError::Unknown("no answer".to_owned()))
            }
        }
    }

    /// Describes a call for the observer.
    fn reported(&self, arrived: &ArrivedCall, now: Timestamp) -> Call {
        let ArrivedCall { made_at, faults, is_answer_lost, .. } = *arrived;
        let store_now = self.world.time.now();
        Call { node: self.node(), now, store_now, made_at, faults, is_answer_received: !is_answer_lost }
    }

    /// Simulates the way back to the caller.
    async fn answer<T>(&self, arrived: ArrivedCall, answer: Result<T, StoreError>) -> Result<T, StoreError> {
        if arrived.back_ms > 0 {
            sleep(Duration::from_millis(arrived.back_ms)).await;
        }
        self.place.pass().await;
        if arrived.is_answer_lost {
            sleep(Duration::from_millis(100)).await;
            self.place.pass().await;
            return Err(StoreError::Unknown("no answer".to_owned()));
        }
        answer
    }

    /// Returns a row of any tenant.
    fn row_of_any_tenant(&self, id: OccurrenceId) -> Option<Occurrence> {
        self.world.model.choose(|row| row.id == id).pop()
    }

    /// Returns all superseded rows.
    fn superseded(&self) -> Vec<OccurrenceId> {
        self.world.model.choose(|row| row.is_superseded()).into_iter().map(|row| row.id).collect()
    }

    /// Counts rows that were superseded before a call and are planned now.
    fn planned_again(&self, superseded: &[OccurrenceId]) {
        if superseded.is_empty() {
            return;
        }
        let is_again = |row: &&Occurrence| !row.is_superseded() && superseded.binary_search(&row.id).is_ok();
        self.world.watch().rows_planned_again(&self.world.model.choose(is_again));
    }

    /// Returns the open rows of the schedule of a row.
    fn open(&self, row: &Occurrence) -> Vec<Occurrence> {
        self.world.model.choose(|open| open.schedule_uid == row.schedule_uid && !open.state.is_terminal())
    }

    fn changed(&self, schedule: &Schedule) {
        let mut watch = self.world.watch();
        watch.changed(&schedule.key.tenant);
        watch.schedule_changed(schedule);
    }
}

/// Returns the step of the pipeline that an operation belongs to, and whether it writes.
fn step(operation: Operation) -> (Point, bool) {
    match operation {
        Operation::Now => (Point::Tick, false),
        Operation::DueForPlanning | Operation::NextWakeup => (Point::Look, false),
        Operation::Plan => (Point::Plan, true),
        Operation::Claim => (Point::Claim, true),
        Operation::Confirm => (Point::Confirm, false),
        Operation::Renew => (Point::Renew, true),
        Operation::Settle => (Point::Settle, true),
        Operation::Release => (Point::Release, true),
        Operation::Schedule
        | Operation::Schedules
        | Operation::CountSchedules
        | Operation::Revisions
        | Operation::Definitions
        | Operation::Occurrences
        | Operation::Occurrence
        | Operation::Recent
        | Operation::Planned
        | Operation::OpenOccurrences
        | Operation::Gaps
        | Operation::WorkItem
        | Operation::WorkItems
        | Operation::Document
        | Operation::Documents
        | Operation::Mark
        | Operation::Entries
        | Operation::Verify
        | Operation::Health
        | Operation::Restored => (Point::Read, false),
        Operation::Save
        | Operation::ChangeStatus
        | Operation::Delete
        | Operation::Quarantine
        | Operation::Insert
        | Operation::ChangeOccurrence
        | Operation::Enqueue
        | Operation::ClaimWork
        | Operation::Extend
        | Operation::Finish
        | Operation::ChangeDead
        | Operation::Put
        | Operation::Remove
        | Operation::MarkIfAbsent
        | Operation::ReplaceMark
        | Operation::Count
        | Operation::Append => (Point::Change, true),
        Operation::Prune | Operation::Beat | Operation::Leave | Operation::Sweep | Operation::Tell => {
            (Point::Housekeeping, true)
        }
        Operation::Scan | Operation::Overdue | Operation::Nodes => (Point::Housekeeping, false),
    }
}

/// Returns the answer of the model, which never waits: an operation is one step.
fn ready<T>(work: impl Future<Output = T>) -> T {
    match pin!(work).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        Poll::Pending => unreachable!("the model never waits"),
    }
}
