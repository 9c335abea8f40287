//! The web console: serves the files that `build.rs` found in `console/dist` to browsers.
//!
//! Browsers get the console's page at every path without an operation, so that links into the console work.
//! Programs, which do not ask for HTML, get the API's 404. The page contains no tenant data; the API decides
//! who sees what.

mod files;
mod headers;
mod unbuilt;

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use self::files::File;

/// Paths reserved for the API, where no page is served.
const RESERVED: [&str; 7] = ["/v1", "/api", "/docs", "/metrics", "/healthz", "/readyz", "/login"];
/// Directory of files whose name contains a hash of their content.
const HASHED: &str = "/assets/";
const INDEX: &str = "/index.html";

/// Returns the response to a browser at a path without an operation, or `None` if the console does not serve
/// that path.
pub(super) fn answer(method: &Method, path: &str, asked: &HeaderMap) -> Option<Response> {
    let is_read = *method == Method::GET || *method == Method::HEAD;
    if !is_read || is_reserved(path) {
        return None;
    }
    let file = match files::find(path) {
        Some(file) => file,
        // A hashed file that does not exist belongs to another build. Serving the page in its place would
        // break the page that requested it.
        None if path.starts_with(HASHED) => return None,
        // A program with a wrong path must not mistake the page for a result.
        None if path != "/" && !names(asked, &header::ACCEPT, "text/html") => return None,
        None => files::find(INDEX).unwrap_or(&unbuilt::PAGE),
    };
    let mut response = served(file, asked);
    let caching = if path.starts_with(HASHED) { headers::FOREVER } else { headers::REVALIDATE };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(headers::POLICY));
    Some(response)
}

fn is_reserved(path: &str) -> bool {
    RESERVED.iter().any(|head| path.strip_prefix(head).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

fn served(file: &File, asked: &HeaderMap) -> Response {
    let tag = [(header::ETAG, file.tag), (header::VARY, "accept, accept-encoding")];
    if names(asked, &header::IF_NONE_MATCH, file.tag) {
        return (StatusCode::NOT_MODIFIED, tag).into_response();
    }
    let media_type = [(header::CONTENT_TYPE, file.media_type)];
    match file.gzip.filter(|_| names(asked, &header::ACCEPT_ENCODING, "gzip")) {
        Some(gzip) => (tag, media_type, [(header::CONTENT_ENCODING, "gzip")], gzip).into_response(),
        None => (tag, media_type, file.whole).into_response(),
    }
}

/// Returns whether a list header contains a value. Browsers never send `gzip;q=0`.
fn names(asked: &HeaderMap, header: &HeaderName, wanted: &str) -> bool {
    let given = asked.get_all(header).into_iter().filter_map(|value| value.to_str().ok());
    given.flat_map(|value| value.split(',')).any(|value| {
        let value = value.split(';').next().unwrap_or_default().trim();
        value.strip_prefix("W/").unwrap_or(value) == wanted
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_reads_of_places_without_an_operation_are_answered() {
        let mut browser = HeaderMap::new();
        browser.insert(header::ACCEPT, HeaderValue::from_static("text/html,application/xhtml+xml,*/*;q=0.8"));
        let answered = |method: Method, path: &str| answer(&method, path, &browser).is_some();
        for path in ["/", "/schedules/digest", "/v1schedules", "/documents", "/login-page"] {
            assert!(answered(Method::GET, path), "{path}");
            assert!(answered(Method::HEAD, path), "{path}");
            assert!(!answered(Method::POST, path), "{path}");
        }
        for path in [
            "/v1",
            "/v1/nothing",
            "/api/v1/schedules",
            "/docs",
            "/docs/x",
            "/metrics",
            "/healthz",
            "/login",
            "/assets/gone-1.js",
        ] {
            assert!(!answered(Method::GET, path), "{path}");
        }
    }

    #[test]
    fn a_path_without_a_file_is_a_page_only_to_clients_that_ask_for_html() {
        for accept in ["*/*", "application/json", "text/plain, application/json"] {
            let mut program = HeaderMap::new();
            program.insert(header::ACCEPT, HeaderValue::from_static(accept));
            assert!(answer(&Method::GET, "/schedules/digest", &program).is_none(), "{accept}");
            assert!(answer(&Method::GET, "/", &program).is_some(), "{accept}");
        }
        assert!(answer(&Method::GET, "/schedules/digest", &HeaderMap::new()).is_none());
    }

    #[test]
    fn a_list_header_is_read_value_by_value() {
        let mut asked = HeaderMap::new();
        asked.append(header::ACCEPT_ENCODING, HeaderValue::from_static("br;q=1.0, gzip;q=0.8"));
        asked.append(header::IF_NONE_MATCH, HeaderValue::from_static("\"a\", W/\"b\""));
        assert!(names(&asked, &header::ACCEPT_ENCODING, "gzip"));
        assert!(!names(&asked, &header::ACCEPT_ENCODING, "zip"));
        assert!(names(&asked, &header::IF_NONE_MATCH, "\"b\""));
        assert!(!names(&asked, &header::IF_NONE_MATCH, "\"c\""));
    }
}
