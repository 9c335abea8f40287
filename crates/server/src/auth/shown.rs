//! Extracts the credential from a request.

use axum::http::{HeaderMap, HeaderName, header};

const API_KEY: HeaderName = HeaderName::from_static("x-api-key");
/// Name of the cookie over TLS. Browsers send it only over TLS and let no other host set it.
const COOKIE_OVER_TLS: &str = "__Host-refrain";
/// Name of the cookie over plain HTTP on a local machine, where browsers reject the other name.
const COOKIE: &str = "refrain";

/// The credential found in a request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// The text of an API key.
    Key(String),
    /// The token of a session.
    Session(String),
    /// A credential of an unsupported kind.
    Unknown,
    Nothing,
}

/// Returns the name of the session cookie.
pub(crate) fn cookie_name(is_secure: bool) -> &'static str {
    if is_secure { COOKIE_OVER_TLS } else { COOKIE }
}

/// Extracts the credential from the headers. A key takes precedence over a cookie: sending a key is
/// deliberate.
pub(crate) fn shown(headers: &HeaderMap, is_secure: bool) -> Shown {
    if let Some(given) = headers.get(header::AUTHORIZATION) {
        let bearer = given
            .to_str()
            .ok()
            .and_then(|text| text.split_once(' '))
            .filter(|(kind, _)| kind.eq_ignore_ascii_case("bearer"));
        return bearer.map_or(Shown::Unknown, |(_, key)| Shown::Key(key.trim().to_owned()));
    }
    if let Some(given) = headers.get(API_KEY) {
        return given.to_str().map_or(Shown::Unknown, |key| Shown::Key(key.trim().to_owned()));
    }
    cookie(headers, cookie_name(is_secure)).map_or(Shown::Nothing, |token| Shown::Session(token.to_owned()))
}

fn cookie<'a>(headers: &'a HeaderMap, wanted: &str) -> Option<&'a str> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|line| line.to_str().ok());
    let mut pairs = all.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == wanted).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &'static str, value: &'static str, is_secure: bool, expected: &Shown) {
        let mut headers = HeaderMap::new();
        headers.insert(name, value.parse().unwrap());
        assert_eq!(shown(&headers, is_secure), *expected, "{name}: {value}");
    }

    #[test]
    fn a_key_or_a_session_is_found_where_it_may_stand() {
        check("authorization", "Bearer abc", false, &Shown::Key("abc".to_owned()));
        check("authorization", "bearer  abc ", false, &Shown::Key("abc".to_owned()));
        check("authorization", "Basic abc", false, &Shown::Unknown);
        check("authorization", "abc", false, &Shown::Unknown);
        check("x-api-key", "abc", false, &Shown::Key("abc".to_owned()));
        check("cookie", "a=b; refrain=t; c=d", false, &Shown::Session("t".to_owned()));
        check("cookie", "refrain=t", true, &Shown::Nothing);
        check("cookie", "__Host-refrain=t", true, &Shown::Session("t".to_owned()));
        check("cookie", "xrefrain=t", false, &Shown::Nothing);
        check("accept", "text/html", false, &Shown::Nothing);
    }
}
