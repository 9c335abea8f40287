//! Cron expressions: text of seven dialects into bit masks, and a search over them.
//!
//! `rules` says what can differ, `dialect` is the table of who differs how, `parse` and `field` read text by it, `set` is
//! the compiled form and `search` finds its matches. Nothing here knows about zones.

mod day_fields;
mod dialect;
mod every;
mod field;
pub(crate) mod gap;
mod hash;
pub(crate) mod names;
mod parse;
mod rules;
mod search;
pub(crate) mod set;
mod special;
mod step;
mod texts;

pub use dialect::{DayMatch, Dialect, SecondsField, WeekdayNumbers};
pub(crate) use field::Kind;
pub(crate) use parse::{Body, effective_rules, parse};
pub(crate) use texts::field_texts;
