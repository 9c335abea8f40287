//! The runs of a cron trigger, computed as APScheduler 3 does.
//!
//! Its search goes from field to field, in local time with the fold of Python's `datetime`. It steps to the next value
//! of a field by adding the difference of the local times in UTC, which misses the mark by an hour on the day of a DST
//! change: the search may then begin after the first hour of the next day.

use std::collections::BTreeSet;

use jiff::civil::{Date, DateTime, time};
use jiff::tz::{AmbiguousOffset, TimeZone};
use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::CronRecurrence;

use super::super::difference::SourceRuns;
use super::super::field::values;

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const YEARS: (u32, u32) = (1970, 9999);

/// A cron trigger and its time zone.
pub(super) struct Walk {
    zone: TimeZone,
    /// `None` for all years.
    years: Option<BTreeSet<u32>>,
    months: BTreeSet<u32>,
    days: Vec<Day>,
    /// Weekdays, of which Monday is 0.
    weekdays: BTreeSet<u32>,
    hours: BTreeSet<u32>,
    minutes: BTreeSet<u32>,
    seconds: BTreeSet<u32>,
}

/// An item of the field `day`.
#[derive(Debug)]
enum Day {
    Values(BTreeSet<u32>),
    Last,
    /// The n-th weekday of the month, from 1. 0 is the last one.
    Nth(i8, u32),
}

/// Fields in the order of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Field {
    Year,
    Month,
    Day,
    Weekday,
    Hour,
    Minute,
    Second,
}

const FIELDS: [Field; 7] =
    [Field::Year, Field::Month, Field::Day, Field::Weekday, Field::Hour, Field::Minute, Field::Second];

/// A local time, and whether it is on the second pass.
#[derive(Clone, Copy, Debug)]
struct Moment {
    local: DateTime,
    is_second_pass: bool,
}

/// Time before a window at which the walk begins. The state of the search depends on the run before.
const EARLIER: SignedDuration = SignedDuration::from_hours(24);
/// Maximum number of runs in a window, and of steps to one run.
const RUNS_MAX: usize = 400_000;
const STEPS_MAX: usize = 50_000;
/// A day that is too early or too late on the day of a change is within this time.
const AROUND: SignedDuration = SignedDuration::from_hours(36);

impl SourceRuns for Walk {
    fn system(&self) -> &'static str {
        "APScheduler"
    }

    fn around(&self) -> SignedDuration {
        AROUND
    }

    fn runs(&self, from: Timestamp, until: Timestamp) -> Vec<Timestamp> {
        let mut at = from - EARLIER;
        let mut runs = Vec::new();
        for _ in 0..RUNS_MAX {
            match self.next_after(at) {
                Some(next) if next < until => at = next,
                Some(_) | None => break,
            }
            if at >= from {
                runs.push(at);
            }
        }
        runs
    }
}

impl Walk {
    /// Creates the walk of a translated trigger. Returns `None` if it has a value out of range.
    pub(super) fn new(cron: &CronRecurrence, zone: TimeZone) -> Option<Self> {
        let fields: Vec<&str> = cron.expression.split(' ').collect();
        let (second, rest, year) = match fields.as_slice() {
            rest @ [_, _, _, _, _] => ("0", rest, "*"),
            [second, rest @ .., year] if rest.len() == 5 => (*second, rest, *year),
            [second, rest @ ..] => (*second, rest, "*"),
            [] => return None,
        };
        let [minute, hour, month_day, month, weekday] = rest else { return None };
        let mut days = Vec::new();
        let mut weekdays: BTreeSet<u32> = (0..7).collect();
        let numbers: Vec<&str> = month_day.split(',').filter(|item| *item != "L").collect();
        if numbers.len() < month_day.split(',').count() {
            days.push(Day::Last);
        }
        if weekday.contains(['#', 'L']) {
            for item in weekday.split(',') {
                let (day, nth) = item.split_once('#').unwrap_or((item.trim_end_matches('L'), "0"));
                days.push(Day::Nth(nth.parse().ok()?, day.parse::<u32>().ok()? - 1));
            }
        } else {
            if !numbers.is_empty() {
                days.push(Day::Values(values(&numbers.join(","), (1, 31), &[])?));
            }
            if *weekday != "*" {
                weekdays = values(weekday, (1, 7), &[])?.into_iter().map(|day| day - 1).collect();
            }
        }
        Some(Self {
            zone,
            years: if year == "*" { None } else { Some(values(year, YEARS, &[])?) },
            months: values(month, (1, 12), &MONTHS)?,
            days,
            weekdays,
            hours: values(hour, (0, 23), &[])?,
            minutes: values(minute, (0, 59), &[])?,
            seconds: values(second, (0, 59), &[])?,
        })
    }

