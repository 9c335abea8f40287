//! Controls, which a tenant stores under names of its choice: dispatch rules, holds, quotas, alerts and
//! calendars. All kinds share one set of operations. A kind defines only what its documents are and what must
//! be notified of a change.
//!
//! Invariant: an invalid document is rejected before it is stored. A stored document that cannot be read is
//! shown with the reason.

mod kind;
mod operations;
mod read;
mod view;
mod write;

pub(crate) use kind::ControlKind;
pub(crate) use operations::operations;
pub(crate) use read::{list, one};
pub(crate) use view::ControlView;
pub(crate) use write::{ProviderQuery, PutRequest, delete, put};
