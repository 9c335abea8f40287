//! The remaining time of a lease. A lease expires by the store's time. If that clock is set back, an expired
//! lease would look valid again although another node may have taken it over. A monotonic clock therefore limits
//! every lease to the duration that the node requested.

use std::sync::{Arc, Mutex, PoisonError};

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

/// The term of one lease. Clones share it: the loop renews it, and the run asks for it before it sends.
#[derive(Clone, Debug)]
pub(crate) struct Tenure {
    until: Arc<Mutex<Moment>>,
}

impl Tenure {
    /// Creates the term of a lease that expires at `until` and was requested at `asked_at` for `lasts_for`.
    pub(crate) fn new(until: Timestamp, asked_at: Moment, lasts_for: SignedDuration) -> Self {
        let until = Moment { at: until, steady: asked_at.steady.saturating_add(lasts_for) };
        Self { until: Arc::new(Mutex::new(until)) }
    }

    /// Prepares for a renewal until `until`, which may be carried out whether or not its answer arrives. After the
    /// store's clock was set back, a renewed lease may end earlier than before.
    pub(crate) fn renewing(&self, until: Timestamp) {
        self.with(|own| own.at = own.at.min(until));
    }

    /// Records that a renewal which was requested at `asked_at` has extended the lease until `until`.
    pub(crate) fn renewed(&self, until: Timestamp, asked_at: Moment, lasts_for: SignedDuration) {
        self.with(|own| *own = Moment { at: until, steady: asked_at.steady.saturating_add(lasts_for) });
    }

    /// Returns the remaining time, negative after the lease has expired.
    pub(crate) fn left(&self, now: Moment) -> SignedDuration {
        self.with(|until| until.at.duration_since(now.at).min(until.steady.saturating_sub(now.steady)))
    }

    fn with<T>(&self, work: impl FnOnce(&mut Moment) -> T) -> T {
        work(&mut self.until.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: i64) -> SignedDuration {
        SignedDuration::from_secs(seconds)
    }

    fn moment(at: i64, steady: i64) -> Moment {
        Moment { at: Timestamp::UNIX_EPOCH + seconds(at), steady: seconds(steady) }
    }

    #[test]
    fn a_renewal_under_a_clock_that_was_set_back_shortens_a_lease() {
        let tenure = Tenure::new(moment(130, 0).at, moment(100, 7), seconds(30));
        let run = tenure.clone();
        // The clock was set back by 80 s, and the renewal was requested at 30 s.
        tenure.renewing(moment(60, 0).at);
        assert_eq!(run.left(moment(125, 20)), seconds(-65), "the clock is right again, and the answer has not arrived");
        tenure.renewed(moment(60, 0).at, moment(30, 17), seconds(30));
        assert_eq!(run.left(moment(50, 37)), seconds(10));
        assert_eq!(run.left(moment(125, 37)), seconds(-65));
    }

    #[test]
    fn setting_the_clock_never_extends_a_lease() {
        let tenure = Tenure::new(moment(130, 0).at, moment(100, 7), seconds(30));
        assert_eq!(tenure.left(moment(110, 17)), seconds(20));
        assert_eq!(tenure.left(moment(125, 17)), seconds(5), "set forward");
        assert_eq!(tenure.left(moment(60, 17)), seconds(20), "set back");
        assert_eq!(tenure.left(moment(60, 40)), seconds(-3), "set back after the lease expired");
    }
}
