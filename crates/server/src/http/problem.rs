//! Problem documents (RFC 9457): the shape of every error of the API.
//!
//! Invalid input returns 400, whether its shape or a value is wrong; `code` tells the two apart.

use std::borrow::Cow;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use refrain::model::InvalidName;
use refrain::store::{ExpectedVersion, StoreError};
use refrain::{Error, ErrorCode};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::problem_code::ProblemCode;

/// Media type of problem documents.
pub(crate) const MEDIA_TYPE: &str = "application/problem+json";
/// Root of the dialect whose errors also have the member `error`.
const DIALECT: &str = "/v1/recurring";

/// An error. The request changed nothing, except that the effect of a request that returns 503 may be unknown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// Type of the problem: the code as a URN.
    #[serde(rename = "type")]
    #[schema(example = "urn:refrain:problem:not_found")]
    pub(crate) kind: String,
    /// Title of the HTTP status.
    #[schema(example = "Not Found")]
    pub(crate) title: String,
    /// HTTP status code. Maximum: 599.
    #[schema(example = 404, minimum = 400, maximum = 599)]
    pub(crate) status: u16,
    /// Stable code for programs.
    #[schema(example = "not_found")]
    pub(crate) code: String,
    /// Explanation of the error, with the value that caused it.
    #[serde(serialize_with = "as_sentence")]
    #[schema(example = "Schedule default/default/digest does not exist.")]
    pub(crate) detail: String,
    /// Suggested remedy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hint: Option<String>,
    /// Location in the body, as a path such as `action.provider`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) path: Option<String>,
    /// Position in the invalid text, counted in characters from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<usize>,
    /// The text of `detail` without the form of a sentence, only in responses of `/v1/recurring`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "recurring action not found")]
    pub(crate) error: Option<String>,
    /// Number of seconds after which the request may be retried.
    #[serde(skip)]
    pub(crate) retry_after: Option<u64>,
    /// How the stored state differs from the expected one.
    #[serde(skip)]
    mismatch: Option<Mismatch>,
    /// Whether the body has a field that does not exist.
    #[serde(skip)]
    has_unknown_field: bool,
}

/// Difference between the stored state and the one that a request expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mismatch {
    /// It has another version, or has changed meanwhile.
    Conflict,
    /// It does not exist.
    Missing,
}

/// Code of an error, attached to its response.
#[derive(Clone, Debug)]
pub(crate) struct Code(pub(crate) String);

/// Writes a message of the engine, which begins in lower case, as a sentence. A first word that may be a name is left
/// as it is.
pub(crate) fn sentence(detail: &str) -> String {
    let first = detail.split_whitespace().next().unwrap_or_default().trim_end_matches([',', ';']);
    let is_plain = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_lowercase());
    let (start, rest) = detail.split_at(usize::from(is_plain));
    let end = if detail.is_empty() || detail.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    format!("{}{rest}{end}", start.to_uppercase())
}

fn as_sentence<S: Serializer>(detail: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&sentence(detail))
}

impl Problem {
    /// Creates an error of the API itself.
    pub(crate) fn new(code: ProblemCode, detail: impl Into<String>) -> Self {
        Self::with_code(code.status(), code.as_str(), detail)
    }

    /// Creates an error with a code of the engine or of a store.
    fn with_code(status: StatusCode, code: &str, detail: impl Into<String>) -> Self {
        Self {
            kind: format!("urn:refrain:problem:{code}"),
            title: status.canonical_reason().unwrap_or("Problem").to_owned(),
            status: status.as_u16(),
            code: code.to_owned(),
            detail: detail.into(),
            hint: None,
            path: None,
            column: None,
            error: None,
            retry_after: None,
            mismatch: None,
            has_unknown_field: false,
        }
    }

    pub(crate) fn not_found(detail: impl Into<String>) -> Self {
        Self { mismatch: Some(Mismatch::Missing), ..Self::new(ProblemCode::NotFound, detail) }
    }

    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub(crate) fn at_path(mut self, path: impl Into<String>) -> Self {
        let path = path.into();
        self.path = (!path.is_empty() && path != ".").then_some(path);
        self
    }

