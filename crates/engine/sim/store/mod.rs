//! The model store behind a line that fails: calls take time, get lost on the way there or back, find the store away or
//! full, and wait while their node stands still. What the store did is told to the watch, whether or not the caller is.
//!
//! Bugs of stores are planted here, so that the watch can be shown to see them.

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
use crate::node::{Place, UnderWay};
use crate::watch::Call;
use crate::world::World;

/// What is wrong with a store on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoreBug {
    /// A settlement is believed whatever its fence.
    FenceNotChecked,
    /// A row that exists is inserted once more.
    NoUniqueKey,
    /// A plan is written whatever it was made from.
    PlanWithoutCompare,
    /// The watermark is moved in one step and the rows are written in another.
    PlanSplitInTwo,
    /// One node takes its own clock, which is ahead, for the time of leases.
    LeaseByNodeClock,
    /// Leases are cleared away before they are over.
    BlindReaper,
    /// A leased row may begin whatever became of its schedule.
    ConfirmBlind,
    /// A settlement is acknowledged and not written.
    SettleLost,
    /// What was folded is not written.
    GapsForgotten,
    /// Runs never get in each other's way.
    OverlapIgnored,
    /// A row is found for whoever knows its number.
    TenantNotChecked,
}

/// One node's way to the store.
pub(crate) struct FaultyStore {
    pub(crate) world: Arc<World>,
    place: Arc<Place>,
    /// Hints reach some nodes and others not.
    hears_wakes: bool,
}

/// A call that has arrived.
pub(crate) struct Arrived {
    _under_way: UnderWay,
    made_at: SignedDuration,
    faults: u64,
    is_answer_lost: bool,
    back_ms: u64,
}

impl FaultyStore {
    pub(crate) fn new(world: &Arc<World>, place: &Arc<Place>) -> Arc<Self> {
        let hears_wakes = world.seed().per_mille(800);
        Arc::new(Self { world: Arc::clone(world), place: Arc::clone(place), hears_wakes })
    }

    fn node(&self) -> usize {
        self.place.number
    }

    /// The way there.
    async fn arrive(&self, point: Point, writes: bool) -> Result<Arrived, StoreError> {
        let under_way = self.place.enter(point);
        let made_at = self.world.time.steady();
        let faults = self.world.watch().nodes[self.node()].faults;
        self.place.pass().await;
        if self.world.watch().is_spinning() {
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
                Ok(Arrived { _under_way: under_way, made_at, faults, is_answer_lost, back_ms })
            }
            Fate::Away => Err(StoreError::Unavailable("it is away".to_owned())),
            Fate::Full => Err(StoreError::ReadOnly("the disk is full".to_owned())),
            // Whether it arrived cannot be known from here.
            Fate::LostRequest => {
                sleep(Duration::from_millis(100 + back_ms * 20)).await;
                self.place.pass().await;
                Err(StoreError::Unknown("no answer".to_owned()))
            }
        }
    }

    /// What the watch is told about a call.
    fn told(&self, arrived: &Arrived, now: Timestamp) -> Call {
        let Arrived { made_at, faults, is_answer_lost, .. } = *arrived;
        let store_now = self.world.time.now();
        Call { node: self.node(), now, store_now, made_at, faults, is_heard: !is_answer_lost }
    }

    /// The way back.
    async fn answer<T>(&self, arrived: Arrived, answer: Result<T, StoreError>) -> Result<T, StoreError> {
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

    /// A call that nobody watches.
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

/// What the model answers, which never waits: a verb is one step.
fn ready<T>(work: impl Future<Output = T>) -> T {
    match pin!(work).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        Poll::Pending => unreachable!("the model never waits"),
    }
}
