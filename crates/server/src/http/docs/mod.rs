//! `/docs`: an API reference for people, rendered from the OpenAPI document. It is part of the binary and
//! contacts only this server, so it works without any other network.
//!
//! Its pages load scripts and styles only from their own files. The content security policy is strict enough
//! that a mistake in one of them cannot become a vulnerability.

use axum::extract::Path;
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};

use super::problem::Problem;

/// Content security policy: the reference may load its own files and call this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

/// A file of the API reference.
struct File {
    name: &'static str,
    media_type: &'static str,
    text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

const PAGE: File = File { name: "index.html", media_type: HTML, text: include_str!("index.html") };

const FILES: [File; 7] = [
    File { name: "reader.css", media_type: STYLE, text: include_str!("reader.css") },
    File { name: "operation.css", media_type: STYLE, text: include_str!("operation.css") },
    File { name: "reader.js", media_type: SCRIPT, text: include_str!("reader.js") },
    File { name: "operation.js", media_type: SCRIPT, text: include_str!("operation.js") },
    File { name: "schema.js", media_type: SCRIPT, text: include_str!("schema.js") },
    File { name: "attempt.js", media_type: SCRIPT, text: include_str!("attempt.js") },
    File { name: "dom.js", media_type: SCRIPT, text: include_str!("dom.js") },
];

/// Returns the page.
pub(super) async fn page() -> Response {
    serve(&PAGE)
}

/// Returns a file that the page loads.
pub(super) async fn file(Path(name): Path<String>) -> Result<Response, Problem> {
    let found = FILES.iter().find(|file| file.name == name);
    found.map(serve).ok_or_else(|| Problem::not_found(format!("file {name:?} does not exist")))
}

fn serve(file: &File) -> Response {
    let headers: [(HeaderName, &str); 3] = [
        (header::CONTENT_TYPE, file.media_type),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        // The files change with the program.
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, file.text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reference_contacts_only_this_server() {
        for file in FILES.iter().chain([&PAGE]) {
            for trace in ["http:", "https:", "//cdn", "\"//", "'//", "url(", "@import"] {
                assert!(!file.text.contains(trace), "{} has {trace}", file.name);
            }
        }
    }

    /// Otherwise texts of the OpenAPI document could become markup.
    #[test]
    fn reference_creates_no_markup_from_texts() {
        for file in &FILES {
            for trace in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"] {
                assert!(!file.text.contains(trace), "{} has {trace}", file.name);
            }
        }
        assert!(!PAGE.text.contains("style=") && !PAGE.text.contains("<style"));
        assert_eq!(PAGE.text.matches("<script").count(), 1);
    }
}
