//! Parses weekdays as users write them, such as `MO`, `friday`, `2TU` or `-1FR`, into a mask and a list of ordinals.

use super::day_span::DaySpan;
use crate::civil::Day;
use crate::definition::Weekday;
use crate::error::{Error, ErrorCode, nearest, quoted};

/// Weekdays that match: a day matches if its weekday is in the mask or if it is one of the ordinals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ByDay {
    /// Weekday mask, bit 0 for Monday.
    pub(super) weekdays: u8,
    /// Counted weekdays, without duplicates.
    pub(super) ordinals: Vec<Ordinal>,
}

/// The n-th weekday of a period. A negative number counts from the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ordinal {
    n: i64,
    /// Weekday, 0 for Monday.
    weekday: u8,
}

const EVERY_WEEKDAY: u8 = 0b111_1111;
const ENTRIES_MAX: usize = 400;
/// Two-letter codes of RFC 5545, Monday first.
const CODES: [&str; 7] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

impl ByDay {
    pub(super) fn any() -> Self {
        Self { weekdays: EVERY_WEEKDAY, ordinals: Vec::new() }
    }

    /// Parses the entries; an empty list matches any day. `ordinal_max` is the maximum number of one weekday in a
    /// period, or `None` if counting makes no sense.
    pub(super) fn parse(entries: &[String], ordinal_max: Option<i64>) -> Result<Self, Error> {
        if entries.is_empty() {
            return Ok(Self::any());
        }
        if entries.len() > ENTRIES_MAX {
            return Err(Error::new(
                ErrorCode::TooLong,
                format!("by_day has {} entries; the maximum is {ENTRIES_MAX}", entries.len()),
            ));
        }
        let mut parsed = Self { weekdays: 0, ordinals: Vec::new() };
        for entry in entries {
            match (parse_entry(entry)?, ordinal_max) {
                ((None, weekday), _) => parsed.weekdays |= 1 << weekday,
                ((Some(_), _), None) => {
                    return Err(Error::new(
                        ErrorCode::Conflict,
                        format!("by_day {} has a number; daily and weekly recurrences cannot have one", quoted(entry)),
                    )
                    .with_hint("leave the number out, or use a monthly, quarterly or yearly frequency"));
                }
                ((Some(n), weekday), Some(most)) => {
                    if n == 0 || !(-most..=most).contains(&n) {
                        return Err(Error::new(
                            ErrorCode::OutOfRange,
                            format!("by_day {} is beyond the number of weekdays in a period", quoted(entry)),
                        )
                        .with_hint(format!("count from 1 to {most}, or from -1 to -{most}")));
                    }
                    parsed.ordinals.push(Ordinal { n, weekday });
                }
            }
        }
        parsed.ordinals.sort_unstable();
        parsed.ordinals.dedup();
        Ok(parsed)
    }

    pub(super) fn has_weekday_of(&self, day: Day) -> bool {
        self.weekdays >> day.weekday_from_monday() & 1 == 1
    }

    /// Returns a lower bound on the distance between two matching days.
    pub(super) fn gap_floor_days(&self) -> i64 {
        let used = self.ordinals.iter().fold(self.weekdays, |mask, ordinal| mask | 1 << ordinal.weekday);
        let two_weeks = u32::from(used) | u32::from(used) << 7;
        i64::from((1..7).find(|days| u32::from(used) & (two_weeks >> days) != 0).unwrap_or(7))
    }
}

impl Ordinal {
    /// Returns the day that the ordinal selects in this period, if the period is long enough.
    pub(super) fn day_in(self, span: DaySpan) -> Option<Day> {
        let weekday = i64::from(self.weekday);
        let day = if self.n > 0 {
            let first = span.starts;
            first.plus((weekday - i64::from(first.weekday_from_monday())).rem_euclid(7) + 7 * (self.n - 1))
        } else {
            let last = span.ends.plus(-1);
            last.plus(-(i64::from(last.weekday_from_monday()) - weekday).rem_euclid(7) + 7 * (self.n + 1))
        };
        span.holds(day).then_some(day)
    }
}

fn parse_entry(entry: &str) -> Result<(Option<i64>, u8), Error> {
    let text = entry.trim();
    let Some(name_at) = text.find(char::is_alphabetic) else {
        return Err(Error::new(ErrorCode::BadValue, format!("by_day {} has no weekday", quoted(entry)))
            .with_hint("write `MO` or `monday`, and in months and longer periods also `2TU` or `-1FR`"));
    };
    let (number, name) = text.split_at(name_at);
    let Some(weekday) = weekday_named(name) else {
        let error = Error::new(ErrorCode::UnknownName, format!("by_day {} is not a weekday", quoted(entry)));
        let names = Weekday::ALL.map(Weekday::name);
        return Err(match nearest(name, names.into_iter().chain(CODES)) {
            Some(meant) => error.with_hint(format!("did you mean `{meant}`?")),
            None => error.with_hint("use MO, TU, WE, TH, FR, SA, SU or the English names"),
        });
    };
    if number.is_empty() {
        return Ok((None, weekday));
    }
    match number.trim().parse() {
        Ok(n) => Ok((Some(n), weekday)),
        Err(_) => {
            Err(Error::new(ErrorCode::BadValue, format!("by_day {} has no number before its weekday", quoted(entry)))
                .with_hint("write `2TU` for the second Tuesday, `-1FR` for the last Friday"))
        }
    }
}

fn weekday_named(name: &str) -> Option<u8> {
    let is_name = |day: &Weekday| {
        let full = day.name();
        name.eq_ignore_ascii_case(full) || [2, 3].iter().any(|letters| name.eq_ignore_ascii_case(&full[..*letters]))
    };
    Weekday::ALL.iter().position(is_name).map(|index| index as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(entries: &[&str]) -> ByDay {
        let entries: Vec<String> = entries.iter().map(ToString::to_string).collect();
        ByDay::parse(&entries, Some(53)).unwrap()
    }

    #[test]
    fn weekdays_are_read_in_every_usual_spelling() {
        for (entry, weekday) in [("MO", 0), ("mon", 0), ("Monday", 0), ("th", 3), ("SUNDAY", 6), (" sa ", 5)] {
            assert_eq!(parse(&[entry]), ByDay { weekdays: 1 << weekday, ordinals: Vec::new() }, "{entry}");
        }
        for (entry, n, weekday) in [("2TU", 2, 1), ("-1FR", -1, 4), ("+3wed", 3, 2), ("1 Monday", 1, 0)] {
            assert_eq!(parse(&[entry]).ordinals, [Ordinal { n, weekday }], "{entry}");
        }
    }

    #[test]
    fn the_gap_floor_wraps_around_the_week() {
        for (entries, days) in [(&["MO", "WE", "FR"][..], 2), (&["SU", "MO"], 1), (&["2TU"], 7), (&["1MO", "3TH"], 3)] {
            assert_eq!(parse(entries).gap_floor_days(), days, "{entries:?}");
        }
    }
}
