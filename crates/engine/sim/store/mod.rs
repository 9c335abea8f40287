//! The model store behind a faulty connection. Calls take time, get lost on the way there or back, find the
//! store unreachable or full, and wait while their node is frozen. The observer sees what the store did, even
//! if the caller gets no answer.
//!
//! Bugs of stores are planted here, to prove that the observer finds them.

mod bugs;
mod ledger;
mod others;
mod prune;
mod settle;

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use refrain::store::StoreError;
use tokio::time::sleep;

use crate::coverage::Point;
use crate::faults::{Fate, fate};
use crate::node::{CallGuard, NodeContext};
use crate::watch::Call;
use crate::world::World;

/// Planted bug of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoreBug {
    /// A settlement is accepted regardless of its fence.
    FenceNotChecked,
    /// An existing row is inserted again.
    NoUniqueKey,
    /// A plan is written regardless of the revision and watermark it was based on.
    PlanWithoutCompare,
    /// The watermark is moved in one step and the rows are written in another.
    PlanSplitInTwo,
    /// Leases use the clock of a node, which is ahead of the store's.
    LeaseByNodeClock,
    /// Leases are released before they expire.
    BlindReaper,
    /// A leased row may start regardless of the state of its schedule.
    ConfirmBlind,
    /// A settlement is acknowledged and not written.
    SettleLost,
    /// Gaps are not written.
    GapsForgotten,
    /// The overlap policy is ignored.
    OverlapIgnored,
    /// Any tenant that knows the number of a row can access it.
    TenantNotChecked,
}

/// Connection of one node to the store.
pub(crate) struct FaultyStore {
    pub(crate) world: Arc<World>,
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
    pub(crate) fn new(world: &Arc<World>, place: &Arc<NodeContext>) -> Arc<Self> {
        let receives_wakes = world.seed().per_mille(800);
        Arc::new(Self { world: Arc::clone(world), place: Arc::clone(place), receives_wakes })
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
    fn told(&self, arrived: &ArrivedCall, now: Timestamp) -> Call {
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

    /// Makes a call that the observer does not check.
    async fn call<T>(
        &self,
        point: Point,
        writes: bool,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let arrived = self.arrive(point, writes).await?;
        let answer = ready(work);
        self.answer(arrived, answer).await
    }
}

/// Returns the answer of the model, which never waits: an operation is one step.
fn ready<T>(work: impl Future<Output = T>) -> T {
    match pin!(work).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        Poll::Pending => unreachable!("the model never waits"),
    }
}
