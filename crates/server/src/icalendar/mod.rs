//! Reads iCalendar files (RFC 5545) for the days off that they name. From a text to dates, or the line that is wrong; nothing is fetched
//! and nothing is kept.
//!
//! Only events of whole days count: a meeting at ten makes no holiday. An event that recurs is followed through a window.

mod days;
mod event;
mod line;

use jiff::civil::Date;

pub(crate) use self::days::{Imported, read};

/// No file has more events.
pub(crate) const EVENTS_MAX: usize = 10_000;
/// No calendar has more days.
pub(crate) const DAYS_MAX: usize = 10_000;
/// No more days are followed, those of several events counted several times.
const DAYS_FOLLOWED_MAX: i32 = 100_000;
/// No more events may recur: each is a search of its own.
const RECURRING_MAX: usize = 1_000;
/// No event is longer, in days.
const EVENT_DAYS_MAX: i32 = 366;

/// What recurs is followed from the first date on and before the second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) from: Date,
    pub(crate) until: Date,
}

/// An event that gave no days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PassedOver {
    /// Where it begins.
    pub(crate) line: usize,
    /// What it is called.
    pub(crate) summary: Option<String>,
    /// Why.
    pub(crate) reason: &'static str,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BadFile {
    /// In which line, counted from 1.
    pub(crate) line: usize,
    /// What is wrong there, with the value.
    pub(crate) detail: String,
}

impl BadFile {
    fn new(line: usize, detail: impl Into<String>) -> Self {
        Self { line, detail: detail.into() }
    }
}

/// A value as messages show it: not too long, and without what would disturb a terminal.
fn shown(value: &str) -> String {
    const CHARS_MAX: usize = 60;
    format!("{:?}", value.chars().take(CHARS_MAX).collect::<String>())
}
