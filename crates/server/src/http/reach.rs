//! Time range of a query, and the time zone of its result.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::time_zone;

use super::problem::Problem;

/// Length of a time range in days, in the past or in the future.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// Default.
    pub(crate) days: i64,
    /// Maximum.
    pub(crate) days_max: i64,
}

/// Time range that a query names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    pub(crate) from: Option<Timestamp>,
    pub(crate) until: Option<Timestamp>,
}

impl Reach {
    /// Returns the requested range of the past. It ends now by default.
    pub(crate) fn back(self, asked: Stretch, now: Timestamp) -> Result<(Timestamp, Timestamp), Problem> {
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
    pub(crate) fn ahead(self, asked: Stretch, now: Timestamp) -> Result<(Timestamp, Timestamp), Problem> {
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
    Problem::bad_request("out_of_range", detail).at_path(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    const REACH: Reach = Reach { days: 1, days_max: 45 };

    fn at(text: &str) -> Option<Timestamp> {
        text.parse().ok()
    }

    #[test]
    fn without_a_word_it_is_a_day_from_or_until_now() {
        let now = at("2026-03-02T09:00:00Z").unwrap();
        let nothing = Stretch { from: None, until: None };
        assert_eq!(REACH.back(nothing, now).unwrap(), (at("2026-03-01T09:00:00Z").unwrap(), now));
        assert_eq!(REACH.ahead(nothing, now).unwrap(), (now, at("2026-03-03T09:00:00Z").unwrap()));
        let earlier = Stretch { from: at("2026-03-01T00:00:00Z"), until: None };
        assert_eq!(REACH.ahead(earlier, now).unwrap().0, now);
    }

    #[test]
    fn what_is_empty_or_too_long_is_refused_by_name() {
        let now = at("2026-03-02T09:00:00Z").unwrap();
        let from = |from| Stretch { from, until: None };
        let until = |until| Stretch { from: None, until };
        for (stretch, told) in [
            (REACH.back(from(Some(now)), now), "is not before 2026-03-02"),
            (REACH.back(from(at("2025-12-01T00:00:00Z")), now), "is more than 45 days"),
            (REACH.ahead(until(Some(now)), now), "is not after 2026-03-02"),
            (REACH.ahead(until(at("2026-05-01T00:00:00Z")), now), "is more than 45 days"),
        ] {
            let problem = stretch.unwrap_err();
            assert!(problem.detail.contains(told), "{problem:?}");
        }
    }
}
