//! Intervals within the day that are limited to a window, to weekdays or to months: cron expressions.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Time;

use super::error::{ambiguous, conflict};
use super::names::{PhraseUnit, WORKING_DAYS};
use super::parts::{Interval, Parts, Window};
use crate::definition::{CronRecurrence, Recurrence, RecurrenceList, Unit, Weekday};
use crate::error::Error;

const MINUTES_PER_DAY: i64 = 24 * 60;

/// The days that a cron expression names.
#[derive(Clone, Copy, Debug)]
pub(super) struct CronDays<'a> {
    pub(super) weekdays: &'a [Weekday],
    pub(super) month_days: &'a [i64],
    pub(super) months: &'a [i64],
}

impl CronDays<'_> {
    pub(super) fn are_all(&self) -> bool {
        self.weekdays.is_empty() && self.month_days.is_empty() && self.months.is_empty()
    }

    /// The last three fields.
    fn fields(&self) -> String {
        let day = |day: &i64| if *day == -1 { "L".to_owned() } else { day.to_string() };
        let month_days = self.month_days.iter().map(day).collect::<Vec<_>>().join(",");
        let short = |day: &Weekday| day.name()[..3].to_uppercase();
        let weekdays = if self.weekdays == WORKING_DAYS {
            "MON-FRI".to_owned()
        } else {
            self.weekdays.iter().map(short).collect::<Vec<_>>().join(",")
        };
        let all = |field: String| if field.is_empty() { "*".to_owned() } else { field };
        format!("{} {} {}", all(month_days), months_field(self.months), all(weekdays))
    }
}

pub(super) fn months_field(months: &[i64]) -> String {
    if months.is_empty() { "*".to_owned() } else { months.iter().map(i64::to_string).collect::<Vec<_>>().join(",") }
}

/// The recurrence of an interval of seconds, minutes or hours on some days or in a window.
pub(super) fn recurrence(parts: &Parts, interval: Interval, days: &CronDays<'_>) -> Result<Recurrence, Error> {
    let Interval { every, unit } = interval;
    if parts.on_second.is_some() || !parts.on_hours.is_empty() {
        return Err(conflict(
            "a second or an hour list cannot be combined with a window, weekdays or months",
            "for example `every hour at :15 on weekdays between 9:00 and 17:00`",
        ));
    }
    if !days.weekdays.is_empty() && !days.month_days.is_empty() {
        return Err(conflict("the text names weekdays and days of the month", "keep one of them"));
    }
    let window = parts.window.map(|window| checked(window, days)).transpose()?;
    let step = match unit {
        PhraseUnit::Unit(Unit::Hours) => every.saturating_mul(60),
        PhraseUnit::Unit(Unit::Seconds) if every % 60 != 0 => return seconds(every, window, days),
        PhraseUnit::Unit(Unit::Seconds) => every / 60,
        PhraseUnit::Unit(_) | PhraseUnit::Quarters => every,
    };
    if window.is_none() && (step > MINUTES_PER_DAY || MINUTES_PER_DAY % step != 0) {
        return Err(conflict(
            format!("an interval of {step} minutes does not divide a day, so it cannot start anew on each of the days"),
            "use one that does, such as 5, 10, 15, 20 or 30 minutes, or name a window such as `between 9:00 and 17:00`",
        ));
    }
    let (from, to) = window.unwrap_or((0, MINUTES_PER_DAY - 1));
    let minute = parts.on_minute.unwrap_or(from % 60);
    if parts.on_minute.is_some() && step % 60 != 0 {
        return Err(conflict("a minute of the hour needs an interval of hours", "for example `every hour at :15`"));
    }
    let first = from + (minute - from).rem_euclid(60);
    let step = usize::try_from(step).unwrap_or(usize::MAX);
    let minutes: Vec<i64> = (first..=to).step_by(step).map(|minute| minute % MINUTES_PER_DAY).collect();
    let days = days.fields();
    Ok(any_of(groups(&minutes).into_iter().map(|(minute, hour)| cron(format!("{minute} {hour} {days}"))).collect()))
}

