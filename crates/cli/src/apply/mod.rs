//! Applies documents to a server: a dry run plans the changes, then they are made.
//!
//! [`send`] sends any number of documents in batches that the server accepts. [`Plan`] is the result of a dry run, with
//! the document of each change. [`one`] applies a single document, for commands that change one schedule.

mod batch;
mod changes;
mod entry;
mod local_time;
mod plan;
mod prune;
mod refusal;
mod request_id;
mod send;
mod show;

pub use self::entry::{PlanEntry, PlanKind};
pub use self::plan::{Plan, PlanOptions, plan};
pub use self::prune::{PruneSelector, prunable};
pub use self::refusal::refusal;
pub use self::request_id::request_id;
pub use self::send::{ApplyMode, Sent, one, send};
pub use self::show::{ShowOptions, show};
