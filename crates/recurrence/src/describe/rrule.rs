//! An RFC 5545 set as a sentence.

use crate::civil::Civil;
use crate::describe::ClockStyle;
use crate::describe::words::{every, list, lower_first, month_days, months, ordinal, position, weekdays};
use crate::rrule::{Freq, Moment, Parsed, Parts};

pub(super) fn describe(parsed: &Parsed, clock: ClockStyle) -> String {
    let start = parsed.start.as_ref().map(|start| start.civil);
    let mut sentences: Vec<String> = parsed.rules.iter().map(|rule| parts(rule, start, clock)).collect();
    if let (Some(start), Some(first)) = (start, sentences.first_mut()) {
        *first = format!("{first}, from {}", civil(start, clock));
    }
    if !parsed.rdates.is_empty() {
        sentences.push(dates("On", &parsed.rdates, clock));
    }
    let mut sentences = sentences.into_iter();
    let first = sentences.next().unwrap_or_default();
    let mut text = sentences.fold(first, |text, sentence| format!("{text}; also {}", lower_first(&sentence)));
    for rule in &parsed.exrules {
        text = format!("{text}, except {}", lower_first(&parts(rule, start, clock)));
    }
    if !parsed.exdates.is_empty() {
        text = format!("{text}, except {}", lower_first(&dates("On", &parsed.exdates, clock)));
    }
    text
}

fn parts(rule: &Parts, start: Option<Civil>, clock: ClockStyle) -> String {
    let unit = match rule.freq {
        Freq::Yearly => "year",
        Freq::Monthly => "month",
        Freq::Weekly => "week",
        Freq::Daily => "day",
        Freq::Hourly => "hour",
        Freq::Minutely => "minute",
        Freq::Secondly => "second",
    };
    let mut text = every(rule.interval, unit);
    let days = days(rule);
    if !days.is_empty() {
        text = format!("{text} on {}", days.join(", if it is on "));
    }
    if !rule.by_week_no.is_empty() {
        text = format!("{text} in week {}", numbers(&rule.by_week_no));
    }
    if !rule.by_month.is_empty() {
        let mask = rule.by_month.iter().fold(0, |mask, month| mask | 1 << month);
        text = format!("{text} in {}", months(mask));
    }
    text.push_str(&times(rule, start, clock));
    if !rule.by_set_pos.is_empty() {
        let places: Vec<String> = rule.by_set_pos.iter().map(|n| position(i64::from(*n))).collect();
        text = format!("{text}, only the {} of these", list(&places));
    }
    match (&rule.count, &rule.until) {
        (Some(1), _) => format!("{text}, once"),
        (Some(count), _) => format!("{text}, {count} times"),
        (None, Some(until)) => format!("{text}, until {}", moment(until, clock)),
        (None, None) => text,
    }
}

fn days(rule: &Parts) -> Vec<String> {
    let mut days = Vec::new();
    if !rule.by_month_day.is_empty() {
        days.push(month_days(&rule.by_month_day.iter().map(|day| i64::from(*day)).collect::<Vec<_>>()));
    }
    if !rule.by_year_day.is_empty() {
        let numbers: Vec<String> = rule
            .by_year_day
            .iter()
            .map(|day| {
                if *day < 0 {
                    format!("{} day", position(i64::from(*day)))
                } else {
                    format!("{} day", ordinal(i64::from(*day)))
                }
            })
            .collect();
        days.push(format!("the {} of the year", list(&numbers)));
    }
    let mask =
        rule.by_day.iter().filter(|day| day.ordinal == 0).fold(0, |mask, day| mask | 1 << day.weekday.sunday_zero());
    let mut names: Vec<String> = Vec::new();
    if mask != 0 {
        names.push(weekdays(mask));
    }
    let nth = rule.by_day.iter().filter(|day| day.ordinal != 0);
    names.extend(nth.map(|day| format!("the {} {}", position(i64::from(day.ordinal)), day.weekday.name())));
    if !names.is_empty() {
        days.push(list(&names));
    }
    days
}

/// The times of day: those the rule names, else the start's.
fn times(rule: &Parts, start: Option<Civil>, clock: ClockStyle) -> String {
    let filters = [("hour", &rule.by_hour), ("minute", &rule.by_minute), ("second", &rule.by_second)];
    if rule.freq.is_sub_daily() {
        let named = filters.iter().filter(|(_, values)| !values.is_empty());
        let named: Vec<String> = named.map(|(name, values)| format!("{name} {}", numbers(values))).collect();
        return if named.is_empty() { String::new() } else { format!(", in {}", list(&named)) };
    }
    let second = start.map_or(0, Civil::second_of_day);
    let or_start = |values: &[u8], value: i64| -> Vec<i64> {
        if values.is_empty() { vec![value] } else { values.iter().map(|value| i64::from(*value)).collect() }
    };
    let (hours, minutes) = (or_start(&rule.by_hour, second / 3600), or_start(&rule.by_minute, second / 60 % 60));
    let seconds = or_start(&rule.by_second, second % 60);
    if start.is_none() && filters.iter().all(|(_, values)| values.is_empty()) {
        return String::new();
    }
    const TIMES_MAX: usize = 6;
    if hours.len() * minutes.len() * seconds.len() > TIMES_MAX {
        let named = filters.iter().filter(|(_, values)| !values.is_empty());
        let named: Vec<String> = named.map(|(name, values)| format!("{name} {}", numbers(values))).collect();
        return format!(" at {}", list(&named));
    }
    let mut all = Vec::new();
    for hour in &hours {
        for minute in &minutes {
            all.extend(seconds.iter().map(|second| hour * 3600 + minute * 60 + second));
        }
    }
    format!(" at {}", clock.times(&all))
}

fn dates(word: &str, moments: &[Moment], clock: ClockStyle) -> String {
    const SHOWN_MAX: usize = 4;
    let shown: Vec<String> = moments.iter().take(SHOWN_MAX).map(|at| moment(at, clock)).collect();
    match moments.len().checked_sub(SHOWN_MAX) {
        None | Some(0) => format!("{word} {}", list(&shown)),
        Some(more) => format!("{word} {} and {more} more", shown.join(", ")),
    }
}

fn moment(moment: &Moment, clock: ClockStyle) -> String {
    match moment {
        Moment::Date(day) => day.to_date().to_string(),
        Moment::Local(at) => civil(*at, clock),
        Moment::Utc(second) => format!("{} UTC", civil(Civil(*second), clock)),
        Moment::Zoned { zone, civil: at } => format!("{} {zone}", civil(*at, clock)),
    }
}

pub(super) fn civil(at: Civil, clock: ClockStyle) -> String {
    format!("{} {}", at.day().to_date(), clock.time(at.second_of_day()))
}

fn numbers<T: ToString>(values: &[T]) -> String {
    list(&values.iter().map(ToString::to_string).collect::<Vec<_>>())
}
