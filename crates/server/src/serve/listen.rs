//! Accepts connections within limits, serves each in a task of its own, and drains them when the server stops.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::connection::{self, ConnectionContext};
use super::slots::Slots;
use super::tls::Tls;
use crate::clock;
use crate::config::Network;

/// Connections end at most this long after the server was told to stop.
const DRAINED_WITHIN: Duration = Duration::from_secs(10);
/// After an error of accepting, such as too many open files, others get a moment to close theirs.
const ACCEPT_AGAIN_AFTER: Duration = Duration::from_millis(100);
/// Minimum time between two warnings about refused connections.
const WARN_EVERY: Duration = Duration::from_secs(10);

/// Deadlines and limits of connections.
#[derive(Clone, Debug)]
pub struct ListenOptions {
    /// Maximum time for the TLS handshake, and for the first byte to the end of a request's head.
    pub head_within: Duration,
    /// Maximum time that a connection stays open between two requests.
    pub idle_within: Duration,
    /// Maximum time until a client accepts the next part of an answer.
    pub write_within: Duration,
    /// Maximum number of open connections. Beyond it the longest idle one is closed.
    pub connections_max: usize,
    /// Maximum number of open connections of one address. Beyond it its longest idle one is closed. Loopback and trusted proxies
    /// are exempt.
    pub connections_per_address_max: usize,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<Network>,
}

impl Default for ListenOptions {
    fn default() -> Self {
        Self {
            head_within: Duration::from_secs(10),
            idle_within: Duration::from_secs(75),
            write_within: Duration::from_secs(30),
            connections_max: 10_000,
            connections_per_address_max: 1_000,
            trusted_proxies: Vec::new(),
        }
    }
}

/// Serves until it is told to stop, and then until what is under way has been answered.
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
                // Answers are small: each is sent at once.
                let _ = stream.set_nodelay(true);
                tokio::spawn(connection::serve(stream, peer, slot, context.clone(), graceful.watcher()));
            }
            Err(error) => {
                tracing::warn!(name: "http.accept_error", %error, "a connection could not be accepted");
                // It may be the number of open files that is too low for the number of connections.
                slots.evict_oldest();
                tokio::time::sleep(ACCEPT_AGAIN_AFTER).await;
            }
        }
    }
    drop(listener);
    if tokio::time::timeout(DRAINED_WITHIN, graceful.shutdown()).await.is_err() {
        tracing::warn!(name: "http.drain_timeout", "some connections were cut");
    }
}

/// The next connection, once there is room for it. Dropping this loses none: what was not accepted waits in the socket.
async fn accept(listener: &TcpListener, slots: &Slots) -> std::io::Result<(TcpStream, std::net::SocketAddr)> {
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
                "connections were closed at once: their address has too many that are in use",
            );
            *self = Self { count: 0, warned_at: Some(now) };
        }
    }
}
