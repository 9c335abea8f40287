//! The rules of the ledger, as pure functions from rows to rows, and the arguments and results of its operations.
//! Stores read, lock and write. The content to write is decided here, so that no two stores can disagree about it.
//!
//! Nothing in this module waits, reads a clock or touches a store.

pub mod admission;
pub mod change;
pub mod check;
pub mod consistency;
mod defined;
pub mod document;
mod document_change;
mod edit;
mod error;
pub mod fair_share;
mod history;
mod lease;
pub mod numbering;
mod page;
mod plan;
mod prune;
mod query;
pub mod replan;
pub mod stored;
pub mod transition;
mod unreadable;
pub mod wanted;
pub mod work;
mod work_request;

pub use self::defined::{DefinitionResult, NoDefinition};
pub use self::document_change::DocumentChange;
pub use self::edit::{
    ChangeStatus, ExpectedVersion, KeptOccurrence, REPLAN_ROWS_MAX, Replan, Resume, SaveSchedule, ScheduleCounts,
    ScheduleFilter,
};
pub use self::error::{ConflictKind, StoreError};
pub use self::history::HistoryLevels;
pub use self::lease::{
    Claim, ClaimResult, ConfirmResult, Ending, Lease, Release, RenewResult, SettleResult, Settlement,
    UNREADABLE_RETRY_AFTER, UnreadableRow,
};
pub use self::page::{ListPage, PAGE_ROWS_MAX, Page};
pub use self::plan::{Insert, InsertRequest, InsertResult, Plan, PlanResult};
pub use self::prune::{Prune, PruneResult};
pub use self::query::{NextWakeup, OccurrenceChange, OccurrenceFilter};
pub use self::unreadable::{DueSchedules, ListedSchedule, UnreadableSchedule, listed_uid};
pub use self::work_request::{ClaimWork, DeadItemChange, EnqueueResult, WorkEnding, WorkFilter, WorkLease};

/// Maximum number of items in a batch.
pub const BATCH_MAX: usize = 10_000;
