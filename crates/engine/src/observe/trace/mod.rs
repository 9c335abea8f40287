//! Log records and trace spans, through the crate `tracing`. The embedding program chooses where they go.
//! Without a subscriber, each costs one comparison.
//!
//! Every log record has a name from [`names`], which is also its message, and the target [`TARGET`]. Log
//! records about a run carry its idempotency key and, if a person requested the run, the correlation ID of
//! the request. Nothing of an action's payload is ever written.

mod change;
mod context;
pub mod names;
mod next_run;
mod run;

pub(crate) use self::change::{Change, alarm, alert_failed, changed, finished};
#[cfg(feature = "webhook")]
pub(crate) use self::context::traceparent;
pub use self::context::{TraceContext, send_trace_context};
pub(crate) use self::next_run::NextRuns;
pub(crate) use self::run::{
    Ended, dispatched, ended, ended_by_claim, is_logged, lease_lost, occurrence_span, step_span,
};

/// Target of every log record and span.
pub const TARGET: &str = "refrain";

/// Writes a log record with its level, name and fields.
macro_rules! line {
    ($level:ident, $name:expr, { $($fields:tt)* }) => {
        tracing::event!(
            name: $name,
            target: crate::observe::trace::TARGET,
            tracing::Level::$level,
            { $($fields)* },
            "{}", $name
        )
    };
}
use line;
