//! `refrain serve`: a node and its API in one process.

mod activity;
mod check;
mod client;
mod configured;
mod connection;
pub mod declared;
mod limits;
mod listen;
mod listen_options;
mod open;
mod slots;
mod timed;
mod tls;

use std::net::SocketAddr;

use refrain::Refrain;
use refrain::{Error, ErrorCode};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

pub use check::check;
pub use listen_options::ListenOptions;
pub use tls::{Tls, TlsFiles};

use crate::auth::{AuthOptions, Authority};
use crate::config::LoadedConfig;
use crate::http::app::{ApiOptions, App};
use crate::http::router::router;

/// Options of a server.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// Address to listen on.
    pub bind: SocketAddr,
    /// Whether to listen at all.
    pub is_listening: bool,
    /// Address of the store.
    pub store: String,
    /// Options of the API.
    pub api: ApiOptions,
    /// Options for authentication.
    pub auth: AuthOptions,
    /// Certificate and key for TLS. `None`: plain HTTP.
    pub tls: Option<TlsFiles>,
    /// Whether the server may be reachable from other machines without keys and TLS.
    pub insecure: bool,
    /// Deadlines and limits of connections.
    pub listen: ListenOptions,
    /// Public URL of the server. Default: the address it listens on.
    pub public_url: Option<String>,
}

