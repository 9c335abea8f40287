//! Middleware that reports every request once it is answered: metrics, a log record, and the caller's trace context.
//!
//! None of them contains a request's body, query or credentials.

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use jiff::SignedDuration;

use super::access;
use super::app::App;
use super::caller::Caller;
use super::request_id::REQUEST_ID;
use super::traceparent::{self, TRACEPARENT};

/// Routes that machines poll every few seconds. A log record for each request would bury the others.
const QUIET: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// Route label of requests that matched no route.
const NO_ROUTE: &str = "(none)";

/// Counts a request and logs it once it is answered.
pub(super) async fn observe(State(app): State<App>, request: Request, next: Next) -> Response {
    let clock = app.refrain().clock();
    let began = clock.steady();
    let method = method_name(request.method());
    let route = request.extensions().get::<MatchedPath>().map_or(NO_ROUTE, |path| route_name(path.as_str()));
    let trace = traceparent::of(request.headers());
    let mut response = next.run(request).await;
    if let Some(own) = trace.and_then(|trace| HeaderValue::from_str(&trace.answer()).ok()) {
        response.headers_mut().insert(TRACEPARENT, own);
    }
    let took_for = clock.steady() - began;
    app.requests().add(method, route, response.status().as_u16(), took_for);
    log_request(method, route, &response, took_for);
    response
}

fn log_request(method: &str, route: &str, response: &Response, took_for: SignedDuration) {
    let status = response.status().as_u16();
    let request_id = response.headers().get(REQUEST_ID).and_then(|name| name.to_str().ok()).unwrap_or_default();
    let caller = response.extensions().get::<Caller>();
    let tenant = caller.map(|caller| caller.tenant.to_string()).unwrap_or_default();
    let actor = caller.map_or("", |caller| caller.identity.actor.as_str());
    let took_ms = took_for.as_micros() as f64 / 1e3;
    if status >= 500 {
        tracing::error!(name: "http.request", method, route, status, took_ms, request_id, tenant, actor, "http.request");
    } else if QUIET.contains(&route) {
        tracing::debug!(name: "http.request", method, route, status, took_ms, request_id, tenant, actor, "http.request");
    } else {
        tracing::info!(name: "http.request", method, route, status, took_ms, request_id, tenant, actor, "http.request");
    }
}

/// Returns the label of a method. Callers may send arbitrary methods.
fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "(other)",
    }
}

/// Returns the label of a route, one of a fixed set.
fn route_name(path: &str) -> &'static str {
    access::TABLE.iter().find(|row| row.path == path).map_or(NO_ROUTE, |row| row.path)
}
