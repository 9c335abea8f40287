//! The remaining time of a lease. A lease expires by the store's time. If that clock is set back, an expired
//! lease would look valid again although another node may have taken it over. A monotonic clock therefore limits
//! every lease to the duration that the node requested.

use jiff::{SignedDuration, Timestamp};

use crate::clock::Clock;

/// One instant, as read from both clocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// The store's time.
    pub(crate) at: Timestamp,
    /// Monotonic time.
    pub(crate) steady: SignedDuration,
}

impl Moment {
    pub(crate) fn of(clock: &dyn Clock) -> Self {
        Self { at: clock.now(), steady: clock.steady() }
    }
}

/// The term of one lease.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tenure {
    until: Moment,
}

impl Tenure {
    /// Creates the term of a lease that expires at `until` and was requested at `asked_at` for `lasts_for`.
    pub(crate) fn new(until: Timestamp, asked_at: Moment, lasts_for: SignedDuration) -> Self {
        Self { until: Moment { at: until, steady: asked_at.steady.saturating_add(lasts_for) } }
    }

    /// Returns the remaining time, negative after the lease has expired.
    pub(crate) fn left(&self, now: Moment) -> SignedDuration {
        self.until.at.duration_since(now.at).min(self.until.steady.saturating_sub(now.steady))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_the_clock_never_extends_a_lease() {
        let seconds = SignedDuration::from_secs;
        let moment = |at, steady| Moment { at: Timestamp::UNIX_EPOCH + seconds(at), steady: seconds(steady) };
        let tenure = Tenure::new(Timestamp::UNIX_EPOCH + seconds(130), moment(100, 7), seconds(30));
        assert_eq!(tenure.left(moment(110, 17)), seconds(20));
        assert_eq!(tenure.left(moment(125, 17)), seconds(5), "set forward");
        assert_eq!(tenure.left(moment(60, 17)), seconds(20), "set back");
        assert_eq!(tenure.left(moment(60, 40)), seconds(-3), "set back after the lease expired");
    }
}
