//! The storage of the ledger: five small traits, split by meaning, and the stores that implement them.
//!
//! Every method is atomic, takes a batch where there is more than one item, and gets `now` from its caller. A
//! refusal that a caller expects is a value. An error means that nothing was changed or, for
//! [`Unknown`](StoreError::Unknown), that the same call may be repeated. Stores decide nothing that a pure
//! function can decide: the new content of a row comes from [`ledger`](crate::ledger).
//!
//! Invariants:
//! - There is one row per (schedule, period key, discriminator).
//! - A row's fence and a schedule's watermark only increase.
//! - A change by a person and its audit entry are one transaction.
//! - No method that takes a tenant touches rows of another tenant.

mod audit;
mod catalog;
mod ledger;
mod marks;
pub mod model;
mod queue;
mod restored;

use std::any::Any;
use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use tokio::sync::{broadcast, watch};

pub use self::audit::{Audit, VerifyResult};
pub use self::catalog::Catalog;
pub use self::ledger::Ledger;
pub use self::marks::Marks;
pub use self::queue::Queue;
pub use self::restored::StoreRollback;
pub use crate::ledger::{
    BATCH_MAX, ChangeStatus, Claim, ClaimResult, ClaimWork, ConfirmResult, ConflictKind, DeadItemChange,
    DefinitionResult, DueSchedules, Ending, EnqueueResult, ExpectedVersion, Insert, InsertRequest, InsertResult,
    KeptOccurrence, Lease, ListPage, ListedSchedule, NextWakeup, NoDefinition, OccurrenceChange, OccurrenceFilter,
    PAGE_ROWS_MAX, Page, Plan, PlanResult, Prune, PruneResult, REPLAN_ROWS_MAX, Release, RenewResult, Replan, Resume,
    SaveSchedule, ScheduleCounts, ScheduleFilter, SettleResult, Settlement, StoreError, UNREADABLE_RETRY_AFTER,
    UnreadableRow, UnreadableSchedule, WorkEnding, WorkFilter, WorkLease, listed_uid,
};
pub use crate::model::{
    DOCUMENT_BYTES_MAX, Document, DocumentKey, DocumentKind, MARK_NAME_BYTES_MAX, MARK_VALUE_BYTES_MAX, Mark, MarkName,
};

/// Maximum length of a message to other nodes, in bytes.
pub const NEWS_BYTES_MAX: usize = 7_900;

/// Health of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Health {
    /// Kind of the store.
    pub kind: &'static str,
    /// Version of the store's layout.
    pub schema_version: i64,
    /// Newest layout that this program supports. The store's layout may be newer while nodes are replaced one by
    /// one.
    pub known_version: i64,
    /// Guarantees that the ledger needs and the store lacks, with the remedy.
    pub warnings: Vec<String>,
    /// Reason why the store is full. None if it has room or cannot tell.
    pub full: Option<String>,
}

/// Everything a node needs from a store. Upcast it to [`Any`] to downcast to the concrete store.
#[async_trait]
pub trait Store: Any + Ledger + Queue + Catalog + Marks + Audit {
    /// Returns the time of the store's own clock.
    async fn now(&self) -> Result<Timestamp, StoreError>;

    /// Returns whether the store responds, and how durable its writes are.
    async fn health(&self) -> Result<Health, StoreError>;

    /// Returns whether the store holds less data than this process, or this machine, has seen in it before. Each
    /// case is reported once.
    async fn restored(&self) -> Result<Option<StoreRollback>, StoreError> {
        Ok(None)
    }

    /// Returns a counter that increases when this or another node may have created work to plan or claim. It is
    /// only a hint, which may never arrive.
    fn wakes(&self) -> watch::Receiver<u64>;

    /// Sends messages to the other nodes on the store. They are not stored and may be lost.
    async fn tell(&self, _news: &[String]) -> Result<(), StoreError> {
        Ok(())
    }

    /// Returns the messages of the other nodes. None if no other process shares the store.
    fn news(&self) -> Option<broadcast::Receiver<Arc<str>>> {
        None
    }
}
