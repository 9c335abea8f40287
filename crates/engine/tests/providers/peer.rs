//! Servers that do not behave, and those that are not there.

use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// A port on which nobody listens.
pub(crate) async fn nobody() -> u16 {
    TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port()
}

/// A server that takes every connection and says nothing, for as long as this lives.
pub(crate) struct Silent {
    pub(crate) port: u16,
    _tasks: JoinSet<()>,
}

impl Silent {
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
