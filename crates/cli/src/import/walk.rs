//! The runs of systems that search the next local time after the last run, and read it with the offset before a
//! change: Celery and others that calculate with local times.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{Disambiguation, TimeZone};
use refrain_recurrence::CompiledRecurrence;

use super::difference::SourceRuns;

/// A schedule whose runs follow one another in local time.
pub(super) struct LocalWalk {
    pub(super) system: &'static str,
    /// The fields, compiled for UTC, so that an instant is a local time.
    pub(super) fields: CompiledRecurrence,
    pub(super) zone: TimeZone,
}

/// Time before a window at which the walk begins, in seconds.
const EARLIER: i64 = 86_400;
/// Maximum number of runs in a window.
const RUNS_MAX: usize = 200_000;

impl SourceRuns for LocalWalk {
    fn system(&self) -> &'static str {
        self.system
    }

    fn runs(&self, from: Timestamp, until: Timestamp) -> Vec<Timestamp> {
        let mut at = Timestamp::from_second(from.as_second() - EARLIER).unwrap_or(from);
        let mut runs = BTreeSet::new();
        for _ in 0..RUNS_MAX {
            let local = at.to_zoned(self.zone.clone()).datetime();
            let Some(next) = self.next_local(local) else { break };
            let Ok(next) = self.zone.to_ambiguous_zoned(next).disambiguate(Disambiguation::Compatible) else { break };
            // A repeated local time whose first pass is over.
            at = if next.timestamp() > at { next.timestamp() } else { at + jiff::SignedDuration::from_secs(1) };
            if at >= until {
                break;
            }
            if at == next.timestamp() && at >= from {
                runs.insert(at);
            }
        }
        runs.into_iter().collect()
    }
}

impl LocalWalk {
    /// Returns the first local time after another that matches the fields.
    fn next_local(&self, local: DateTime) -> Option<DateTime> {
        let after = TimeZone::UTC.to_timestamp(local).ok()?;
        self.fields.next_after(after).map(|occurrence| TimeZone::UTC.to_datetime(occurrence.at()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fields: &str, window: (&str, &str), expected: &[&str]) {
        let walk = LocalWalk {
            system: "Celery",
            fields: CompiledRecurrence::cron(fields, "UTC").unwrap(),
            zone: TimeZone::get("Europe/Berlin").unwrap(),
        };
        let expected: Vec<Timestamp> = expected.iter().map(|at| at.parse().unwrap()).collect();
        assert_eq!(walk.runs(window.0.parse().unwrap(), window.1.parse().unwrap()), expected, "{fields}");
    }

    #[test]
    fn only_the_first_skipped_time_runs_and_repeated_times_run_once() {
        const SPRING: (&str, &str) = ("2026-03-29T00:00:00Z", "2026-03-29T03:00:00Z");
        const AUTUMN: (&str, &str) = ("2026-10-24T23:00:00Z", "2026-10-25T03:00:00Z");
        check("30 2 * * *", SPRING, &["2026-03-29T01:30:00Z"]);
        check("0,30 2 * * *", SPRING, &["2026-03-29T01:00:00Z"]);
        check("30 2 * * *", AUTUMN, &["2026-10-25T00:30:00Z"]);
        check("0 2-3 * * *", AUTUMN, &["2026-10-25T00:00:00Z", "2026-10-25T02:00:00Z"]);
    }
}
