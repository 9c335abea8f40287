//! Cron expressions: text of seven dialects into bit masks, and a search over them.
//!
//! `dialect` is the table of differences, `parse` and `field` read text by it, `set` is the compiled form and `search`
//! finds its matches. Nothing here knows about zones.

mod dialect;
mod field;
pub(crate) mod gap;
pub(crate) mod names;
mod parse;
mod search;
pub(crate) mod set;
mod texts;

pub use dialect::{DayMatch, Dialect, SecondsField, WeekdayNumbers};
pub(crate) use field::Kind;
pub(crate) use parse::{Body, effective_rules, parse};
pub(crate) use texts::field_texts;
