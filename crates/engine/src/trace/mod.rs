//! What happens, as lines of a log and spans of a trace, through the crate `tracing`: whoever embeds the engine chooses where
//! they go, and where nobody does, they cost a comparison each.
//!
//! Every line has a name from [`names`], which is its message as well, and stands under the target [`TARGET`]. Lines about a
//! run carry its idempotency key and, where a person asked for it, the correlation id of the request. Nothing of an action's
//! payload is ever written.

mod change;
mod context;
pub mod names;
mod next_run;
mod run;

pub(crate) use self::change::{Change, alarm, alert_failed, changed, finished};
#[cfg(feature = "webhook")]
pub(crate) use self::context::traceparent;
pub use self::context::{TraceContext, tell_receivers};
pub(crate) use self::next_run::NextRuns;
pub(crate) use self::run::{
    Ended, dispatched, ended, ended_by_claim, is_logged, lease_lost, occurrence_span, step_span,
};

/// The target of every line and span.
pub const TARGET: &str = "refrain";

/// Writes a line: its level, its name, and its fields.
macro_rules! line {
    ($level:ident, $name:expr, { $($fields:tt)* }) => {
        tracing::event!(
            name: $name,
            target: crate::trace::TARGET,
            tracing::Level::$level,
            { $($fields)* },
            "{}", $name
        )
    };
}
use line;
