//! The words that phrases are made of.

use crate::definition::{Unit, Weekday};

/// Names of one value. The first is the one that hints use.
type Names<T> = &'static [(&'static [&'static str], T)];

/// A unit of an interval. A quarter is a calendar quarter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PhraseUnit {
    Unit(Unit),
    Quarters,
}

const UNITS: Names<PhraseUnit> = &[
    (&["seconds", "second", "secs", "sec", "s"], PhraseUnit::Unit(Unit::Seconds)),
    (&["minutes", "minute", "mins", "min", "m"], PhraseUnit::Unit(Unit::Minutes)),
    (&["hours", "hour", "hrs", "hr", "h"], PhraseUnit::Unit(Unit::Hours)),
    (&["days", "day", "d"], PhraseUnit::Unit(Unit::Days)),
    (&["weeks", "week", "w"], PhraseUnit::Unit(Unit::Weeks)),
    (&["months", "month", "mo"], PhraseUnit::Unit(Unit::Months)),
    (&["quarters", "quarter"], PhraseUnit::Quarters),
    (&["years", "year", "y"], PhraseUnit::Unit(Unit::Years)),
];

/// One word for a whole interval.
const ADVERBS: Names<(i64, PhraseUnit)> = &[
    (&["hourly"], (1, PhraseUnit::Unit(Unit::Hours))),
    (&["daily", "everyday"], (1, PhraseUnit::Unit(Unit::Days))),
    (&["weekly"], (1, PhraseUnit::Unit(Unit::Weeks))),
    (&["fortnightly"], (2, PhraseUnit::Unit(Unit::Weeks))),
    (&["monthly"], (1, PhraseUnit::Unit(Unit::Months))),
    (&["quarterly"], (1, PhraseUnit::Quarters)),
    (&["yearly", "annually"], (1, PhraseUnit::Unit(Unit::Years))),
];

const WEEKDAYS: Names<Weekday> = &[
    (&["monday", "mondays", "mon"], Weekday::Monday),
    (&["tuesday", "tuesdays", "tue", "tues"], Weekday::Tuesday),
    (&["wednesday", "wednesdays", "wed", "weds"], Weekday::Wednesday),
    (&["thursday", "thursdays", "thu", "thur", "thurs"], Weekday::Thursday),
    (&["friday", "fridays", "fri"], Weekday::Friday),
    (&["saturday", "saturdays", "sat"], Weekday::Saturday),
    (&["sunday", "sundays", "sun"], Weekday::Sunday),
];

pub(super) const WORKING_DAYS: &[Weekday] =
    &[Weekday::Monday, Weekday::Tuesday, Weekday::Wednesday, Weekday::Thursday, Weekday::Friday];

const WEEKDAY_SETS: Names<&[Weekday]> = &[
    (&["weekdays", "weekday", "workdays", "workday"], WORKING_DAYS),
    (&["weekends", "weekend"], &[Weekday::Saturday, Weekday::Sunday]),
];

const MONTHS: Names<i64> = &[
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

const NUMBERS: Names<i64> = &[
    (&["one", "a", "an"], 1),
    (&["two"], 2),
    (&["three"], 3),
    (&["four"], 4),
    (&["five"], 5),
    (&["six"], 6),
    (&["seven"], 7),
    (&["eight"], 8),
    (&["nine"], 9),
    (&["ten"], 10),
    (&["eleven"], 11),
    (&["twelve"], 12),
    (&["fifteen"], 15),
    (&["twenty"], 20),
    (&["thirty"], 30),
    (&["forty"], 40),
    (&["forty-five"], 45),
    (&["sixty"], 60),
    (&["ninety"], 90),
];

const ORDINALS: Names<i64> = &[
    (&["first"], 1),
    (&["second"], 2),
    (&["third"], 3),
    (&["fourth"], 4),
    (&["fifth"], 5),
    (&["sixth"], 6),
    (&["seventh"], 7),
    (&["eighth"], 8),
    (&["ninth"], 9),
    (&["tenth"], 10),
    (&["fifteenth"], 15),
    (&["last"], -1),
];

/// Words that begin or join clauses.
const KEYWORDS: &[&str] = &[
    "every", "each", "other", "at", "on", "in", "of", "the", "and", "to", "through", "between", "from", "except",
    "half", "business", "noon", "midnight", "once",
];

fn look_up<T: Copy>(names: Names<T>, text: &str) -> Option<T> {
    names.iter().find(|(texts, _)| texts.contains(&text)).map(|(_, value)| *value)
}

fn first_names<T>(names: Names<T>) -> impl Iterator<Item = &'static str> {
    names.iter().map(|(texts, _)| texts[0])
}

pub(super) fn unit(text: &str) -> Option<PhraseUnit> {
    look_up(UNITS, text)
}

pub(super) fn adverb(text: &str) -> Option<(i64, PhraseUnit)> {
    look_up(ADVERBS, text)
}

pub(super) fn weekday(text: &str) -> Option<Weekday> {
    look_up(WEEKDAYS, text)
}

/// One weekday, or the days of `weekdays` and `weekends`.
pub(super) fn weekday_set(text: &str) -> Option<Vec<Weekday>> {
    weekday(text).map(|day| vec![day]).or_else(|| look_up(WEEKDAY_SETS, text).map(<[Weekday]>::to_vec))
}

pub(super) fn is_weekday_word(text: &str) -> bool {
    weekday_set(text).is_some()
}

pub(super) fn month(text: &str) -> Option<i64> {
    look_up(MONTHS, text)
}

pub(super) fn is_month(text: &str) -> bool {
    month(text).is_some()
}

/// A number in words.
pub(super) fn number_word(text: &str) -> Option<i64> {
    look_up(NUMBERS, text)
}

/// `first`, `2nd`, `last`: its number, where -1 is the last.
pub(super) fn ordinal(text: &str) -> Option<i64> {
    look_up(ORDINALS, text).or_else(|| {
        let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| text.strip_suffix(end))?;
        digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

pub(super) fn unit_names() -> impl Iterator<Item = &'static str> {
    first_names(UNITS).chain(first_names(WEEKDAYS)).chain(first_names(WEEKDAY_SETS))
}

pub(super) fn weekday_names() -> impl Iterator<Item = &'static str> {
    first_names(WEEKDAYS).chain(first_names(WEEKDAY_SETS))
}

pub(super) fn month_names() -> impl Iterator<Item = &'static str> {
    first_names(MONTHS)
}

/// The name of a month from 1 to 12.
pub(super) fn month_name(month: i64) -> &'static str {
    month_names().nth(usize::try_from(month - 1).unwrap_or(0)).unwrap_or("january")
}

/// The first name of everything, for `did you mean`.
pub(super) fn vocabulary() -> impl Iterator<Item = &'static str> {
    let names = unit_names().chain(first_names(ADVERBS)).chain(first_names(MONTHS)).chain(first_names(ORDINALS));
    KEYWORDS.iter().copied().chain(names)
}

/// Whether a text consists of characters that begin a cron field, so that a text of such words is cron and
/// not a phrase.
pub(crate) fn is_cron_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || b"*/,-?#~LWHR".contains(&byte))
}
