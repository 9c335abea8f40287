//! The request ID: given by the caller, taken from the trace the request belongs to, or generated.

use axum::http::{HeaderMap, HeaderName};

use super::id;
use super::traceparent;

/// Header with the request ID.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Maximum length of a caller's request ID, in bytes. Longer IDs are ignored.
const BYTES_MAX: usize = 128;

/// Returns the ID of a request. An ID that could break a log record is ignored.
pub(crate) fn of(headers: &HeaderMap) -> String {
    let given = headers.get(REQUEST_ID).and_then(|name| name.to_str().ok());
    let is_fine = |name: &&str| {
        (1..=BYTES_MAX).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.:/".contains(&byte))
    };
    let trace = || traceparent::of(headers).map(|trace| trace.id().to_owned());
    given.filter(is_fine).map(str::to_owned).or_else(trace).unwrap_or_else(id::random)
}
