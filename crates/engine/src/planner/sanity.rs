//! Whether the time can be believed. A clock that is ahead is the dangerous one: it fires early, and a watermark that has
//! moved cannot be taken back.
//!
//! Pure: it compares the time with the steady time that has passed since the last look.

use jiff::{SignedDuration, Timestamp};

/// A larger step ahead is not believed at once.
const FORWARD_STEP_MAX: SignedDuration = SignedDuration::from_mins(10);
/// A smaller step back is how clocks are kept right.
const BACK_STEP_MIN: SignedDuration = SignedDuration::from_secs(1);
/// A clock that jumped ahead is believed after it has run steadily for so long.
const STEADY_FOR: SignedDuration = SignedDuration::from_mins(1);

/// What is to be thought of the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sanity {
    /// Nothing.
    Fine,
    /// It went back by so much. Nothing is due that was not before, so planning may go on.
    Back(SignedDuration),
    /// It has just jumped ahead by so much: do not plan.
    Jumped(SignedDuration),
    /// It had jumped and has not proved steady yet: do not plan.
    Doubted,
}

/// Remembers the time of the last look.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimeCheck {
    last: Option<(Timestamp, SignedDuration)>,
    doubt: Option<Doubt>,
}

#[derive(Clone, Copy, Debug)]
struct Doubt {
    /// Since when, in steady time.
    since: SignedDuration,
    /// By how much it may be ahead.
    ahead_for: SignedDuration,
}

impl TimeCheck {
    /// Looks at the time. `steady` is a time that only ever runs on, counted from anywhere.
    pub fn look(&mut self, now: Timestamp, steady: SignedDuration) -> Sanity {
        let step = self.last.replace((now, steady)).map_or(SignedDuration::ZERO, |(last_at, last_steady)| {
            now.duration_since(last_at).saturating_sub(steady.saturating_sub(last_steady))
        });
        let ahead_for = self.doubt.map_or(SignedDuration::ZERO, |doubt| doubt.ahead_for).saturating_add(step);
        if step > FORWARD_STEP_MAX {
            self.doubt = Some(Doubt { since: steady, ahead_for });
            return Sanity::Jumped(step);
        }
        // Only what has gone back as far as it had jumped is where it belongs; a small correction says nothing.
        self.doubt =
            self.doubt.filter(|doubt| ahead_for > FORWARD_STEP_MAX && steady.saturating_sub(doubt.since) < STEADY_FOR);
        if let Some(doubt) = &mut self.doubt {
            doubt.ahead_for = ahead_for;
            return Sanity::Doubted;
        }
        if step < -BACK_STEP_MIN { Sanity::Back(-step) } else { Sanity::Fine }
    }

    /// How far the time may be ahead; none while it is believed.
    pub fn ahead_for(&self) -> Option<SignedDuration> {
        self.doubt.map(|doubt| doubt.ahead_for)
    }

    /// A person says that the time is right.
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
    fn a_jump_ahead_is_doubted_until_it_has_proved_steady_or_is_confirmed() {
        let mut check = TimeCheck::default();
        assert_eq!(check.look(at(0), steady(0)), Sanity::Fine);
        // A long wait is no jump, nor is a small correction.
        assert_eq!(check.look(at(3_600), steady(3_600)), Sanity::Fine);
        assert_eq!(check.look(at(3_700), steady(3_605)), Sanity::Fine);
        assert_eq!(check.look(at(90_000), steady(3_610)), Sanity::Jumped(steady(86_295)));
        assert_eq!(check.look(at(90_059), steady(3_669)), Sanity::Doubted);
        assert_eq!(check.look(at(90_060), steady(3_670)), Sanity::Fine);
        assert_eq!(check.look(at(900_000), steady(3_671)), Sanity::Jumped(steady(809_939)));
        check.confirm();
        assert_eq!(check.look(at(900_001), steady(3_672)), Sanity::Fine);
    }

    #[test]
    fn a_step_back_is_told_and_ends_the_doubt() {
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
        assert_eq!(check.look(at(3_600), steady(6)), Sanity::Doubted);
        assert_eq!(check.look(at(3_655), steady(61)), Sanity::Fine);
    }
}
