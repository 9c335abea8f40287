//! Recurrence arithmetic: rules in, instants and periods out. No clock, no I/O, no async.
#![forbid(unsafe_code)]

mod civil;
mod cron;
mod error;
mod length;
mod one_or_many;
#[cfg_attr(not(test), expect(dead_code, unused_imports, reason = "wired into the compiled rule next"))]
mod rrule;
mod rule;
mod spec;

pub use cron::{DayMatch, Dialect, SecondsField, WeekdayNumbers};
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
