//! The responses to requests that `auth` denies.

use super::problem::Problem;
use super::problem_code::ProblemCode;
use crate::auth::Denial;

impl From<Denial> for Problem {
    fn from(denial: Denial) -> Self {
        match denial {
            Denial::MalformedKey => Self::new(ProblemCode::MalformedKey, "this is not a valid API key")
                .with_hint("check for a typo or a part that was not copied"),
            Denial::WrongKey => Self::new(ProblemCode::WrongKey, "there is no such key")
                .with_hint("ask an administrator of your tenant for one"),
            Denial::ExpiredKey => Self::new(ProblemCode::ExpiredKey, "this key has expired")
                .with_hint("ask an administrator of your tenant for a new one"),
            Denial::RevokedKey => Self::new(ProblemCode::RevokedKey, "this key was revoked")
                .with_hint("ask an administrator of your tenant for a new one"),
            Denial::WrongHost(host) => {
                let detail = format!("this server does not answer to the host {host}");
                Self::new(ProblemCode::WrongHost, detail)
                    .with_hint("use localhost or 127.0.0.1, or add the host to `hosts` in the configuration")
            }
            Denial::ForeignSite(site) => {
                cross_site(&format!("the browser reports that the request comes from a {site} page"))
            }
            Denial::ForeignOrigin(origin) => cross_site(&format!("the request comes from a page of {origin}")),
            Denial::UnreadableKeys => Self::new(ProblemCode::Unavailable, "keys cannot be read at the moment")
                .with_hint("try again in a moment")
                .retry_after(1),
            Denial::NoSession(error) => error.into(),
        }
    }
}

fn cross_site(why: &str) -> Problem {
    Problem::new(ProblemCode::CrossSite, format!("only pages of this server may request changes; {why}"))
}
