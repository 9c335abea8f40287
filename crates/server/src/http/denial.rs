//! The responses to requests that `auth` denies.

use axum::http::StatusCode;

use super::problem::Problem;
use crate::auth::Denial;

impl From<Denial> for Problem {
    fn from(denial: Denial) -> Self {
        match denial {
            Denial::MalformedKey => unauthorized("malformed_key", "this is not a valid API key")
                .with_hint("check for a typo or a part that was not copied"),
            Denial::WrongKey => unauthorized("wrong_key", "there is no such key")
                .with_hint("ask an administrator of your tenant for one"),
            Denial::ExpiredKey => unauthorized("expired_key", "this key has expired")
                .with_hint("ask an administrator of your tenant for a new one"),
            Denial::RevokedKey => unauthorized("revoked_key", "this key was revoked")
                .with_hint("ask an administrator of your tenant for a new one"),
            Denial::WrongHost(host) => {
                let detail = format!("this server does not answer to the host {host}");
                Self::new(StatusCode::MISDIRECTED_REQUEST, "wrong_host", detail)
                    .with_hint("use localhost or 127.0.0.1, or add the host to `hosts` in the configuration")
            }
            Denial::ForeignSite(site) => {
                cross_site(&format!("the browser reports that the request comes from a {site} page"))
            }
            Denial::ForeignOrigin(origin) => cross_site(&format!("the request comes from a page of {origin}")),
            Denial::UnreadableKeys => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", "keys cannot be read at the moment")
                    .with_hint("try again in a moment")
                    .retry_after(1)
            }
            Denial::NoSession(error) => error.into(),
        }
    }
}

fn unauthorized(code: &str, detail: &str) -> Problem {
    Problem::new(StatusCode::UNAUTHORIZED, code, detail)
}

fn cross_site(why: &str) -> Problem {
    Problem::new(StatusCode::FORBIDDEN, "cross_site", format!("only pages of this server may request changes; {why}"))
}
