//! Delays an action. A delay is not an attempt, so delays must not go on forever: an action that would be too
//! late after the delay is not delayed.

use jiff::{SignedDuration, Timestamp};

use crate::delivery::OutgoingAction;
use crate::model::SkipReason;
use crate::outcome::Outcome;
use crate::store::StoreError;

/// Delay of an action when a check needs the store and the store does not respond.
pub(crate) const STORE_RETRY_DELAY: SignedDuration = SignedDuration::from_secs(2);

/// Delays an action by a duration.
pub(crate) fn delay_outcome(now: Timestamp, by: SignedDuration, message: String) -> Outcome {
    Outcome::Delayed { until: now.saturating_add(by).unwrap_or(now), message: Some(message) }
}

/// Delays an action until a time, or skips it if that is too late for its schedule.
pub(super) async fn delay_until(
    sending: &OutgoingAction,
    until: Timestamp,
    message: String,
    now: Timestamp,
) -> Outcome {
    match lateness_at(sending, until).await {
        Ok(None) => Outcome::Delayed { until, message: Some(message) },
        Ok(Some(reason)) => {
            Outcome::Skipped { reason, message: Some(format!("{message}; a start at {until} would be too late")) }
        }
        Err(error) => delay_outcome(now, STORE_RETRY_DELAY, unknown_lateness(&error)),
    }
}

/// Returns the skip reason if a start at this time would be too late.
///
/// # Errors
/// When the schedule cannot be read.
pub(super) async fn lateness_at(sending: &OutgoingAction, at: Timestamp) -> Result<Option<SkipReason>, StoreError> {
    let run = &sending.run;
    run.lateness.too_late(&run.definition, &run.occurrence, at).await
}

/// Returns the message of an occurrence that waits because its schedule cannot be read.
pub(crate) fn unknown_lateness(error: &StoreError) -> String {
    format!("the schedule cannot be read to decide whether this start is too late: {error}")
}
