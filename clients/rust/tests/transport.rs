//! Retries, reconnections and errors, against a server that answers as a test wants.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use refrain_client::types::{Action, NewSchedule};
use refrain_client::{Client, RetryPolicy, StreamItem};
use tokio::net::TcpListener;

/// An answer: status, headers and body.
type Answer = (u16, &'static [(&'static str, &'static str)], &'static str);

/// A request that arrived: method, path with query, and headers.
#[derive(Clone, Debug)]
struct Arrival {
    line: String,
    headers: HeaderMap,
}

impl Arrival {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

/// A server that gives these answers in order, and repeats the last one.
struct Script {
    base: String,
    state: Arc<Mutex<ScriptState>>,
}

struct ScriptState {
    /// The answers that are left, the next one last.
    answers: Vec<Answer>,
    arrivals: Vec<Arrival>,
}

impl Script {
    async fn new(answers: &[Answer]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let answers = answers.iter().rev().copied().collect();
        let state = Arc::new(Mutex::new(ScriptState { answers, arrivals: Vec::new() }));
        let router = Router::new().fallback(answer).with_state(Arc::clone(&state));
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { base, state }
    }

    /// Returns a client that waits only a moment before a retry.
    fn client(&self) -> Client {
        let retries = RetryPolicy { initial: Duration::from_millis(1), ..RetryPolicy::default() };
        Client::builder(&self.base).key("rfn_key").retries(retries).build().unwrap()
    }

    fn arrivals(&self) -> Vec<Arrival> {
        self.state.lock().unwrap().arrivals.clone()
    }
}

async fn answer(
    State(state): State<Arc<Mutex<ScriptState>>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let mut state = state.lock().unwrap();
    state.arrivals.push(Arrival { line: format!("{method} {uri}"), headers });
    let (status, head, body) = if state.answers.len() > 1 { state.answers.pop().unwrap() } else { state.answers[0] };
    let head: HeaderMap =
        head.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap())).collect();
    (StatusCode::from_u16(status).unwrap(), head, body).into_response()
}

