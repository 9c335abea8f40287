//! Names of months and weekdays in cron expressions.

pub(crate) use crate::civil::MONTH_NAMES as MONTHS;
use crate::cron::rules::Names;

pub(crate) const WEEKDAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const SHORT: usize = 3;

/// Returns the position of a name in the list, in the dialect's notation of names.
pub(crate) fn position(names: &[&str], style: Names, text: &[u8]) -> Option<u8> {
    let least = match style {
        Names::Short | Names::ShortOrLong => SHORT,
        Names::Prefix => SHORT - usize::from(names.len() == WEEKDAYS.len()),
    };
    if text.len() < least {
        return None;
    }
    let found = names.iter().position(|name| {
        let name = name.as_bytes();
        let fits = match style {
            Names::Short => text.len() == SHORT,
            Names::ShortOrLong => text.len() == SHORT || text.len() == name.len(),
            Names::Prefix => true,
        };
        fits && name.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text))
    });
    found.map(|index| index as u8)
}

/// Returns the three-letter forms, for hints.
pub(crate) fn short_forms(names: &'static [&'static str]) -> impl Iterator<Item = &'static str> {
    names.iter().map(|name| &name[..SHORT])
}
