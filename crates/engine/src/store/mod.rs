//! What keeps the ledger: five small traits, cut by meaning, and the stores that implement them.
//!
//! Every verb is atomic, takes batches where there is more than one thing to do, and gets `now` from its caller. A
//! refusal that a caller expects is a value; an error means that nothing was changed, or, for
//! [`Unknown`](StoreError::Unknown), that the same call may be made again. Stores decide nothing that a pure function
//! can decide: what becomes of a row is [`ledger`](crate::ledger)'s to say.
//!
//! Invariants: one row per (schedule, period key, discriminator); a row's fence and a schedule's watermark only rise;
//! a change by a person and its audit entry are one transaction; no verb given one tenant touches rows of another.

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
#[cfg(any(feature = "postgres", feature = "redis"))]
mod voice;

use std::any::Any;
use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use tokio::sync::{broadcast, watch};

pub use audit::{Audit, Verified};
pub use catalog::{Catalog, DOCUMENT_BYTES_MAX, Document, DocumentKey, DocumentKind};
pub use defined::{Defined, NoDefinition};
pub use edit::{ChangeStatus, Expect, Kept, Replan, Resume, SaveSchedule, ScheduleCounts, ScheduleFilter};
#[cfg(any(feature = "sqlite", feature = "postgres"))]
pub use effect::Undone;
pub use error::StoreError;
#[cfg(any(feature = "sqlite", feature = "postgres"))]
pub(crate) use layout::Migration;
pub use layout::{Layout, LayoutFound};
pub use lease::{
    Claim, Claimed, Confirmed, Ending, Lease, Release, Renewed, SET_ASIDE_FOR, Settled, Settlement, UnreadableRow,
};
pub use ledger::{Ledger, NextWakeup, OccurrenceChange, OccurrenceFilter};
pub use marks::{MARK_NAME_BYTES_MAX, MARK_VALUE_BYTES_MAX, Mark, MarkName, Marks};
pub use page::{PAGE_ROWS_MAX, Page, Paged};
pub use plan::{Insert, InsertRequest, Inserted, Plan, Planned};
pub use prune::{Prune, Pruned};
pub use queue::{ClaimWork, Enqueued, Queue, WorkEnding, WorkFilter, WorkLease};
pub use restored::Restored;
#[cfg(any(feature = "postgres", feature = "redis"))]
pub(crate) use restored::Seen;
pub use unreadable::{Due, Listed, Unreadable, uid_of};

/// No batch is longer.
pub const BATCH_MAX: usize = 10_000;

/// No piece of news is longer, in bytes.
pub const NEWS_BYTES_MAX: usize = 7_900;

/// How a store is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Health {
    /// What kind of store it is.
    pub kind: &'static str,
    /// The version of its layout.
    pub schema_version: i64,
    /// The newest layout that this program knows; the store's own may be newer while nodes are replaced one by one.
    pub known_version: i64,
    /// Where it promises less than the ledger needs, and what to do about it.
    pub warnings: Vec<String>,
    /// Why there is no room for more, where the store can tell and there is none.
    pub full: Option<String>,
}

/// Everything a node needs of a store. Which kind it is can be asked as of any [`Any`].
#[async_trait]
pub trait Store: Any + Ledger + Queue + Catalog + Marks + Audit {
    /// The store's own clock.
    async fn now(&self) -> Result<Timestamp, StoreError>;

    /// Whether it answers, and how well it keeps what it is given.
    async fn health(&self) -> Result<Health, StoreError>;

    /// Whether it was found to hold less than this process, or this machine, has seen of it before. Told once.
    async fn restored(&self) -> Result<Option<Restored>, StoreError> {
        Ok(None)
    }

    /// Counts up when someone, here or on another node, may have made work to plan or claim. A hint: it may never come.
    fn wakes(&self) -> watch::Receiver<u64>;

    /// Tells the other nodes on the store something. It is kept by nobody, and may be lost.
    async fn tell(&self, _news: &[String]) -> Result<(), StoreError> {
        Ok(())
    }

    /// What the other nodes tell; none where no other process shares the store.
    fn news(&self) -> Option<broadcast::Receiver<Arc<str>>> {
        None
    }
}