const AWAY: Answer = (503, &[], "");
const ALIVE: Answer = (200, &[], r#"{"status": "ok"}"#);
const FIRED: Answer = (202, &[], r#"{"occurrence": 7, "existing": false, "state": "planned"}"#);

#[tokio::test]
async fn reads_are_repeated_until_the_server_is_back() {
    let script = Script::new(&[AWAY, (502, &[], "<html>"), ALIVE]).await;
    assert_eq!(script.client().check_liveness().await.unwrap().status, "ok");
    assert_eq!(script.arrivals().len(), 3);
}

#[tokio::test]
async fn attempts_end_and_the_last_error_is_returned() {
    let script = Script::new(&[AWAY]).await;
    assert!(script.client().check_liveness().await.unwrap_err().is_unavailable());
    assert_eq!(script.arrivals().len(), 4);
}

#[tokio::test]
async fn every_attempt_has_the_same_generated_idempotency_key() {
    let script = Script::new(&[AWAY, FIRED]).await;
    script.client().fire_schedule("digest").await.unwrap();
    script.client().fire_schedule("digest").await.unwrap();
    let keys: Vec<String> = script.arrivals().iter().map(|one| one.header("idempotency-key").to_owned()).collect();
    assert!(keys[0] == keys[1] && keys[1] != keys[2] && keys[0].len() == 32, "{keys:?}");
}

#[tokio::test]
async fn a_request_whose_repetition_would_have_an_effect_is_sent_once() {
    let script = Script::new(&[AWAY]).await;
    let client = script.client();
    let definition = NewSchedule::cron("@daily", Action::new("log"));
    assert!(client.pause_schedule("digest").await.unwrap_err().is_unavailable());
    assert!(client.update_schedule("digest").timezone("UTC").await.unwrap_err().is_unavailable());
    assert!(client.delete_schedule("digest").if_match(1).await.unwrap_err().is_unavailable());
    assert_eq!(script.arrivals().len(), 3);
    client.delete_schedule("digest").await.unwrap_err();
    client.create_schedule(definition).await.unwrap_err();
    assert_eq!(script.arrivals().len(), 11);
}

#[tokio::test]
async fn a_rate_limit_is_waited_for_and_a_full_tenant_is_not() {
    let limited: Answer = (429, &[("retry-after", "0")], "{}");
    let script = Script::new(&[limited, FIRED]).await;
    assert_eq!(script.client().fire_schedule("digest").await.unwrap().occurrence, 7);
    let full = Script::new(&[(429, &[], "{}")]).await;
    assert!(full.client().fire_schedule("digest").await.unwrap_err().is_limited());
    assert_eq!(full.arrivals().len(), 1);
}

#[tokio::test]
async fn a_response_that_is_no_problem_document_is_shown() {
    let script = Script::new(&[(404, &[("x-request-id", "r-1")], "<h1>no such page</h1>")]).await;
    let error = script.client().get_schedule("digest").await.unwrap_err();
    assert_eq!((error.is_not_found(), error.problem(), error.request_id()), (true, None, Some("r-1")));
    assert!(error.to_string().contains("404") && error.to_string().contains("no such page"), "{error}");
    let script = Script::new(&[(200, &[], r#"{"status": 3}"#)]).await;
    let error = script.client().check_liveness().await.unwrap_err();
    assert!(error.to_string().contains("checkLiveness") && !error.is_unavailable(), "{error}");
}

#[tokio::test]
async fn a_stream_continues_after_the_last_event() {
    let first = "event: open\nretry: 1\ndata: {\"node\": \"a\"}\n\nid: era-7\nevent: gap\ndata: {\"kind\": \"gap\", \"at\": \
                 \"2026-01-01T00:00:00Z\"}\n\n";
    let second = "event: missed\ndata: {\"count\": 3}\n\nevent: new\ndata: [1]\n\n";
    let script = Script::new(&[(200, &[], first), AWAY, (200, &[], second), (401, &[], "{}")]).await;
    let mut events = script.client().stream_events().schedule("digest").await.unwrap();
    let mut items = Vec::new();
    while let Some(item) = events.next().await {
        items.push(item);
    }
    let refused = items.pop().unwrap().unwrap_err();
    assert!(refused.is_unauthorized(), "{refused}");
    let items: Vec<StreamItem> = items.into_iter().map(Result::unwrap).collect();
    assert_eq!(items[0], StreamItem::Open { node: "a".to_owned() });
    assert_eq!(items[1].clone().into_event().unwrap().kind.as_str(), "gap");
    assert_eq!(items[2], StreamItem::Missed { count: Some(3) });
    assert_eq!(items[3], StreamItem::Other { name: "new".to_owned(), data: "[1]".to_owned() });
    assert_eq!(items.len(), 4);
    let arrivals = script.arrivals();
    let ids: Vec<&str> = arrivals.iter().map(|arrival| arrival.header("last-event-id")).collect();
    assert_eq!(ids, ["", "era-7", "era-7", "era-7"]);
    assert!(arrivals.iter().all(|arrival| arrival.line == "GET /v1/events?schedule=digest"));
}

#[tokio::test]
async fn an_error_ends_the_items_of_a_list() {
    let page: Answer = (200, &[], r#"{"items": [], "next_cursor": "c/2"}"#);
    let script = Script::new(&[page, (400, &[], "{}")]).await;
    let mut items = script.client().list_holds().limit(1).items();
    assert!(items.next().await.unwrap().unwrap_err().is_invalid());
    assert!(items.next().await.is_none());
    let lines: Vec<String> = script.arrivals().into_iter().map(|arrival| arrival.line).collect();
    assert_eq!(lines, ["GET /v1/holds?limit=1", "GET /v1/holds?limit=1&cursor=c%2F2"]);
}

#[tokio::test]
async fn a_server_that_cannot_be_reached_is_unavailable() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let retries = RetryPolicy { initial: Duration::from_millis(1), ..RetryPolicy::default() };
    let client = Client::builder(&url).retries(retries).build().unwrap();
    let error = client.pause_schedule("digest").await.unwrap_err();
    assert!(error.is_unavailable() && !error.is_timeout(), "{error}");
    assert!(std::error::Error::source(&error).is_some(), "{error}");
}
