//! A server in front of the real one, which changes what passes through: for what happens between two requests.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// What happens to requests that apply documents. Dry runs count only where it says so.
pub(super) enum Event {
    /// Another caller saves a schedule before the first one.
    EditBefore { id: &'static str, body: Value },
    /// The server is away after this number of them.
    AwayAfter(usize),
    /// The server has time for this number of documents of each request, also in dry runs.
    TimeFor(usize),
    /// The server accepts no body with more documents, also in dry runs.
    RoomFor(usize),
    /// The server has this version.
    Version(&'static str),
    /// The server does not know the operation.
    Unknown,
}

struct Between {
    base: String,
    client: reqwest::Client,
    event: Event,
    /// Number of requests that applied documents so far.
    applied: AtomicUsize,
}

/// Starts a server in front of another one, and returns its URL. It ends with the test.
pub(super) async fn between(base: &str, event: Event) -> String {
    let between =
        Between { base: base.to_owned(), client: reqwest::Client::new(), event, applied: AtomicUsize::new(0) };
    let router = Router::new().fallback(pass).with_state(Arc::new(between));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    url
}

async fn pass(
    State(between): State<Arc<Between>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let mut request: Value = serde_json::from_slice(&body).unwrap_or_default();
    let is_apply = uri.path() == "/v1/apply";
    let is_real = is_apply && request["dry_run"] != true;
    let before = if is_real { between.applied.fetch_add(1, Ordering::SeqCst) } else { 0 };
    let mut held_back = Vec::new();
    let count = request["documents"].as_array().map_or(0, Vec::len);
    match &between.event {
        Event::EditBefore { id, body } if is_real && before == 0 => {
            let saved =
                between.client.put(format!("{}/v1/schedules/{id}", between.base)).json(body).send().await.unwrap();
            assert_eq!(saved.status(), 200);
        }
        Event::AwayAfter(most) if is_real && before >= *most => return StatusCode::SERVICE_UNAVAILABLE.into_response(),
        Event::TimeFor(most) if is_apply && count > *most => {
            held_back = request["documents"].as_array_mut().unwrap().split_off(*most);
        }
        Event::RoomFor(most) if is_apply && count > *most => return StatusCode::PAYLOAD_TOO_LARGE.into_response(),
        Event::Unknown if is_apply => return StatusCode::NOT_FOUND.into_response(),
        _ => {}
    }
    let body = if is_apply { Bytes::from(request.to_string()) } else { body };
    let mut forwarded = between.client.request(method, format!("{}{uri}", between.base)).body(body);
    for name in ["content-type", "x-request-id", "idempotency-key"] {
        if let Some(value) = headers.get(name) {
            forwarded = forwarded.header(name, value);
        }
    }
    let response = forwarded.send().await.unwrap();
    let (status, version) = (response.status(), response.headers().get("x-refrain-version").cloned());
    let mut answer: Value = response.json().await.unwrap();
    for document in held_back {
        let item = json!({ "kind": "schedule", "name": document["id"], "result": "pending", "warnings": [] });
        answer["items"].as_array_mut().unwrap().push(item);
    }
    let version = match &between.event {
        Event::Version(version) => Some(version.parse().unwrap()),
        _ => version,
    };
    let mut response = Response::builder().status(status).header("content-type", "application/json");
    if let Some(version) = version {
        response = response.header("x-refrain-version", version);
    }
    response.body(Body::from(answer.to_string())).unwrap()
}
