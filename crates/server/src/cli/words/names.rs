//! Vocabulary of the grammar.

use refrain_recurrence::{Unit, Weekday};

/// Names of one value. The first one is used in messages.
pub(super) type Names<T> = &'static [(&'static [&'static str], T)];

pub(super) const CLAUSES: [&str; 5] = ["at", "on", "in", "and", "every"];

pub(super) const UNITS: Names<Unit> = &[
    (&["seconds", "second", "secs", "sec", "s"], Unit::Seconds),
    (&["minutes", "minute", "mins", "min", "m"], Unit::Minutes),
    (&["hours", "hour", "hrs", "hr", "h"], Unit::Hours),
    (&["days", "day", "d"], Unit::Days),
    (&["weeks", "week", "w"], Unit::Weeks),
    (&["months", "month", "mo"], Unit::Months),
    (&["years", "year", "y"], Unit::Years),
];

pub(super) const WEEKDAYS: Names<Weekday> = &[
    (&["monday", "mondays", "mon"], Weekday::Monday),
    (&["tuesday", "tuesdays", "tue", "tues"], Weekday::Tuesday),
    (&["wednesday", "wednesdays", "wed"], Weekday::Wednesday),
    (&["thursday", "thursdays", "thu", "thurs"], Weekday::Thursday),
    (&["friday", "fridays", "fri"], Weekday::Friday),
    (&["saturday", "saturdays", "sat"], Weekday::Saturday),
    (&["sunday", "sundays", "sun"], Weekday::Sunday),
];

const WORKING: &[Weekday] =
    &[Weekday::Monday, Weekday::Tuesday, Weekday::Wednesday, Weekday::Thursday, Weekday::Friday];
const WEEKEND: &[Weekday] = &[Weekday::Saturday, Weekday::Sunday];

pub(super) const WEEKDAY_SETS: [(&str, &[Weekday]); 5] =
    [("weekday", WORKING), ("weekdays", WORKING), ("mon-fri", WORKING), ("weekend", WEEKEND), ("weekends", WEEKEND)];

pub(super) const MONTHS: Names<i64> = &[
    (&["january", "jan"], 1),
    (&["february", "feb"], 2),
    (&["march", "mar"], 3),
    (&["april", "apr"], 4),
    (&["may"], 5),
    (&["june", "jun"], 6),
    (&["july", "jul"], 7),
    (&["august", "aug"], 8),
    (&["september", "sep", "sept"], 9),
    (&["october", "oct"], 10),
    (&["november", "nov"], 11),
    (&["december", "dec"], 12),
];

pub(super) fn look_up<T: Copy>(names: Names<T>, text: &str) -> Option<T> {
    names.iter().find(|(texts, _)| texts.contains(&text)).map(|(_, value)| *value)
}

/// Returns the first name of each value.
pub(super) fn near_names<T>(names: Names<T>) -> impl Iterator<Item = &'static str> + Clone {
    names.iter().map(|(texts, _)| texts[0])
}
