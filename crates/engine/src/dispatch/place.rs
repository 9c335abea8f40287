//! A place in a window: so many may begin in a time, counted by all nodes together.
//!
//! Invariant: never do more begin than may. Should an answer be lost, one is counted again: then fewer do.

use jiff::{SignedDuration, Timestamp};

use crate::id::{OccurrenceId, Tenant};
use crate::occurrence::Occurrence;
use crate::store::{MarkName, Store, StoreError};

/// What is counted where, and how many there are places for.
pub(super) struct Place<'a> {
    pub(super) tenant: &'a Tenant,
    /// What is counted.
    pub(super) counter: String,
    /// Who wants a place. However often it asks, it is counted once.
    pub(super) one: String,
    pub(super) limit: u32,
    pub(super) window: SignedDuration,
}

impl Place<'_> {
    /// Takes a place, if there is one. No two take the same: all nodes count in the store, one after the other.
    pub(super) async fn take(&self, store: &dyn Store, now: Timestamp) -> Result<bool, StoreError> {
        let own = self.mark(&format!("{}/{}", self.counter, self.one));
        // One that was given back after it had been counted comes again.
        if store.mark(&own, now).await?.is_some() {
            return Ok(true);
        }
        let begun = store.count(&self.mark(&self.counter), 1, self.window, now).await?;
        if begun == 1 {
            // The first of a window says when it ends, for those who will wait for that.
            store.mark_if_absent(&self.end(), "", self.window, now).await.ok();
        }
        if begun > u64::from(self.limit) {
            return Ok(false);
        }
        // It has its place. Without the mark it would only be counted again, should it be given back.
        store.mark_if_absent(&own, "", self.window, now).await.ok();
        Ok(true)
    }

    /// When the window ends, as far as anyone knows.
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

/// As what an occurrence is counted. One without a schedule has no number of its own.
pub(super) fn counted_as(occurrence: &Occurrence) -> String {
    if occurrence.id == OccurrenceId(0) { occurrence.idempotency_key().to_string() } else { occurrence.id.to_string() }
}
