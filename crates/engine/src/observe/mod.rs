//! The output of a node: events and alarms for listeners, metrics, log records and traces.
//!
//! Nothing in this module changes the work, and nothing waits for a listener.

mod alarm;
mod alert_result;
mod event;
mod events;
pub mod metrics;
mod stats;
pub mod trace;

pub use self::alarm::Alarm;
pub(crate) use self::alert_result::{AlertResult, SENDING, is_sending};
pub use self::event::{DispatchReport, Event};
pub use self::events::Events;
pub(crate) use self::stats::Count;
pub use self::stats::{Stats, StatsSnapshot};
