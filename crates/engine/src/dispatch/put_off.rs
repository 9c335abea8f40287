//! Putting an action off. That is no attempt, and so it must not be for ever: what would be too late by then is not put off.

use jiff::{SignedDuration, Timestamp};

use super::Sending;
use crate::lateness::too_late;
use crate::outcome::Outcome;
use crate::reason::SkipReason;

/// What could not be asked about comes back after so long.
pub(super) const UNKNOWN_FOR: SignedDuration = SignedDuration::from_secs(2);

/// It is to be tried so long from now.
pub(super) fn put_off(now: Timestamp, by: SignedDuration, message: String) -> Outcome {
    Outcome::Delayed { until: now.saturating_add(by).unwrap_or(now), message: Some(message) }
}

/// It is to be tried at that time, or skipped when that is too late for its schedule.
pub(super) fn put_off_until(sending: &Sending, until: Timestamp, message: String) -> Outcome {
    match too_late_at(sending, until) {
        None => Outcome::Delayed { until, message: Some(message) },
        Some(reason) => {
            Outcome::Skipped { reason, message: Some(format!("{message}; at {until} it would be too late")) }
        }
    }
}

/// Why it would come too late if it began then.
pub(super) fn too_late_at(sending: &Sending, at: Timestamp) -> Option<SkipReason> {
    too_late(&sending.run.definition, &sending.run.occurrence, at)
}
