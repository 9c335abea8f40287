//! Listens to other nodes on a pub/sub channel, and sends messages to them. Messages may be lost; nodes also check
//! for work by themselves.

use std::sync::Arc;
use std::time::Duration;

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Client, Cmd, Msg, PushInfo};

use super::keys::Keys;
use super::{Redis, error};
use crate::node_channel::NodeChannel;
use refrain_ledger::store::StoreError;

/// Maximum delay before an attempt to reconnect; the delay is jittered.
const RECONNECT_WAIT_MAX: Duration = Duration::from_secs(2);

impl Redis {
    /// Notifies all waiting tasks of this process. Other nodes are notified with the commit.
    pub(super) fn wake(&self) {
        self.node_channel.wake();
    }

    /// Returns the command that notifies other nodes.
    pub(super) fn hint(&self) -> Cmd {
        self.said(self.node_channel.hint())
    }

    pub(super) fn said(&self, words: &str) -> Cmd {
        let mut command = redis::cmd("PUBLISH");
        command.arg(self.keys.channel()).arg(words);
        command
    }
}

/// Listens for hints from other nodes. As long as the manager exists, the connection reconnects and subscribes
/// again by itself.
pub(super) async fn subscribe(
    client: Client,
    keys: &Keys,
    node_channel: Arc<NodeChannel>,
) -> Result<ConnectionManager, StoreError> {
    let hear = move |push: PushInfo| {
        // Nodes send only text, so other payloads are ignored.
        if let Some(said) = Msg::from_push_info(push).and_then(|message| message.get_payload::<String>().ok()) {
            node_channel.hear(&said);
        }
        Ok::<(), std::convert::Infallible>(())
    };
    let config = ConnectionManagerConfig::new()
        .set_number_of_retries(usize::MAX)
        .set_max_delay(RECONNECT_WAIT_MAX)
        .set_push_sender(hear)
        .set_automatic_resubscription();
    let mut manager = ConnectionManager::new_with_config(client, config).await.map_err(|error| error::of(&error))?;
    manager.subscribe(keys.channel()).await.map_err(|error| error::of(&error))?;
    Ok(manager)
}
