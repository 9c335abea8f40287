//! A node announces its providers to the other nodes, so that a schedule for a provider that no node has can be
//! refused.

use jiff::Timestamp;

use super::Engine;
use super::watchman::HEARTBEATS_MAX;
use crate::model::Capabilities;
use crate::store::{Mark, StoreError};

impl Engine {
    /// Announces the providers of this node for as long as its heartbeat lasts.
    pub(super) async fn announce(&self, now: Timestamp) -> Result<(), StoreError> {
        let Some(own) = self.worker.capabilities() else { return Ok(()) };
        let announced = if self.options.is_working { own } else { Capabilities::default() };
        let Some(value) = announced.to_mark() else { return Ok(()) };
        let name = Capabilities::mark_name(&self.options.node);
        let before = self.store.mark(&name, now).await?.map(|mark| mark.value);
        let until = now.saturating_add(self.options.watch_every * HEARTBEATS_MAX).unwrap_or(Timestamp::MAX);
        self.store.replace_mark(&name, before.as_deref(), Some(&Mark { value, until }), now).await?;
        Ok(())
    }
}