    pub(crate) fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// Adds `error` if the path belongs to `/v1/recurring`: clients of that dialect read it.
    pub(crate) fn for_path(self, path: &str) -> Self {
        let rest = path.strip_prefix(DIALECT);
        if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) { self.with_error() } else { self }
    }

    /// Adds `error`, with the text of `detail`.
    pub(crate) fn with_error(mut self) -> Self {
        self.error = Some(self.detail.clone());
        self
    }

    /// Returns the same error with another status, such as that of a failed precondition.
    pub(crate) fn with_status(mut self, status: StatusCode) -> Self {
        self.status = status.as_u16();
        self.title = status.canonical_reason().unwrap_or("Problem").to_owned();
        self
    }

    /// Turns a difference from the state that a request expects into a failed precondition (412).
    pub(crate) fn with_precondition(self, expect: ExpectedVersion) -> Self {
        let is_failed = match (self.mismatch, expect) {
            (_, ExpectedVersion::Any) | (None, _) | (Some(Mismatch::Missing), ExpectedVersion::New) => false,
            (Some(Mismatch::Conflict), _) | (Some(Mismatch::Missing), ExpectedVersion::Exactly(_)) => true,
        };
        if is_failed { self.with_status(StatusCode::PRECONDITION_FAILED) } else { self }
    }

    /// Marks the error as caused by a field that does not exist.
    pub(crate) fn with_unknown_field(self) -> Self {
        Self { has_unknown_field: true, ..self }
    }

    /// Returns whether the body has a field that does not exist.
    pub(crate) fn has_unknown_field(&self) -> bool {
        self.has_unknown_field
    }

    pub(crate) fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        let (status, hint) = match &error {
            StoreError::Unavailable(_) => (StatusCode::SERVICE_UNAVAILABLE, Some("try again in a moment")),
            StoreError::Unknown(_) => {
                (StatusCode::SERVICE_UNAVAILABLE, Some("the change may have been made; repeating the request is safe"))
            }
            StoreError::Conflict { .. } => (StatusCode::CONFLICT, Some("read the current state and try again")),
            StoreError::NotFound(_) => (StatusCode::NOT_FOUND, None),
            StoreError::IllegalMove { .. } => (StatusCode::CONFLICT, None),
            StoreError::Invalid { .. } => (StatusCode::BAD_REQUEST, None),
            StoreError::TooLarge { .. } => (StatusCode::PAYLOAD_TOO_LARGE, None),
            StoreError::TooMany { .. } => (
                StatusCode::TOO_MANY_REQUESTS,
                Some("delete some of them, or ask the server's operator for a higher limit"),
            ),
            StoreError::Corrupt(_) => {
                (StatusCode::INTERNAL_SERVER_ERROR, Some("ask your operator to run `refrain doctor`"))
            }
            StoreError::Newer { .. } => {
                (StatusCode::SERVICE_UNAVAILABLE, Some("this server is older than its database"))
            }
            StoreError::ReadOnly(_) => (StatusCode::SERVICE_UNAVAILABLE, Some("the disk may be full")),
            _ => (StatusCode::INTERNAL_SERVER_ERROR, None),
        };
        let mut problem = Self::with_code(status, error.code(), error.to_string());
        problem.hint = hint.map(str::to_owned);
        problem.retry_after = error.is_transient().then_some(1);
        problem.mismatch = match error {
            StoreError::Conflict { .. } => Some(Mismatch::Conflict),
            StoreError::NotFound(_) => Some(Mismatch::Missing),
            _ => None,
        };
        problem
    }
}

impl From<refrain_recurrence::Error> for Problem {
    fn from(error: refrain_recurrence::Error) -> Self {
        let mut problem = Self::with_code(StatusCode::BAD_REQUEST, error.code().as_str(), error.message());
        problem.hint = error.hint().map(str::to_owned);
        problem.column = error.column();
        problem
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Recurrence(error) => error.into(),
            Error::Store(error) => error.into(),
            Error::Schedule { error, .. } => (*error).into(),
            Error::Invalid { code, detail, hint } => {
                let status = match code {
                    ErrorCode::IdempotencyKeyReused => StatusCode::CONFLICT,
                    _ => StatusCode::BAD_REQUEST,
                };
                let mut problem = Self::with_code(status, code.as_str(), detail).at_path(path_of(code));
                problem.hint = hint.map(Cow::into_owned);
                problem
            }
            Error::CalendarInUse { .. } => Self::with_code(StatusCode::CONFLICT, error.code(), error.detail())
                .with_hint("delete these schedules or remove the calendar from them first"),
            Error::Forbidden { ref detail, path, .. } => {
                Self::with_code(StatusCode::FORBIDDEN, error.code(), detail).at_path(path.unwrap_or_default())
            }
            Error::Declared(_) => Self::with_code(StatusCode::CONFLICT, error.code(), error.detail())
                .with_hint("edit it there; the API can only pause, resume and run it"),
            other => Self::with_code(StatusCode::BAD_REQUEST, other.code(), other.detail()),
        }
    }
}

/// Returns the place that an error of a schedule is about, as far as its code tells. Empty if it does not.
fn path_of(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::UnknownProvider => "action.provider",
        ErrorCode::TooFrequent => "spec.recurrence",
        _ => "",
    }
}

impl From<InvalidName> for Problem {
    fn from(error: InvalidName) -> Self {
        Self::new(ProblemCode::BadName, error.to_string())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let response_status = self.status();
        let mut response = (response_status, body).into_response();
        // For the log record of a denied request.
        response.extensions_mut().insert(Code(self.code));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
        if response_status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_detail_is_a_sentence() {
        for (detail, expected) in [
            ("schedule a/b/c does not exist", "Schedule a/b/c does not exist."),
            ("expected a limit from 1 to 500, found 600", "Expected a limit from 1 to 500, found 600."),
            ("Already a sentence.", "Already a sentence."),
            ("`cron` and `every` are both given", "`cron` and `every` are both given."),
            ("\"many\" is not a whole number", "\"many\" is not a whole number."),
            ("ends_at 5 is not after starts_at 6", "ends_at 5 is not after starts_at 6."),
            ("digest-2 is a name", "digest-2 is a name."),
            ("zürich is a name", "zürich is a name."),
            ("7 is too much", "7 is too much."),
            ("", ""),
        ] {
            let problem = Problem::new(ProblemCode::BadQuery, detail).with_error();
            let written = serde_json::to_value(&problem).unwrap();
            assert_eq!(written["detail"], expected);
            assert_eq!(written["error"], detail, "clients of `/v1/recurring` compare this text");
        }
    }
}
