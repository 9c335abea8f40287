//! Time range of a query, and the time zone of its result.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::time_zone;

use super::problem::Problem;
use super::problem_code::ProblemCode;

/// Length of a time range in days, in the past or in the future.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RangeLimits {
    /// Default.
    pub(crate) days: i64,
    /// Maximum.
    pub(crate) days_max: i64,
}

/// Time range that a query names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeRange {
    pub(crate) from: Option<Timestamp>,
    pub(crate) until: Option<Timestamp>,
}

impl RangeLimits {
    /// Returns the requested range of the past. It ends now by default.
    pub(crate) fn past(self, asked: TimeRange, now: Timestamp) -> Result<(Timestamp, Timestamp), Problem> {
        let until = asked.until.unwrap_or(now);
        let earlier = |days| until.saturating_sub(length(days)).unwrap_or(Timestamp::MIN);
        let from = asked.from.unwrap_or_else(|| earlier(self.days));
        if from >= until {
            return Err(out_of_range(format!("from {from} is not before {until}"), "from"));
        }
        if from < earlier(self.days_max) {
            return Err(too_long(from, until, self.days_max, "from"));
        }
        Ok((from, until))
    }

    /// Returns the requested range of the future. It starts now by default, and never earlier.
    pub(crate) fn future(self, asked: TimeRange, now: Timestamp) -> Result<(Timestamp, Timestamp), Problem> {
        let from = asked.from.map_or(now, |from| from.max(now));
        let later = |days| from.saturating_add(length(days)).unwrap_or(Timestamp::MAX);
        let until = asked.until.unwrap_or_else(|| later(self.days));
        if until <= from {
            let problem = out_of_range(format!("until {until} is not after {from}"), "until");
            return Err(problem.with_hint("use GET /v1/occurrences for past occurrences"));
        }
        if until > later(self.days_max) {
            return Err(too_long(from, until, self.days_max, "until"));
        }
        Ok((from, until))
    }
}

/// Returns the requested time zone, or the default one, with its name.
pub(crate) fn zone(asked: Option<String>, usual: &str) -> Result<(String, TimeZone), Problem> {
    let name = asked.unwrap_or_else(|| usual.to_owned());
    let zone = time_zone(&name).map_err(|error| Problem::from(error).at_path("zone"))?;
    Ok((name, zone))
}

fn length(days: i64) -> SignedDuration {
    SignedDuration::from_hours(24 * days)
}

fn too_long(from: Timestamp, until: Timestamp, days_max: i64, path: &str) -> Problem {
    let detail = format!("from {from} to {until} is more than {days_max} days");
    out_of_range(detail, path).with_hint("request a shorter range")
}

fn out_of_range(detail: String, path: &str) -> Problem {
    Problem::new(ProblemCode::OutOfRange, detail).at_path(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANGE_LIMITS: RangeLimits = RangeLimits { days: 1, days_max: 45 };

    fn at(text: &str) -> Option<Timestamp> {
        text.parse().ok()
    }

    #[test]
    fn default_range_is_one_day() {
        let now = at("2026-03-02T09:00:00Z").unwrap();
        let nothing = TimeRange { from: None, until: None };
        assert_eq!(RANGE_LIMITS.past(nothing, now).unwrap(), (at("2026-03-01T09:00:00Z").unwrap(), now));
        assert_eq!(RANGE_LIMITS.future(nothing, now).unwrap(), (now, at("2026-03-03T09:00:00Z").unwrap()));
        let earlier = TimeRange { from: at("2026-03-01T00:00:00Z"), until: None };
        assert_eq!(RANGE_LIMITS.future(earlier, now).unwrap().0, now);
    }

    #[test]
    fn empty_and_too_long_ranges_are_rejected() {
        let now = at("2026-03-02T09:00:00Z").unwrap();
        let from = |from| TimeRange { from, until: None };
        let until = |until| TimeRange { from: None, until };
        for (stretch, reported) in [
            (RANGE_LIMITS.past(from(Some(now)), now), "is not before 2026-03-02"),
            (RANGE_LIMITS.past(from(at("2025-12-01T00:00:00Z")), now), "is more than 45 days"),
            (RANGE_LIMITS.future(until(Some(now)), now), "is not after 2026-03-02"),
            (RANGE_LIMITS.future(until(at("2026-05-01T00:00:00Z")), now), "is more than 45 days"),
        ] {
            let problem = stretch.unwrap_err();
            assert!(problem.detail.contains(reported), "{problem:?}");
        }
    }
}
