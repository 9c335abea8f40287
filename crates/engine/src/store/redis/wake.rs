//! Hints to other nodes that there may be work, by publishing on a channel. A hint may be lost; nodes look by themselves
//! too.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::time::Duration;

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Client, Cmd, Msg, PushInfo};
use tokio::sync::watch;

use super::Redis;
use super::error;
use super::keys::Keys;
use crate::store::StoreError;

/// A lost connection is sought again after a jittered wait of at most this.
const RECONNECT_WAIT_MAX: Duration = Duration::from_secs(2);

impl Redis {
    /// Tells everyone who waits here. Other nodes are told with the commit.
    pub(super) fn wake(&self) {
        self.wakes.send_modify(|count| *count += 1);
    }

    /// The command that tells other nodes.
    pub(super) fn hint(&self) -> Cmd {
        let mut command = redis::cmd("PUBLISH");
        command.arg(self.keys.channel()).arg(&self.me);
        command
    }
}

/// Listens for hints of other nodes. The connection mends itself for as long as the manager lives, and listens again.
pub(super) async fn subscribe(
    client: Client,
    keys: &Keys,
    wakes: watch::Sender<u64>,
    me: String,
) -> Result<ConnectionManager, StoreError> {
    let hear = move |push: PushInfo| {
        let is_other = Msg::from_push_info(push).is_some_and(|hint| hint.get_payload_bytes() != me.as_bytes());
        if is_other {
            wakes.send_modify(|count| *count += 1);
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

/// A name that no other process has.
pub(super) fn name() -> String {
    format!("{:016x}", random())
}

/// A wait of random length up to this.
pub(super) fn jitter(up_to: Duration) -> Duration {
    up_to.mul_f64(random() as f64 / u64::MAX as f64)
}

/// The standard library seeds each of its hashers anew.
fn random() -> u64 {
    RandomState::new().hash_one(0_u8)
}
