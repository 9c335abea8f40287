//! Recurrence arithmetic: recurrences in, instants and periods out. No clock, no I/O, no async.
//!
//! ```
//! use refrain_recurrence::Rule;
//!
//! let rule = Rule::cron("30 2 * * *", "Europe/Berlin")?;
//! let next = rule.next_after("2026-03-28T12:00:00Z".parse()?).expect("a daily recurrence has a next occurrence");
//! // 02:30 does not exist that day. The occurrence moves to the first valid instant and keeps the key of 02:30.
//! assert_eq!(next.at().to_string(), "2026-03-29T01:00:00Z");
//! assert_eq!(rule.period_of(&next).key(), "2026-03-29T02:30:00[Europe/Berlin]");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Spec`] is the definition, the same in JSON and in Rust. [`Rule::compile`] checks it once and returns a
//! [`Rule`], which provides [`next_after`](Rule::next_after), [`prev_before`](Rule::prev_before),
//! [`between`](Rule::between), [`matches`](Rule::matches), [`period_of`](Rule::period_of) and
//! [`describe`](Rule::describe). An invalid definition results in an [`Error`] with a stable code, the column and a
//! hint.
#![forbid(unsafe_code)]

pub mod builder;
mod calendar;
mod civil;
mod cron;
mod days_off;
mod definition;
mod error;
mod every;
mod insight;
mod notation;
mod rrule;
mod rule;
mod search;
mod zone;

pub use definition::{
    AfterCompletionRule, CalendarRule, CalendarUse, Calendars, Class, CronRule, CustomPeriod, CustomPeriods, DayMatch,
    Dialect, Dst, EveryRule, FirstRun, FirstRunAt, FiscalPattern, FiscalYear, Fold, Frequency, Gap, Jitter, JitterMode,
    JitterWindow, Lead, Length, MonthOverflow, NamedCalendar, NthWeekday, OnDayOff, OnceRule, PeriodAnchor,
    PeriodPoint, Recurrence, RecurrenceList, RruleRule, SecondsField, Spec, Unit, Weekday, WeekdayNumbers,
};
pub use error::{Error, ErrorCode};
pub use insight::{Check, ClockStyle, Diff, DstDate, DstEffect, DstKind, MovedOccurrence, Verdict, Warning, diff};
pub use notation::{Notation, Phrase};
pub use rule::{Context, Occurrence, Occurrences, Period, Rule};
pub use zone::{time_zone, tzdb_version, zone_names};
