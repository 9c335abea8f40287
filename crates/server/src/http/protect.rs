//! Headers that protect browsers, on every response of a route, of the console or of an error.
//!
//! Requests that are not valid HTTP are answered by the HTTP library, without these headers and without a
//! body.

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::app::App;
use super::problem::Problem;
use super::problem_code::ProblemCode;

const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
/// On every response.
const ALWAYS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (OPENER_POLICY, "same-origin"),
    (RESOURCE_POLICY, "same-origin"),
];
/// On responses without their own values: pages define what they may load, and files define how long they
/// stay valid.
const OTHERWISE: [(HeaderName, &str); 2] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::CACHE_CONTROL, "no-store"),
];
/// One year.
const TRANSPORT_SECURITY: HeaderValue = HeaderValue::from_static("max-age=31536000");
/// Maximum length of a quoted header value in an error, in characters.
const QUOTED_MAX: usize = 60;

/// Adds the headers to a response.
pub(super) async fn protect(State(app): State<App>, request: Request, next: Next) -> Response {
    // Otherwise a browser would refuse plain HTTP to every other program on this machine.
    let is_localhost = host(&request).is_some_and(|host| host.split(':').next() == Some("localhost"));
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    for (name, value) in OTHERWISE {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if app.authority().is_secure() && !is_localhost {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, TRANSPORT_SECURITY);
    }
    response
}

fn host(request: &Request) -> Option<&str> {
    let of_target = request.uri().host();
    of_target.or_else(|| request.headers().get(header::HOST)?.to_str().ok())
}

/// Rejects requests with several `Host` headers: a proxy in front may have used another one than this server
/// would.
pub(super) async fn refuse_several_hosts(request: Request, next: Next) -> Response {
    let hosts = request.headers().get_all(header::HOST);
    if hosts.iter().nth(1).is_none() {
        return next.run(request).await;
    }
    let shown: Vec<String> = hosts.iter().take(2).map(quoted).collect();
    let detail = format!("Expected one Host header, found {}: {}.", hosts.iter().count(), shown.join(" and "));
    Problem::new(ProblemCode::SeveralHosts, detail).into_response()
}

fn quoted(value: &HeaderValue) -> String {
    let text: String = String::from_utf8_lossy(value.as_bytes()).chars().take(QUOTED_MAX).collect();
    format!("{text:?}")
}
