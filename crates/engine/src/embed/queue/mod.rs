//! Refrain's own work queues for an embedding program. A program claims work item by item ([`WorkQueue`]), or
//! runs a loop that calls a function for each item ([`WorkQueue::work`]).
//!
//! Invariant: only the holder of an item's lease can complete or fail it. If a worker dies, its items become
//! claimable again when their leases expire, until their attempts are used up.

mod context;
mod function;
mod options;
mod pull;
mod serve;
mod working;

use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;

pub use self::context::WorkContext;
pub use self::options::WorkOptions;
pub use self::working::QueueWorker;
use super::Refrain;
use super::names::bad_name;
use crate::control::EnqueueRequest;
use crate::delivery::WorkEnvelope;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{NodeId, Priority, QueueName, WorkItem, WorkItemId, WorkState};
use crate::store::{EnqueueResult, ListPage, Page, WorkFilter};

/// One of a tenant's queues, returned by [`Refrain::queue`].
///
/// ```
/// # use refrain::recurrence::builder::seconds;
/// # use refrain::{Failure, Refrain};
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Failure> {
/// let refrain = Refrain::open("memory:").await?;
/// let emails = refrain.queue("emails")?;
/// emails.push("welcome-ann", "ann@example.org").await?;
/// for item in emails.claim(10, seconds(30)).await? {
///     println!("attempt {} at {}", item.attempt, item.work.payload);
///     emails.complete(&item, "sent").await?;
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct WorkQueue {
    refrain: Refrain,
    name: QueueName,
    owner: NodeId,
}

impl Refrain {
    /// Returns the tenant's queue of that name. A queue need not be created: it exists once the first item is
    /// enqueued.
    ///
    /// # Errors
    /// Returns an error if the name is invalid.
    pub fn queue(&self, name: &str) -> Result<WorkQueue, Error> {
        let name = QueueName::new(name).map_err(bad_name)?;
        Ok(WorkQueue { owner: self.shared.singles.node.clone(), refrain: self.clone(), name })
    }
}

impl WorkQueue {
    /// Returns the same queue with another lease owner than this node, for a program that claims its work remotely.
    #[must_use]
    pub fn with_owner(self, owner: NodeId) -> Self {
        Self { owner, ..self }
    }

    /// Returns the name of the queue.
    pub fn name(&self) -> &QueueName {
        &self.name
    }

    /// Enqueues a work item. Enqueuing the same key again returns the same item for as long as that item is kept.
    ///
    /// # Errors
    /// Returns an error if the key or the payload cannot be stored, or if the store is unavailable.
    pub async fn push(&self, key: &str, payload: impl Serialize) -> Result<EnqueueResult, Error> {
        let payload = json(payload)?;
        self.enqueue(key, &WorkEnvelope::new(payload), Priority::Normal, self.refrain.now()).await
    }

    /// Enqueues a work item with a priority and the earliest time at which it can be claimed.
    ///
    /// # Errors
    /// Returns the same errors as [`WorkQueue::push`].
    pub async fn enqueue(
        &self,
        key: &str,
        envelope: &WorkEnvelope,
        priority: Priority,
        ready_at: Timestamp,
    ) -> Result<EnqueueResult, Error> {
        let request = EnqueueRequest {
            tenant: self.refrain.tenant.clone(),
            queue: self.name.clone(),
            key: key.to_owned(),
            envelope: envelope.clone(),
            priority,
            ready_at: Some(ready_at),
        };
        self.refrain.full_control().enqueue_work(request).await
    }

    /// Returns one item in any state.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn item(&self, id: WorkItemId) -> Result<Option<WorkItem>, Error> {
        let found = self.refrain.store().work_item(&self.refrain.tenant, id).await?;
        Ok(found.filter(|item| item.work.queue == self.name))
    }

    /// Returns completed items with their results, the highest ID first.
    ///
    /// # Errors
    /// Returns an error if the page is invalid or the store is unavailable.
    pub async fn results(&self, page: &Page) -> Result<ListPage<WorkItem>, Error> {
        self.list(vec![WorkState::Completed], page).await
    }

    /// Returns dead letters with their errors, the highest ID first.
    ///
    /// # Errors
    /// Returns the same errors as [`WorkQueue::results`].
    pub async fn dead_letters(&self, page: &Page) -> Result<ListPage<WorkItem>, Error> {
        self.list(vec![WorkState::Dead], page).await
    }

    /// Returns items that are queued or running, the highest ID first.
    ///
    /// # Errors
    /// Returns the same errors as [`WorkQueue::results`].
    pub async fn waiting(&self, page: &Page) -> Result<ListPage<WorkItem>, Error> {
        self.list(vec![WorkState::Queued, WorkState::Running], page).await
    }

    /// Queues dead letters again, each with its full number of attempts. Returns for each item whether it was
    /// a dead letter.
    ///
    /// # Errors
    /// Returns an error if there are too many items, or if the store is unavailable.
    pub async fn replay(&self, ids: &[WorkItemId]) -> Result<Vec<bool>, Error> {
        let refrain = &self.refrain;
        Ok(refrain.store().replay(&refrain.tenant, ids, &refrain.by(), refrain.now()).await?)
    }

    async fn list(&self, states: Vec<WorkState>, page: &Page) -> Result<ListPage<WorkItem>, Error> {
        let filter = WorkFilter { queue: Some(self.name.clone()), states };
        Ok(self.refrain.store().work_items(&self.refrain.tenant, &filter, page).await?)
    }
}

/// Serializes a value to JSON.
fn json(value: impl Serialize) -> Result<Value, Error> {
    serde_json::to_value(value).map_err(|error| {
        Error::invalid(ErrorCode::BadValue, format!("the value cannot be serialized to JSON: {error}"))
    })
}
