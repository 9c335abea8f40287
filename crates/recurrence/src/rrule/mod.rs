//! RFC 5545 recurrences: parses text into parts, and compiles parts with a start into a search.
//!
//! `parse` reads the lines and rejects what the RFC forbids. Each rule then becomes its own search: `DaySearch` for
//! `FREQ=DAILY` and longer, in civil time, so that the caller decides how a clock change affects it; `GridSearch`
//! for `HOURLY` and shorter, in exact elapsed time. Rules, `RDATE`s, `EXRULE`s and `EXDATE`s are combined into one
//! set as instants, not as civil times. There, `pattern` and `cover` determine how far everything is excluded.
//!
//! As in python-dateutil, a start that does not match its rule is not an occurrence. Nothing here reads a clock or
//! a zone name, and no search walks from the start.

mod cover;
mod day_count;
mod day_parts;
mod day_search;
mod day_set;
mod grid_count;
mod grid_search;
mod moment;
mod parse;
mod parts;
mod pattern;
mod picks;
mod print;
mod recur;
mod stride;
mod text;
mod time_set;
mod year_masks;

#[cfg(test)]
mod tests;

pub(crate) use cover::{Cover, Direction};
pub(crate) use day_search::DaySearch;
pub(crate) use grid_search::GridSearch;
pub(crate) use moment::Moment;
pub(crate) use parse::{RULES_MAX, parse};
pub(crate) use parts::{Freq, Parts, RecurrenceSet, StartZone};
pub(crate) use pattern::{MainRule, Pattern};
