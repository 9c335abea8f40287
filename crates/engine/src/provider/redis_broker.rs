//! The way to a Redis server that is somebody else's: one connection that mends itself, made when it is first needed, and a
//! deadline on every call. Two providers share it.

use std::time::Duration;

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Client, Cmd, ErrorKind, RedisError, Value};
use refrain_recurrence::Length;
use tokio::sync::OnceCell;

use super::call::{Fault, receiver_of, within};
use crate::error::Error;
use crate::store::redis::{RedisOptions, client};

/// A server, and the connection to it once there is one.
pub(super) struct RedisBroker {
    client: Client,
    connection: OnceCell<ConnectionManager>,
    timeout: Length,
    receiver: String,
}

impl RedisBroker {
    /// Checks the address; nothing is connected yet.
    pub(super) fn new(url: &str, timeout: Length) -> Result<Self, Error> {
        let client = client(&RedisOptions::new(url))?;
        Ok(Self { client, connection: OnceCell::new(), timeout, receiver: receiver_of(url) })
    }

    pub(super) fn receiver(&self) -> &str {
        &self.receiver
    }

    pub(super) fn timeout(&self) -> Length {
        self.timeout
    }

    /// Makes one call.
    pub(super) async fn call(&self, command: &Cmd) -> Result<Value, Fault> {
        within(self.timeout, async {
            let connecting = self.connection.get_or_try_init(|| self.connect());
            let mut connection = connecting.await.map_err(|error| Fault::Failed(format!("redis: {error}")))?.clone();
            command.query_async::<Value>(&mut connection).await.map_err(|error| fault(&error))
        })
        .await
    }

    /// Whether the server answers and lets us in.
    pub(super) async fn health(&self) -> Result<(), String> {
        self.call(&redis::cmd("PING")).await.map(drop).map_err(Fault::message)
    }

    async fn connect(&self) -> Result<ConnectionManager, RedisError> {
        let timeout_for = Duration::from_secs(self.timeout.seconds().unsigned_abs());
        // One try: whoever waits for it is tried again by the schedule's own policy.
        let config = ConnectionManagerConfig::new()
            .set_number_of_retries(0)
            .set_connection_timeout(Some(timeout_for))
            .set_response_timeout(Some(timeout_for));
        ConnectionManager::new_with_config(self.client.clone(), config).await
    }
}

/// A key of another kind stays one. Whatever else the server says no to was not done; without its word nobody knows.
fn fault(error: &RedisError) -> Fault {
    let message = format!("redis: {error}");
    match (error.kind(), error.code()) {
        (_, Some("WRONGTYPE")) => Fault::Refused(message),
        (ErrorKind::Server(_), _) | (_, Some(_)) => Fault::Failed(message),
        _ if error.is_connection_refusal() => Fault::Failed(message),
        _ => Fault::Lost(message),
    }
}
