//! Combines the clauses of a phrase into a recurrence, and refuses clauses that exclude each other.

use jiff::civil::Time;

use super::error::{ambiguous, conflict};
use super::names::{PhraseUnit, month_name};
use super::parts::{Interval, Parts, YearDay};
use super::window::{self, CronDays, any_of, cron};
use crate::definition::{CalendarRecurrence, EveryRecurrence, Frequency, PeriodPoint, Recurrence, Unit, Weekday};
use crate::error::{Error, ErrorCode};

pub(super) fn build(mut parts: Parts) -> Result<Recurrence, Error> {
    parts.times.sort_unstable();
    parts.times.dedup();
    parts.months.sort_unstable();
    parts.months.dedup();
    remove_excepted(&mut parts)?;
    match parts.interval {
        Some(Interval { every, unit: PhraseUnit::Quarters }) => quarters(&parts, every),
        Some(Interval { every, unit: PhraseUnit::Unit(unit @ (Unit::Seconds | Unit::Minutes | Unit::Hours)) }) => {
            within_days(&parts, every, unit)
        }
        Some(Interval { unit: PhraseUnit::Unit(Unit::Days | Unit::Weeks | Unit::Months | Unit::Years), .. }) | None => {
            whole_days(parts)
        }
    }
}

/// Turns `except sunday` into the weekdays that are left.
fn remove_excepted(parts: &mut Parts) -> Result<(), Error> {
    if parts.except.is_empty() {
        return Ok(());
    }
    if parts.names_dates() {
        return Err(conflict(
            "`except` excludes weekdays, and the text names dates",
            "for example `every day except sunday`",
        ));
    }
    if parts.weekdays.is_empty() {
        parts.weekdays.extend(Weekday::ALL);
    }
    parts.weekdays.retain(|day| !parts.except.contains(day));
    if parts.weekdays.is_empty() {
        return Err(Error::new(ErrorCode::NeverFires, "all days are excluded")
            .at_column(1)
            .with_hint("name at least one day, such as `every weekday`"));
    }
    Ok(())
}

/// Quarters are calendar periods, so that their occurrences are named `2026-Q1`.
fn quarters(parts: &Parts, every: i64) -> Result<Recurrence, Error> {
    let is_more =
        parts.names_dates() || !parts.weekdays.is_empty() || !parts.months.is_empty() || parts.times.len() > 1;
    if is_more || parts.window.is_some() {
        return Err(conflict(
            "a quarter takes only its first or last day and one time",
            "for example `last day of every quarter at 18:00`",
        ));
    }
    let mut rule = CalendarRecurrence::new(Frequency::Quarterly);
    rule.interval = every;
    rule.at = parts.period_point.unwrap_or_default();
    // Without a time, the end of a period is the instant it ends, which is on the next day.
    let is_end = rule.at == PeriodPoint::PeriodEnd;
    rule.time_of_day = parts.times.first().copied().or_else(|| is_end.then(Time::midnight));
    Ok(Recurrence::Calendar(rule))
}

/// An interval of seconds, minutes or hours.
fn within_days(parts: &Parts, every: i64, unit: Unit) -> Result<Recurrence, Error> {
    if let Some(time) = parts.times.first() {
        return Err(conflict(
            format!("an interval within the day has no time of day, and the text names {}", time.strftime("%H:%M")),
            "for example `every 15 minutes between 9:00 and 17:00`, or `every day at 9:00`",
        ));
    }
    if !parts.nth_weekdays.is_empty() || !parts.business_days.is_empty() || !parts.year_days.is_empty() {
        return Err(conflict(
            "an interval within the day takes weekdays, months and a window, and the text names dates",
            "for example `every 15 minutes on weekdays between 9:00 and 17:00`",
        ));
    }
    let days = CronDays { weekdays: &parts.weekdays, month_days: &parts.month_days, months: &parts.months };
    if days.are_all() && parts.window.is_none() {
        let mut rule = EveryRecurrence::new(every, unit);
        rule.on_second = parts.on_second;
        rule.on_minute = parts.on_minute;
        rule.on_hours.clone_from(&parts.on_hours);
        return Ok(Recurrence::Every(rule));
    }
    window::recurrence(parts, Interval { every, unit: PhraseUnit::Unit(unit) }, &days)
}

/// An interval of days or longer.
fn whole_days(parts: Parts) -> Result<Recurrence, Error> {
    if parts.window.is_some() {
        return Err(conflict(
            "a window needs an interval of minutes or hours",
            "for example `every 15 minutes between 9:00 and 17:00`",
        ));
    }
    if parts.on_minute.is_some() || parts.on_second.is_some() || !parts.on_hours.is_empty() {
        return Err(conflict(
            "a minute or second needs an interval of hours or minutes",
            "for example `every hour at :15`, or `every day at 9:15`",
        ));
    }
    let unit = parts.interval.and_then(|interval| match interval.unit {
        PhraseUnit::Unit(unit) => Some(unit),
        PhraseUnit::Quarters => None,
    });
    let every = parts.interval.map_or(1, |interval| interval.every);
    if !parts.weekdays.is_empty() && parts.names_dates() {
        return Err(conflict(
            "the text names weekdays and days of the month",
            "keep one of them, such as `every weekday` or `on the 15th of every month`",
        ));
    }
    if !parts.weekdays.is_empty() {
        return weekly(&parts, every, unit);
    }
    if !parts.year_days.is_empty() {
        return yearly(&parts, every, unit);
    }
    if parts.names_dates() {
        return monthly(parts, every, unit);
    }
    let Some(unit) = unit else {
        let time = parts.times.first().map_or("9:00".to_owned(), |time| time.strftime("%H:%M").to_string());
        let hint = format!("for example `every day at {time}`");
        return Err(Error::new(ErrorCode::BadValue, "the text does not say which days").at_column(1).with_hint(hint));
    };
    Ok(Recurrence::Every(rule(&parts, every, unit)))
}

