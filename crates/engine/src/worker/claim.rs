//! Asking the store for work, and when to ask again.

use jiff::{SignedDuration, Timestamp};

use super::{Brought, Worker};
use crate::store::StoreError;

/// After a claim that found nothing where something was said to be, it is not tried again at once.
const PAUSE_FOR: SignedDuration = SignedDuration::from_millis(100);

/// The same where there is more: others hold it, or what is not due yet stands before it.
const CROWDED_PAUSE_FOR: SignedDuration = SignedDuration::from_millis(10);

impl Worker {
    /// Claims, and finds out when to claim next.
    pub(super) async fn claim_and_look_ahead(&self, limit: usize) -> Result<(Brought, Timestamp), StoreError> {
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
            // It could be leased ahead by its time and was not, so it is of a kind that waits for it.
            ready_at
        } else {
            now.saturating_add(PAUSE_FOR).unwrap_or(now)
        };
        Ok((brought, claim_at.min(check_at)))
    }
}
