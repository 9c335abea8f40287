//! When an occurrence may still start, and when the next one follows: compiled recurrences, lateness, completion, and
//! the version of the time zone database.

mod completion;
mod lateness;
mod pace;
mod rules;
mod tzdb;

pub use self::completion::{next_after_end, settlement};
pub use self::lateness::{Lateness, ON_TIME_FOR, planned_on_time_for, window};
pub use self::pace::Pace;
pub use self::rules::{RecurrenceCache, calendars_of, compile};
pub use self::tzdb::{TzdbComparison, TzdbRecord, TzdbRelease, compare_versions, mark_name};
