//! The cookie that a session is known by: out of reach of scripts and of other sites.

use axum::http::{HeaderName, HeaderValue, header};

use crate::auth::{Authority, cookie_name};

/// The header that gives a browser its session.
pub(super) fn given(authority: &Authority, token: &str) -> [(HeaderName, HeaderValue); 1] {
    set(authority, token, authority.lasting().session_for.as_secs())
}

/// The header that takes it back.
pub(super) fn taken(authority: &Authority) -> [(HeaderName, HeaderValue); 1] {
    set(authority, "", 0)
}

fn set(authority: &Authority, token: &str, max_age: i64) -> [(HeaderName, HeaderValue); 1] {
    let secure = if authority.is_secure() { "; Secure" } else { "" };
    let name = cookie_name(authority.is_secure());
    let text = format!("{name}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={max_age}{secure}");
    [(header::SET_COOKIE, HeaderValue::from_str(&text).expect("tokens are letters and digits"))]
}
