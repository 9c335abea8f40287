//! Times at which planning examines a schedule without a next occurrence: to plan it once more, or to see whether
//! its last runs have ended.
//!
//! Invariant: an occurrence is on a whole second, and a check never is. The planning time of a schedule therefore
//! shows which of the two it is.

use jiff::{SignedDuration, Timestamp};

/// Returns the time of a check: `at`, or a microsecond earlier if `at` is a whole second.
pub(crate) fn check_at(at: Timestamp) -> Timestamp {
    if is_check(at) { at } else { at.saturating_sub(SignedDuration::from_micros(1)).unwrap_or(at) }
}

/// Returns whether a planning time is a check, and not an occurrence.
pub(crate) fn is_check(at: Timestamp) -> bool {
    at.subsec_nanosecond() != 0
}
