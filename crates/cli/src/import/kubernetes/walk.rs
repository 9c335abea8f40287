//! The runs of a CronJob, computed as robfig/cron does: the library of Kubernetes.
//!
//! Its search steps through instants, and reads local times as Go does. Around a change of the offset at midnight, or
//! of half an hour, it may step over a day or an hour that matches.

use std::collections::BTreeSet;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use refrain_recurrence::{CompiledRecurrence, Context, CronRecurrence, Dialect, Recurrence, Spec};

use super::super::difference::SourceRuns;
use super::super::field::values;

const MINUTE: i64 = 60;
const HOUR: i64 = 3_600;
const DAY: i64 = 86_400;
/// Number of years after which robfig/cron gives up.
const YEARS_MAX: i16 = 5;
/// Maximum number of runs in a window.
const RUNS_MAX: usize = 200_000;
/// Time before a window at which the walk begins: before the day of its first run.
const EARLIER: SignedDuration = SignedDuration::from_hours(48);
/// Time around a change in which runs may differ: a day that is stepped over.
const AROUND: SignedDuration = SignedDuration::from_hours(30);
const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/// Expressions with a name.
const NAMED: [(&str, &str); 7] = [
    ("@yearly", "0 0 1 1 *"),
    ("@annually", "0 0 1 1 *"),
    ("@monthly", "0 0 1 * *"),
    ("@weekly", "0 0 * * 0"),
    ("@daily", "0 0 * * *"),
    ("@midnight", "0 0 * * *"),
    ("@hourly", "0 * * * *"),
];

/// An expression and its time zone.
pub(super) struct Walk {
    zone: TimeZone,
    months: BTreeSet<u32>,
    /// Runs at midnight in UTC on the days of the expression.
    days: CompiledRecurrence,
    hours: BTreeSet<u32>,
    minutes: BTreeSet<u32>,
}

/// A search for the next run.
struct Search<'a> {
    zone: &'a TimeZone,
    at: i64,
    /// Whether the smaller fields were set to their beginning.
    is_aligned: bool,
}

impl SourceRuns for Walk {
    fn system(&self) -> &'static str {
        "Kubernetes"
    }

    fn runs(&self, from: Timestamp, until: Timestamp) -> Vec<Timestamp> {
        let mut at = from.saturating_sub(EARLIER).unwrap_or(from).as_second();
        let mut runs = Vec::new();
        for _ in 0..RUNS_MAX {
            match self.next_after(at) {
                Some(next) if next < until.as_second() => at = next,
                Some(_) | None => break,
            }
            if at >= from.as_second() {
                runs.extend(Timestamp::from_second(at));
            }
        }
        runs
    }

    fn around(&self) -> SignedDuration {
        AROUND
    }
}

impl Walk {
    /// Creates the walk of an expression. Returns `None` for intervals and for fields that are not plain.
    pub(super) fn new(expression: &str, zone: TimeZone) -> Option<Self> {
        let fields = NAMED.iter().find(|(name, _)| *name == expression).map_or(expression, |(_, fields)| fields);
        let fields: Vec<&str> = fields.split_ascii_whitespace().collect();
        let [minute, hour, month_day, month, weekday] = fields.as_slice() else { return None };
        let days = CronRecurrence {
            expression: format!("0 0 {month_day} {month} {weekday}"),
            dialect: Some(Dialect::Robfig),
            ..CronRecurrence::default()
        };
        Some(Self {
            zone,
            months: values(month, (1, 12), &MONTHS)?,
            days: CompiledRecurrence::compile(&Spec::new(Recurrence::Cron(days), "UTC"), &Context::default()).ok()?,
            hours: values(hour, (0, 23), &[])?,
            minutes: values(minute, (0, 59), &[])?,
        })
    }

    fn next_after(&self, start: i64) -> Option<i64> {
        let mut search = Search { zone: &self.zone, at: start + 1, is_aligned: false };
        let year_max = search.date()?.year() + YEARS_MAX;
        while search.date()?.year() <= year_max {
            let is_found = self.find_month(&mut search)?
                && self.find_day(&mut search)?
                && self.find_hour(&mut search)
                && self.find_minute(&mut search)
                && find_whole_minute(&mut search);
            if is_found {
                return Some(search.at);
            }
        }
        None
    }

    /// Goes to a month that matches. Returns false if the year ended before, so that the search begins anew there.
    fn find_month(&self, search: &mut Search<'_>) -> Option<bool> {
        loop {
            let date = search.date()?;
            if self.months.contains(&u32::try_from(date.month()).ok()?) {
                return Some(true);
            }
            search.align(|search| search.read(midnight(date.first_of_month())));
            let date = search.date()?;
            let next = date.first_of_month().checked_add(1.month()).ok()?.checked_add(i64::from(date.day() - 1).days());
            search.at = search.read(midnight(next.ok()?) + search.local().rem_euclid(DAY));
            if search.date()?.month() == 1 {
                return Some(false);
            }
        }
    }

