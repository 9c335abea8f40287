//! Cron expressions: parses seven dialects into bit masks and searches them.
//!
//! `rules` lists what can differ between dialects, and `dialect` is the table of their differences. `parse`, `items`
//! and `reader` read text by that table, `set` is the compiled form, and `search` finds its matches. Nothing here knows
//! about time zones.

mod body;
mod day_fields;
mod dialect;
mod every;
mod field;
pub(crate) mod gap;
mod hash;
mod items;
pub(crate) mod names;
mod parse;
mod reader;
mod rules;
mod search;
pub(crate) mod set;
mod special;
mod step;
mod texts;

pub(crate) use body::Body;
pub(crate) use field::Kind;
pub(crate) use parse::{effective_rules, parse};
pub(crate) use texts::field_texts;