impl ServeOptions {
    /// Creates options for a server at an address over a store, with defaults for everything else.
    pub fn new(bind: SocketAddr, store: impl Into<String>) -> Self {
        let (api, auth) = (ApiOptions::default(), AuthOptions::default());
        Self {
            bind,
            is_listening: true,
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

/// A server that is bound to its port, if it has one.
pub struct Server {
    listener: Option<TcpListener>,
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
    /// Opens the store and binds the port. Nothing is planned or answered yet.
    ///
    /// # Errors
    /// Fails if the store cannot be opened, the port is unavailable, the certificate is invalid, or the server
    /// would be exposed without protection.
    pub async fn open(options: ServeOptions) -> Result<Self, Error> {
        let refrain = Refrain::open(&options.store).await?;
        Self::over(refrain, options).await
    }

    /// Like [`Server::open`], but over an existing node. The store's address is ignored.
    ///
    /// # Errors
    /// The same as [`Server::open`], except for the store.
    pub async fn over(refrain: Refrain, options: ServeOptions) -> Result<Self, Error> {
        let tls = options.tls.clone().map(Tls::load).transpose()?;
        let is_secure = options.auth.is_secure || tls.is_some();
        let any_host = options.auth.any_host || !options.bind.ip().is_loopback();
        let authority = Authority::new(&refrain, AuthOptions { is_secure, any_host, ..options.auth.clone() });
        let needs_keys = authority.needs_keys().await?;
        let (listener, address) = if options.is_listening {
            if !options.insecure {
                open::check(options.bind, tls.is_some(), needs_keys)?;
            }
            let (listener, address) = listen::bind(options.bind).await?;
            (Some(listener), address)
        } else {
            (None, options.bind)
        };
        let warning = listener.as_ref().and_then(|_| open::warning(address, tls.is_some(), needs_keys));
        if let Some(warning) = &warning {
            tracing::warn!(name: "http.insecure", "{warning}");
        }
        let app = App::new(refrain.clone(), authority.clone(), options.api);
        let (listen, public_url) = (options.listen, options.public_url);
        Ok(Self { listener, address, refrain, app, authority, tls, listen, public_url, warning })
    }

    /// Returns the warning for a server that other machines can reach without TLS or keys.
    pub fn warning(&self) -> Option<&str> {
        self.warning.as_deref()
    }

    /// Returns the authority that authenticates callers.
    pub fn authority(&self) -> &Authority {
        &self.authority
    }

    /// Returns the certificate, which can be reloaded after a renewal. `None` for plain HTTP.
    pub fn tls(&self) -> Option<Tls> {
        self.tls.clone()
    }

    /// Returns a handle to reload the certificate and the declarations while the server runs.
    pub fn reload(&self) -> Reload {
        Reload { refrain: self.refrain.clone(), tls: self.tls.clone() }
    }

    /// Returns whether the server has an address.
    pub fn is_listening(&self) -> bool {
        self.listener.is_some()
    }

    /// Returns the base URL of the server.
    pub fn base(&self) -> String {
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        format!("{scheme}://{}", self.address)
    }

    /// Returns a one-time login link if the server requires keys and has none yet.
    ///
    /// # Errors
    /// Fails if the store is unavailable.
    pub async fn first_link(&self) -> Result<Option<String>, Error> {
        if !self.authority.needs_keys().await? || self.authority.has_keys().await? {
            return Ok(None);
        }
        self.authority.one_time_link(&self.public_url.clone().unwrap_or_else(|| self.base())).await.map(Some)
    }

    /// Returns the address that the server listens on, or would listen on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Runs until `stop` is canceled. Then the server accepts nothing new, answers the requests in progress, and
    /// drains its runs.
    ///
    /// # Errors
    /// Fails if the node cannot be started, or ends by itself.
    pub async fn run(self, stop: CancellationToken) -> Result<(), Error> {
        self.run_until(stop, CancellationToken::new()).await
    }

    /// Like [`Server::run`]. When `at_once` is canceled, the server stops waiting and releases its runs.
    ///
    /// # Errors
    /// The same as [`Server::run`].
    pub async fn run_until(self, stop: CancellationToken, at_once: CancellationToken) -> Result<(), Error> {
        let node = self.refrain.start().await?;
        let closing = self.app.closing().clone();
        let (relaying, app) = (closing.clone(), self.app.clone());
        let relay = async move {
            // The relay ends with the streams that it serves.
            relaying.run_until_cancelled(app.relay_events()).await;
        };
        let (listener, tls, app, limits, stopping) = (self.listener, self.tls, self.app, self.listen, stop.clone());
        let answering = async {
            match listener {
                Some(listener) => listen::serve(listener, tls, router(app), limits, stopping).await,
                None => stopping.cancelled().await,
            }
        };
        let answer = async {
            tokio::select! {
                () = answering => {}
                () = at_once.cancelled() => {}
            }
        };
        // Runs and requests drain concurrently, so that the time a supervisor allows is enough for both.
        let work = async {
            tokio::select! {
                () = stop.cancelled() => {}
                // A server without a running node must not look healthy.
                failure = node.failed() => {
                    tracing::error!(name: "node.failed", error = %failure, "the server stops because its node has ended");
                    stop.cancel();
                }
            }
            closing.cancel();
            node.stop_until(at_once.cancelled()).await
        };
        let ((), stopped, ()) = tokio::join!(answer, work, relay);
        stopped.map_err(|failure| Error::invalid(ErrorCode::NodeFailed, failure.to_string()))
    }
}

/// The parts of a running server that can be reloaded: its certificate, its catalogs of commands, and the declared
/// calendars and schedules.
pub struct Reload {
    refrain: Refrain,
    tls: Option<Tls>,
}

impl Reload {
    /// Reloads the certificate and the catalogs of commands, and applies the declared calendars and schedules. Returns
    /// the changes and errors.
    ///
    /// # Errors
    /// Fails if a catalog is invalid, if the store is unavailable, or if the certificate is invalid. The previous
    /// certificate then stays in use.
    pub async fn with(&self, loaded: &LoadedConfig) -> Result<declared::ApplyResult, Error> {
        // Before the schedules, which may use new commands.
        configured::replace_commands(&loaded.config, &self.refrain)?;
        let applied = declared::apply(&self.refrain, loaded).await?;
        configured::log_applied(&applied);
        self.tls.as_ref().map_or(Ok(()), Tls::reload)?;
        Ok(applied)
    }
}
