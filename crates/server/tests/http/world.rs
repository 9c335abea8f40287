//! A server of a test's own, and a client that talks to it.

use refrain_server::http::app::ApiOptions;
use refrain_server::serve::{ServeOptions, Server};
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::Value;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// A server that runs beside its test, and ends with it.
pub(crate) struct World {
    base: String,
    client: Client,
    stop: CancellationToken,
    serving: JoinHandle<()>,
}

/// An answer, read to its end.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) body: Value,
}

impl World {
    /// A server over a store in memory.
    pub(crate) async fn new() -> Self {
        Self::over("memory:").await
    }

    /// A server over the store at an address.
    pub(crate) async fn over(store: &str) -> Self {
        Self::with(store, ApiOptions::default()).await
    }

    /// The same, served in its own way.
    pub(crate) async fn with(store: &str, api: ApiOptions) -> Self {
        let bind = "127.0.0.1:0".parse().unwrap();
        let options = ServeOptions { bind, store: store.to_owned(), api };
        let server = Server::open(options).await.unwrap();
        let base = format!("http://{}", server.address());
        let stop = CancellationToken::new();
        let told = stop.clone();
        let serving = tokio::spawn(async move { server.run(told).await.unwrap() });
        Self { base, client: Client::new(), stop, serving }
    }

    /// A request that can still be changed.
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

    /// Ends the server in good order.
    pub(crate) async fn stop(self) {
        self.stop.cancel();
        self.serving.await.unwrap();
    }
}

/// Sends a request and reads its answer.
pub(crate) async fn send(request: RequestBuilder) -> Answer {
    let response: Response = request.send().await.unwrap();
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let text = response.text().await.unwrap();
    let body = if text.is_empty() { Value::Null } else { serde_json::from_str(&text).unwrap_or(Value::String(text)) };
    Answer { status, headers, body }
}

impl Answer {
    /// The status, when it is one that was expected.
    #[track_caller]
    pub(crate) fn is(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        self.body
    }

    /// A refusal of this status and code, which also says so in its body.
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
