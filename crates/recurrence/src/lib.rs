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
mod compile;
mod compile_rrule;
mod cron;
mod day_list;
mod days_off;
mod describe;
mod diff;
mod divisor;
mod dst;
mod error;
mod every;
mod grid;
mod jitter;
mod jump;
mod leaf;
mod length;
mod lint;
mod min_gap;
mod node;
mod notation;
mod occurrence;
mod occurrences;
mod one_or_many;
mod period;
mod phrase;
mod recurrence;
mod resolve;

mod rrule;
mod rule;
mod runs;
#[cfg(feature = "schema")]
mod schema;
mod spec;
mod verdict;
mod weekday;
mod without;
mod zone;

pub use compile::Context;
pub use cron::{DayMatch, Dialect, SecondsField, WeekdayNumbers};
pub use days_off::{Calendars, NamedCalendar};
pub use describe::ClockStyle;
pub use diff::{Diff, MovedOccurrence, diff};
pub use dst::{DstDate, DstEffect, DstKind};
pub use error::{Error, ErrorCode};
pub use length::{Lead, Length};
pub use lint::Warning;
pub use notation::Notation;
pub use occurrence::{Occurrence, Period};
pub use occurrences::Occurrences;
pub use phrase::Phrase;
pub use recurrence::{
    AfterCompletionRule, CalendarRule, CronRule, CustomPeriod, CustomPeriods, EveryRule, FiscalPattern, FiscalYear,
    Frequency, MonthOverflow, NthWeekday, OnceRule, PeriodAnchor, PeriodPoint, Recurrence, RecurrenceList, RruleRule,
    Unit,
};
pub use rule::Rule;
pub use spec::{
    CalendarUse, Class, Dst, FirstRun, FirstRunAt, Fold, Gap, Jitter, JitterMode, JitterWindow, OnDayOff, Spec,
};
pub use verdict::{Check, Verdict};
pub use weekday::Weekday;
pub use zone::{time_zone, tzdb_version, zone_names};