    fn find_day(&self, search: &mut Search<'_>) -> Option<bool> {
        loop {
            let today = search.local() - search.local().rem_euclid(DAY);
            if self.days.occurrence_at(Timestamp::from_second(today).ok()?).is_some() {
                return Some(true);
            }
            search.align(|search| search.read(today));
            search.at = search.read(search.local() + DAY);
            // Where midnight does not exist, this may lead back to the day before, which loses the day.
            match i64::from(search.hour()) {
                0 => {}
                hour @ 1..=12 => search.at -= hour * HOUR,
                hour => search.at += (24 - hour) * HOUR,
            }
            if search.date()?.day() == 1 {
                return Some(false);
            }
        }
    }

    fn find_hour(&self, search: &mut Search<'_>) -> bool {
        while !self.hours.contains(&search.hour()) {
            search.align(|search| search.read(search.local() - search.local().rem_euclid(HOUR)));
            search.at += HOUR;
            if search.hour() == 0 {
                return false;
            }
        }
        true
    }

    fn find_minute(&self, search: &mut Search<'_>) -> bool {
        while !self.minutes.contains(&search.minute()) {
            search.align(|search| search.at - search.at.rem_euclid(MINUTE));
            search.at += MINUTE;
            if search.minute() == 0 {
                return false;
            }
        }
        true
    }
}

fn find_whole_minute(search: &mut Search<'_>) -> bool {
    let seconds = search.local().rem_euclid(MINUTE);
    if seconds == 0 {
        return true;
    }
    search.is_aligned = true;
    search.at += MINUTE - seconds;
    false
}

impl Search<'_> {
    fn offset(&self, at: i64) -> i64 {
        Timestamp::from_second(at).map_or(0, |at| i64::from(self.zone.to_offset(at).seconds()))
    }

    fn local(&self) -> i64 {
        self.at + self.offset(self.at)
    }

    fn date(&self) -> Option<Date> {
        Some(TimeZone::UTC.to_datetime(Timestamp::from_second(self.local()).ok()?).date())
    }

    fn hour(&self) -> u32 {
        u32::try_from(self.local().rem_euclid(DAY) / HOUR).unwrap_or(0)
    }

    fn minute(&self) -> u32 {
        u32::try_from(self.local().rem_euclid(HOUR) / MINUTE).unwrap_or(0)
    }

    /// Goes to the beginning of a field, if this is the first field that does not match.
    fn align(&mut self, start: impl FnOnce(&Self) -> i64) {
        if !self.is_aligned {
            self.is_aligned = true;
            self.at = start(self);
        }
    }

    /// Returns the instant of a local time, as `time.Date` of Go does: it looks up the local time as if it were UTC,
    /// and then once more with the offset found.
    fn read(&self, local: i64) -> i64 {
        match self.offset(local) {
            0 => local,
            offset => local - self.offset(local - offset),
        }
    }
}

/// Returns the local time at which a date begins.
fn midnight(date: Date) -> i64 {
    TimeZone::UTC.to_timestamp(date.at(0, 0, 0, 0)).map_or(i64::MIN, Timestamp::as_second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expression: &str, zone: &str, window: (&str, &str), expected: &[&str]) {
        let walk = Walk::new(expression, TimeZone::get(zone).unwrap()).unwrap();
        let expected: Vec<Timestamp> = expected.iter().map(|at| at.parse().unwrap()).collect();
        assert_eq!(walk.runs(window.0.parse().unwrap(), window.1.parse().unwrap()), expected, "{expression} in {zone}");
    }

    #[test]
    fn skipped_times_do_not_run_and_repeated_times_run_twice() {
        let spring = ("2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z");
        check("30 2 * * *", "Europe/Berlin", spring, &["2026-03-30T00:30:00Z"]);
        let autumn = ("2026-10-25T00:00:00Z", "2026-10-26T00:00:00Z");
        check("30 2 * * *", "Europe/Berlin", autumn, &["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"]);
        check(
            "@monthly",
            "America/New_York",
            ("2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z"),
            &["2026-03-01T05:00:00Z"],
        );
    }

    #[test]
    fn a_day_without_midnight_east_of_utc_is_lost_if_days_are_restricted() {
        let window = ("2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z");
        check("15 3 * * 0", "Asia/Beirut", window, &[]);
        check("15 3 * * *", "Asia/Beirut", window, &["2026-03-29T00:15:00Z", "2026-03-30T00:15:00Z"]);
        let window = ("2026-09-05T12:00:00Z", "2026-09-07T12:00:00Z");
        check("15 3 * * 0", "America/Santiago", window, &["2026-09-06T06:15:00Z"]);
    }

    #[test]
    fn a_change_of_half_an_hour_hides_times() {
        let window = ("2026-04-04T12:00:00Z", "2026-04-07T12:00:00Z");
        check("0 0 * * *", "Australia/Lord_Howe", window, &["2026-04-04T13:00:00Z", "2026-04-06T13:30:00Z"]);
    }

    #[test]
    fn intervals_and_special_fields_have_no_walk() {
        for expression in ["@every 1h", "0 0 L * *", "0 0 * *", "0 24 * * *"] {
            assert!(Walk::new(expression, TimeZone::UTC).is_none(), "{expression}");
        }
    }
}
