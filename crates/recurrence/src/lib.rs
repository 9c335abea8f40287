//! Recurrence arithmetic: rules in, instants and periods out. No clock, no I/O, no async.
#![forbid(unsafe_code)]

#[cfg_attr(not(test), expect(dead_code, reason = "wired into the compiled rule next"))]
mod calendar;
mod civil;
mod cron;
mod days_off;
mod error;
mod every;
mod grid;
mod length;
mod one_or_many;
mod resolve;
mod rule;
mod spec;
mod zone;

pub use cron::{DayMatch, Dialect, SecondsField, WeekdayNumbers};
pub use days_off::{Calendars, NamedCalendar};
pub use error::{Error, ErrorCode};
pub use length::{Lead, Length};
pub use rule::{
    AfterCompletionRule, CalendarRule, Combined, CronRule, CustomPeriod, CustomPeriods, EveryRule, FiscalPattern,
    FiscalYear, Frequency, MonthOverflow, NthWeekday, OnceRule, PeriodAnchor, PeriodPoint, Recurrence, RruleRule, Unit,
    Weekday,
};
pub use spec::{
    CalendarUse, Class, Dst, FirstRun, FirstRunAt, Fold, Gap, Jitter, JitterMode, JitterWindow, OnDayOff, Spec,
};
pub use zone::{tzdb_version, zone_names};
