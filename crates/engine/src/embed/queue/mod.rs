//! Refrain's own queues, as a program pulls work from them: piece by piece ([`WorkQueue`]) or by a loop that calls a
//! function for each ([`WorkQueue::work`]).
//!
//! Invariant: an item is ended only by whoever holds its lease. What a worker leaves behind when it dies is handed to
//! another when the lease is over, for as many attempts as the item has.

mod context;
mod function;
mod pull;
mod serve;
mod working;

use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;

pub use self::context::WorkContext;
pub use self::working::{WorkOptions, Working};
use super::Refrain;
use super::builder::bad_name;
use crate::error::Error;
use crate::id::{NodeId, QueueName, WorkItemId};
use crate::policy::Priority;
use crate::store::{Enqueued, Page, Paged, WorkFilter};
use crate::work_envelope::WorkEnvelope;
use crate::work_item::{NewWorkItem, WorkItem, WorkState};

/// Attempts that pushed work has, unless [`WorkQueue::enqueue`] says otherwise.
const ATTEMPTS: u32 = 5;

/// One of a tenant's queues. Made by [`Refrain::queue`].
///
/// ```
/// # use refrain::builder::seconds;
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
    /// The tenant's queue of that name. It need not be made: it is there when the first work is handed in.
    ///
    /// # Errors
    /// When that is no name.
    pub fn queue(&self, name: &str) -> Result<WorkQueue, Error> {
        let name = QueueName::new(name).map_err(bad_name)?;
        Ok(WorkQueue { owner: self.shared.singles.node.clone(), refrain: self.clone(), name })
    }
}

impl WorkQueue {
    /// The same queue, worked at by someone else than this node: a program that pulls its work from afar.
    #[must_use]
    pub fn worked_by(self, owner: NodeId) -> Self {
        Self { owner, ..self }
    }

    /// What it is called.
    pub fn name(&self) -> &QueueName {
        &self.name
    }

    /// Hands in work. The same key again is the same item for as long as that is kept.
    ///
    /// # Errors
    /// When key or payload cannot be kept, or the store cannot be used.
    pub async fn push(&self, key: &str, payload: impl Serialize) -> Result<Enqueued, Error> {
        let payload = json(payload)?;
        self.enqueue(key, &WorkEnvelope::new(payload), Priority::Normal, self.refrain.now()).await
    }

    /// Hands in work with a priority, and not before a time.
    ///
    /// # Errors
    /// As [`WorkQueue::push`].
    pub async fn enqueue(
        &self,
        key: &str,
        envelope: &WorkEnvelope,
        priority: Priority,
        ready_at: Timestamp,
    ) -> Result<Enqueued, Error> {
        let item = NewWorkItem {
            tenant: self.refrain.tenant.clone(),
            queue: self.name.clone(),
            key: key.to_owned(),
            payload: envelope.to_value(),
            priority,
            ready_at,
            max_attempts: ATTEMPTS,
            occurrence: None,
        };
        let enqueued = self.refrain.store().enqueue(vec![item], self.refrain.now()).await?;
        enqueued.into_iter().next().ok_or_else(|| Error::invalid("bad_answer", "the store answered for no item"))
    }

    /// One item, whatever became of it.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn item(&self, id: WorkItemId) -> Result<Option<WorkItem>, Error> {
        let found = self.refrain.store().work_item(&self.refrain.tenant, id).await?;
        Ok(found.filter(|item| item.work.queue == self.name))
    }

    /// What was done, with its results, the latest number first.
    ///
    /// # Errors
    /// When the page does not hold, or the store cannot be used.
    pub async fn results(&self, page: &Page) -> Result<Paged<WorkItem>, Error> {
        self.list(vec![WorkState::Done], page).await
    }

    /// What failed for good, with what went wrong, the latest number first.
    ///
    /// # Errors
    /// As [`WorkQueue::results`].
    pub async fn dead_letters(&self, page: &Page) -> Result<Paged<WorkItem>, Error> {
        self.list(vec![WorkState::Dead], page).await
    }

    /// What waits or is under way, the latest number first.
    ///
    /// # Errors
    /// As [`WorkQueue::results`].
    pub async fn waiting(&self, page: &Page) -> Result<Paged<WorkItem>, Error> {
        self.list(vec![WorkState::Queued, WorkState::Running], page).await
    }

    /// Queues dead letters again, with all their attempts before them. Answers which were dead.
    ///
    /// # Errors
    /// When there are too many, or the store cannot be used.
    pub async fn replay(&self, ids: &[WorkItemId]) -> Result<Vec<bool>, Error> {
        let refrain = &self.refrain;
        Ok(refrain.store().replay(&refrain.tenant, ids, &refrain.by(), refrain.now()).await?)
    }

    async fn list(&self, states: Vec<WorkState>, page: &Page) -> Result<Paged<WorkItem>, Error> {
        let filter = WorkFilter { queue: Some(self.name.clone()), states };
        Ok(self.refrain.store().work_items(&self.refrain.tenant, &filter, page).await?)
    }
}

/// Anything serde can write, as JSON.
fn json(value: impl Serialize) -> Result<Value, Error> {
    serde_json::to_value(value)
        .map_err(|error| Error::invalid("bad_value", format!("it cannot be written as JSON: {error}")))
}
