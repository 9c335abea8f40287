//! Putting an action off. That is no attempt, and so it must not be for ever: what would be too late by then is not put off.

use jiff::{SignedDuration, Timestamp};

use super::Sending;
use crate::outcome::Outcome;
use crate::reason::SkipReason;
use crate::store::StoreError;

/// What could not be asked about comes back after so long.
pub(crate) const UNKNOWN_FOR: SignedDuration = SignedDuration::from_secs(2);

/// It is to be tried so long from now.
pub(crate) fn put_off(now: Timestamp, by: SignedDuration, message: String) -> Outcome {
    Outcome::Delayed { until: now.saturating_add(by).unwrap_or(now), message: Some(message) }
}

/// Puts an action off until a time, or skips it when that is too late for its schedule.
pub(super) async fn put_off_until(sending: &Sending, until: Timestamp, message: String, now: Timestamp) -> Outcome {
    match too_late_at(sending, until).await {
        Ok(None) => Outcome::Delayed { until, message: Some(message) },
        Ok(Some(reason)) => {
            Outcome::Skipped { reason, message: Some(format!("{message}; at {until} it would be too late")) }
        }
        Err(error) => put_off(now, UNKNOWN_FOR, unknown_lateness(&error)),
    }
}

/// Why it would come too late if it began then.
///
/// # Errors
/// When its schedule cannot be read.
pub(super) async fn too_late_at(sending: &Sending, at: Timestamp) -> Result<Option<SkipReason>, StoreError> {
    let run = &sending.run;
    run.lateness.too_late(&run.definition, &run.occurrence, at).await
}

/// The message of an occurrence that waits because its schedule cannot be read.
pub(crate) fn unknown_lateness(error: &StoreError) -> String {
    format!("the schedule cannot be read to decide whether this start is too late: {error}")
}
