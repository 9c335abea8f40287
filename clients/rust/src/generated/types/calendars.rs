// Generated from console/openapi.json by `make clients`. Do not edit.

//! Types of the group `calendars`.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::previews::Warning;
use super::recurrence::Weekday;
use crate::values::OneOrMany;

/// Days off: weekdays that are always off, and single dates.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Calendar {
    /// Dates that are off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dates: Option<Vec<Date>>,
    /// Weekdays that are off every week.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weekend: Option<OneOrMany<Weekday>>,
}

impl Calendar {
    /// Sets `dates`: dates that are off.
    #[must_use]
    pub fn with_dates(mut self, dates: impl IntoIterator<Item = Date>) -> Self {
        self.dates = Some(dates.into_iter().collect::<Vec<Date>>());
        self
    }

    /// Sets `weekend`: weekdays that are off every week.
    #[must_use]
    pub fn with_weekend(mut self, weekend: impl IntoIterator<Item = impl Into<Weekday>>) -> Self {
        self.weekend = Some(OneOrMany(weekend.into_iter().map(Into::into).collect::<Vec<Weekday>>()));
        self
    }
}

/// Result of an import.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CalendarImportResult {
    /// The calendar after the import.
    pub calendar: StoredCalendar,
    /// Number of events that added dates.
    pub events: i64,
    /// Number of events that were skipped.
    pub skipped: i64,
    /// The skipped events, at most 100.
    pub named: Vec<SkippedEvent>,
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CalendarList {
    /// Items of the page.
    pub items: Vec<StoredCalendar>,
    /// Cursor of the next page. Null on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// An event that added no dates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SkippedEvent {
    /// Line in which the event starts.
    pub line: i64,
    /// Reason: `not_whole_days`, `canceled` or `no_start`.
    pub reason: String,
    /// Summary of the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
}

/// A document with its name and version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StoredCalendar {
    /// Name of the document.
    pub name: String,
    /// Version, which increases with every write. A name that is deleted and used again continues the count.
    pub version: i64,
    /// Time of the last change.
    pub updated_at: Timestamp,
    /// Days off: weekdays that are always off, and single dates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<Calendar>,
    /// Reason why the definition cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Warnings about settings that are probably not intended. Only in responses to a save. Omitted if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warnings: Option<Vec<Warning>>,
}
