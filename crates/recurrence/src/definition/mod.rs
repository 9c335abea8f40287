//! The definition as a user writes it: the same value in JSON and in Rust.
//!
//! These types store the user's text and numbers without loss. Only their shape is checked here. `compiled` checks
//! their meaning and compiles them. Nothing here searches, and nothing here knows a time zone beyond its name.

mod calendar;
mod cron;
mod dst;
mod every;
mod first_run;
mod jitter;
mod length;
mod named_calendar;
mod one_or_many;
mod recurrence;
#[cfg(feature = "schema")]
mod schema;
mod spec;
mod weekday;

pub use calendar::{
    CalendarRecurrence, CustomPeriod, CustomPeriods, FiscalPattern, FiscalYear, Frequency, PeriodAnchor, PeriodPoint,
};
pub use cron::{CronRecurrence, DayMatch, Dialect, SecondsField, WeekdayNumbers};
pub use dst::{Class, Dst, Fold, Gap};
pub use every::{EveryRecurrence, MonthOverflow, NthWeekday, Unit};
pub use first_run::{FirstRun, FirstRunAt};
pub use jitter::{Jitter, JitterMode, JitterWindow};
pub use length::{Lead, Length};
pub use named_calendar::{CalendarUse, Calendars, NamedCalendar, OnDayOff};
pub(crate) use recurrence::Combination;
pub use recurrence::{AfterCompletionRecurrence, OnceRecurrence, Recurrence, RecurrenceList, RruleRecurrence};
pub use spec::Spec;
pub use weekday::Weekday;