fn rule(parts: &Parts, every: i64, unit: Unit) -> EveryRecurrence {
    let mut rule = EveryRecurrence::new(every, unit);
    rule.at = Some(parts.times.clone()).filter(|times| !times.is_empty());
    rule.in_months.clone_from(&parts.months);
    rule
}

fn weekly(parts: &Parts, every: i64, unit: Option<Unit>) -> Result<Recurrence, Error> {
    let unit = match unit {
        None | Some(Unit::Weeks) => Unit::Weeks,
        Some(Unit::Days) if every == 1 => Unit::Weeks,
        Some(Unit::Days) => Unit::Days,
        Some(Unit::Months | Unit::Years | Unit::Seconds | Unit::Minutes | Unit::Hours) => {
            let day = parts.weekdays[0].name().to_lowercase();
            let readings = [format!("first {day} of every month"), format!("every {day}")];
            return Err(ambiguous("a weekday of a month", 1, [&readings[0], &readings[1]]));
        }
    };
    let mut rule = rule(parts, every, unit);
    for day in &parts.weekdays {
        if !rule.on_days.contains(day) {
            rule.on_days.push(*day);
        }
    }
    Ok(Recurrence::Every(rule))
}

fn yearly(parts: &Parts, every: i64, unit: Option<Unit>) -> Result<Recurrence, Error> {
    let is_yearly = matches!(unit, None | Some(Unit::Years));
    if !is_yearly || !parts.month_days.is_empty() || !parts.nth_weekdays.is_empty() || !parts.months.is_empty() {
        return Err(conflict("a date of the year recurs yearly", "for example `every january 1st at 9:00`"));
    }
    for YearDay { month, day } in &parts.year_days {
        let last = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][usize::try_from(month - 1).unwrap_or(0)];
        if *day > last {
            let name = month_name(*month);
            return Err(Error::new(ErrorCode::OutOfRange, format!("{name} has no day {day}"))
                .at_column(1)
                .with_hint(format!("for example `last day of {name}`")));
        }
    }
    let mut rules: Vec<EveryRecurrence> = Vec::new();
    for YearDay { month, day } in &parts.year_days {
        match rules.iter_mut().find(|rule| rule.on_month_days == [*day]) {
            Some(rule) if rule.in_months.contains(month) => {}
            Some(rule) => rule.in_months.push(*month),
            None => {
                let mut rule = rule(parts, every, Unit::Years);
                rule.in_months = vec![*month];
                rule.on_month_days = vec![*day];
                rules.push(rule);
            }
        }
    }
    Ok(any_of(rules.into_iter().map(Recurrence::Every).collect()))
}

fn monthly(parts: Parts, every: i64, unit: Option<Unit>) -> Result<Recurrence, Error> {
    let unit = match unit {
        Some(unit @ (Unit::Months | Unit::Years)) => Some(unit),
        None => None,
        Some(Unit::Days | Unit::Weeks | Unit::Seconds | Unit::Minutes | Unit::Hours) => {
            return Err(conflict(
                "a day of the month recurs monthly or yearly",
                "for example `on the 15th of every month at 9:00`",
            ));
        }
    };
    if unit == Some(Unit::Years) && parts.months.is_empty() {
        return Err(conflict("the text does not name the month", "for example `every year on the last friday in may`"));
    }
    let loose = parts.nth_weekdays.iter().find(|nth| nth.n != -1);
    if let (Some(nth), None, true) = (loose, unit, parts.months.is_empty()) {
        let (n, day) = (nth.n, nth.day.name().to_lowercase());
        let weekly = match n {
            1 => format!("every {day}"),
            2 => format!("every other {day}"),
            n => format!("every {n} weeks on {day}"),
        };
        let names = ["first", "second", "third", "fourth", "fifth"];
        let name = usize::try_from(n - 1).ok().and_then(|index| names.get(index)).unwrap_or(&"last");
        let monthly = format!("{name} {day} of every month");
        return Err(ambiguous(&format!("{name} {day}"), parts.nth_column, [&weekly, &monthly]));
    }
    if !parts.business_days.is_empty() {
        return business_days(&parts, every, unit);
    }
    let mut rule = rule(&parts, every, unit.unwrap_or(Unit::Months));
    rule.on_month_days = parts.month_days;
    rule.on_nth = parts.nth_weekdays;
    Ok(Recurrence::Every(rule))
}

/// The first or last business day is a cron field: `1W` and `LW`.
fn business_days(parts: &Parts, every: i64, unit: Option<Unit>) -> Result<Recurrence, Error> {
    let is_mixed = !parts.month_days.is_empty() || !parts.nth_weekdays.is_empty();
    if is_mixed || every != 1 || unit == Some(Unit::Years) {
        return Err(conflict(
            "a business day of the month stands alone and recurs every month",
            "for example `last business day of every month at 18:00`",
        ));
    }
    let fields: Vec<&str> = parts.business_days.iter().map(|n| if *n == 1 { "1W" } else { "LW" }).collect();
    let months = window::months_field(&parts.months);
    let midnight = [Time::midnight()];
    let times = if parts.times.is_empty() { &midnight[..] } else { &parts.times[..] };
    let crons = times.iter().flat_map(|time| {
        let second = if time.second() == 0 { String::new() } else { format!("{} ", time.second()) };
        let (minute, hour, months) = (time.minute(), time.hour(), &months);
        fields.iter().map(move |field| cron(format!("{second}{minute} {hour} {field} {months} *")))
    });
    Ok(any_of(crons.collect()))
}
