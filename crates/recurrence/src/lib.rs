//! Recurrence arithmetic: rules in, instants and periods out. No clock, no I/O, no async.
#![forbid(unsafe_code)]

pub mod builder;
mod calendar;
mod civil;
mod compile;
mod compile_rrule;
mod cron;
mod days_off;
mod error;
mod every;
mod grid;
mod jitter;
mod leaf;
mod length;
mod node;
mod occurrence;
mod occurrences;
mod one_or_many;
mod period;
mod recurrence;
mod resolve;

mod rrule;
mod rule;
mod spec;
mod verdict;
mod zone;

pub use compile::Context;
pub use cron::{DayMatch, Dialect, SecondsField, WeekdayNumbers};
pub use days_off::{Calendars, NamedCalendar};
pub use error::{Error, ErrorCode};
pub use length::{Lead, Length};
pub use occurrence::{Occurrence, Period};
pub use occurrences::Occurrences;
pub use recurrence::{
    AfterCompletionRule, CalendarRule, Combined, CronRule, CustomPeriod, CustomPeriods, EveryRule, FiscalPattern,
    FiscalYear, Frequency, MonthOverflow, NthWeekday, OnceRule, PeriodAnchor, PeriodPoint, Recurrence, RruleRule, Unit,
    Weekday,
};
pub use rule::Rule;
pub use spec::{
    CalendarUse, Class, Dst, FirstRun, FirstRunAt, Fold, Gap, Jitter, JitterMode, JitterWindow, OnDayOff, Spec,
};
pub use verdict::{Check, Verdict};
pub use zone::{time_zone, tzdb_version, zone_names};
