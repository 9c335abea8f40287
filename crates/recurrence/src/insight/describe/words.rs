//! Parts of English sentences: lists, ordinals, names, times of day.

use super::ClockStyle;
use crate::civil::{Civil, days_in_month};
use crate::cron::names::{MONTHS, WEEKDAYS};
use crate::definition::Length;

/// Number of weekdays and of months in a cycle.
const WEEK: u8 = 7;
const YEAR: u8 = 12;

/// Joins items with "and": `a`, `a and b`, `a, b and c`.
pub(super) fn list(items: &[String]) -> String {
    joined(items, "and")
}

/// Joins items with "or": `a or b`.
pub(super) fn alternatives(items: &[String]) -> String {
    joined(items, "or")
}

fn joined(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [start @ .., last] => format!("{} {word} {last}", start.join(", ")),
    }
}

/// Formats an ordinal: `1st`, `22nd`, `13th`.
pub(super) fn ordinal(n: impl Into<i64>) -> String {
    let n = n.into();
    let suffix = match (n % 10, n % 100) {
        (1, n) if n != 11 => "st",
        (2, n) if n != 12 => "nd",
        (3, n) if n != 13 => "rd",
        _ => "th",
    };
    format!("{n}{suffix}")
}

/// Formats a position: `first`, `second`, … `fifth`, then `6th`; `last`, `second to last` for negative numbers.
pub(super) fn position(n: impl Into<i64>) -> String {
    const WORDS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
    let word = |n: i64| {
        usize::try_from(n - 1)
            .ok()
            .and_then(|index| WORDS.get(index))
            .map_or_else(|| ordinal(n), |word| (*word).to_owned())
    };
    match n.into() {
        -1 => "last".to_owned(),
        n if n < 0 => format!("{} to last", word(-n)),
        n => word(n),
    }
}

/// Formats a number of units: `minute`, `2 minutes`.
pub(super) fn units(n: i64, unit: &str) -> String {
    if n == 1 { unit.to_owned() } else { format!("{n} {unit}s") }
}

/// Formats a length for use after "every": `hour`, `90 days`, `1 minute 30 seconds`.
pub(super) fn units_of(length: Length) -> String {
    let text = spelled(length);
    match text.strip_prefix("1 ") {
        Some(unit) if !unit.contains(' ') => unit.to_owned(),
        Some(_) | None => text,
    }
}