    fn next_after(&self, at: Timestamp) -> Option<Timestamp> {
        let mut moment = self.moment(at + SignedDuration::from_secs(1));
        let mut index = 0;
        for _ in 0..STEPS_MAX {
            let Some(field) = FIELDS.get(index) else { return self.instant(moment) };
            match self.next_value(*field, moment.local) {
                None => (moment, index) = self.increment(moment, index.checked_sub(1)?)?,
                Some(next) if next > value(*field, moment.local) => {
                    if *field == Field::Weekday {
                        (moment, index) = self.increment(moment, index)?;
                    } else {
                        moment.local = with(*field, next, moment.local)?;
                        index += 1;
                    }
                }
                Some(_) => index += 1,
            }
        }
        None
    }

    /// Returns the first value of a field that is not below the current one.
    fn next_value(&self, field: Field, local: DateTime) -> Option<u32> {
        let from = value(field, local);
        let first = |set: &BTreeSet<u32>| set.range(from..).next().copied();
        match field {
            Field::Year => self.years.as_ref().map_or(Some(from), first),
            Field::Month => first(&self.months),
            Field::Day => self.days.iter().filter_map(|day| day.next(local.date())).min(),
            Field::Weekday => first(&self.weekdays),
            Field::Hour => first(&self.hours),
            Field::Minute => first(&self.minutes),
            Field::Second => first(&self.seconds),
        }
    }

    /// Adds one to a field, or to the one before if it is at its maximum. Returns the field that was changed.
    fn increment(&self, moment: Moment, index: usize) -> Option<(Moment, usize)> {
        let mut index = index;
        loop {
            let field = FIELDS[index];
            if field == Field::Weekday || value(field, moment.local) >= max(field, moment.local) {
                index = index.checked_sub(1)?;
                continue;
            }
            let local = with(field, value(field, moment.local) + 1, moment.local)?;
            let difference = local.duration_since(moment.local);
            let at = self.instant(moment)?.checked_add(difference).ok()?;
            return Some((self.moment(at), index));
        }
    }

    fn moment(&self, at: Timestamp) -> Moment {
        let local = self.zone.to_datetime(at);
        let is_second_pass = match self.zone.to_ambiguous_timestamp(local).offset() {
            AmbiguousOffset::Fold { after, .. } => self.zone.to_offset(at) == after,
            AmbiguousOffset::Unambiguous { .. } | AmbiguousOffset::Gap { .. } => false,
        };
        Moment { local, is_second_pass }
    }

    fn instant(&self, moment: Moment) -> Option<Timestamp> {
        let offset = match self.zone.to_ambiguous_timestamp(moment.local).offset() {
            AmbiguousOffset::Unambiguous { offset } => offset,
            AmbiguousOffset::Gap { before, after } | AmbiguousOffset::Fold { before, after } => {
                if moment.is_second_pass { after } else { before }
            }
        };
        offset.to_timestamp(moment.local).ok()
    }
}

