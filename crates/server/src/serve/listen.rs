//! From a socket to requests: accepts, serves each connection within limits, and drains when told to stop.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::http::HeaderMap;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use super::tls::Tls;
use crate::config::Network;

/// A client agrees on a cipher within this time.
const GREETED_WITHIN: Duration = Duration::from_secs(10);
/// Connections end so long after the server was told to stop.
const DRAINED_WITHIN: Duration = Duration::from_secs(10);
/// After an error of accepting, such as too many open files, others get a moment to close theirs.
const ACCEPT_AGAIN_AFTER: Duration = Duration::from_millis(100);
/// No header section is longer, in bytes.
const HEADER_BYTES_MAX: usize = 16 * 1024;

/// How connections are met.
#[derive(Clone, Debug)]
pub struct ListenOptions {
    /// A client says what it wants within this time, or is not waited for.
    pub head_within: Duration,
    /// So many connections are open at most; further ones wait to be accepted.
    pub connections_max: usize,
    /// Proxies whose word on who asks is taken.
    pub trusted_proxies: Vec<Network>,
}

impl Default for ListenOptions {
    fn default() -> Self {
        Self { head_within: Duration::from_secs(10), connections_max: 10_000, trusted_proxies: Vec::new() }
    }
}

/// What every connection is served with.
#[derive(Clone)]
struct Way {
    tls: Option<Tls>,
    router: Router,
    options: Arc<ListenOptions>,
}

/// Serves until it is told to stop, and then until what is under way has been answered.
pub(crate) async fn serve(
    listener: TcpListener,
    tls: Option<Tls>,
    router: Router,
    options: ListenOptions,
    stop: CancellationToken,
) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(options.connections_max.min(Semaphore::MAX_PERMITS)));
    let way = Way { tls, router, options: Arc::new(options) };
    loop {
        let accepted = tokio::select! {
            biased;
            () = stop.cancelled() => break,
            accepted = accept(&listener, &places) => accepted,
        };
        match accepted {
            Ok((stream, peer, place)) => {
                // Answers are small: each is sent at once.
                let _ = stream.set_nodelay(true);
                let serving = greet(stream, peer, way.clone(), graceful.watcher());
                tokio::spawn(async move {
                    serving.await;
                    drop(place);
                });
            }
            Err(error) => {
                tracing::warn!(name: "http.accept_error", %error, "a connection could not be accepted");
                tokio::time::sleep(ACCEPT_AGAIN_AFTER).await;
            }
        }
    }
    drop(listener);
    if tokio::time::timeout(DRAINED_WITHIN, graceful.shutdown()).await.is_err() {
        tracing::warn!(name: "http.drain_timeout", "some connections were cut");
    }
}

/// The next connection, once there is a place for it. Dropping this loses none: what was not accepted waits in the socket.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> std::io::Result<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let place = Arc::clone(places).acquire_owned().await.map_err(std::io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    Ok((stream, peer, place))
}

/// Agrees on a cipher first, where there is a certificate. A client that takes its time holds up nobody else.
async fn greet(stream: TcpStream, peer: SocketAddr, way: Way, watcher: Watcher) {
    let Some(tls) = way.tls.clone() else { return connection(stream, peer, way, watcher).await };
    match tokio::time::timeout(GREETED_WITHIN, tls.acceptor().accept(stream)).await {
        Ok(Ok(stream)) => connection(stream, peer, way, watcher).await,
        Ok(Err(error)) => {
            tracing::debug!(name: "http.tls_error", %error, %peer, "a client and the server did not agree on TLS");
        }
        Err(_) => {
            tracing::debug!(name: "http.tls_error", error = "too slow", %peer, "a client took too long to agree on TLS");
        }
    }
}

async fn connection<S>(stream: S, peer: SocketAddr, way: Way, watcher: Watcher)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let Way { router, options, .. } = way;
    let head_within = options.head_within;
    let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        let client = client(peer, request.headers(), &options.trusted_proxies);
        request.extensions_mut().insert(ConnectInfo(client));
        router.clone().oneshot(request)
    });
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(head_within).max_buf_size(HEADER_BYTES_MAX * 2);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_header_list_size(u32::try_from(HEADER_BYTES_MAX).unwrap_or(u32::MAX))
        .keep_alive_interval(head_within);
    let serving = builder.serve_connection_with_upgrades(TokioIo::new(stream), service).into_owned();
    if let Err(error) = watcher.watch(serving).await {
        // Clients go away whenever they like.
        tracing::debug!(name: "http.connection_error", %error, %peer, "a connection broke");
    }
}

/// Who asks: whoever is connected, or whom a trusted proxy names. Of the names in `X-Forwarded-For` only those that trusted proxies wrote
/// are believed, so the last that is no proxy counts.
fn client(peer: SocketAddr, headers: &HeaderMap, trusted: &[Network]) -> SocketAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(address));
    if !is_trusted(peer.ip()) {
        return peer;
    }
    let named = headers.get_all("x-forwarded-for").into_iter().filter_map(|text| text.to_str().ok());
    let named: Vec<&str> = named.flat_map(|text| text.split(',')).map(str::trim).collect();
    let mut found = peer;
    for name in named.into_iter().rev() {
        let Ok(address) = name.parse::<IpAddr>() else { break };
        found = SocketAddr::new(address, 0);
        if !is_trusted(address) {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_trusted_proxies_wrote_is_believed() {
        let trusted = ["10.0.0.0/8"].map(|text| serde_json::from_value(text.into()).unwrap());
        let seen = |peer: &str, forwarded: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-for", forwarded.parse().unwrap());
            client(SocketAddr::new(peer.parse().unwrap(), 1), &headers, &trusted).ip().to_string()
        };
        assert_eq!(seen("192.0.2.1", "198.51.100.7"), "192.0.2.1");
        assert_eq!(seen("10.1.1.1", "198.51.100.7"), "198.51.100.7");
        assert_eq!(seen("10.1.1.1", "203.0.113.9, 198.51.100.7, 10.2.2.2"), "198.51.100.7");
        assert_eq!(seen("10.1.1.1", "nonsense"), "10.1.1.1");
        assert_eq!(seen("10.1.1.1", "203.0.113.9, nonsense, 10.2.2.2"), "10.2.2.2");
    }
}
