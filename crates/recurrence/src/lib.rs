//! Recurrence arithmetic: rules in, instants and periods out. No clock, no I/O, no async.
#![forbid(unsafe_code)]

mod calendar;
mod civil;
mod compile;
mod cron;
mod days_off;
mod diff;
mod divisor;
mod error;
mod every;
mod grid;
mod jitter;
mod leaf;
mod length;
mod lint;
mod min_gap;
mod node;
mod occurrence;
mod occurrences;
mod one_or_many;
mod period;
mod recurrence;
mod resolve;

mod rule;
mod spec;
mod verdict;
mod zone;

pub use compile::Context;
pub use cron::{DayMatch, Dialect, SecondsField, WeekdayNumbers};
pub use days_off::{Calendars, NamedCalendar};
pub use diff::{Diff, Moved, diff};
pub use error::{Error, ErrorCode};
pub use length::{Lead, Length};
pub use lint::Warning;
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
pub use zone::{tzdb_version, zone_names};
