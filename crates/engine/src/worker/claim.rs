//! Claiming work, and when to claim again.

use jiff::{SignedDuration, Timestamp};

use super::{ClaimBatch, Worker};
use crate::store::StoreError;

/// Pause after a claim that found nothing although the store announced something.
const PAUSE_FOR: SignedDuration = SignedDuration::from_millis(100);

/// Pause after such a claim if there is more: other nodes hold it, or occurrences that are not due come before
/// it.
const CROWDED_PAUSE_FOR: SignedDuration = SignedDuration::from_millis(10);

impl Worker {
    /// Claims occurrences, and determines when to claim next.
    pub(super) async fn claim_and_look_ahead(&self, limit: usize) -> Result<(ClaimBatch, Timestamp), StoreError> {
        let options = &self.options;
        let now = self.clock.now();
        let brought = self.claim(limit, options.ahead_for, now).await?;
        let check_at = now.saturating_add(options.check_every).unwrap_or(Timestamp::MAX);
        let has_brought = !brought.leased.is_empty() || brought.ended > 0;
        if brought.has_more {
            let pause_for = if has_brought { SignedDuration::ZERO } else { CROWDED_PAUSE_FOR };
            return Ok((brought, now.saturating_add(pause_for).unwrap_or(now)));
        }
        let ready_at = self.store.next_wakeup().await?.claim_at.unwrap_or(check_at);
        let ahead_at = ready_at.saturating_sub(options.ahead_for).unwrap_or(ready_at);
        let claim_at = if has_brought || ahead_at > now {
            ahead_at
        } else if ready_at > now {
            // The occurrence could have been leased ahead by its time and was not, so it is of a kind that must
            // be ready first.
            ready_at
        } else {
            now.saturating_add(PAUSE_FOR).unwrap_or(now)
        };
        Ok((brought, claim_at.min(check_at)))
    }
}
