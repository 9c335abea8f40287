//! The session cookie, which scripts and other sites cannot access.

use axum::http::{HeaderName, HeaderValue, header};

use crate::auth::{Authority, cookie_name};

/// Returns the header that sets the session cookie.
pub(super) fn set_session(authority: &Authority, token: &str) -> [(HeaderName, HeaderValue); 1] {
    set(authority, token, authority.lasting().session_for.as_secs())
}

/// Returns the header that clears the session cookie.
pub(super) fn clear_session(authority: &Authority) -> [(HeaderName, HeaderValue); 1] {
    set(authority, "", 0)
}

fn set(authority: &Authority, token: &str, max_age: i64) -> [(HeaderName, HeaderValue); 1] {
    let secure = if authority.is_secure() { "; Secure" } else { "" };
    let name = cookie_name(authority.is_secure());
    let text = format!("{name}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={max_age}{secure}");
    [(header::SET_COOKIE, HeaderValue::from_str(&text).expect("tokens are letters and digits"))]
}
