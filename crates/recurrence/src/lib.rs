//! Date arithmetic for recurring events, correct across changes to and from daylight saving time (DST): cron in
//! seven dialects, RFC 5545, intervals, calendar and fiscal periods, and plain English. No clock, no I/O, no async.
//!
//! ```
//! use refrain_recurrence::{CompiledRecurrence, Context, Recurrence, Spec};
//!
//! let recurrence = "every 15 minutes".parse::<Recurrence>()?; // or `*/15 * * * *`, or `FREQ=MINUTELY;INTERVAL=15`
//! let rule = CompiledRecurrence::compile(&Spec::new(recurrence, "Europe/Berlin"), &Context::default())?;
//! let next = rule.next_after("2026-01-05T09:07:00Z".parse()?).expect("the recurrence has no end");
//! assert_eq!(next.at().to_string(), "2026-01-05T09:15:00Z");
//! assert_eq!(rule.describe(), "Every 15 minutes (Europe/Berlin)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A local time that DST skips or repeats follows a policy, and the occurrence keeps its name:
//!
//! ```
//! use refrain_recurrence::CompiledRecurrence;
//!
//! let rule = CompiledRecurrence::cron("30 2 * * *", "Europe/Berlin")?;
//! let next = rule.next_after("2026-03-28T12:00:00Z".parse()?).expect("a daily recurrence has a next occurrence");
//! // 02:30 does not exist on March 29. The occurrence moves to the first valid instant and keeps the key of 02:30.
//! assert_eq!(next.at().to_string(), "2026-03-29T01:00:00Z");
//! assert_eq!(rule.period_of(&next).key(), "2026-03-29T02:30:00[Europe/Berlin]");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Terms
//!
//! | Term | Meaning |
//! |---|---|
//! | [`Recurrence`] | Says when: a cron expression, interval, period, RFC 5545 text or instant, or a combination |
//! | [`Spec`] | The definition: a recurrence with its time zone, bounds, DST policy, calendars and jitter |
//! | [`CompiledRecurrence`] | A definition that was checked and compiled, ready for searching |
//! | [`Occurrence`] | One instant of a recurrence, and the local time that the recurrence names |
//! | [`Period`] | The interval an occurrence stands for. Its key identifies the occurrence |
//! | Gap, fold | Local times that an offset change skips, and local times that it repeats |
//!
//! # What to use
//!
//! | Task | Use |
//! |---|---|
//! | Read cron, RFC 5545, an instant or English | [`parse::<Recurrence>()`](Recurrence#impl-FromStr-for-Recurrence) |
//! | Read plain English that may name a time zone | [`text.parse::<Phrase>()`](Phrase) |
//! | Read or write a definition as JSON | [`Spec`] with serde |
//! | Write a definition in Rust | [`builder`]: `every(2).weeks().on(Monday).at(9, 0)` |
//! | Compile a cron expression in one call | [`CompiledRecurrence::cron`] |
//! | Keep the run times of Quartz, Hangfire, Kubernetes, Airflow or Temporal | [`CronRecurrence::dialect`] |
//! | Find the next or previous occurrence | [`CompiledRecurrence::next_after`], [`CompiledRecurrence::prev_before`] |
//! | List occurrences | [`CompiledRecurrence::iter_after`], [`CompiledRecurrence::between`] |
//! | Record each occurrence exactly once | [`CompiledRecurrence::period_of`], [`CompiledRecurrence::period_key`] |
//! | Choose what happens in a gap or a fold | [`Spec::dst`] |
//! | Skip holidays, or move to a business day | [`Spec::calendars`], [`NamedCalendar`] |
//! | Spread load | [`Spec::jitter`], [`CompiledRecurrence::due_at`] |
//! | Show a recurrence to people | [`CompiledRecurrence::describe`], [`CompiledRecurrence::lint`] |
//! | Explain why an instant does or does not match | [`CompiledRecurrence::matches`] |
//! | List the dates that DST affects | [`CompiledRecurrence::dst_dates`], [`CompiledRecurrence::dst_effect`] |
//! | Preview an edit | [`diff`](fn@diff) |
//! | Limit how often a schedule may run | [`CompiledRecurrence::min_gap`] |
//! | Look up a time zone | [`time_zone`], [`zone_names`], [`tzdb_version`] |
//!
//! # Limits and errors
//!
//! [`CompiledRecurrence::compile`] checks the whole definition. An invalid one is an [`Error`] with a stable
//! [`ErrorCode`], a message, the column of the invalid part and a hint. A search of a compiled recurrence cannot fail:
//! it returns an occurrence or `None`. Every search is bounded to about a millisecond, after which it returns `None`.
//!
//! Instants are in whole seconds, in years 1 to 9999. The time zone database is the one that jiff bundles;
//! [`tzdb_version`] returns its version. An unknown time zone is an error: there is no fallback to UTC.
//!
//! This crate computes when something is due and runs nothing. The crate `refrain` is the scheduler. The
//! [guide to recurrences](https://github.com/refrain-rs/refrain/blob/main/docs/recurrence.md) describes every kind,
//! dialect and limit, with JSON examples.
//!
//! # Features
//!
//! | Feature | Adds |
//! |---|---|
//! | `schema` | OpenAPI schemas of the definition types, for [utoipa](https://docs.rs/utoipa) |
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod builder;
mod calendar;
mod civil;
mod compiled;
mod cron;
mod days_off;
mod definition;
mod error;
mod every;
mod foreign;
mod insight;
mod notation;
mod rrule;
mod search;
mod zone;

pub use compiled::{CompiledRecurrence, Context, Occurrence, Occurrences, Period};
pub use definition::{
    AfterCompletionRecurrence, CalendarRecurrence, CalendarUse, Calendars, Class, CronRecurrence, CustomPeriod,
    CustomPeriods, DayMatch, Dialect, Dst, EveryRecurrence, FirstRun, FirstRunAt, FiscalPattern, FiscalYear, Fold,
    Frequency, Gap, Jitter, JitterMode, JitterWindow, Lead, Length, MonthOverflow, NamedCalendar, NthWeekday, OnDayOff,
    OnceRecurrence, PeriodAnchor, PeriodPoint, Recurrence, RecurrenceList, RruleRecurrence, SecondsField, Spec, Unit,
    Weekday, WeekdayNumbers,
};
pub use error::{Error, ErrorCode};
pub use insight::{Check, ClockStyle, Diff, DstDate, DstEffect, DstKind, MovedOccurrence, Verdict, Warning, diff};
pub use notation::{Notation, Phrase};
pub use zone::{time_zone, tzdb_version, zone_names};

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
