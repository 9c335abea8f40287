//! A server for one test, and a client for it.

use refrain::Refrain;
use refrain_server::http::app::ApiOptions;
use refrain_server::serve::{ServeOptions, Server};
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::Value;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::place;

/// Pause between two reads: without it, a slow machine makes a test exceed its rate limit.
pub(crate) const READ_EVERY: std::time::Duration = std::time::Duration::from_millis(20);
/// Maximum time that a test waits for anything.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(300);

/// A server that runs in the background of its test and ends with it.
pub(crate) struct World {
    base: String,
    client: Client,
    stop: CancellationToken,
    serving: JoinHandle<()>,
    _kept: place::StoreGuard,
}

/// A response, read to its end.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) body: Value,
}

impl World {
    /// Starts a server over its own store: of the kind that `REFRAIN_HTTP_STORE` names, SQLite by default.
    pub(crate) async fn new() -> Self {
        Self::with(ApiOptions::default()).await
    }

    /// Like [`Self::new`], with API options.
    pub(crate) async fn with(api: ApiOptions) -> Self {
        install_tls();
        let (store, kept) = place::store().await;
        let refrain = Refrain::builder().over(store).await.unwrap();
        let server = Server::over(refrain, ServeOptions { api, ..Self::options("") }).await.unwrap();
        Self::of(server, Client::new()).keeping(kept)
    }

    /// Keeps the resources of the store for the lifetime of the server.
    pub(crate) fn keeping(self, kept: place::StoreGuard) -> Self {
        Self { _kept: kept, ..self }
    }

    /// Returns options for a server on a free port, with defaults for everything else.
    pub(crate) fn options(store: &str) -> ServeOptions {
        ServeOptions::new("127.0.0.1:0".parse().unwrap(), store)
    }

    /// Runs a server that the test has opened, with a client that trusts it.
    pub(crate) fn of(server: Server, client: Client) -> Self {
        let scheme = if server.tls().is_some() { "https" } else { "http" };
        let base = format!("{scheme}://{}", server.address());
        let stop = CancellationToken::new();
        let reported = stop.clone();
        let serving = tokio::spawn(async move { server.run(reported).await.unwrap() });
        Self { base, client, stop, serving, _kept: place::StoreGuard::nothing() }
    }

    /// Starts building a request.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.base))
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        send(self.request(Method::GET, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        send(self.request(Method::POST, path).json(body)).await
    }

    pub(crate) async fn put(&self, path: &str, body: &Value) -> Answer {
        send(self.request(Method::PUT, path).json(body)).await
    }

    pub(crate) async fn patch(&self, path: &str, body: &Value) -> Answer {
        send(self.request(Method::PATCH, path).json(body)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        send(self.request(Method::DELETE, path)).await
    }

    /// Reads a path repeatedly until its response satisfies `predicate`.
    pub(crate) async fn until(&self, path: &str, predicate: impl Fn(&Value) -> bool) -> Value {
        let reading = async {
            loop {
                let body = self.get(path).await.is(200);
                if predicate(&body) {
                    return body;
                }
                tokio::time::sleep(READ_EVERY).await;
            }
        };
        tokio::time::timeout(PATIENCE, reading).await.unwrap_or_else(|_| panic!("{path} never met the condition"))
    }

    /// Returns the base URL.
    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// Stops the server gracefully.
    pub(crate) async fn stop(self) {
        self.stop.cancel();
        self.serving.await.unwrap();
    }
}

/// Installs the crypto provider of the process. A second call finds it already installed.
pub(crate) fn install_tls() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// Sends a request and reads its response.
pub(crate) async fn send(request: RequestBuilder) -> Answer {
    let response: Response = request.send().await.unwrap();
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let text = response.text().await.unwrap();
    let body = if text.is_empty() { Value::Null } else { serde_json::from_str(&text).unwrap_or(Value::String(text)) };
    Answer { status, headers, body }
}

impl Answer {
    /// Checks the status and returns the body.
    #[track_caller]
    pub(crate) fn is(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        self.body
    }

    /// Checks the status and the code of a refusal, and returns the problem document.
    #[track_caller]
    pub(crate) fn refused(self, status: u16, code: &str) -> Value {
        assert_eq!((self.status, self.body["code"].as_str()), (status, Some(code)), "{}", self.body);
        assert_eq!(self.headers["content-type"], "application/problem+json");
        assert_eq!(self.body["status"], status);
        assert!(self.body["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{}", self.body);
        self.body
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}
