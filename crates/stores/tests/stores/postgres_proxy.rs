//! A proxy in front of PostgreSQL that can lose answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use refrain_stores::postgres::tokio_postgres::Config;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Forwards bytes between a client and a server, until it is asked to lose the answer to the next commit.
pub(crate) struct Proxy {
    loses_answer: Arc<AtomicBool>,
}

impl Proxy {
    /// Starts a proxy in front of a server, and returns it with the address that leads through it.
    pub(crate) async fn before(url: &str) -> (Self, String) {
        let config: Config = url.parse().unwrap();
        let server = format!("127.0.0.1:{}", config.get_ports()[0]);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = url.replace(&server, &listener.local_addr().unwrap().to_string());
        let loses_answer = Arc::new(AtomicBool::new(false));
        let lose = Arc::clone(&loses_answer);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&server).await.unwrap();
                tokio::spawn(pass(client, server, Arc::clone(&lose)));
            }
        });
        (Self { loses_answer }, url)
    }

    /// Loses the answer to the next commit, and the connection with it.
    pub(crate) fn lose_next_answer(&self) {
        self.loses_answer.store(true, Ordering::SeqCst);
    }
}

/// Returns whether a request contains a commit, or an answer confirms one.
fn has_commit(bytes: &[u8]) -> bool {
    bytes.windows(6).any(|window| window == b"COMMIT")
}

/// Reads whole requests as the client sends them; the commit is at the end of one.
async fn pass(client: TcpStream, server: TcpStream, lose: Arc<AtomicBool>) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let silent = Arc::new(AtomicBool::new(false));
    let silenced = Arc::clone(&silent);
    let back = tokio::spawn(async move {
        let mut bytes = vec![0; 65_536];
        let mut unheard = Vec::new();
        while let Ok(count @ 1..) = from_server.read(&mut bytes).await {
            if silent.load(Ordering::SeqCst) {
                // The connection is closed only after the server has confirmed the commit.
                unheard.extend_from_slice(&bytes[..count]);
                if has_commit(&unheard) {
                    return;
                }
                continue;
            }
            if to_client.write_all(&bytes[..count]).await.is_err() {
                return;
            }
        }
    });
    let mut bytes = vec![0; 65_536];
    while let Ok(count @ 1..) = from_client.read(&mut bytes).await {
        if has_commit(&bytes[..count]) && lose.swap(false, Ordering::SeqCst) {
            silenced.store(true, Ordering::SeqCst);
        }
        if to_server.write_all(&bytes[..count]).await.is_err() {
            break;
        }
        if silenced.load(Ordering::SeqCst) {
            let _ = back.await;
            return;
        }
    }
    back.abort();
}
