//! Holds back a single action whose name was used before.
//!
//! A mark under the name says that it is being sent, and then that it was sent or may have been. What was not sent leaves no mark, so
//! that the same name may be tried again.
//!
//! Invariant: of all that come at the same time under one name, on all nodes, one is sent.

use jiff::SignedDuration;

use super::dedup::hashed;
use super::{Sending, Singles};
use crate::outcome::Outcome;
use crate::reason::{FailReason, SkipReason};
use crate::store::{Mark, MarkName, StoreError};

/// A node that dies while it sends leaves its mark for so long. No dispatch takes longer.
const SENDING_FOR: SignedDuration = SignedDuration::from_mins(2);
/// A name is remembered for so long.
const KEPT_FOR: SignedDuration = SignedDuration::from_hours(24);
const SENDING: &str = "sending";

impl Singles {
    /// Takes the name of an action that is to be sent once. Answers what is said to it where another has it.
    pub(super) async fn hold(&self, sending: &Sending) -> Result<Option<Outcome>, StoreError> {
        let (name, now) = (mark_name(sending), self.clock.now());
        let found = self.store.mark_if_absent(&name, SENDING, SENDING_FOR, now).await?;
        Ok(found.map(|mark| {
            let message = match mark.value.as_str() {
                SENDING => "another of the same name is being sent".to_owned(),
                sent => format!("another of the same name was {sent}, and is remembered until {}", mark.until),
            };
            Outcome::Skipped { reason: SkipReason::Deduplicated, message: Some(message) }
        }))
    }

    /// Remembers what was sent or may have been, and forgets the rest. Should that fail, the name is free when nobody can be
    /// sending it any more.
    pub(super) async fn remember(&self, sending: &Sending, outcome: &Outcome) {
        let now = self.clock.now();
        let until = now.saturating_add(KEPT_FOR).unwrap_or(now);
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

fn mark_name(sending: &Sending) -> MarkName {
    let name = format!("once/{}", hashed(&sending.run.occurrence.planned.period_key));
    MarkName { tenant: sending.tenant().clone(), name }
}
