//! A server that knows only the document: it checks each request and answers with a sample.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::document::{Document, Operation};

/// A server for one test, which ends with the test's runtime.
#[derive(Clone)]
pub(crate) struct Server {
    base: String,
    state: Arc<Expectation>,
}

struct Expectation {
    document: Document,
    operation: Mutex<Option<Operation>>,
    problem: Mutex<Option<String>>,
}

pub(crate) async fn start(document: Document) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/prefix/", listener.local_addr().unwrap());
    let none = "no request has arrived".to_owned();
    let state = Arc::new(Expectation { document, operation: Mutex::default(), problem: Mutex::new(Some(none)) });
    let router = Router::new().fallback(answer).with_state(Arc::clone(&state));
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    Server { base, state }
}

impl Server {
    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// Expects a request of this operation next.
    pub(crate) fn expect(&self, operation: Operation) {
        *self.state.problem.lock().unwrap() = Some("no request has arrived".to_owned());
        *self.state.operation.lock().unwrap() = Some(operation);
    }

    #[track_caller]
    pub(crate) fn assert_accepted(&self, id: &str) {
        assert_eq!(*self.state.problem.lock().unwrap(), None, "{id}");
    }
}

async fn answer(
    State(state): State<Arc<Expectation>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let operation = state.operation.lock().unwrap().clone().unwrap();
    let request = Request { method: method.as_str(), uri: &uri, headers: &headers, body: &body };
    let result = request.check(&state.document, &operation);
    *state.problem.lock().unwrap() = result.clone().err();
    if let Err(problem) = result {
        return (StatusCode::IM_A_TEAPOT, problem).into_response();
    }
    let (status, media_type, sample) = state.document.response(&operation);
    let body = match &sample {
        Value::Null => String::new(),
        sample if media_type == "text/event-stream" => format!("data: {}\n\n", state.document.newer(sample)),
        Value::String(text) if !media_type.contains("json") => text.clone(),
        sample => state.document.newer(sample).to_string(),
    };
    let head = [("content-type", media_type), ("etag", "\"7\"".to_owned()), ("x-request-id", "request".to_owned())];
    (StatusCode::from_u16(status).unwrap(), head, body).into_response()
}

struct Request<'a> {
    method: &'a str,
    uri: &'a Uri,
    headers: &'a HeaderMap,
    body: &'a [u8],
}

impl Request<'_> {
    fn check(&self, document: &Document, operation: &Operation) -> Result<(), String> {
        let path = document.path(operation);
        expect("method", self.method, &operation.method)?;
        expect("path", self.uri.path(), &format!("/prefix{path}"))?;
        expect("query", &self.query(), &document.query(operation))?;
        expect("key", &self.header("authorization"), &Some("Bearer rfn_key"))?;
        expect("tenant", &self.header("x-refrain-tenant"), &Some("production/acme"))?;
        let description = operation.source["description"].as_str().unwrap_or_default();
        let declares = |name| Document::header_names(operation).contains(&name);
        if declares("Idempotency-Key") {
            expect("idempotency key", &self.header("idempotency-key"), &Some("key"))?;
        }
        if declares("If-Match") || description.contains("With `If-Match`") {
            expect("if-match", &self.header("if-match"), &Some("\"3\""))?;
        }
        self.check_body(document, operation)
    }

    fn check_body(&self, document: &Document, operation: &Operation) -> Result<(), String> {
        let contents = operation.source["requestBody"]["content"].as_object();
        let media_type = self.header("content-type");
        let Some(contents) = contents else {
            expect("media type", &media_type, &None)?;
            return expect("body", self.body, b"");
        };
        let is_declared = media_type.is_some_and(|given| contents.contains_key(given));
        expect("declared media type", &is_declared, &true)?;
        match Document::body(operation) {
            Some(schema) => {
                let body: Value = serde_json::from_slice(self.body).map_err(|error| error.to_string())?;
                // The fields of such a body are set one by one, also those that a sample leaves out.
                let sample = document.sample(schema);
                if sample != json!({}) { expect("body", &body, &sample) } else { Ok(()) }
            }
            None => expect("body", self.body, document.parameter(operation, "body").as_str().unwrap().as_bytes()),
        }
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    fn query(&self) -> BTreeMap<String, String> {
        let url = format!("http://localhost{}", self.uri).parse::<reqwest::Url>().unwrap();
        url.query_pairs().into_owned().collect()
    }
}

fn expect<T: PartialEq + std::fmt::Debug + ?Sized>(part: &str, found: &T, expected: &T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{part}: expected {expected:?}, found {found:?}")) }
}
