//! Describes a cron expression: the times of day, then the days, then the years.

use super::ClockStyle;
use super::cron_days::days;
use super::cron_times::times;
use super::words::{list, ordinal, spelled, units_of};
use crate::cron::Body;
use crate::cron::set::{CronSet, YearRange};

/// Earliest end year of a dialect's calendar. A range from the year 1 to this year or later is the limit of the
/// dialect, not a choice of the user.
const DIALECT_END_MIN: i16 = 2099;

pub(super) fn describe(body: &Body, clock: ClockStyle) -> String {
    match body {
        Body::Interval { every, phase, .. } => {
            let after = if phase.seconds() == 0 { String::new() } else { format!(", {} into each", spelled(*phase)) };
            format!("Every {}{after}", units_of(*every))
        }
        Body::Set { set, .. } => fields(set, clock),
    }
}

fn fields(set: &CronSet, clock: ClockStyle) -> String {
    let times = times(set, clock);
    let years = set.years.as_deref().and_then(years).unwrap_or_default();
    format!("{}{}{years}", times.text, days(set, times.are_listed))
}

/// Returns whether the schedule ID decides a value: whether a field has an item `H`, `H/n` or `H(a-b)`.
pub(super) fn is_hashed(expression: &str) -> bool {
    expression
        .split([' ', '\t', ','])
        .any(|item| item.strip_prefix(['H', 'h']).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '('])))
}

fn years(ranges: &[YearRange]) -> Option<String> {
    let asked: Vec<&YearRange> =
        ranges.iter().filter(|range| !(range.from == 1 && range.step == 1 && range.to >= DIALECT_END_MIN)).collect();
    let singles: Vec<String> =
        asked.iter().filter(|range| range.from == range.to).map(|range| range.from.to_string()).collect();
    let mut items = Vec::new();
    if !singles.is_empty() {
        items.push(format!("in {}", list(&singles)));
    }
    for range in asked.iter().filter(|range| range.from != range.to) {
        let every = if range.step == 1 { String::new() } else { format!("every {} year ", ordinal(range.step)) };
        let until = if range.to >= DIALECT_END_MIN { " on".to_owned() } else { format!(" through {}", range.to) };
        items.push(format!("{every}from {}{until}", range.from));
    }
    (!items.is_empty()).then(|| format!(", {}", list(&items)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h_is_distinguished_from_names_that_contain_the_letter() {
        for expression in ["H * * * *", "0 H/6 * * *", "0 0 h(1-5) * *", "5,H * * * *"] {
            assert!(is_hashed(expression), "{expression}");
        }
        for expression in ["0 9 * MARCH THU", "@hourly", "0 0 * * THURSDAY"] {
            assert!(!is_hashed(expression), "{expression}");
        }
    }
}
