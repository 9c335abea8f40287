//! Decides whether the clock can be trusted. A clock that is ahead is the dangerous one: it starts runs early,
//! and a watermark that has advanced cannot be moved back.
//!
//! Pure: it compares the time with the monotonic time that has passed since the last check.

use jiff::{SignedDuration, Timestamp};

/// Largest forward step that is trusted immediately.
const FORWARD_STEP_MAX: SignedDuration = SignedDuration::from_mins(10);
/// Largest backward step that counts as a normal clock correction.
const BACK_STEP_MIN: SignedDuration = SignedDuration::from_secs(1);
/// Time for which a clock that jumped forward must run steadily before it is trusted.
const STEADY_FOR: SignedDuration = SignedDuration::from_mins(1);

/// Assessment of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sanity {
    /// The clock can be trusted.
    Fine,
    /// The clock went back by this duration. Nothing is due that was not due before, so planning may continue.
    Back(SignedDuration),
    /// The clock has just jumped forward by this duration: do not plan.
    Jumped(SignedDuration),
    /// The clock jumped forward and has not run steadily for long enough: do not plan.
    Untrusted,
}

/// Checks the clock, and remembers the last check.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimeCheck {
    last: Option<(Timestamp, SignedDuration)>,
    doubt: Option<UntrustedJump>,
}

#[derive(Clone, Copy, Debug)]
struct UntrustedJump {
    /// Start of the doubt, in monotonic time.
    since: SignedDuration,
    /// Duration by which the clock may be ahead.
    ahead_for: SignedDuration,
}

impl TimeCheck {
    /// Checks the time. `steady` is a monotonic time, counted from an arbitrary start.
    pub fn look(&mut self, now: Timestamp, steady: SignedDuration) -> Sanity {
        let step = self.last.replace((now, steady)).map_or(SignedDuration::ZERO, |(last_at, last_steady)| {
            now.duration_since(last_at).saturating_sub(steady.saturating_sub(last_steady))
        });
        let ahead_for = self.doubt.map_or(SignedDuration::ZERO, |doubt| doubt.ahead_for).saturating_add(step);
        if step > FORWARD_STEP_MAX {
            self.doubt = Some(UntrustedJump { since: steady, ahead_for });
            return Sanity::Jumped(step);
        }
        // The doubt ends early only if the clock goes back as far as it had jumped; a small correction proves
        // nothing.
        self.doubt =
            self.doubt.filter(|doubt| ahead_for > FORWARD_STEP_MAX && steady.saturating_sub(doubt.since) < STEADY_FOR);
        if let Some(doubt) = &mut self.doubt {
            doubt.ahead_for = ahead_for;
            return Sanity::Untrusted;
        }
        if step < -BACK_STEP_MIN { Sanity::Back(-step) } else { Sanity::Fine }
    }

    /// Returns how far the clock may be ahead. None while the clock is trusted.
    pub fn ahead_for(&self) -> Option<SignedDuration> {
        self.doubt.map(|doubt| doubt.ahead_for)
    }

    /// Ends the doubt, because a person confirms that the clock is right.
    pub fn confirm(&mut self) {
        self.doubt = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_second(1_000_000 + seconds).unwrap()
    }

    fn steady(seconds: i64) -> SignedDuration {
        SignedDuration::from_secs(seconds)
    }

    #[test]
    fn a_forward_jump_is_untrusted_until_steady_or_confirmed() {
        let mut check = TimeCheck::default();
        assert_eq!(check.look(at(0), steady(0)), Sanity::Fine);
        // A long wait is no jump, nor is a small correction.
        assert_eq!(check.look(at(3_600), steady(3_600)), Sanity::Fine);
        assert_eq!(check.look(at(3_700), steady(3_605)), Sanity::Fine);
        assert_eq!(check.look(at(90_000), steady(3_610)), Sanity::Jumped(steady(86_295)));
        assert_eq!(check.look(at(90_059), steady(3_669)), Sanity::Untrusted);
        assert_eq!(check.look(at(90_060), steady(3_670)), Sanity::Fine);
        assert_eq!(check.look(at(900_000), steady(3_671)), Sanity::Jumped(steady(809_939)));
        check.confirm();
        assert_eq!(check.look(at(900_001), steady(3_672)), Sanity::Fine);
    }

    #[test]
    fn a_step_back_is_reported_and_ends_the_doubt() {
        let mut check = TimeCheck::default();
        check.look(at(0), steady(0));
        assert_eq!(check.look(at(-600), steady(5)), Sanity::Back(steady(605)));
        assert_eq!(check.look(at(9_000), steady(10)), Sanity::Jumped(steady(9_595)));
        assert_eq!(check.look(at(-590), steady(15)), Sanity::Back(steady(9_595)));
        assert_eq!(check.look(at(-585), steady(20)), Sanity::Fine);
    }

    #[test]
    fn a_small_step_back_does_not_end_the_doubt_about_a_large_jump() {
        let mut check = TimeCheck::default();
        check.look(at(0), steady(0));
        assert_eq!(check.look(at(3_600), steady(1)), Sanity::Jumped(steady(3_599)));
        assert_eq!(check.look(at(3_600), steady(6)), Sanity::Untrusted);
        assert_eq!(check.look(at(3_655), steady(61)), Sanity::Fine);
    }
}