impl Day {
    /// Returns the first such day of the month that is not before the date.
    fn next(&self, date: Date) -> Option<u32> {
        let from = number(date.day());
        let found = match self {
            Self::Values(days) => days.range(from..=number(date.days_in_month())).next().copied(),
            Self::Last => Some(number(date.days_in_month())),
            Self::Nth(nth, weekday) => {
                let weekday = jiff::civil::Weekday::from_monday_zero_offset(i8::try_from(*weekday).ok()?).ok()?;
                let nth = if *nth == 0 { -1 } else { *nth };
                date.nth_weekday_of_month(nth, weekday).ok().map(|date| number(date.day()))
            }
        };
        found.filter(|day| *day >= from)
    }
}

fn number(value: impl Into<i64>) -> u32 {
    u32::try_from(value.into()).unwrap_or(0)
}

fn value(field: Field, local: DateTime) -> u32 {
    match field {
        Field::Year => number(local.year()),
        Field::Month => number(local.month()),
        Field::Day => number(local.day()),
        Field::Weekday => number(local.weekday().to_monday_zero_offset()),
        Field::Hour => number(local.hour()),
        Field::Minute => number(local.minute()),
        Field::Second => number(local.second()),
    }
}

fn max(field: Field, local: DateTime) -> u32 {
    match field {
        Field::Year => YEARS.1,
        Field::Month => 12,
        Field::Day => number(local.date().days_in_month()),
        Field::Weekday => 6,
        Field::Hour => 23,
        Field::Minute | Field::Second => 59,
    }
}

/// Sets a field, and all fields below it to their minima.
fn with(field: Field, value: u32, local: DateTime) -> Option<DateTime> {
    let small = i8::try_from(value).ok();
    let date = match field {
        Field::Year => Date::new(i16::try_from(value).ok()?, 1, 1).ok()?,
        Field::Month => Date::new(local.year(), small?, 1).ok()?,
        Field::Day => Date::new(local.year(), local.month(), small?).ok()?,
        Field::Weekday | Field::Hour | Field::Minute | Field::Second => local.date(),
    };
    let at = match field {
        Field::Year | Field::Month | Field::Day | Field::Weekday => time(0, 0, 0, 0),
        Field::Hour => time(small?, 0, 0, 0),
        Field::Minute => time(local.hour(), small?, 0, 0),
        Field::Second => time(local.hour(), local.minute(), small?, 0),
    };
    Some(date.to_datetime(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expression: &str, window: (&str, &str), expected: &[&str]) {
        let cron = CronRecurrence { expression: expression.to_owned(), ..CronRecurrence::default() };
        let walk = Walk::new(&cron, TimeZone::get("Europe/Berlin").unwrap()).unwrap();
        let expected: Vec<Timestamp> = expected.iter().map(|at| at.parse().unwrap()).collect();
        assert_eq!(walk.runs(window.0.parse().unwrap(), window.1.parse().unwrap()), expected, "{expression}");
    }

    #[test]
    fn midnight_after_a_spring_change_does_not_run() {
        const SPRING: (&str, &str) = ("2026-03-28T12:00:00Z", "2026-03-31T12:00:00Z");
        check("0 0 * * *", SPRING, &["2026-03-28T23:00:00Z", "2026-03-30T22:00:00Z"]);
        check("30 2 * * *", SPRING, &["2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z", "2026-03-31T00:30:00Z"]);
    }

    #[test]
    fn repeated_times_run_twice_and_days_are_found() {
        let autumn = ("2026-10-24T12:00:00Z", "2026-10-25T12:00:00Z");
        check("30 2 * * *", autumn, &["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"]);
        let may = ("2026-04-30T00:00:00Z", "2026-06-01T00:00:00Z");
        check("0 9 L * *", may, &["2026-04-30T07:00:00Z", "2026-05-31T07:00:00Z"]);
        check("0 9 * * 1#2,7L", may, &["2026-05-11T07:00:00Z", "2026-05-31T07:00:00Z"]);
        check("0 9 1-7 * 1", may, &["2026-05-04T07:00:00Z"]);
    }
}
