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
mod defined;
mod edit;
#[cfg(any(feature = "sqlite", feature = "postgres"))]
pub(crate) mod effect;
mod error;
mod layout;
mod lease;
mod ledger;
mod marks;
pub mod model;
#[cfg(any(feature = "postgres", feature = "redis"))]
mod node_channel;
mod page;
mod plan;
#[cfg(feature = "postgres")]
pub mod postgres;
mod prune;
mod queue;
#[cfg(feature = "redis")]
pub mod redis;
mod restored;
#[cfg(feature = "sqlite")]
pub mod sqlite;
mod unreadable;

use std::any::Any;
use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use tokio::sync::{broadcast, watch};

pub use audit::{Audit, VerifyResult};
pub use catalog::{Catalog, DOCUMENT_BYTES_MAX, Document, DocumentKey, DocumentKind};
pub use defined::{DefinitionResult, NoDefinition};
pub use edit::{
    ChangeStatus, ExpectedVersion, KeptOccurrence, Replan, Resume, SaveSchedule, ScheduleCounts, ScheduleFilter,
};
#[cfg(any(feature = "sqlite", feature = "postgres"))]
pub use effect::EffectError;
pub use error::StoreError;
#[cfg(any(feature = "sqlite", feature = "postgres"))]
pub(crate) use layout::Migration;
pub use layout::{Layout, LayoutProbe};
pub use lease::{
    Claim, ClaimResult, ConfirmResult, Ending, Lease, Release, RenewResult, SettleResult, Settlement,
    UNREADABLE_RETRY_AFTER, UnreadableRow,
};
pub use ledger::{Ledger, NextWakeup, OccurrenceChange, OccurrenceFilter};
pub use marks::{MARK_NAME_BYTES_MAX, MARK_VALUE_BYTES_MAX, Mark, MarkName, Marks};
pub use page::{ListPage, PAGE_ROWS_MAX, Page};
pub use plan::{Insert, InsertRequest, InsertResult, Plan, Planned};
pub use prune::{Prune, PruneResult};
pub use queue::{ClaimWork, EnqueueResult, Queue, WorkEnding, WorkFilter, WorkLease};
#[cfg(any(feature = "postgres", feature = "redis"))]
pub(crate) use restored::NewestSeen;
pub use restored::StoreRollback;
pub use unreadable::{DueSchedules, ListedSchedule, UnreadableSchedule, listed_uid};

/// Maximum number of items in a batch.
pub const BATCH_MAX: usize = 10_000;

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
