//! Revisions as entity tags: what a change expects to find.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use refrain::id::Revision;
use refrain::store::Expect;

use super::problem::Problem;

/// The tag of a revision.
pub(crate) fn tag(revision: Revision) -> HeaderValue {
    HeaderValue::from_str(&format!("\"{revision}\"")).unwrap_or(HeaderValue::from_static("\"0\""))
}

/// What a change expects: `If-Match: "3"` that revision, `If-None-Match: *` nothing yet, neither whatever there is.
pub(crate) fn expected(headers: &HeaderMap) -> Result<Expect, Problem> {
    if let Some(given) = headers.get(header::IF_NONE_MATCH) {
        if given.as_bytes() == b"*" {
            return Ok(Expect::New);
        }
        return Err(Problem::bad_request("bad_etag", "for a change, If-None-Match can only be `*`"));
    }
    let Some(given) = headers.get(header::IF_MATCH) else { return Ok(Expect::Any) };
    let text = given.to_str().unwrap_or_default().trim();
    if text == "*" {
        return Ok(Expect::Any);
    }
    let number = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).and_then(|text| text.parse().ok());
    number.map(Expect::Exactly).ok_or_else(|| {
        let shown: String = text.chars().take(40).collect();
        Problem::bad_request("bad_etag", format!("If-Match {shown:?} is no tag that this server gave"))
            .with_hint("take the value of the header ETag as it is, with its quotes")
    })
}

/// A conflict with what a request had asked to find is a failed precondition.
pub(crate) fn precondition(expect: Expect, problem: Problem) -> Problem {
    let was_asked = expect != Expect::Any;
    let is_missing = problem.code == "not_found" && matches!(expect, Expect::Exactly(_));
    if was_asked && (problem.code == "conflict" || is_missing) {
        problem.with_status(StatusCode::PRECONDITION_FAILED)
    } else {
        problem
    }
}