/// An interval of seconds that does not make up whole minutes.
fn seconds(every: i64, window: Option<(i64, i64)>, days: &CronDays<'_>) -> Result<Recurrence, Error> {
    if 60 % every != 0 {
        return Err(conflict(
            format!("an interval of {every} seconds does not divide a minute"),
            "use one that does, such as 5, 10, 15, 20 or 30 seconds",
        ));
    }
    let (from, to) = window.unwrap_or((0, MINUTES_PER_DAY));
    let minutes: Vec<i64> = (from..to).map(|minute| minute % MINUTES_PER_DAY).collect();
    let days = days.fields();
    let mut crons: Vec<_> =
        groups(&minutes).into_iter().map(|(minute, hour)| cron(format!("*/{every} {minute} {hour} {days}"))).collect();
    if window.is_some() {
        let last = to % MINUTES_PER_DAY;
        crons.push(cron(format!("0 {} {} {days}", last % 60, last / 60)));
    }
    Ok(any_of(crons))
}

/// The window in minutes of the day. One that crosses midnight ends on the next day.
fn checked(window: Window, days: &CronDays<'_>) -> Result<(i64, i64), Error> {
    let minutes = |time: Time| i64::from(time.hour()) * 60 + i64::from(time.minute());
    let (from, to) = (minutes(window.from), minutes(window.to));
    if window.from.second() != 0 || window.to.second() != 0 {
        return Err(conflict("a window has whole minutes", "for example `between 9:00 and 17:30`"));
    }
    if from == to {
        return Err(conflict("the window begins and ends at the same time", "leave it out, or name another end"));
    }
    if from < to {
        return Ok((from, to));
    }
    if window.is_bare && to < 12 * 60 {
        let readings = [
            format!("between {}:00 and {}:00", from / 60, to / 60 + 12),
            format!("between {}:00 and {}:00", from / 60, to / 60),
        ];
        return Err(ambiguous("the window", window.column, [&readings[0], &readings[1]]));
    }
    if !days.weekdays.is_empty() || !days.month_days.is_empty() {
        return Err(conflict(
            "a window across midnight belongs to two days, and the text names days",
            "use two schedules, one for each part of the night",
        ));
    }
    Ok((from, to + MINUTES_PER_DAY))
}

/// Minute and hour fields that together match exactly these minutes of the day.
fn groups(minutes: &[i64]) -> Vec<(String, String)> {
    let mut by_hour: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
    for minute in minutes {
        by_hour.entry(minute / 60).or_default().insert(minute % 60);
    }
    let mut by_minutes: Vec<(BTreeSet<i64>, Vec<i64>)> = Vec::new();
    for (hour, set) in by_hour {
        match by_minutes.iter_mut().find(|(other, _)| *other == set) {
            Some((_, hours)) => hours.push(hour),
            None => by_minutes.push((set, vec![hour])),
        }
    }
    by_minutes.into_iter().map(|(set, hours)| (minute_field(&set), hour_field(&hours))).collect()
}

fn minute_field(set: &BTreeSet<i64>) -> String {
    let count = set.len() as i64;
    let is_step = count > 1 && 60 % count == 0 && set.iter().copied().eq((0..count).map(|n| n * 60 / count));
    match (is_step, count) {
        (true, 60) => "*".to_owned(),
        (true, _) => format!("*/{}", 60 / count),
        (false, _) => set.iter().map(i64::to_string).collect::<Vec<_>>().join(","),
    }
}

fn hour_field(hours: &[i64]) -> String {
    let count = hours.len() as i64;
    let Some((first, last)) = hours.first().zip(hours.last()) else { return "*".to_owned() };
    let step = hours.get(1).map_or(1, |second| second - first);
    let is_even = hours.windows(2).all(|pair| pair[1] - pair[0] == step);
    match (is_even && count > 2, step) {
        (true, 1) if count == 24 => "*".to_owned(),
        (true, 1) => format!("{first}-{last}"),
        (true, step) if *first == 0 && last + step >= 24 => format!("*/{step}"),
        (true, step) => format!("{first}-{last}/{step}"),
        (false, _) => hours.iter().map(i64::to_string).collect::<Vec<_>>().join(","),
    }
}

/// One recurrence, or the union of several.
pub(super) fn any_of(mut recurrences: Vec<Recurrence>) -> Recurrence {
    if recurrences.len() == 1 { recurrences.remove(0) } else { Recurrence::Any(RecurrenceList { of: recurrences }) }
}

pub(super) fn cron(expression: String) -> Recurrence {
    Recurrence::Cron(CronRecurrence { expression, ..CronRecurrence::default() })
}
