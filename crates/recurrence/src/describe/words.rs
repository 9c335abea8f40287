//! Small parts of English sentences: lists, ordinals, names, times of day.

use crate::cron::names::{MONTHS, WEEKDAYS};
use crate::describe::ClockStyle;

/// `a`, `a and b`, `a, b and c`.
pub(super) fn list(items: &[String]) -> String {
    joined(items, "and")
}

/// `a or b`.
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

/// `1st`, `22nd`, `13th`.
pub(super) fn ordinal(n: i64) -> String {
    let suffix = match (n % 10, n % 100) {
        (1, n) if n != 11 => "st",
        (2, n) if n != 12 => "nd",
        (3, n) if n != 13 => "rd",
        _ => "th",
    };
    format!("{n}{suffix}")
}

/// `first`, `second`, … `fifth`, then `6th`; `last`, `second to last` for negative numbers.
pub(super) fn position(n: i64) -> String {
    const WORDS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
    let word = |n: i64| {
        usize::try_from(n - 1)
            .ok()
            .and_then(|index| WORDS.get(index))
            .map_or_else(|| ordinal(n), |word| (*word).to_owned())
    };
    match n {
        -1 => "last".to_owned(),
        n if n < 0 => format!("{} to last", word(-n)),
        n => word(n),
    }
}

/// `minute`, `2 minutes`.
pub(super) fn units(n: i64, unit: &str) -> String {
    if n == 1 { unit.to_owned() } else { format!("{n} {unit}s") }
}

/// `Every day`, `Every 2 weeks`.
pub(super) fn every(n: i64, unit: &str) -> String {
    format!("Every {}", units(n, unit))
}

/// 1 is January.
pub(super) fn month(n: u8) -> String {
    capital(MONTHS[usize::from(n.clamp(1, 12)) - 1])
}

/// 0 is Sunday.
pub(super) fn weekday(n: u8) -> String {
    capital(WEEKDAYS[usize::from(n % 7)])
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A sentence put after other words.
pub(super) fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

impl ClockStyle {
    /// `09:00`, `09:00:30` or `9:00 AM`, from seconds of the day.
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

    pub(super) fn times(self, seconds_of_day: &[i64]) -> String {
        list(&seconds_of_day.iter().map(|second| self.time(*second)).collect::<Vec<_>>())
    }
}

/// `Monday`, `Monday and Friday`, `Monday through Friday`, from a mask with bit 0 as Sunday.
pub(super) fn weekdays(mask: u8) -> String {
    // People read weeks from Monday.
    let from_monday: Vec<u8> = (1..=7).map(|day| day % 7).filter(|day| mask & (1 << day) != 0).collect();
    let names: Vec<String> = from_monday.iter().map(|day| weekday(*day)).collect();
    let place = |day: &u8| (day + 6) % 7;
    let is_run = from_monday.windows(2).all(|pair| place(&pair[1]) == place(&pair[0]) + 1);
    match &*names {
        [first, .., last] if names.len() > 2 && is_run => format!("{first} through {last}"),
        _ => list(&names),
    }
}

/// `January`, `March through May`, `January and July`, from a mask with bits 1 to 12.
pub(super) fn months(mask: u16) -> String {
    let set: Vec<u8> = (1..=12).filter(|month| mask & (1 << month) != 0).collect();
    let names: Vec<String> = set.iter().map(|n| month(*n)).collect();
    let is_run = set.windows(2).all(|pair| pair[1] == pair[0] + 1);
    match &*names {
        [first, .., last] if names.len() > 2 && is_run => format!("{first} through {last}"),
        _ => list(&names),
    }
}

/// `the 1st and 15th`, `the last day`, `the 3rd to last day`, from days of the month; negative from its end.
pub(super) fn month_days(days: &[i64]) -> String {
    let counted: Vec<String> = days.iter().filter(|day| **day > 0).map(|day| ordinal(*day)).collect();
    let from_end: Vec<String> =
        days.iter().filter(|day| **day < 0).map(|day| format!("{} day", position(*day))).collect();
    list(&[counted, from_end].concat()).replacen("", "the ", 1)
}