/// Spells out a length: `1 minute 30 seconds` for `90s`.
pub(super) fn spelled(length: Length) -> String {
    let mut rest = length.seconds();
    let mut parts = Vec::new();
    for (unit, size) in [("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1)] {
        let count = rest / size;
        rest %= size;
        match count {
            0 => {}
            1 => parts.push(format!("1 {unit}")),
            count => parts.push(format!("{count} {unit}s")),
        }
    }
    if parts.is_empty() { "0 seconds".to_owned() } else { parts.join(" ") }
}

/// Formats an interval: `Every day`, `Every 2 weeks`.
pub(super) fn every(n: impl Into<i64>, unit: &str) -> String {
    format!("Every {}", units(n.into(), unit))
}

/// Formats ascending values, three or more consecutive ones as a range: `1 through 3 and 7`.
pub(super) fn runs(values: &[u8], name: impl Fn(u8) -> String) -> String {
    let stretches = values.chunk_by(|one, next| one + 1 == *next);
    let items: Vec<String> = stretches
        .flat_map(|stretch| match stretch {
            [first, _, .., last] => vec![format!("{} through {}", name(*first), name(*last))],
            few => few.iter().map(|value| name(*value)).collect(),
        })
        .collect();
    list(&items)
}

/// Returns the name of a month, 1 for January.
pub(super) fn month(n: u8) -> String {
    capital(MONTHS[usize::from(n.clamp(1, 12)) - 1])
}

/// Returns the name of a weekday, 0 for Sunday.
pub(super) fn weekday(n: u8) -> String {
    capital(WEEKDAYS[usize::from(n % 7)])
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Lowercases the first letter, for a sentence that follows other words.
pub(super) fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

impl ClockStyle {
    /// Formats seconds of the day: `09:00`, `09:00:30` or `9:00 AM`.
    pub(super) fn time(self, second_of_day: i64) -> String {
        let (hour, minute, second) = (second_of_day / 3600, second_of_day / 60 % 60, second_of_day % 60);
        let seconds = if second == 0 { String::new() } else { format!(":{second:02}") };
        match self {
            Self::TwentyFour => format!("{hour:02}:{minute:02}{seconds}"),
            Self::Twelve => {
                let half = if hour < 12 { "AM" } else { "PM" };
                format!("{}:{minute:02}{seconds} {half}", (hour + 11) % 12 + 1)
            }
        }
    }

    /// Formats a date and time: `2026-01-05 09:00`.
    pub(super) fn date_time(self, at: Civil) -> String {
        format!("{} {}", at.day().to_date(), self.time(at.second_of_day()))
    }

    pub(super) fn times(self, seconds_of_day: &[i64]) -> String {
        list(&seconds_of_day.iter().map(|second| self.time(*second)).collect::<Vec<_>>())
    }
}

/// Formats a weekday mask, bit 0 for Sunday: `Monday`, `Monday and Friday`, `Friday through Monday`.
pub(super) fn weekdays(mask: u8) -> String {
    named(&weekdays_in_order(mask), WEEK, weekday)
}

/// Formats a weekday mask in the plural: `Mondays and Fridays`, but `Monday through Friday`.
pub(super) fn plural_weekdays(mask: u8) -> String {
    let plural = |day: u8| format!("{}s", weekday(day));
    if is_several_in_a_row(mask) { weekdays(mask) } else { named(&weekdays_in_order(mask), WEEK, plural) }
}

pub(super) fn is_several_in_a_row(mask: u8) -> bool {
    is_run(&weekdays_in_order(mask), WEEK)
}

/// Returns weekdays in spoken order: from Monday, or from the start of a run that spans the weekend.
fn weekdays_in_order(mask: u8) -> Vec<u8> {
    in_order((1..=7).map(|day| day % 7).filter(|day| mask & (1 << day) != 0).collect(), WEEK)
}

/// Formats a month mask, bits 1 to 12: `January`, `March through May`, `November through February`.
pub(super) fn months(mask: u16) -> String {
    named(&months_in_order(mask), YEAR, month)
}

/// Formats months with a preposition: ` in January and July`, ` from June through August`.
pub(super) fn in_months(mask: u16) -> String {
    let word = if is_run(&months_in_order(mask), YEAR) { "from" } else { "in" };
    format!(" {word} {}", months(mask))
}

/// Formats the months in which days are counted: `the month`, `January and July`,
/// `each month from June through August`.
pub(super) fn of_months(mask: u16) -> String {
    match mask.count_ones() {
        12 => "the month".to_owned(),
        _ if is_run(&months_in_order(mask), YEAR) => format!("each month from {}", months(mask)),
        _ => months(mask),
    }
}

fn months_in_order(mask: u16) -> Vec<u8> {
    in_order((1..=12).filter(|month| mask & (1 << month) != 0).collect(), YEAR)
}

/// Rotates values of a cycle so that a run across its end comes in order.
fn in_order(mut values: Vec<u8>, cycle: u8) -> Vec<u8> {
    let breaks: Vec<usize> =
        (1..values.len()).filter(|index| (values[index - 1] + 1) % cycle != values[*index] % cycle).collect();
    if let [at] = breaks[..]
        && values.len() > 2
        && (values[values.len() - 1] + 1) % cycle == values[0] % cycle
    {
        values.rotate_left(at);
    }
    values
}

/// Returns whether there are three or more values and all are consecutive.
fn is_run(values: &[u8], cycle: u8) -> bool {
    values.len() > 2 && values.windows(2).all(|pair| (pair[0] + 1) % cycle == pair[1] % cycle)
}

fn named(values: &[u8], cycle: u8, name: impl Fn(u8) -> String) -> String {
    match values {
        [first, .., last] if is_run(values, cycle) => format!("{} through {}", name(*first), name(*last)),
        _ => list(&values.iter().map(|value| name(*value)).collect::<Vec<_>>()),
    }
}

/// Formats days of the month, negative from the end: `the 1st and 15th`, `the 1st, the 15th and the last day`.
pub(super) fn month_days(days: &[i64]) -> String {
    let mut days = days.to_vec();
    days.sort_unstable();
    days.dedup();
    let counted: Vec<u8> = days.iter().filter_map(|day| u8::try_from(*day).ok()).collect();
    let from_end = days.iter().filter(|day| **day < 0).map(|day| format!("the {} day", position(*day))).collect();
    dates_and(&counted, format!("the {}", runs(&counted, ordinal)), from_end)
}

/// Groups days by the named months that have them: first the days that all months have, then the others one by one.
/// February counts as 29 days.
pub(super) fn by_months(days: &[i64], months: u16) -> Vec<(Vec<i64>, u16)> {
    let with = |day: i64| {
        let has_day = |month: &u8| months >> month & 1 == 1 && i64::from(days_in_month(2000, *month)) >= day;
        (1..=12).filter(has_day).fold(0_u16, |mask, month| mask | 1 << month)
    };
    let (common, rare): (Vec<i64>, Vec<i64>) = days.iter().partition(|day| with(**day) == months);
    let common = (!common.is_empty()).then_some((common, months));
    let rare = rare.into_iter().map(|day| (vec![day], with(day))).filter(|(_, months)| *months != 0);
    common.into_iter().chain(rare).collect()
}

/// Formats days of the month, already formatted as `plain`, together with others.
pub(super) fn dates_and(days: &[u8], plain: String, others: Vec<String>) -> String {
    match (days.len(), others.is_empty()) {
        (0, _) => list(&others),
        (_, true) => plain,
        (1 | 2, false) => {
            let each = days.iter().map(|day| format!("the {}", ordinal(*day)));
            list(&each.chain(others).collect::<Vec<_>>())
        }
        (_, false) => format!("{plain} and {}", list(&others)),
    }
}

/// Formats a weekday mask for use after "if it is": `a Monday or Friday`, `Monday through Friday`.
pub(super) fn a_weekday(mask: u8) -> String {
    if is_several_in_a_row(mask) {
        return weekdays(mask);
    }
    let names: Vec<String> = weekdays_in_order(mask).into_iter().map(weekday).collect();
    format!("a {}", alternatives(&names))
}
