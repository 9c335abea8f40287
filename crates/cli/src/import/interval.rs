//! Intervals in the unit that people would write.

use refrain_recurrence::{EveryRecurrence, Recurrence, Unit};

/// Longest interval, in seconds: about 30 years.
const SECONDS_MAX: i64 = 1_000_000_000;

/// Returns an interval in the largest unit up to hours that leaves no remainder.
pub(super) fn every(seconds: i64) -> Recurrence {
    let (every, unit) = match seconds {
        seconds if seconds % 3_600 == 0 => (seconds / 3_600, Unit::Hours),
        seconds if seconds % 60 == 0 => (seconds / 60, Unit::Minutes),
        seconds => (seconds, Unit::Seconds),
    };
    Recurrence::Every(EveryRecurrence::new(every, unit))
}

/// Returns a number of seconds if it is whole, at least one, and not absurdly long.
pub(super) fn whole_seconds(seconds: f64) -> Option<i64> {
    #[expect(clippy::cast_precision_loss, reason = "the limit is exact")]
    let is_whole = seconds.fract() == 0.0 && (1.0..=SECONDS_MAX as f64).contains(&seconds);
    #[expect(clippy::cast_possible_truncation, reason = "the value is whole and in range")]
    is_whole.then_some(seconds as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_have_the_largest_fitting_unit() {
        let check = |seconds, every_n, unit| {
            assert_eq!(every(seconds), Recurrence::Every(EveryRecurrence::new(every_n, unit)), "{seconds}");
        };
        check(90, 90, Unit::Seconds);
        check(120, 2, Unit::Minutes);
        check(7_200, 2, Unit::Hours);
        check(86_400, 24, Unit::Hours);
    }

    #[test]
    fn only_whole_seconds_are_intervals() {
        assert_eq!([30.0, 0.5, 0.0, -5.0, f64::NAN, 1e12].map(whole_seconds), [Some(30), None, None, None, None, None]);
    }
}
