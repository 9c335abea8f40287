//! Describes one rule of an RFC 5545 set.

use super::ClockStyle;
use super::words::{
    a_weekday, by_months, every, in_months, list, month_days, of_months, ordinal, plural_weekdays, position, runs,
    weekdays,
};
use crate::civil::Civil;
use crate::definition::Weekday;
use crate::rrule::{Freq, Moment, Parts};

/// Maximum number of times of day listed one by one. More are described as hours, minutes and seconds.
const TIMES_MAX: usize = 6;

pub(super) fn parts(rule: &Parts, start: Option<Civil>, clock: ClockStyle) -> String {
    let unit = unit(rule.freq);
    let mut text = every(rule.interval, unit);
    let (on, only) = days(rule);
    text.push_str(&on);
    text.push_str(&times(rule, start, clock));
    text.push_str(&only);
    if !rule.by_set_pos.is_empty() {
        let places: Vec<String> = rule.by_set_pos.iter().map(|n| position(*n)).collect();
        text.push_str(&format!(", only the {} of these in each {unit}", list(&places)));
    }
    let counts_weeks = rule.freq == Freq::Weekly && rule.interval > 1 || !rule.by_week_no.is_empty();
    if counts_weeks && rule.week_start != Weekday::Monday {
        text.push_str(&format!(", weeks starting on {}", rule.week_start.name()));
    }
    match (&rule.count, &rule.until) {
        (Some(1), _) => format!("{text}, once"),
        (Some(count), _) => format!("{text}, {count} times"),
        (None, Some(until)) => format!("{text}, until {}", moment(until, "", clock)),
        (None, None) => text,
    }
}

fn unit(freq: Freq) -> &'static str {
    match freq {
        Freq::Yearly => "year",
        Freq::Monthly => "month",
        Freq::Weekly => "week",
        Freq::Daily => "day",
        Freq::Hourly => "hour",
        Freq::Minutely => "minute",
        Freq::Secondly => "second",
    }
}

/// Formats the days that a rule names, and the days and months that it is limited to.
fn days(rule: &Parts) -> (String, String) {
    let months = rule.by_month.iter().fold(0_u16, |mask, month| mask | 1 << month);
    let dates = (!rule.by_month_day.is_empty()).then(|| {
        let days: Vec<i64> = rule.by_month_day.iter().map(|day| i64::from(*day)).collect();
        let groups = if rule.freq == Freq::Yearly { by_months(&days, months) } else { vec![(days, months)] };
        let reported = |(days, months): &(Vec<i64>, u16)| {
            format!("{}{}", month_days(days), of_period(rule.freq, *months, "every month"))
        };
        list(&groups.iter().map(reported).collect::<Vec<_>>())
    });
    let year_days =
        (!rule.by_year_day.is_empty()).then(|| format!("the {} of the year", list(&year_days(&rule.by_year_day))));
    let has_nth = rule.by_day.iter().any(|day| day.ordinal != 0);
    let on = match (dates.or(year_days), weekday_parts(rule, months)) {
        (Some(dates), Some((_, a_weekday))) => format!("{dates} if it is {a_weekday}"),
        (Some(dates), None) => dates,
        (None, Some((weekdays, _))) => weekdays,
        (None, None) => String::new(),
    };
    let tells_months = rule.freq == Freq::Yearly && (!rule.by_month_day.is_empty() || has_nth);
    let in_months = if months == 0 || tells_months { String::new() } else { in_months(months) };
    let in_weeks = match &*rule.by_week_no {
        [] => String::new(),
        weeks => format!(" in week {}", list(&weeks.iter().map(|week| week_name(*week)).collect::<Vec<_>>())),
    };
    let named = if on.is_empty() { String::new() } else { format!(" on {on}") };
    let only = |text: String| if text.is_empty() { text } else { format!(", only{text}") };
    // Days limit a daily or more frequent rule. In a longer one they name the days.
    match rule.freq {
        Freq::Yearly => (format!("{named}{in_weeks}{in_months}"), String::new()),
        Freq::Monthly | Freq::Weekly => (named, only(in_months)),
        Freq::Daily | Freq::Hourly | Freq::Minutely | Freq::Secondly => {
            (String::new(), only(format!("{named}{in_months}")))
        }
    }
}

