//! What browsers are told beside a page: what it may do, and how long it stays true.

use axum::http::{HeaderMap, HeaderValue, header};

/// Everything comes from this server, and nothing of it is written inside the page: no inline script, no inline style. Decision 0045.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// For what has its content's hash in its name: it never changes.
pub(super) const FOREVER: &str = "public, max-age=31536000, immutable";
/// For what keeps its name from build to build.
pub(super) const ASK_AGAIN: &str = "no-cache";

/// Keeps a page to itself.
pub(super) fn protect(headers: &mut HeaderMap) {
    let all = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ];
    for (name, value) in all {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
