//! Servers that misbehave, and ports without a server.

use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// Returns a port on which no process listens.
pub(crate) async fn unused_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port()
}

/// A server that accepts every connection and sends nothing, until it is dropped.
pub(crate) struct SilentServer {
    pub(crate) port: u16,
    _tasks: JoinSet<()>,
}

impl SilentServer {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let mut held = Vec::new();
            loop {
                held.push(listener.accept().await.unwrap());
            }
        });
        Self { port, _tasks: tasks }
    }
}
