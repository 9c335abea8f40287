//! What a tenant orders under names that it chooses: rules, holds, caps, alerts and calendars. One set of operations for all of them; a family says only
//! what its documents are and who must hear of a change.
//!
//! Invariant: what cannot be meant is refused before it is kept, and what is kept and cannot be read is shown with the reason.

mod kind;
mod operations;
mod read;
mod view;
mod write;

pub(crate) use kind::Kind;
pub(crate) use operations::operations;
pub(crate) use read::{Asked, list, one};
pub(crate) use view::OrderView;
pub(crate) use write::{delete, put};
