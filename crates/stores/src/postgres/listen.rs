//! Receives notifications from other nodes on a separate connection that reconnects by itself.

use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{AsyncMessage, Config, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::call::jittered;
use super::pipeline;
use crate::node_channel::NodeChannel;

/// Maximum delay before the first reconnection attempt; it doubles up to `RECONNECT_DELAY_MAX`.
const RECONNECT_DELAY: Duration = Duration::from_millis(100);
const RECONNECT_DELAY_MAX: Duration = Duration::from_secs(30);

/// The listening task. It ends with its owner.
#[derive(Debug)]
pub(super) struct Listener(JoinHandle<()>);

impl Drop for Listener {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Listener {
    /// Stops the task and waits until it has ended.
    pub(super) async fn end(mut self) {
        self.0.abort();
        // The task was aborted, so its result is irrelevant.
        let _ = (&mut self.0).await;
    }
}

/// Configuration of the listening task.
pub(super) struct ListenerConfig {
    pub(super) config: Config,
    pub(super) tls: MakeRustlsConnect,
    pub(super) schema: String,
    /// Maximum time to connect.
    pub(super) deadline: Duration,
    pub(super) node_channel: Arc<NodeChannel>,
}

impl ListenerConfig {
    /// Starts listening.
    pub(super) fn start(self) -> Listener {
        Listener(tokio::spawn(async move {
            let mut pause = RECONNECT_DELAY;
            loop {
                if self.hear().await {
                    pause = RECONNECT_DELAY;
                }
                tokio::time::sleep(jittered(pause)).await;
                pause = (pause * 2).min(RECONNECT_DELAY_MAX);
            }
        }))
    }

    /// Listens until the connection ends. Returns whether listening had started.
    async fn hear(&self) -> bool {
        let connect = tokio::time::timeout(self.deadline, self.config.connect(self.tls.clone()));
        let Ok(Ok((client, connection))) = connect.await else { return false };
        let command = format!("LISTEN \"{}\"", self.schema);
        let listen = async {
            let is_listening = client.batch_execute(&command).await.is_ok();
            if is_listening {
                // One check covers everything that happened while there was no listener.
                self.node_channel.wake();
            }
            is_listening
        };
        let (is_listening, ()) = pipeline::both(listen, self.read(connection)).await;
        // Dropping the client ends the connection, so the client must live until here.
        drop(client);
        is_listening
    }

    async fn read<S>(&self, mut connection: tokio_postgres::Connection<Socket, S>)
    where
        S: tokio_postgres::tls::TlsStream + Unpin + Send,
        MakeRustlsConnect: MakeTlsConnect<Socket, Stream = S>,
    {
        while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notification(heard) = message {
                self.node_channel.hear(heard.payload());
            }
        }
    }
}
