//! The fluent kind as a sentence.

use crate::describe::ClockStyle;
use crate::describe::words::{every, list, month_days, months, position, weekdays};
use crate::every::second_of_day;
use crate::recurrence::{EveryRule, MonthOverflow, Unit};

pub(super) fn describe(rule: &EveryRule, clock: ClockStyle) -> String {
    let n = rule.every.max(1);
    match rule.unit {
        Unit::Seconds => every(n, "second"),
        Unit::Minutes => match rule.on_second {
            Some(second) => format!("{} on second {second}", every(n, "minute")),
            None => every(n, "minute"),
        },
        Unit::Hours => hours(rule, n, clock),
        Unit::Days => format!("{}{}{}", days(rule, n), in_months(rule), at(rule, clock)),
        Unit::Weeks => format!("{}{}{}", weeks(rule, n), in_months(rule), at(rule, clock)),
        Unit::Months => format!("{}{}{}{}", every(n, "month"), on(rule), in_months(rule), at(rule, clock)),
        Unit::Years => format!("{}{}{}{}", every(n, "year"), on(rule), in_months(rule), at(rule, clock)),
    }
}

fn hours(rule: &EveryRule, n: i64, clock: ClockStyle) -> String {
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
        (minute, Some(second)) => format!("{} at minute {} second {second}", every(n, "hour"), minute.unwrap_or(0)),
    }
}

fn days(rule: &EveryRule, n: i64) -> String {
    match (n, weekday_mask(rule)) {
        (n, 0) => every(n, "day"),
        (1, mask) => format!("Every {}", weekdays(mask)),
        (n, mask) => format!("{}, but only on {}", every(n, "day"), weekdays(mask)),
    }
}

fn weeks(rule: &EveryRule, n: i64) -> String {
    match weekday_mask(rule) {
        0 => format!("{} on the weekday it started on", every(n, "week")),
        mask => format!("{} on {}", every(n, "week"), weekdays(mask)),
    }
}

/// The days of a month or year.
fn on(rule: &EveryRule) -> String {
    let mut items = Vec::new();
    if !rule.on_month_days.is_empty() {
        items.push(month_days(&rule.on_month_days));
    }
    let nth = rule.on_first.map(|day| (1, day)).into_iter();
    let nth = nth.chain(rule.on_nth.iter().map(|nth| (nth.n, nth.day))).chain(rule.on_last.map(|day| (-1, day)));
    items.extend(nth.map(|(n, day)| format!("the {} {}", position(n), day.name())));
    let weekday = match weekday_mask(rule) {
        0 => String::new(),
        mask if items.is_empty() => return format!(" on every {}", weekdays(mask)),
        mask => format!(", but only on {}", weekdays(mask)),
    };
    if items.is_empty() {
        return " on the day it started on".to_owned();
    }
    let overflow = match rule.month_overflow {
        MonthOverflow::Next if !rule.on_month_days.is_empty() => ", or the first of the next month where there is none",
        MonthOverflow::Skip if rule.on_month_days.iter().any(|day| *day > 28) => ", where there is one",
        MonthOverflow::Clamp if rule.on_month_days.iter().any(|day| *day > 28) => " (the last day of a shorter month)",
        MonthOverflow::Clamp | MonthOverflow::Skip | MonthOverflow::Next => "",
    };
    format!(" on {}{overflow}{weekday}", list(&items))
}

fn in_months(rule: &EveryRule) -> String {
    let mask = rule.in_months.iter().filter(|month| (1..=12).contains(*month)).fold(0, |mask, month| mask | 1 << month);
    if mask == 0 { String::new() } else { format!(" in {}", months(mask)) }
}

fn at(rule: &EveryRule, clock: ClockStyle) -> String {
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

fn weekday_mask(rule: &EveryRule) -> u8 {
    rule.on_days.iter().fold(0, |mask, day| mask | 1 << day.sunday_zero())
}
