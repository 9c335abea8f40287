//! Revisions as entity tags: the state that a change expects.

use axum::http::{HeaderMap, HeaderValue, header};
use refrain::model::Revision;
use refrain::store::ExpectedVersion;

use super::problem::Problem;
use super::problem_code::ProblemCode;

/// Returns the entity tag of a revision.
pub(crate) fn tag(revision: Revision) -> HeaderValue {
    HeaderValue::from_str(&format!("\"{revision}\"")).unwrap_or(HeaderValue::from_static("\"0\""))
}

/// Returns the state that a change expects: `If-Match: "3"` expects that revision, `If-None-Match: *` expects
/// that nothing exists yet, and without either header any state is accepted.
pub(crate) fn expected(headers: &HeaderMap) -> Result<ExpectedVersion, Problem> {
    if let Some(given) = headers.get(header::IF_NONE_MATCH) {
        if given.as_bytes() == b"*" {
            return Ok(ExpectedVersion::New);
        }
        return Err(Problem::new(ProblemCode::BadEtag, "in a write request, If-None-Match must be `*`"));
    }
    let Some(given) = headers.get(header::IF_MATCH) else { return Ok(ExpectedVersion::Any) };
    let text = given.to_str().unwrap_or_default().trim();
    if text == "*" {
        return Ok(ExpectedVersion::Any);
    }
    let number = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).and_then(|text| text.parse().ok());
    number.map(ExpectedVersion::Exactly).ok_or_else(|| {
        let shown: String = text.chars().take(40).collect();
        Problem::new(ProblemCode::BadEtag, format!("If-Match {shown:?} is not an entity tag of this server"))
            .with_hint("use the value of the ETag header unchanged, including its quotes")
    })
}