/// Formats the weekdays of a rule, for use after "on" and after "if it is".
fn weekday_parts(rule: &Parts, months: u16) -> Option<(String, String)> {
    let plain = rule.by_day.iter().filter(|day| day.ordinal == 0);
    let mask = plain.fold(0_u8, |mask, day| mask | 1 << day.weekday.sunday_zero());
    let nth = rule.by_day.iter().filter(|day| day.ordinal != 0);
    let nth: Vec<String> = nth.map(|day| format!("the {} {}", position(day.ordinal), day.weekday.name())).collect();
    let nth = (!nth.is_empty()).then(|| format!("{}{}", list(&nth), of_period(rule.freq, months, "the year")));
    let plural = if rule.freq == Freq::Weekly { weekdays(mask) } else { plural_weekdays(mask) };
    match (mask, nth) {
        (0, None) => None,
        (0, Some(nth)) => Some((nth.clone(), nth)),
        (mask, None) => Some((plural, a_weekday(mask))),
        (mask, Some(nth)) => Some((format!("{plural} and {nth}"), format!("{} or {nth}", a_weekday(mask)))),
    }
}

/// Formats the period that a position is counted in, if the frequency does not already imply it.
fn of_period(freq: Freq, months: u16, without_months: &str) -> String {
    match freq {
        Freq::Yearly if months == 0 => format!(" of {without_months}"),
        Freq::Yearly => format!(" of {}", of_months(months)),
        Freq::Monthly | Freq::Weekly => String::new(),
        Freq::Daily | Freq::Hourly | Freq::Minutely | Freq::Secondly => " of the month".to_owned(),
    }
}

fn week_name(week: i16) -> String {
    if week < 0 { format!("{} of the year", position(week)) } else { week.to_string() }
}

fn year_days(days: &[i16]) -> Vec<String> {
    let counted = days.iter().filter(|day| **day > 0).map(|day| format!("{} day", ordinal(*day)));
    counted.chain(days.iter().filter(|day| **day < 0).map(|day| format!("{} day", position(*day)))).collect()
}

/// Formats the times of day: those of the rule, or else that of the start.
fn times(rule: &Parts, start: Option<Civil>, clock: ClockStyle) -> String {
    let parts = [(Freq::Hourly, &rule.by_hour), (Freq::Minutely, &rule.by_minute), (Freq::Secondly, &rule.by_second)];
    let named = parts.iter().filter(|(_, values)| !values.is_empty());
    let named = named.map(|(freq, values)| (*freq, numbers(unit(*freq), values)));
    if rule.freq.is_sub_daily() {
        // Parts finer than the frequency add times; the others limit them.
        let (within, limits): (Vec<_>, Vec<_>) = named.partition(|(freq, _)| *freq > rule.freq);
        let text = |items: Vec<(Freq, String)>| list(&items.into_iter().map(|(_, text)| text).collect::<Vec<_>>());
        let within = if within.is_empty() { String::new() } else { format!(" at {}", text(within)) };
        return if limits.is_empty() { within } else { format!("{within}, only in {}", text(limits)) };
    }
    if start.is_none() && parts.iter().all(|(_, values)| values.is_empty()) {
        return String::new();
    }
    let second = start.map_or(0, Civil::second_of_day);
    let or_start = |values: &[u8], value: i64| -> Vec<i64> {
        if values.is_empty() { vec![value] } else { values.iter().map(|value| i64::from(*value)).collect() }
    };
    let (hours, minutes) = (or_start(&rule.by_hour, second / 3600), or_start(&rule.by_minute, second / 60 % 60));
    let seconds = or_start(&rule.by_second, second % 60);
    if hours.len() * minutes.len() * seconds.len() > TIMES_MAX {
        return format!(" at {}", list(&named.map(|(_, text)| text).collect::<Vec<_>>()));
    }
    let mut all = Vec::new();
    for hour in &hours {
        for minute in &minutes {
            all.extend(seconds.iter().map(|second| hour * 3600 + minute * 60 + second));
        }
    }
    format!(" at {}", clock.times(&all))
}

/// Formats numbers: `minute 5`, `hours 9 through 17`.
fn numbers(unit: &str, values: &[u8]) -> String {
    let plural = if values.len() == 1 { "" } else { "s" };
    format!("{unit}{plural} {}", runs(values, |value| value.to_string()))
}

pub(super) fn moment(moment: &Moment, zone: &str, clock: ClockStyle) -> String {
    match moment {
        Moment::Date(day) => day.to_date().to_string(),
        Moment::Local(at) => clock.date_time(*at),
        Moment::Utc(second) => format!("{} UTC", clock.date_time(Civil(*second))),
        Moment::Zoned { zone: own, civil } if own == zone => clock.date_time(*civil),
        Moment::Zoned { zone: own, civil } => format!("{} {own}", clock.date_time(*civil)),
    }
}
