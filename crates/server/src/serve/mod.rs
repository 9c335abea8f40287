//! `refrain serve`: a node and its API in one process.

mod activity;
mod check;
mod client;
mod configured;
mod connection;
pub mod declared;
mod listen;
mod open;
mod slots;
mod timed;
mod tls;

use std::net::SocketAddr;

use refrain::Refrain;
use refrain::error::Error;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

pub use check::check;
pub use listen::ListenOptions;
pub use tls::{Tls, TlsFiles};

use crate::auth::{AuthOptions, Authority};
use crate::config::Loaded;
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
    /// How callers are known.
    pub auth: AuthOptions,
    /// What it shows to prove who it is; none is plain HTTP.
    pub tls: Option<TlsFiles>,
    /// Whether it may be reached from other machines without keys and TLS.
    pub insecure: bool,
    /// How connections are met.
    pub listen: ListenOptions,
    /// Where people reach it; where it listens without a word.
    pub public_url: Option<String>,
}

impl ServeOptions {
    /// A server at an address over a store, with everything else as it is without a word.
    pub fn new(bind: SocketAddr, store: impl Into<String>) -> Self {
        let (api, auth) = (ApiOptions::default(), AuthOptions::default());
        Self {
            bind,
            store: store.into(),
            api,
            auth,
            tls: None,
            insecure: false,
            listen: ListenOptions::default(),
            public_url: None,
        }
    }
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    refrain: Refrain,
    app: App,
    authority: Authority,
    tls: Option<Tls>,
    listen: ListenOptions,
    public_url: Option<String>,
    warning: Option<String>,
}

impl Server {
    /// Opens the store and takes the port; nothing is planned or answered yet.
    ///
    /// # Errors
    /// When the store cannot be opened, the port cannot be had, the certificate cannot be used, or strangers could reach what
    /// nothing protects.
    pub async fn open(options: ServeOptions) -> Result<Self, Error> {
        let refrain = Refrain::open(&options.store).await?;
        Self::over(refrain, options).await
    }

    /// The same over a node that is there already; the address of the store is not looked at.
    ///
    /// # Errors
    /// As [`Server::open`], but for the store.
    pub async fn over(refrain: Refrain, options: ServeOptions) -> Result<Self, Error> {
        let tls = options.tls.clone().map(Tls::load).transpose()?;
        let is_secure = options.auth.is_secure || tls.is_some();
        let any_host = options.auth.any_host || !options.bind.ip().is_loopback();
        let authority = Authority::new(&refrain, AuthOptions { is_secure, any_host, ..options.auth.clone() });
        let needs_keys = authority.needs_keys().await?;
        if !options.insecure {
            open::check(options.bind, tls.is_some(), needs_keys)?;
        }
        let bind = options.bind;
        let cannot = |error: std::io::Error| {
            Error::invalid("cannot_listen", format!("{bind} cannot be listened on: {error}"))
                .with_hint("another process may have the port; `--bind 127.0.0.1:0` takes a free one")
        };
        let listener = TcpListener::bind(bind).await.map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        let warning = open::warning(address, tls.is_some(), needs_keys);
        if let Some(warning) = &warning {
            tracing::warn!(name: "http.insecure", "{warning}");
        }
        let app = App::new(refrain.clone(), authority.clone(), options.api);
        let (listen, public_url) = (options.listen, options.public_url);
        Ok(Self { listener, address, refrain, app, authority, tls, listen, public_url, warning })
    }

    /// The warning of a server that other machines reach without TLS or keys.
    pub fn warning(&self) -> Option<&str> {
        self.warning.as_deref()
    }

    /// Who callers are.
    pub fn authority(&self) -> &Authority {
        &self.authority
    }

    /// The certificate, to be read again when it has been renewed; none for plain HTTP.
    pub fn tls(&self) -> Option<Tls> {
        self.tls.clone()
    }

    /// What can be read again while it works.
    pub fn reload(&self) -> Reload {
        Reload { refrain: self.refrain.clone(), tls: self.tls.clone() }
    }

    /// Where it is reached.
    pub fn base(&self) -> String {
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        format!("{scheme}://{}", self.address)
    }

    /// A link that lets its reader in once, for a server that needs keys and has none yet.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn first_link(&self) -> Result<Option<String>, Error> {
        if !self.authority.needs_keys().await? || self.authority.has_keys().await? {
            return Ok(None);
        }
        self.authority.one_time_link(&self.public_url.clone().unwrap_or_else(|| self.base())).await.map(Some)
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Works and answers until it is told to stop: then it takes nothing new, answers what is under way, and lets runs end.
    ///
    /// # Errors
    /// When the node cannot be started, or ends by itself.
    pub async fn run(self, stop: CancellationToken) -> Result<(), Error> {
        self.run_until(stop, CancellationToken::new()).await
    }

    /// The same; told to end at once, it waits for nothing any more and gives its runs back.
    ///
    /// # Errors
    /// As [`Server::run`].
    pub async fn run_until(self, stop: CancellationToken, at_once: CancellationToken) -> Result<(), Error> {
        let node = self.refrain.start().await?;
        let closing = self.app.closing().clone();
        let (relaying, app) = (closing.clone(), self.app.clone());
        let relay = async move {
            // It ends with the streams that it is for.
            relaying.run_until_cancelled(app.relay_events()).await;
        };
        let answering = listen::serve(self.listener, self.tls, router(self.app), self.listen, stop.clone());
        let answer = async {
            tokio::select! {
                () = answering => {}
                () = at_once.cancelled() => {}
            }
        };
        // Runs and requests end side by side, so that the time a supervisor gives is enough for both.
        let work = async {
            tokio::select! {
                () = stop.cancelled() => {}
                // A server without its node must not look as if it worked.
                failure = node.failed() => {
                    tracing::error!(name: "node.failed", error = %failure, "the server stops because its node has ended");
                    stop.cancel();
                }
            }
            closing.cancel();
            node.stop_until(at_once.cancelled()).await
        };
        let ((), stopped, ()) = tokio::join!(answer, work, relay);
        stopped.map_err(|failure| Error::invalid("node_failed", failure.to_string()))
    }
}

/// What can be read again while a server works: its certificate, and what its configuration declares.
pub struct Reload {
    refrain: Refrain,
    tls: Option<Tls>,
}

impl Reload {
    /// Reads the certificate again, and brings the store in line with a configuration. Returns what was changed and refused.
    ///
    /// # Errors
    /// When the certificate cannot be used, which leaves the one before in place, or the store cannot.
    pub async fn with(&self, loaded: &Loaded) -> Result<declared::Applied, Error> {
        let applied = declared::apply(&self.refrain, loaded).await?;
        configured::tell(&applied);
        self.tls.as_ref().map_or(Ok(()), Tls::reload)?;
        Ok(applied)
    }
}
