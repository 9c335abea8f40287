//! Checks that only browsers need.
//!
//! A page of another site can neither reach a server on this machine through a host name of its own (DNS
//! rebinding), nor change anything with the credentials that the browser sends along.

use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderName, Method, header};

use super::denial::Denial;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// Names by which a machine reaches itself.
const OWN_NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Accepts only requests whose `Host` is one of the server's names.
pub(super) fn check_host(parts: &Parts, hosts: &[String]) -> Result<(), Denial> {
    let Some(host) = host(parts) else { return Err(wrong_host("none")) };
    let name = without_port(host);
    let is_own = OWN_NAMES.iter().any(|own| own.eq_ignore_ascii_case(name));
    let is_named = hosts.iter().any(|own| own.eq_ignore_ascii_case(name) || own.eq_ignore_ascii_case(host));
    if is_own || is_named { Ok(()) } else { Err(wrong_host(host)) }
}

/// Accepts a change only if no page of another site requests it. Programs send neither of the two headers.
pub(crate) fn check_site(parts: &Parts) -> Result<(), Denial> {
    if [Method::GET, Method::HEAD, Method::OPTIONS].contains(&parts.method) {
        return Ok(());
    }
    if let Some(site) = parts.headers.get(SEC_FETCH_SITE) {
        let site = site.to_str().unwrap_or("unreadable");
        if site != "same-origin" && site != "none" {
            return Err(Denial::ForeignSite(short(site)));
        }
    }
    let Some(origin) = parts.headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or("unreadable");
    let is_own = origin.split_once("://").zip(host(parts)).is_some_and(|((scheme, from), to)| {
        let port = if scheme == "https" { ":443" } else { ":80" };
        let bare = |name: &str| name.strip_suffix(port).unwrap_or(name).to_ascii_lowercase();
        bare(from) == bare(to)
    });
    if is_own { Ok(()) } else { Err(Denial::ForeignOrigin(short(origin))) }
}

/// Returns the host name that the request uses for the server, with its port if there is one.
fn host(parts: &Parts) -> Option<&str> {
    // HTTP/2 carries the host in the request target.
    let of_target = parts.uri.authority().map(Authority::as_str);
    of_target.or_else(|| parts.headers.get(header::HOST)?.to_str().ok())
}

fn without_port(host: &str) -> &str {
    let name_ends = host.rfind(']').map_or(0, |at| at + 1);
    host[name_ends..].rfind(':').map_or(host, |colon| &host[..name_ends + colon])
}

fn wrong_host(host: &str) -> Denial {
    Denial::WrongHost(short(host))
}

fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    fn parts(method: &str, headers: &[(&str, &str)]) -> Parts {
        let request = headers
            .iter()
            .fold(Request::builder().method(method), |request, (name, value)| request.header(*name, *value));
        request.body(()).unwrap().into_parts().0
    }

    #[test]
    fn check_host_accepts_only_own_and_configured_names() {
        let named = ["refrain.test".to_owned()];
        for host in
            ["localhost", "LOCALHOST:7433", "127.0.0.1:1", "[::1]", "[::1]:7433", "refrain.test", "refrain.test:8080"]
        {
            assert!(check_host(&parts("GET", &[("host", host)]), &named).is_ok(), "{host}");
        }
        for host in [
            "evil.test",
            "localhost.evil.test",
            "127.0.0.1.evil.test",
            "127.0.0.2",
            "::1",
            "",
            "[::2]:80",
            "localhost:1:2",
        ] {
            let denial = check_host(&parts("GET", &[("host", host)]), &named).unwrap_err();
            assert!(matches!(&denial, Denial::WrongHost(named) if named == host), "{host}: {denial:?}");
        }
        assert!(check_host(&parts("GET", &[]), &named).is_err());
    }

    #[test]
    fn check_site_rejects_changes_from_other_sites() {
        let host = ("host", "localhost:7433");
        let fine: [&[(&str, &str)]; 5] = [
            &[host],
            &[host, ("sec-fetch-site", "same-origin"), ("origin", "http://localhost:7433")],
            &[host, ("sec-fetch-site", "none")],
            &[("host", "refrain.test"), ("origin", "https://refrain.test")],
            &[("host", "refrain.test:443"), ("origin", "https://Refrain.test")],
        ];
        for headers in fine {
            assert!(check_site(&parts("POST", headers)).is_ok(), "{headers:?}");
        }
        let foreign: [&[(&str, &str)]; 6] = [
            &[host, ("sec-fetch-site", "cross-site")],
            &[host, ("sec-fetch-site", "same-site")],
            &[host, ("origin", "http://evil.test")],
            &[host, ("origin", "http://localhost:8080")],
            &[host, ("origin", "null")],
            &[("origin", "http://localhost")],
        ];
        for headers in foreign {
            let denial = check_site(&parts("DELETE", headers)).unwrap_err();
            assert!(matches!(denial, Denial::ForeignSite(_) | Denial::ForeignOrigin(_)), "{headers:?}: {denial:?}");
            assert!(check_site(&parts("GET", headers)).is_ok(), "{headers:?}");
        }
    }
}
