//! Skips a single action whose key was used before.
//!
//! A mark under the key says that the action is being sent, and later that it was sent or may have been sent.
//! An action that was not sent leaves no mark, so the same key can be used again.
//!
//! Invariant: of all concurrent actions with the same key, on all nodes, exactly one is sent.

use jiff::SignedDuration;

use super::SingleDispatcher;
use super::dedup::hash_text;
use crate::delivery::OutgoingAction;
use crate::model::{FailReason, SkipReason};
use crate::outcome::Outcome;
use crate::store::{Mark, MarkName, StoreError};

/// Lifetime of the mark while sending, in case the node dies. No dispatch takes longer.
const SENDING_TTL: SignedDuration = SignedDuration::from_mins(2);
/// Time for which a key is remembered.
const KEY_TTL: SignedDuration = SignedDuration::from_hours(24);
const SENDING: &str = "sending";

impl SingleDispatcher {
    /// Reserves the key of an action that is to be sent once. Returns the outcome if another action has the
    /// key.
    pub(super) async fn reserve_key(&self, sending: &OutgoingAction) -> Result<Option<Outcome>, StoreError> {
        let (name, now) = (mark_name(sending), self.clock.now());
        let found = self.store.mark_if_absent(&name, SENDING, SENDING_TTL, now).await?;
        Ok(found.map(|mark| {
            let message = match mark.value.as_str() {
                SENDING => "another action with the same key is being sent".to_owned(),
                sent => {
                    format!("another action with the same key was {sent}; the key is remembered until {}", mark.until)
                }
            };
            Outcome::Skipped { reason: SkipReason::Deduplicated, message: Some(message) }
        }))
    }

    /// Remembers an action that was sent or may have been sent, and removes the mark otherwise. If this fails,
    /// the mark expires once the action can no longer be in progress.
    pub(super) async fn record_key(&self, sending: &OutgoingAction, outcome: &Outcome) {
        let now = self.clock.now();
        let until = now.saturating_add(KEY_TTL).unwrap_or(now);
        let mark = may_have_been_sent(outcome).then(|| Mark { value: format!("sent at {now}"), until });
        self.store.replace_mark(&mark_name(sending), Some(SENDING), mark.as_ref(), now).await.ok();
    }
}

fn may_have_been_sent(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Delivered { .. } => true,
        Outcome::Rejected { reason, .. } | Outcome::Retryable { reason, .. } => {
            matches!(reason, FailReason::OutcomeUnknown | FailReason::Timeout)
        }
        Outcome::Delayed { .. } | Outcome::Skipped { .. } => false,
    }
}

fn mark_name(sending: &OutgoingAction) -> MarkName {
    let name = format!("once/{}", hash_text(&sending.run.occurrence.planned.period_key));
    MarkName { tenant: sending.tenant().clone(), name }
}
