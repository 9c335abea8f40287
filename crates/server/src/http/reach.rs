//! How far a question reaches: the stretch of time it asks about, and the zone in which it is answered.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::time_zone;

use super::problem::Problem;

/// How many days a question about the past goes back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Back {
    /// Without a word.
    pub(crate) days: i64,
    /// At most.
    pub(crate) days_max: i64,
}

impl Back {
    /// The stretch that was asked for, up to now without a word.
    pub(crate) fn stretch(
        self,
        from: Option<Timestamp>,
        until: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<(Timestamp, Timestamp), Problem> {
        let until = until.unwrap_or(now);
        let earlier = |days| until.saturating_sub(length(days)).unwrap_or(Timestamp::MIN);
        let from = from.unwrap_or_else(|| earlier(self.days));
        if from >= until {
            return Err(out_of_range(format!("from {from} is not before {until}"), "from"));
        }
        if from < earlier(self.days_max) {
            return Err(too_long(from, until, self.days_max, "from"));
        }
        Ok((from, until))
    }
}

/// How many days a question about the future looks ahead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ahead {
    /// Without a word.
    pub(crate) days: i64,
    /// At most.
    pub(crate) days_max: i64,
}

impl Ahead {
    /// The stretch that was asked for, from now on without a word, and never earlier.
    pub(crate) fn stretch(
        self,
        from: Option<Timestamp>,
        until: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<(Timestamp, Timestamp), Problem> {
        let from = from.map_or(now, |from| from.max(now));
        let later = |days| from.saturating_add(length(days)).unwrap_or(Timestamp::MAX);
        let until = until.unwrap_or_else(|| later(self.days));
        if until <= from {
            let problem = out_of_range(format!("until {until} is not after {from}"), "until");
            return Err(problem.with_hint("what has been is in the ledger: GET /v1/occurrences"));
        }
        if until > later(self.days_max) {
            return Err(too_long(from, until, self.days_max, "until"));
        }
        Ok((from, until))
    }
}

/// The zone that was asked for, or the usual one, with its name.
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
    out_of_range(detail, path).with_hint("ask for a part at a time")
}

fn out_of_range(detail: String, path: &str) -> Problem {
    Problem::unprocessable("out_of_range", detail).at_path(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BACK: Back = Back { days: 1, days_max: 45 };
    const AHEAD: Ahead = Ahead { days: 1, days_max: 45 };

    fn at(text: &str) -> Option<Timestamp> {
        text.parse().ok()
    }

    #[test]
    fn without_a_word_it_is_a_day_from_or_until_now() {
        let now = at("2026-03-02T09:00:00Z").unwrap();
        assert_eq!(BACK.stretch(None, None, now).unwrap(), (at("2026-03-01T09:00:00Z").unwrap(), now));
        assert_eq!(AHEAD.stretch(None, None, now).unwrap(), (now, at("2026-03-03T09:00:00Z").unwrap()));
        assert_eq!(AHEAD.stretch(at("2026-03-01T00:00:00Z"), None, now).unwrap().0, now);
    }

    #[test]
    fn what_is_empty_or_too_long_is_refused_by_name() {
        let now = at("2026-03-02T09:00:00Z").unwrap();
        for (stretch, told) in [
            (BACK.stretch(Some(now), None, now), "is not before 2026-03-02"),
            (BACK.stretch(at("2025-12-01T00:00:00Z"), None, now), "is more than 45 days"),
            (AHEAD.stretch(None, Some(now), now), "is not after 2026-03-02"),
            (AHEAD.stretch(None, at("2026-05-01T00:00:00Z"), now), "is more than 45 days"),
        ] {
            let problem = stretch.unwrap_err();
            assert!(problem.detail.contains(told), "{problem:?}");
        }
    }
}
