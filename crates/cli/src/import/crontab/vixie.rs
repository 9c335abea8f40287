//! The minutes in which Vixie cron and cronie run an entry, around a change of the offset.
//!
//! Cron counts minutes of the local time. After a step forward of at most three hours, it runs entries without a
//! wildcard for every minute that was skipped, and the others only for the current one. After a step back, it runs
//! only those with a wildcard until the clock has caught up.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use refrain_recurrence::CompiledRecurrence;

use super::super::difference::SourceRuns;

/// An entry, as cron sees it.
pub(super) struct VixieRuns {
    /// The fields, compiled for UTC, so that an instant is a local time.
    pub(super) fields: CompiledRecurrence,
    pub(super) is_wildcard: bool,
    /// Time zone of cron.
    pub(super) zone: TimeZone,
    /// Time zone of `CRON_TZ`.
    pub(super) named_zone: Option<TimeZone>,
}

/// Largest step of the clock that cron catches up on, in minutes.
const STEP_MAX: i64 = 179;
/// Time before a window from which cron is followed, in minutes: longer than any step that it catches up on.
const EARLIER: i64 = 400;
const SECONDS: i64 = 60;

impl SourceRuns for VixieRuns {
    fn system(&self) -> &'static str {
        "cron"
    }

    fn runs(&self, from: Timestamp, until: Timestamp) -> Vec<Timestamp> {
        let starts = from.as_second().div_euclid(SECONDS) - EARLIER;
        let ends = until.as_second().div_euclid(SECONDS);
        let matching = self.matching_minutes(starts, ends);
        let mut runs = Vec::new();
        // The local minute that comes next if the clock makes no step.
        let mut expected = None;
        for minute in starts..ends {
            let Ok(at) = Timestamp::from_second(minute * SECONDS) else { continue };
            let offset = i64::from(self.zone.to_offset(at).seconds());
            let local = (minute * SECONDS + offset).div_euclid(SECONDS);
            let due = expected.unwrap_or(local);
            let step = local - due;
            let (first, next) = if step == 0 || step.abs() > STEP_MAX {
                (Some(local), local + 1)
            } else if step > 0 {
                (Some(if self.is_wildcard { local } else { due }), local + 1)
            } else {
                (self.is_wildcard.then_some(local), due)
            };
            expected = Some(next);
            let minutes = first.unwrap_or(local + 1)..=local;
            let is_match = |minute_of_zone: &i64| match &self.named_zone {
                None => matching.contains(minute_of_zone),
                // While cron catches up on skipped minutes, it runs no entry of another time zone.
                Some(zone) => {
                    let named = minute * SECONDS + i64::from(zone.to_offset(at).seconds());
                    *minute_of_zone == local && matching.contains(&named.div_euclid(SECONDS))
                }
            };
            let count = minutes.filter(is_match).count();
            if at >= from {
                runs.extend(std::iter::repeat_n(at, count));
            }
        }
        runs
    }
}

impl VixieRuns {
    /// Returns the local minutes that match the fields, with a day to spare for any offset.
    fn matching_minutes(&self, starts: i64, ends: i64) -> BTreeSet<i64> {
        const DAY: i64 = 1_440;
        let instant = |minute: i64| Timestamp::from_second(minute * SECONDS).unwrap_or(Timestamp::MAX);
        let found = self.fields.between(instant(starts - DAY), instant(ends + DAY));
        found.map(|occurrence| occurrence.at().as_second().div_euclid(SECONDS)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fields: &str, zones: (&str, Option<&str>), window: (&str, &str), expected: &[&str]) {
        let runs = VixieRuns {
            fields: CompiledRecurrence::cron(fields, "UTC").unwrap(),
            is_wildcard: crate::crontab::translate(fields, crate::crontab::ZoneUse::Own).is_wildcard,
            zone: TimeZone::get(zones.0).unwrap(),
            named_zone: zones.1.map(|zone| TimeZone::get(zone).unwrap()),
        };
        let found = runs.runs(window.0.parse().unwrap(), window.1.parse().unwrap());
        let expected: Vec<Timestamp> = expected.iter().map(|at| at.parse().unwrap()).collect();
        assert_eq!(found, expected, "{fields}");
    }

    const SPRING: (&str, &str) = ("2026-03-29T00:00:00Z", "2026-03-29T03:00:00Z");
    const AUTUMN: (&str, &str) = ("2026-10-24T23:00:00Z", "2026-10-25T03:00:00Z");
    const BERLIN: (&str, Option<&str>) = ("Europe/Berlin", None);

    #[test]
    fn skipped_entries_run_after_the_change_and_wildcards_do_not() {
        check("30 2 * * *", BERLIN, SPRING, &["2026-03-29T01:00:00Z"]);
        check("0,30 2 * * *", BERLIN, SPRING, &["2026-03-29T01:00:00Z", "2026-03-29T01:00:00Z"]);
        check(
            "30 1-3 * * *",
            BERLIN,
            SPRING,
            &["2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z", "2026-03-29T01:30:00Z"],
        );
        check("*/30 2 * * *", BERLIN, SPRING, &[]);
        check("0 * * * *", BERLIN, SPRING, &["2026-03-29T00:00:00Z", "2026-03-29T01:00:00Z", "2026-03-29T02:00:00Z"]);
    }

    #[test]
    fn repeated_entries_run_once_and_wildcards_twice() {
        check("30 2 * * *", BERLIN, AUTUMN, &["2026-10-25T00:30:00Z"]);
        check(
            "*/30 2 * * *",
            BERLIN,
            AUTUMN,
            &["2026-10-25T00:00:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:00:00Z", "2026-10-25T01:30:00Z"],
        );
        check("0 3 * * *", BERLIN, AUTUMN, &["2026-10-25T02:00:00Z"]);
    }

    #[test]
    fn a_named_zone_is_followed_by_its_clock() {
        check("30 2 * * *", ("UTC", Some("Europe/Berlin")), SPRING, &[]);
        check("30 2 * * *", ("UTC", Some("Europe/Berlin")), AUTUMN, &["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"]);
        check("30 2 * * *", ("Europe/Berlin", Some("Europe/Berlin")), SPRING, &[]);
        check("30 2 * * *", ("Europe/Berlin", Some("Europe/Berlin")), AUTUMN, &["2026-10-25T00:30:00Z"]);
    }
}
