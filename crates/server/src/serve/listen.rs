//! Accepts connections within limits, serves each in its own task, and drains them when the server stops.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::server::graceful::GracefulShutdown;
use refrain::{Error, ErrorCode};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::connection::{self, ConnectionContext};
use super::listen_options::ListenOptions;
use super::slots::Slots;
use super::tls::Tls;
use crate::clock;

/// Maximum time that connections may take to end after the server was asked to stop.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);
/// Delay after an accept error, such as too many open files, which gives other connections time to close.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);
/// Minimum time between two warnings about refused connections.
const WARN_EVERY: Duration = Duration::from_secs(10);

/// Binds an address. Returns it with the port that was selected.
pub(super) async fn bind(address: SocketAddr) -> Result<(TcpListener, SocketAddr), Error> {
    let cannot = |error: std::io::Error| {
        Error::invalid(ErrorCode::CannotListen, format!("cannot listen on {address}: {error}"))
            .with_hint("another process may use the port; `--bind 127.0.0.1:0` selects a free one")
    };
    let listener = TcpListener::bind(address).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    Ok((listener, address))
}

/// Serves until `stop` is canceled, and then until the requests in progress are answered.
pub(crate) async fn serve(
    listener: TcpListener,
    tls: Option<Tls>,
    router: Router,
    options: ListenOptions,
    stop: CancellationToken,
) {
    let (graceful, options) = (GracefulShutdown::new(), Arc::new(options));
    let slots = Slots::new(Arc::clone(&options));
    let context = ConnectionContext { tls, router, options };
    let mut refusals = Refusals::default();
    loop {
        let accepted = tokio::select! {
            biased;
            () = stop.cancelled() => break,
            accepted = accept(&listener, &slots) => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                let Some(slot) = slots.take(peer.ip()) else {
                    refusals.add(peer.ip());
                    continue;
                };
                // Responses are small, so each is sent at once.
                let _ = stream.set_nodelay(true);
                tokio::spawn(connection::serve(stream, peer, slot, context.clone(), graceful.watcher()));
            }
            Err(error) => {
                tracing::warn!(name: "http.accept_error", %error, "a connection could not be accepted");
                // The limit on open files may be too low for the number of connections.
                slots.evict_oldest();
                tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    }
    drop(listener);
    if tokio::time::timeout(DRAIN_TIMEOUT, graceful.shutdown()).await.is_err() {
        tracing::warn!(name: "http.drain_timeout", "some connections were cut");
    }
}

/// Accepts the next connection, once there is room for it. Cancellation-safe: a connection that was not accepted
/// waits in the socket.
async fn accept(listener: &TcpListener, slots: &Slots) -> std::io::Result<(TcpStream, SocketAddr)> {
    slots.room().await;
    listener.accept().await
}

/// Connections that were refused and not logged yet.
#[derive(Default)]
struct Refusals {
    count: u64,
    warned_at: Option<Instant>,
}

impl Refusals {
    fn add(&mut self, address: std::net::IpAddr) {
        self.count += 1;
        let now = clock::instant();
        if self.warned_at.is_none_or(|warned_at| now.duration_since(warned_at) >= WARN_EVERY) {
            tracing::warn!(
                name: "http.connections_refused",
                %address,
                count = self.count,
                "connections were closed at once: their address has too many connections in use",
            );
            *self = Self { count: 0, warned_at: Some(now) };
        }
    }
}
