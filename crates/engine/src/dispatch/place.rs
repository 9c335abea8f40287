//! A slot in a time window: at most `limit` occurrences start per window, counted across all nodes.
//!
//! Invariant: never more than the limit start. If a response is lost, an occurrence is counted twice, so fewer
//! may start.

use jiff::{SignedDuration, Timestamp};

use crate::model::{Occurrence, OccurrenceId, Tenant};
use crate::store::{MarkName, Store, StoreError};

/// A counter with its limit, and the occurrence that needs a slot.
pub(super) struct WindowSlot<'a> {
    pub(super) tenant: &'a Tenant,
    /// Name of the counter.
    pub(super) counter: String,
    /// Identity of the occurrence. An occurrence is counted once, however often it requests a slot.
    pub(super) one: String,
    pub(super) limit: u32,
    pub(super) window: SignedDuration,
}

impl WindowSlot<'_> {
    /// Takes a slot if one is free. No two occurrences take the same slot, because all nodes count in the
    /// store.
    pub(super) async fn take(&self, store: &dyn Store, now: Timestamp) -> Result<bool, StoreError> {
        let own = self.mark(&format!("{}/{}", self.counter, self.one));
        // An occurrence that was released after it had been counted requests its slot again.
        if store.mark(&own, now).await?.is_some() {
            return Ok(true);
        }
        let begun = store.count(&self.mark(&self.counter), 1, self.window, now).await?;
        if begun == 1 {
            // The first occurrence of a window records when the window ends, for occurrences that wait for the
            // end.
            store.mark_if_absent(&self.end(), "", self.window, now).await.ok();
        }
        if begun > u64::from(self.limit) {
            return Ok(false);
        }
        // The slot is taken. Without this mark the occurrence would only be counted again after a release.
        store.mark_if_absent(&own, "", self.window, now).await.ok();
        Ok(true)
    }

    /// Returns the end of the window, or a whole window from now if the end is not recorded.
    pub(super) async fn ends_at(&self, store: &dyn Store, now: Timestamp) -> Result<Timestamp, StoreError> {
        let known = store.mark(&self.end(), now).await?;
        Ok(known.map_or_else(|| now.saturating_add(self.window).unwrap_or(now), |mark| mark.until))
    }

    fn end(&self) -> MarkName {
        self.mark(&format!("{}/end", self.counter))
    }

    fn mark(&self, name: &str) -> MarkName {
        MarkName { tenant: self.tenant.clone(), name: name.to_owned() }
    }
}

/// Returns the identity under which an occurrence is counted. A single action has no occurrence ID of its own,
/// so its idempotency key is used.
pub(super) fn slot_identity(occurrence: &Occurrence) -> String {
    if occurrence.id == OccurrenceId(0) { occurrence.idempotency_key().to_string() } else { occurrence.id.to_string() }
}
