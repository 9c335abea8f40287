//! One connection from its first byte to its last: TLS, HTTP, and the deadlines of both.

#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::Watcher;
use tokio::io::{AsyncRead, AsyncWrite};
use tower::ServiceExt as _;

use super::ListenOptions;
use super::activity::Activity;
use super::client::client;
use super::slots::Slot;
use super::timed::{TimedBody, TimedStream};
use super::tls::Tls;

/// Maximum length of a header section, in bytes.
const HEADER_BYTES_MAX: usize = 16 * 1024;

/// State shared by all connections.
#[derive(Clone)]
pub(super) struct ConnectionContext {
    pub(super) tls: Option<Tls>,
    pub(super) router: Router,
    pub(super) options: Arc<ListenOptions>,
}

/// Serves a connection until it ends, misses a deadline, or is evicted for another one.
pub(super) async fn serve<S>(stream: S, peer: SocketAddr, slot: Slot, context: ConnectionContext, watcher: Watcher)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let activity = Activity::new(Arc::clone(&context.options), slot);
    let stream = TimedStream::new(stream, Arc::clone(&activity));
    tokio::select! {
        () = handshake(stream, peer, Arc::clone(&activity), context, watcher) => {}
        overdue = activity.overdue() => {
            tracing::debug!(name: "http.connection_overdue", deadline = overdue.as_str(), %peer, "a client missed a deadline");
        }
        () = activity.evicted() => {
            tracing::debug!(name: "http.connection_evicted", %peer, "an idle connection was closed in favor of a new one");
        }
    }
}

/// Performs the TLS handshake if there is a certificate, then serves HTTP.
async fn handshake<S>(
    stream: TimedStream<S>,
    peer: SocketAddr,
    activity: Arc<Activity>,
    context: ConnectionContext,
    watcher: Watcher,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let Some(tls) = context.tls.clone() else { return answer(stream, peer, activity, context, watcher).await };
    match tls.acceptor().accept(stream).await {
        Ok(stream) => {
            activity.note_handshake();
            answer(stream, peer, activity, context, watcher).await;
        }
        Err(error) => {
            tracing::debug!(name: "http.tls_error", %error, %peer, "the TLS handshake with a client failed");
        }
    }
}

async fn answer<S>(stream: S, peer: SocketAddr, activity: Arc<Activity>, context: ConnectionContext, watcher: Watcher)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let ConnectionContext { router, options, .. } = context;
    let head_timeout = options.head_timeout;
    let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        let client = client(peer, request.headers(), &options.trusted_proxies);
        request.extensions_mut().insert(ConnectInfo(client));
        let request_guard = activity.begin(request.version());
        let answering = router.clone().oneshot(request);
        async move { answering.await.map(|answer| answer.map(|body| TimedBody::new(body, request_guard))) }
    });
    let mut builder = auto::Builder::new(TokioExecutor::new());
    // The activity enforces the deadline for the head. The builder's own timeout would also close connections
    // between two requests.
    builder.http1().timer(TokioTimer::new()).header_read_timeout(None).max_buf_size(HEADER_BYTES_MAX * 2);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_header_list_size(u32::try_from(HEADER_BYTES_MAX).unwrap_or(u32::MAX))
        .keep_alive_interval(head_timeout);
    let serving = builder.serve_connection_with_upgrades(TokioIo::new(stream), service).into_owned();
    if let Err(error) = watcher.watch(serving).await {
        // Clients may disconnect at any time.
        tracing::debug!(name: "http.connection_error", %error, %peer, "a connection broke");
    }
}
