//! From a socket to requests: accepts, serves each connection within limits, and drains when told to stop.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

/// A client says what it wants within this time, or is not waited for.
const HEADERS_WITHIN: Duration = Duration::from_secs(10);
/// Connections end so long after the server was told to stop.
const DRAINED_WITHIN: Duration = Duration::from_secs(10);
/// After an error of accepting, such as too many open files, others get a moment to close theirs.
const ACCEPT_AGAIN_AFTER: Duration = Duration::from_millis(100);
/// No header section is longer, in bytes.
const HEADER_BYTES_MAX: usize = 16 * 1024;

/// Serves until it is told to stop, and then until what is under way has been answered.
pub(crate) async fn serve(listener: TcpListener, router: Router, stop: CancellationToken) {
    let graceful = GracefulShutdown::new();
    loop {
        let accepted = tokio::select! {
            biased;
            () = stop.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                tokio::spawn(connection(stream, peer, router.clone(), graceful.watcher()));
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

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    watcher: hyper_util::server::graceful::Watcher,
) {
    // Answers are small: each is sent at once.
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    });
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEADERS_WITHIN).max_buf_size(HEADER_BYTES_MAX * 2);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_header_list_size(u32::try_from(HEADER_BYTES_MAX).unwrap_or(u32::MAX))
        .keep_alive_interval(HEADERS_WITHIN);
    let serving = builder.serve_connection_with_upgrades(TokioIo::new(stream), service).into_owned();
    if let Err(error) = watcher.watch(serving).await {
        // Clients go away whenever they like.
        tracing::debug!(name: "http.connection_error", %error, %peer, "a connection broke");
    }
}
