//! The nouns of Refrain, as plain data: schedules and their definitions, occurrences and their states, attempts,
//! gaps, work items, documents, marks and audit entries.
//!
//! Nothing in this module waits, reads a clock or knows a store.

mod action;
mod attempt;
mod audit;
mod definition;
mod document;
mod gap;
mod history;
mod id;
mod idempotency;
mod mark;
mod moves;
mod node;
mod occurrence;
mod policy;
mod reason;
mod run_payload;
mod schedule;
mod text;
mod work_item;

pub use self::action::{Action, HANDLER_PROVIDER};
pub use self::attempt::{Attempt, AttemptOutcome};
pub use self::audit::{AuditEntry, By, EntryHash, NewEntry, Tip};
pub use self::definition::{
    DEFINITION_BYTES_MAX, DEFINITION_VERSION, Definition, DefinitionError, PAYLOAD_BYTES_MAX, Scope,
};
pub use self::document::{DOCUMENT_BYTES_MAX, Document, DocumentKey, DocumentKind};
pub use self::gap::{Gap, NewGap};
pub use self::history::History;
pub use self::id::{
    DocumentName, Fence, InvalidName, NAME_BYTES_MAX, Namespace, NodeId, OccurrenceId, QueueName, Revision, ScheduleId,
    ScheduleKey, ScheduleUid, Tenant, TenantName, WorkItemId,
};
pub use self::idempotency::{IdempotencyKey, hex};
pub use self::mark::{MARK_NAME_BYTES_MAX, MARK_VALUE_BYTES_MAX, Mark, MarkName};
pub use self::moves::{Cause, State, TRANSITIONS, is_legal};
pub use self::node::{Capabilities, Node};
pub use self::occurrence::{
    KEY_BYTES_MAX, MANUAL_KEY, MESSAGE_BYTES_MAX, NewOccurrence, Occurrence, Reason, Target, Trigger,
    is_key_of_recurrence,
};
pub use self::policy::{CatchUp, CatchUpPolicy, Delivery, Overlap, Priority, Retry};
pub use self::reason::{FailReason, SkipReason};
pub use self::run_payload::RunPayload;
pub use self::schedule::{
    CompletedRun, CounterChange, Counters, Gate, RevisionRecord, Schedule, Source, Status, StatusNote,
};
pub use self::text::{cut, has_nul};
pub use self::work_item::{NewWorkItem, WORK_BYTES_MAX, WorkItem, WorkState};
