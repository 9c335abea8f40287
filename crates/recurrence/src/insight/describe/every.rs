//! Describes the fluent kind.

use super::ClockStyle;
use super::words::{every, in_months, list, month_days, of_months, plural_weekdays, position, weekdays};
use crate::definition::{EveryRecurrence, MonthOverflow, Unit};
use crate::every::second_of_day;

pub(super) fn describe(rule: &EveryRecurrence, clock: ClockStyle) -> String {
    let n = rule.every.max(1);
    match rule.unit {
        Unit::Seconds => every(n, "second"),
        Unit::Minutes => match rule.on_second {
            Some(second) => format!("{} at second {second}", every(n, "minute")),
            None => every(n, "minute"),
        },
        Unit::Hours => hours(rule, n, clock),
        Unit::Days => days(rule, n, clock),
        Unit::Weeks => format!("{}{}{}", weeks(rule, n), at(rule, clock), only_in_months(rule)),
        Unit::Months => {
            let (on, after) = on(rule, "");
            format!("{}{on}{}{after}{}", every(n, "month"), at(rule, clock), only_in_months(rule))
        }
        Unit::Years => {
            let of = month_mask(rule).map_or_else(|| "the month it started in".to_owned(), of_months);
            let (on, after) = on(rule, &format!(" of {of}"));
            format!("{}{on}{}{after}", every(n, "year"), at(rule, clock))
        }
    }
}

fn hours(rule: &EveryRecurrence, n: i64, clock: ClockStyle) -> String {
    let pin = rule.on_minute.unwrap_or(0) * 60 + rule.on_second.unwrap_or(0);
    if !rule.on_hours.is_empty() {
        let mut hours = rule.on_hours.clone();
        hours.sort_unstable();
        hours.dedup();
        let times: Vec<i64> = hours.iter().map(|hour| hour * 3600 + pin).collect();
        return format!("Every day at {}", clock.times(&times));
    }
    match (rule.on_minute, rule.on_second) {
        (None, None) => every(n, "hour"),
        (Some(0), None | Some(0)) => format!("{} on the hour", every(n, "hour")),
        (Some(minute), None | Some(0)) => format!("{} at minute {minute}", every(n, "hour")),
        (minute, Some(second)) => {
            format!("{} at minute {}, second {second}", every(n, "hour"), minute.unwrap_or(0))
        }
    }
}

fn days(rule: &EveryRecurrence, n: i64, clock: ClockStyle) -> String {
    let at = at(rule, clock);
    let months = only_in_months(rule);
    match (n, weekday_mask(rule)) {
        (n, 0) => format!("{}{at}{months}", every(n, "day")),
        (1, mask) => format!("Every {}{at}{months}", weekdays(mask)),
        (n, mask) => format!("{}{at}, only on {}{months}", every(n, "day"), plural_weekdays(mask)),
    }
}

fn weeks(rule: &EveryRecurrence, n: i64) -> String {
    match weekday_mask(rule) {
        0 => format!("{} on the weekday it started on", every(n, "week")),
        mask => format!("{} on {}", every(n, "week"), weekdays(mask)),
    }
}

/// Formats the days of a month or year, counted in `of`, and the text that follows the times.
fn on(rule: &EveryRecurrence, of: &str) -> (String, String) {
    let mut items = Vec::new();
    if !rule.on_month_days.is_empty() {
        items.push(month_days(&rule.on_month_days));
    }
    let nth = rule.on_first.map(|day| (1, day)).into_iter();
    let nth = nth.chain(rule.on_nth.iter().map(|nth| (nth.n, nth.day))).chain(rule.on_last.map(|day| (-1, day)));
    items.extend(nth.map(|(n, day)| format!("the {} {}", position(n), day.name())));
    let only = match weekday_mask(rule) {
        0 => String::new(),
        mask if items.is_empty() => return (format!(" on every {}{of}", weekdays(mask)), String::new()),
        mask => format!(", only on {}", plural_weekdays(mask)),
    };
    if items.is_empty() {
        let started = match (rule.unit, month_mask(rule)) {
            (Unit::Years, None) => " on the date it started on".to_owned(),
            (Unit::Years, Some(mask)) => format!(" on the day of the month it started on{}", in_months(mask)),
            (Unit::Seconds | Unit::Minutes | Unit::Hours | Unit::Days | Unit::Weeks | Unit::Months, _) => {
                " on the day of the month it started on".to_owned()
            }
        };
        return (started, String::new());
    }
    let is_in_all_months = rule.on_month_days.iter().all(|day| *day <= 28);
    let overflow = match rule.month_overflow {
        MonthOverflow::Clamp | MonthOverflow::Skip | MonthOverflow::Next if is_in_all_months => "",
        MonthOverflow::Clamp => ", or on the last day of a shorter month",
        MonthOverflow::Skip => ", not in shorter months",
        MonthOverflow::Next => ", or on the first day after a shorter month",
    };
    (format!(" on {}{of}", list(&items)), format!("{overflow}{only}"))
}

fn only_in_months(rule: &EveryRecurrence) -> String {
    month_mask(rule).map_or_else(String::new, |mask| format!(", only{}", in_months(mask)))
}

fn month_mask(rule: &EveryRecurrence) -> Option<u16> {
    let mask = rule.in_months.iter().filter(|month| (1..=12).contains(*month)).fold(0, |mask, month| mask | 1 << month);
    (mask != 0).then_some(mask)
}

fn at(rule: &EveryRecurrence, clock: ClockStyle) -> String {
    match &rule.at {
        None => format!(" at {}", clock.time(0)),
        Some(times) if times.is_empty() => " at the time it started".to_owned(),
        Some(times) => {
            let mut times: Vec<i64> = times.iter().filter_map(|time| second_of_day(*time).ok()).collect();
            times.sort_unstable();
            times.dedup();
            format!(" at {}", clock.times(&times))
        }
    }
}

fn weekday_mask(rule: &EveryRecurrence) -> u8 {
    rule.on_days.iter().fold(0, |mask, day| mask | 1 << day.sunday_zero())
}
