//! Tests of whole texts: their occurrences, their errors, and the laws of their searches.

mod examples;
mod grid;
mod laws;
mod texts;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::*;
use crate::civil::{Civil, CivilSearch};
use crate::error::ErrorCode;
use crate::zone::{Segments, Stretch};

impl Segments for TimeZone {
    fn segment(&self, instant: i64) -> Stretch {
        let at = Timestamp::from_second(instant).unwrap();
        let transition = |found: Option<jiff::tz::TimeZoneTransition<'_>>| found.map(|t| t.timestamp().as_second());
        let next_second = Timestamp::from_second(instant + 1).unwrap_or(Timestamp::MAX);
        Stretch {
            from: transition(self.preceding(next_second).next()).unwrap_or(i64::MIN / 4),
            until: transition(self.following(at).next()).unwrap_or(i64::MAX / 4),
            offset: i64::from(self.to_offset(at).seconds()),
        }
    }
}

fn civil(text: &str) -> Civil {
    Civil::from_datetime(text.parse().unwrap())
}

fn show(at: Civil) -> String {
    at.to_datetime().to_string()
}

/// One compiled rule.
#[derive(Clone, Debug)]
enum Compiled {
    Day(DaySearch),
    Grid(GridSearch),
}

/// Compiles the only rule of a text. Every clock is read as UTC.
fn compile(text: &str) -> Result<Compiled, crate::Error> {
    let parsed: RecurrenceSet = parse(text)?;
    let [parts]: &[Parts] = &parsed.rules[..] else { panic!("expected one rule, found {}", parsed.rules.len()) };
    let start = parsed.start.expect("expected a start").civil;
    let until = parts.until.as_ref().map(|until| match until {
        Moment::Date(day) => day.start(),
        Moment::Local(civil) | Moment::Zoned { civil, .. } => *civil,
        Moment::Utc(seconds) => Civil(*seconds),
    });
    if parts.freq.is_sub_daily() {
        GridSearch::compile(parts, start.0, until.map(|until| until.0), &TimeZone::UTC).map(Compiled::Grid)
    } else {
        DaySearch::compile(parts, start, until).map(Compiled::Day)
    }
}

impl Compiled {
    fn after(&self, from: Civil) -> Option<Civil> {
        match self {
            Self::Day(search) => search.at_or_after(from).map(|hit| hit.at),
            Self::Grid(search) => search.at_or_after(from.0, &TimeZone::UTC).map(Civil),
        }
    }

    fn before(&self, from: Civil) -> Option<Civil> {
        match self {
            Self::Day(search) => search.at_or_before(from).map(|hit| hit.at),
            Self::Grid(search) => search.at_or_before(from.0, &TimeZone::UTC).map(Civil),
        }
    }

    fn first(&self, count: usize) -> Vec<Civil> {
        std::iter::successors(self.after(Civil::MIN), |at| self.after(at.plus(1))).take(count).collect()
    }
}

/// Checks the first occurrences of a rule. An expected date without a time means the start's time of day.
fn check(start: &str, rule: &str, expected: &[&str]) {
    let compiled = compile(&format!("DTSTART:{start}\nRRULE:{rule}")).unwrap_or_else(|error| panic!("{rule}: {error}"));
    let found: Vec<String> = compiled.first(expected.len()).into_iter().map(show).collect();
    let time = &show(civil(start))[10..];
    let full = |text: &&str| if text.len() == 10 { format!("{text}{time}") } else { show(civil(text)) };
    assert_eq!(found, expected.iter().map(full).collect::<Vec<_>>(), "{rule} from {start}");
}

/// Checks all occurrences of a rule that ends.
fn check_all(start: &str, rule: &str, expected: &[&str]) {
    check(start, rule, expected);
    let compiled = compile(&format!("DTSTART:{start}\nRRULE:{rule}")).unwrap();
    assert_eq!(compiled.first(expected.len() + 1).len(), expected.len(), "{rule} does not end");
}
