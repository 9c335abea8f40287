//! Cron expressions: text of seven dialects into bit masks, and a search over them.

mod dialect;

pub use dialect::{DayMatch, Dialect, SecondsField, WeekdayNumbers};
