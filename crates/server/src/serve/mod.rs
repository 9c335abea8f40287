//! `refrain serve`: a node and its API in one process.

mod listen;

use std::net::SocketAddr;

use refrain::Refrain;
use refrain::error::Error;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::auth::Authority;
use crate::http::app::{ApiOptions, App};
use crate::http::router::router;

/// How a server is started.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// Where it listens.
    pub bind: SocketAddr,
    /// The address of its store.
    pub store: String,
    /// How the API is served.
    pub api: ApiOptions,
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    refrain: Refrain,
    app: App,
}

impl Server {
    /// Opens the store and takes the port; nothing is planned or answered yet.
    ///
    /// # Errors
    /// When the store cannot be opened or the port cannot be had.
    pub async fn open(options: ServeOptions) -> Result<Self, Error> {
        let refrain = Refrain::open(&options.store).await?;
        Self::over(refrain, options.bind, options.api).await
    }

    /// The same over a node that is there already.
    ///
    /// # Errors
    /// When the port cannot be had.
    pub async fn over(refrain: Refrain, bind: SocketAddr, api: ApiOptions) -> Result<Self, Error> {
        let cannot = |error: std::io::Error| {
            Error::invalid("cannot_listen", format!("{bind} cannot be listened on: {error}"))
                .with_hint("another process may have the port; `--bind 127.0.0.1:0` takes a free one")
        };
        let listener = TcpListener::bind(bind).await.map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        let app = App::new(refrain.clone(), Authority::open(), api);
        Ok(Self { listener, address, refrain, app })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Works and answers until it is told to stop: then it takes nothing new, answers what is under way, and lets runs end.
    ///
    /// # Errors
    /// When the node cannot be started.
    pub async fn run(self, stop: CancellationToken) -> Result<(), Error> {
        let node = self.refrain.start().await?;
        let closing = self.app.closing().clone();
        let close = async {
            stop.cancelled().await;
            closing.cancel();
        };
        tokio::join!(listen::serve(self.listener, router(self.app), stop.clone()), close);
        node.stop().await;
        Ok(())
    }
}
