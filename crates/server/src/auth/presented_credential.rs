//! Extracts the credential from a request.

use axum::http::{HeaderMap, HeaderName, header};

const API_KEY: HeaderName = HeaderName::from_static("x-api-key");
/// Name of the cookie over TLS. Browsers send it only over TLS and let no other host set it.
const COOKIE_OVER_TLS: &str = "__Host-refrain";
/// Name of the cookie over plain HTTP on a local machine, where browsers reject the other name.
const COOKIE: &str = "refrain";

/// The credential found in a request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PresentedCredential {
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
pub(crate) fn presented_credential(headers: &HeaderMap, is_secure: bool) -> PresentedCredential {
    if let Some(given) = headers.get(header::AUTHORIZATION) {
        let bearer = given
            .to_str()
            .ok()
            .and_then(|text| text.split_once(' '))
            .filter(|(kind, _)| kind.eq_ignore_ascii_case("bearer"));
        return bearer.map_or(PresentedCredential::Unknown, |(_, key)| PresentedCredential::Key(key.trim().to_owned()));
    }
    if let Some(given) = headers.get(API_KEY) {
        return given
            .to_str()
            .map_or(PresentedCredential::Unknown, |key| PresentedCredential::Key(key.trim().to_owned()));
    }
    cookie(headers, cookie_name(is_secure))
        .map_or(PresentedCredential::Nothing, |token| PresentedCredential::Session(token.to_owned()))
}

fn cookie<'a>(headers: &'a HeaderMap, wanted: &str) -> Option<&'a str> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|line| line.to_str().ok());
    let mut pairs = all.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == wanted).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &'static str, value: &'static str, is_secure: bool, expected: &PresentedCredential) {
        let mut headers = HeaderMap::new();
        headers.insert(name, value.parse().unwrap());
        assert_eq!(presented_credential(&headers, is_secure), *expected, "{name}: {value}");
    }

    #[test]
    fn credentials_are_found_in_headers_and_cookies() {
        check("authorization", "Bearer abc", false, &PresentedCredential::Key("abc".to_owned()));
        check("authorization", "bearer  abc ", false, &PresentedCredential::Key("abc".to_owned()));
        check("authorization", "Basic abc", false, &PresentedCredential::Unknown);
        check("authorization", "abc", false, &PresentedCredential::Unknown);
        check("x-api-key", "abc", false, &PresentedCredential::Key("abc".to_owned()));
        check("cookie", "a=b; refrain=t; c=d", false, &PresentedCredential::Session("t".to_owned()));
        check("cookie", "refrain=t", true, &PresentedCredential::Nothing);
        check("cookie", "__Host-refrain=t", true, &PresentedCredential::Session("t".to_owned()));
        check("cookie", "xrefrain=t", false, &PresentedCredential::Nothing);
        check("accept", "text/html", false, &PresentedCredential::Nothing);
    }
}
