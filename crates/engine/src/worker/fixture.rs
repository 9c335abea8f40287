//! A leased occurrence, and a worker to run it, for tests.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{CronRecurrence, Recurrence, Spec};
use serde_json::Value;

use super::tenure::{Moment, Tenure};
use super::worker_loop::WorkerLoop;
use super::{LeasedOccurrence, Stop, Worker, WorkerOptions};
use crate::clock::{Clock, ManualClock};
use crate::delivery::{Dispatcher, Run};
use crate::ledger::transition::{Grant, Origin};
use crate::model::{
    Action, Definition, Fence, NewOccurrence, NodeId, Occurrence, OccurrenceId, Priority, Revision, ScheduleId,
    ScheduleKey, ScheduleUid, Tenant, Trigger,
};
use crate::observe::Events;
use crate::outcome::Outcome;
use crate::store::model::Model;

/// Returns an occurrence due at the epoch that was leased `times` times, each time for 30 seconds from then.
pub(crate) fn leased(id: i64, times: u32) -> LeasedOccurrence {
    let now = Timestamp::UNIX_EPOCH;
    let tenant = Tenant::new("default", "acme").unwrap();
    let schedule = ScheduleKey { tenant, id: ScheduleId::new("a").unwrap() };
    let origin = Origin { schedule, uid: ScheduleUid(1), revision: Revision(1), tzdb: String::new() };
    let planned = NewOccurrence {
        period_key: "a".to_owned(),
        discriminator: String::new(),
        nominal_at: now,
        due_at: now,
        period: None,
        priority: Priority::Normal,
        trigger: Trigger::Schedule,
        correlation_id: None,
        note: None,
        concurrency: None,
        payload: None,
    };
    let mut occurrence = Occurrence::new(OccurrenceId(id), &origin, planned, now);
    let until = now + SignedDuration::from_secs(30);
    for _ in 0..times {
        let owner = NodeId::new("node").unwrap();
        occurrence.start(&Grant { owner, until, fence_floor: Fence(0) }, now);
    }
    let rule = CronRecurrence { expression: "0 0 * * *".to_owned(), ..CronRecurrence::default() };
    let definition = Definition::new(Spec::new(Recurrence::Cron(rule), "UTC"), Action::new("log", Value::Null));
    let asked_at = Moment { at: now, steady: SignedDuration::ZERO };
    let tenure = Tenure::new(until, asked_at, SignedDuration::from_secs(30));
    LeasedOccurrence { occurrence: Arc::new(occurrence), definition: Ok(Arc::new(definition)), tenure }
}

/// A dispatcher that delivers everything.
pub(super) struct DeliveringDispatcher;

#[async_trait]
impl Dispatcher for DeliveringDispatcher {
    async fn dispatch(&self, _: Run) -> Outcome {
        Outcome::DELIVERED
    }
}

/// Returns a worker over an empty store, with a clock that is `after` past the epoch.
pub(super) fn worker(after: SignedDuration) -> (Arc<Worker>, Arc<ManualClock>) {
    worker_with(Arc::new(ManualClock::new(Timestamp::UNIX_EPOCH + after)))
}

/// Returns a worker over an empty store, with this clock.
pub(super) fn worker_with<C: Clock>(clock: Arc<C>) -> (Arc<Worker>, Arc<C>) {
    let node = NodeId::new("node").unwrap();
    let (store, dispatcher) = (Arc::new(Model::new()), Arc::new(DeliveringDispatcher));
    let worker = Worker::new(store, clock.clone(), dispatcher, node, WorkerOptions::default(), Events::new());
    (Arc::new(worker), clock)
}

/// Returns a worker at the epoch that has nothing in progress.
pub(super) fn serving() -> (WorkerLoop, Arc<ManualClock>) {
    let (worker, clock) = worker(SignedDuration::ZERO);
    (WorkerLoop::new(worker, Stop::No), clock)
}
