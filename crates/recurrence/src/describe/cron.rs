//! A cron set as a sentence: the times of day, then the days.

use crate::cron::Body;
use crate::cron::set::{ALL_DAYS, ALL_WEEKDAYS, CronSet, DaySet, YearRange, bits};
use crate::describe::ClockStyle;
use crate::describe::shape::Shape;
use crate::describe::words::{alternatives, every, list, months, ordinal, position, weekday, weekdays};
use crate::length::Length;

/// More times of day than this are told as a pattern.
const TIMES_MAX: u32 = 6;

pub(super) fn describe(body: &Body, clock: ClockStyle) -> String {
    match body {
        Body::Interval { every, phase, .. } => interval(*every, *phase),
        Body::Set { set, .. } => {
            let (time, is_list) = times(set, clock);
            join(&time, &days(set, is_list))
        }
    }
}

fn interval(every: Length, phase: Length) -> String {
    let after = if phase.seconds() == 0 { String::new() } else { format!(", {phase} into each") };
    format!("Every {}{after}", spelled(every))
}

/// `90s` as `1 minute 30 seconds`.
pub(super) fn spelled(length: Length) -> String {
    let mut rest = length.seconds();
    let mut parts = Vec::new();
    for (unit, size) in [("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1)] {
        let count = rest / size;
        rest %= size;
        if count > 0 {
            parts.push(if count == 1 { format!("1 {unit}") } else { format!("{count} {unit}s") });
        }
    }
    match &*parts {
        [one] => one.strip_prefix("1 ").map_or_else(|| one.clone(), str::to_owned),
        _ => parts.join(" "),
    }
}

/// The times of day, and whether they are a plain list.
fn times(set: &CronSet, clock: ClockStyle) -> (String, bool) {
    let count = set.hours.count_ones() * set.minutes.count_ones() * set.seconds.count_ones();
    let (second, minute) = (Shape::of(set.seconds, 0, 59), Shape::of(set.minutes, 0, 59));
    let hour = Shape::of(u64::from(set.hours), 0, 23);
    let is_pattern =
        matches!(hour, Shape::Range(..) | Shape::Step { .. } | Shape::Steps { .. } | Shape::Around(..) | Shape::All);
    if count <= TIMES_MAX && (!is_pattern || count <= 2) {
        return (format!("At {}", clock.times(&all_times(set))), true);
    }
    if let Shape::One(0) = second {
        return (minutes(&minute, &hour, clock), false);
    }
    let subject = match &second {
        Shape::All => "Every second".to_owned(),
        Shape::Step { from: 0, step } => every(i64::from(*step), "second"),
        Shape::Step { from, step } => format!("{} from second {from}", every(i64::from(*step), "second")),
        Shape::One(one) => format!("At second {one}"),
        Shape::Range(from, to) => format!("Every second from {from} through {to}"),
        Shape::Around(from, to) => format!("Every second from {from} round to {to}"),
        Shape::Steps { from, to, step } => {
            format!("{} from second {from} through {to}", every(i64::from(*step), "second"))
        }
        Shape::List(values) => format!("At seconds {}", numbers(values)),
    };
    let of_minute = match (&minute, &hour) {
        (Shape::All, _) => {
            if matches!(second, Shape::All | Shape::Step { .. }) {
                String::new()
            } else {
                " of every minute".to_owned()
            }
        }
        (Shape::One(one), Shape::One(at)) => {
            return (
                format!("{subject}, from {} through {}", clock.time(hm(*at, *one)), clock.time(hm(*at, *one) + 59)),
                false,
            );
        }
        (Shape::One(one), _) => format!(" of minute {one}"),
        (Shape::Step { from: 0, step }, _) => format!(" of every {} minute", ordinal(i64::from(*step))),
        (Shape::Step { from, step }, _) => format!(" of every {} minute from {from}", ordinal(i64::from(*step))),
        (Shape::Range(from, to) | Shape::Around(from, to), _) => format!(" of minutes {from} through {to}"),
        (Shape::Steps { from, to, step }, _) => {
            format!(" of every {} minute from {from} through {to}", ordinal(i64::from(*step)))
        }
        (Shape::List(values), _) => format!(" of minutes {}", numbers(values)),
    };
    (format!("{subject}{of_minute}{}", during(&hour, clock)), false)
}

/// The minutes as the subject, when fires are on the minute.
fn minutes(minute: &Shape, hour: &Shape, clock: ClockStyle) -> String {
    match (minute, hour) {
        (Shape::All, hour) => format!("Every minute{}", during(hour, clock)),
        (Shape::Step { from: 0, step }, hour) => {
            format!("{}{}", every(i64::from(*step), "minute"), during(hour, clock))
        }
        (Shape::Step { from, step }, hour) => {
            format!("{} from minute {from}{}", every(i64::from(*step), "minute"), during(hour, clock))
        }
        (Shape::One(0), Shape::All) => "Every hour".to_owned(),
        (Shape::One(0), Shape::Step { from: 0, step }) => every(i64::from(*step), "hour"),
        (Shape::One(minute), Shape::Step { from, step }) => {
            format!("{} from {}", every(i64::from(*step), "hour"), clock.time(hm(*from, *minute)))
        }
        (Shape::One(minute), Shape::Range(from, to) | Shape::Around(from, to)) => {
            format!("Every hour from {} through {}", clock.time(hm(*from, *minute)), clock.time(hm(*to, *minute)))
        }
        (Shape::One(minute), Shape::Steps { from, to, step }) => {
            let (first, last) = (clock.time(hm(*from, *minute)), clock.time(hm(*to, *minute)));
            format!("{} from {first} through {last}", every(i64::from(*step), "hour"))
        }
        (Shape::One(minute), Shape::All) => format!("At {minute} minutes past every hour"),
        (Shape::One(minute), Shape::List(_) | Shape::One(_)) => format!("At minute {minute}{}", during(hour, clock)),
        (Shape::Range(from, to) | Shape::Around(from, to), hour) => {
            format!("Every minute from {from} through {to} past the hour{}", during(hour, clock))
        }
        (Shape::Steps { from, to, step }, hour) => {
            let every = every(i64::from(*step), "minute");
            format!("{every} from {from} through {to} past the hour{}", during(hour, clock))
        }
        (Shape::List(values), hour) => format!("At minutes {} past the hour{}", numbers(values), during(hour, clock)),
    }
}

/// Which hours a finer pattern runs in.
fn during(hour: &Shape, clock: ClockStyle) -> String {
    match hour {
        Shape::All => String::new(),
        Shape::One(hour) => format!(" from {} through {}", clock.time(hm(*hour, 0)), clock.time(hm(*hour, 59))),
        Shape::Range(from, to) | Shape::Around(from, to) => {
            format!(" from {} through {}", clock.time(hm(*from, 0)), clock.time(hm(*to, 59)))
        }
        Shape::Step { from: 0, step } => format!(" of every {} hour", ordinal(i64::from(*step))),
        Shape::Step { from, step } => {
            format!(" of every {} hour from {}", ordinal(i64::from(*step)), clock.time(hm(*from, 0)))
        }
        Shape::Steps { from, to, step } => {
            let (first, last) = (clock.time(hm(*from, 0)), clock.time(hm(*to, 59)));
            format!(" of every {} hour from {first} through {last}", ordinal(i64::from(*step)))
        }
        Shape::List(values) => {
            let hours: Vec<String> = values.iter().map(|hour| clock.time(hm(*hour, 0))).collect();
            format!(" in the hours from {}", list(&hours))
        }
    }
}

/// Which days, months and years. `is_list` when the times are single ones, which read better with "every day".
fn days(set: &CronSet, is_list: bool) -> Vec<String> {
    let mut parts = Vec::new();
    let months = (set.months.count_ones() < 12).then(|| months(set.months));
    let of_months = |text: String| match (&months, text.strip_suffix(OF_THE_MONTH)) {
        (Some(months), Some(days)) => format!("{days} of {months}"),
        (Some(_) | None, _) => text,
    };
    let dates = dates(&set.days).map(of_months);
    let names = weekday_parts(&set.days).map(of_months);
    let names_months = |text: &Option<String>| {
        text.as_ref().is_some_and(|text| months.as_ref().is_some_and(|months| text.ends_with(months.as_str())))
    };
    let says_months = names_months(&dates) || names_months(&names);
    match (dates, names) {
        (None, None) if is_list => parts.push("every day".to_owned()),
        (None, None) => {}
        (Some(dates), None) => parts.push(format!("on {dates}")),
        (None, Some(names)) if names.contains(" through ") && !names.starts_with("the ") => {
            parts.push(format!(", {names}"));
        }
        (None, Some(names)) => parts.push(format!("on {names}")),
        (Some(dates), Some(names)) if set.days.either => parts.push(format!("on {dates} or on {names}")),
        (Some(dates), Some(names)) => parts.push(format!("on {dates}, but only on {names}")),
    }
    if let Some(months) = months.filter(|_| !says_months) {
        parts.push(format!("in {months}"));
    }
    if let Some(years) = set.years.as_deref().and_then(years) {
        parts.push(years);
    }
    parts
}

const OF_THE_MONTH: &str = " of the month";

fn dates(days: &DaySet) -> Option<String> {
    let specials = days.from_last | days.workday_from_last | days.workday;
    if specials == 0 && days.of_month == ALL_DAYS {
        return None;
    }
    let mut items = Vec::new();
    if days.of_month != 0 {
        items.push(match Shape::of(u64::from(days.of_month), 1, 31) {
            Shape::All => "every day".to_owned(),
            Shape::Range(from, to) => format!("the {} through {}", ordinal(i64::from(from)), ordinal(i64::from(to))),
            Shape::Step { from: 1, step } => format!("every {} day", ordinal(i64::from(step))),
            Shape::Step { from, step } => {
                format!("every {} day from the {}", ordinal(i64::from(step)), ordinal(i64::from(from)))
            }
            Shape::Steps { from, to, step } => {
                let (from, to) = (ordinal(i64::from(from)), ordinal(i64::from(to)));
                format!("every {} day from the {from} through the {to}", ordinal(i64::from(step)))
            }
            Shape::One(_) | Shape::Around(..) | Shape::List(_) => {
                let days: Vec<String> = bits(days.of_month).map(|day| ordinal(i64::from(day))).collect();
                format!("the {}", list(&days))
            }
        });
    }
    for offset in bits(days.from_last) {
        items.push(format!("the {} day", position(-i64::from(offset) - 1)));
    }
    for offset in bits(days.workday_from_last) {
        items.push(match offset {
            0 => "the last workday".to_owned(),
            offset => format!("the workday nearest to the {} day", position(-i64::from(offset) - 1)),
        });
    }
    for day in bits(days.workday) {
        items.push(format!("the workday nearest to the {}", ordinal(i64::from(day))));
    }
    Some(format!("{}{OF_THE_MONTH}", list(&items)))
}

fn weekday_parts(days: &DaySet) -> Option<String> {
    if days.weekdays == ALL_WEEKDAYS {
        return None;
    }
    let mut items = Vec::new();
    if days.weekdays != 0 {
        items.push(weekdays(days.weekdays));
    }
    let weeks = days.nth.iter().enumerate().map(|(week, mask)| (week as i64 + 1, *mask));
    let mut nth = Vec::new();
    for (week, mask) in weeks.chain([(-1, days.last)]) {
        for day in bits(u32::from(mask)) {
            nth.push(format!("the {} {}", position(week), weekday(day)));
        }
    }
    if !nth.is_empty() {
        items.push(format!("{}{OF_THE_MONTH}", list(&nth)));
    }
    Some(alternatives(&items))
}

fn years(ranges: &[YearRange]) -> Option<String> {
    let items: Vec<String> = ranges
        .iter()
        .filter(|range| !(range.from <= 1970 && range.step == 1))
        .map(|range| match (range.from == range.to, range.step) {
            (true, _) => format!("in {}", range.from),
            (false, 1) => format!("from {} through {}", range.from, range.to),
            (false, step) => {
                format!("in every {} year from {} through {}", ordinal(i64::from(step)), range.from, range.to)
            }
        })
        .collect();
    (!items.is_empty()).then(|| list(&items))
}

/// Puts the parts after the time, those that start with a comma close to it.
pub(super) fn join(time: &str, parts: &[String]) -> String {
    parts.iter().fold(time.to_owned(), |text, part| {
        if part.starts_with(',') { format!("{text}{part}") } else { format!("{text} {part}") }
    })
}

fn all_times(set: &CronSet) -> Vec<i64> {
    let of = |mask: u64, last: u32| (0..=last).filter(move |bit| mask & (1 << bit) != 0).map(i64::from);
    of(u64::from(set.hours), 23)
        .flat_map(|hour| {
            of(set.minutes, 59)
                .flat_map(move |minute| of(set.seconds, 59).map(move |second| hour * 3600 + minute * 60 + second))
        })
        .collect()
}

fn hm(hour: u8, minute: u8) -> i64 {
    i64::from(hour) * 3600 + i64::from(minute) * 60
}

fn numbers(values: &[u8]) -> String {
    list(&values.iter().map(u8::to_string).collect::<Vec<_>>())
}
