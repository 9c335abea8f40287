//! Hearing from other nodes: one connection of its own, which comes back by itself.

use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{AsyncMessage, Config, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::call::jittered;
use super::pipeline;
use crate::store::voice::Voice;

/// The longest wait before the first new connection; it doubles up to the next.
const PAUSE: Duration = Duration::from_millis(100);
const PAUSE_MAX: Duration = Duration::from_secs(30);

/// The task that listens. It ends with its owner.
#[derive(Debug)]
pub(super) struct Listener(JoinHandle<()>);

impl Drop for Listener {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Listener {
    /// Ends the task and waits until it has gone.
    pub(super) async fn end(mut self) {
        self.0.abort();
        // It was told to end, so how it ended says nothing.
        let _ = (&mut self.0).await;
    }
}

/// What the task needs.
pub(super) struct Listen {
    pub(super) config: Config,
    pub(super) tls: MakeRustlsConnect,
    pub(super) schema: String,
    /// How long connecting may take.
    pub(super) deadline: Duration,
    pub(super) voice: Arc<Voice>,
}

impl Listen {
    /// Starts listening.
    pub(super) fn start(self) -> Listener {
        Listener(tokio::spawn(async move {
            let mut pause = PAUSE;
            loop {
                if self.hear().await {
                    pause = PAUSE;
                }
                tokio::time::sleep(jittered(pause)).await;
                pause = (pause * 2).min(PAUSE_MAX);
            }
        }))
    }

    /// Listens until the connection ends, and answers whether it ever stood.
    async fn hear(&self) -> bool {
        let connect = tokio::time::timeout(self.deadline, self.config.connect(self.tls.clone()));
        let Ok(Ok((client, connection))) = connect.await else { return false };
        let command = format!("LISTEN \"{}\"", self.schema);
        let listen = async {
            let is_listening = client.batch_execute(&command).await.is_ok();
            if is_listening {
                // Whatever happened while nobody listened is made up for by one look.
                self.voice.wake();
            }
            is_listening
        };
        let (is_listening, ()) = pipeline::both(listen, self.read(connection)).await;
        // Dropping the client is what ends a connection, so it lives until here.
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
                self.voice.hear(heard.payload());
            }
        }
    }
}
