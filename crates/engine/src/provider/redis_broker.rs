//! Connection to an external Redis server: one connection that reconnects by itself, made on first use, and a
//! timeout on every call. Two providers share this module.

use std::sync::Arc;
use std::time::Duration;

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Client, Cmd, ErrorKind, RedisError, Value};
use refrain_recurrence::Length;
use tokio::sync::Mutex;

use super::call::{Fault, receiver_from_url, within};
use super::password::{Password, PasswordSource, scrub_password};
use crate::error::Error;
use crate::store::redis::{RedisOptions, client};

/// A Redis server, and the connection to it once there is one.
pub(super) struct RedisBroker {
    client: Client,
    password: Option<Password>,
    pub(in crate::provider) source: Option<Arc<dyn PasswordSource>>,
    connection: Mutex<Option<ConnectionManager>>,
    timeout: Length,
    receiver: String,
}

impl RedisBroker {
    /// Checks the address without connecting.
    pub(super) fn new(url: &str, password: Option<Password>, timeout: Length) -> Result<Self, Error> {
        let client = client(&RedisOptions::new(url))?;
        let connection = Mutex::new(None);
        Ok(Self { client, password, source: None, connection, timeout, receiver: receiver_from_url(url) })
    }

    pub(super) fn receiver(&self) -> &str {
        &self.receiver
    }

    pub(super) fn timeout(&self) -> Length {
        self.timeout
    }

    /// Sends one command.
    pub(super) async fn call(&self, command: &Cmd) -> Result<Value, Fault> {
        within(self.timeout, async {
            let mut connection = self.connection().await?;
            let answer = command.query_async::<Value>(&mut connection).await;
            if answer.as_ref().is_err_and(is_auth_error) {
                // The connection was reestablished with an outdated password. The next connection resolves the
                // password again.
                *self.connection.lock().await = None;
            }
            answer.map_err(|error| fault(&error))
        })
        .await
    }

    /// Checks whether the server responds and accepts the credentials.
    pub(super) async fn health(&self) -> Result<(), String> {
        self.call(&redis::cmd("PING")).await.map(drop).map_err(Fault::message)
    }

    async fn connection(&self) -> Result<ConnectionManager, Fault> {
        let mut kept = self.connection.lock().await;
        if let Some(connection) = &*kept {
            return Ok(connection.clone());
        }
        let password = match &self.password {
            Some(password) => Some(password.resolve(self.source.as_ref()).await?),
            None => None,
        };
        let failed = |error: RedisError| Fault::Failed(scrub_password(&format!("redis: {error}"), password.as_ref()));
        let client = match &password {
            None => self.client.clone(),
            Some(password) => with_password(&self.client, password).map_err(failed)?,
        };
        let connection = self.connect(client).await.map_err(failed)?;
        *kept = Some(connection.clone());
        Ok(connection)
    }

    async fn connect(&self, client: Client) -> Result<ConnectionManager, RedisError> {
        let timeout_for = Duration::from_secs(self.timeout.seconds().unsigned_abs());
        // No retries here: the schedule's own retry policy applies.
        let config = ConnectionManagerConfig::new()
            .set_number_of_retries(0)
            .set_connection_timeout(Some(timeout_for))
            .set_response_timeout(Some(timeout_for));
        ConnectionManager::new_with_config(client, config).await
    }
}

fn with_password(client: &Client, password: &str) -> Result<Client, RedisError> {
    let info = client.get_connection_info().clone();
    let settings = info.redis_settings().clone().set_password(password);
    Client::open(info.set_redis_settings(settings))
}

fn is_auth_error(error: &RedisError) -> bool {
    error.kind() == ErrorKind::AuthenticationFailed || matches!(error.code(), Some("WRONGPASS" | "NOAUTH"))
}

/// Classifies an error. A key of the wrong type stays wrong, so retrying is pointless. Any other error response
/// means that the command had no effect. Without a response, the effect is unknown.
fn fault(error: &RedisError) -> Fault {
    let message = format!("redis: {error}");
    match (error.kind(), error.code()) {
        (_, Some("WRONGTYPE")) => Fault::Refused(message),
        (ErrorKind::Server(_), _) | (_, Some(_)) => Fault::Failed(message),
        _ if error.is_connection_refusal() => Fault::Failed(message),
        _ => Fault::Lost(message),
    }
}
