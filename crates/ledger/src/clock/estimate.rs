//! An estimate of another machine's clock. A slow answer never makes the estimate run ahead of that clock; only
//! drift between two answers can.
//!
//! An answer is on its way for an unknown part of the round trip. At the moment it arrives, the other clock shows
//! at least the time in the answer, and at most that time plus the round trip. Half of the round trip would be
//! the best guess, but a guess may be ahead, and then work starts early. The estimate is therefore the earliest
//! possible time. Each answer narrows the range, so the quickest answer decides how exact the estimate is.

use jiff::{SignedDuration, Timestamp};

/// Two clocks drift apart by at most one part in this number: 200 ppm, more than the clocks of healthy machines.
const DRIFT_DIVISOR: i32 = 5_000;

/// The range in which the time of another clock lies. The range advances with a monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    earliest: Timestamp,
    /// None before the first answer.
    latest: Option<Timestamp>,
    /// Monotonic time at which the range was recorded.
    noted_at: SignedDuration,
}

impl Estimate {
    /// Creates an estimate that the first answer replaces.
    pub fn guess(at: Timestamp, steady: SignedDuration) -> Self {
        Self { earliest: at, latest: None, noted_at: steady }
    }

    /// Returns the earliest time that the other clock can show at this monotonic time.
    pub fn at(&self, steady: SignedDuration) -> Timestamp {
        moved(self.earliest, steady.saturating_sub(self.noted_at))
    }

    /// Processes an answer, given the monotonic times of the question and of its arrival. Returns by how much the
    /// estimate changed: a positive duration if it was behind.
    pub fn answer(&mut self, asked: SignedDuration, arrived: SignedDuration, answer: Timestamp) -> SignedDuration {
        let before = self.at(arrived);
        let drift = arrived.saturating_sub(self.noted_at) / DRIFT_DIVISOR;
        let earliest = moved(before, -drift);
        let latest =
            self.latest.map(|latest| moved(latest, arrived.saturating_sub(self.noted_at).saturating_add(drift)));
        let answer_latest = moved(answer, arrived.saturating_sub(asked));
        *self = match latest {
            Some(latest) if answer <= latest && earliest <= answer_latest => {
                Self { earliest: earliest.max(answer), latest: Some(latest.min(answer_latest)), noted_at: arrived }
            }
            // This is the first answer, or the other clock was set.
            _ => Self { earliest: answer, latest: Some(answer_latest), noted_at: arrived },
        };
        self.earliest.duration_since(before)
    }
}

fn moved(at: Timestamp, by: SignedDuration) -> Timestamp {
    at.saturating_add(by).unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millisecond(millis).unwrap()
    }

    fn millis(count: i64) -> SignedDuration {
        SignedDuration::from_millis(count)
    }

    /// Builds an estimate from answers: (asked, answered, arrived) in monotonic time, from a clock that shows the
    /// monotonic time.
    fn after(answers: &[(i64, i64, i64)]) -> Estimate {
        let mut estimate = Estimate::guess(at(9_000_000), millis(0));
        for (asked, answered, arrived) in answers {
            estimate.answer(millis(*asked), millis(*arrived), at(*answered));
        }
        estimate
    }

    #[test]
    fn the_estimate_is_never_ahead_of_the_other_clock() {
        for answered in [0, 1, 50, 99, 100] {
            let estimate = after(&[(0, answered, 100)]);
            assert!(estimate.at(millis(100)) <= at(100), "answered at {answered}");
            assert!(estimate.at(millis(100)) >= at(0), "answered at {answered}");
        }
    }

    #[test]
    fn the_quickest_answer_counts() {
        let slow_then_quick = after(&[(0, 1, 100), (100, 101, 102)]);
        assert_eq!(slow_then_quick.at(millis(102)), at(101));
        // The second answer came late: the first one is more precise.
        let quick_then_slow = after(&[(0, 1, 2), (2, 3, 100)]);
        let behind = at(100).duration_since(quick_then_slow.at(millis(100)));
        assert!(behind >= millis(1) && behind < millis(2), "{behind:?}");
    }

    #[test]
    fn a_clock_that_was_set_is_followed_both_ways() {
        for step in [-60_000, -100, 100, 60_000] {
            let mut estimate = after(&[(0, 1, 2)]);
            let by = estimate.answer(millis(10), millis(12), at(11 + step));
            assert_eq!(estimate.at(millis(12)), at(11 + step), "{step}");
            assert_eq!(by, millis(step), "{step}");
        }
    }

    #[test]
    fn drift_is_followed_in_both_directions() {
        // Half an hour apart, and a hundredth of a percent too fast or too slow: 180 ms.
        for drift in [-180, 180] {
            let mut estimate = after(&[(0, 0, 0)]);
            estimate.answer(millis(1_800_000), millis(1_800_000), at(1_800_000 + drift));
            assert_eq!(estimate.at(millis(1_800_000)), at(1_800_000 + drift));
        }
    }
}
