//! Previews of a recurrence for the command line and the API: warnings, next occurrences, the effect of a change,
//! and a calendar file.
//!
//! The module converts compiled recurrences into plain values. It never reads a clock or a store.

mod change;
mod feed;
mod occurrence;
mod question;
mod warning;

pub(crate) use change::{Change, DiffOccurrence};
pub(crate) use feed::Feed;
pub(crate) use occurrence::PreviewOccurrence;
pub(crate) use question::{COUNT_MAX, Direction, OccurrenceSearch};
pub(crate) use warning::ScheduleWarning;
