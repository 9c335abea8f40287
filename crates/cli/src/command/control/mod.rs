//! Commands on controls: dispatch rules, holds, quotas, alerts and calendars. A kind is data, and the verbs are
//! written once.

mod apply;
mod delete;
mod get;
mod kind;
mod list;
mod verbs;

pub(super) use self::delete::remove;
pub(super) use self::kind::{Control, Kind, Stored};
pub(super) use self::verbs::Verbs;
