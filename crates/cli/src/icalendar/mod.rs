//! Reads the days off in iCalendar files (RFC 5545).
//!
//! The input is a text, and the output is a list of dates or the line with the error. The module fetches nothing
//! and stores nothing.
//!
//! Only all-day events count: a meeting at ten is not a holiday. A recurring event is expanded within a window.

mod days;
mod event;
pub(crate) mod line;

use jiff::civil::Date;

pub use self::days::{ImportResult, read};

/// Maximum number of events in a file.
pub const EVENTS_MAX: usize = 10_000;
/// Maximum number of days in a calendar.
pub const DAYS_MAX: usize = 10_000;
/// Maximum number of expanded days. A day of several events counts several times.
const EXPANDED_DAYS_MAX: i32 = 100_000;
/// Maximum number of recurring events, because each one requires a search of its own.
const RECURRING_MAX: usize = 1_000;
/// Maximum length of an event, in days.
const EVENT_DAYS_MAX: i32 = 366;

/// Range in which recurring events are expanded. `from` is inclusive, `until` is exclusive.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// First day of the range.
    pub from: Date,
    /// Day after the last day of the range.
    pub until: Date,
}

/// An event that contributed no days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedEvent {
    /// Line in which the event begins.
    pub line: usize,
    /// Title of the event.
    pub summary: Option<String>,
    /// Reason why the event was skipped.
    pub reason: &'static str,
}

/// An error in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalendarFileError {
    /// Line number, counted from 1.
    pub line: usize,
    /// Description of the error, with the value.
    pub detail: String,
}

impl CalendarFileError {
    fn new(line: usize, detail: impl Into<String>) -> Self {
        Self { line, detail: detail.into() }
    }
}

/// Formats a value for a message: shortened, with control characters escaped.
fn shown(value: &str) -> String {
    const CHARS_MAX: usize = 60;
    format!("{:?}", value.chars().take(CHARS_MAX).collect::<String>())
}
