//! Errors of the dialect: the API's problem documents, with the member `error` that clients of the dialect
//! read.

use axum::response::{IntoResponse, Response};
use refrain::Error;
use refrain::model::Schedule;
use refrain::store::{ConflictKind, ExpectedVersion, StoreError};

use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;

/// A problem document with the member `error`.
#[derive(Debug)]
pub(crate) struct DialectError(Problem);

impl DialectError {
    pub(super) fn new(code: ProblemCode, detail: impl Into<String>) -> Self {
        Self(Problem::new(code, detail))
    }

    pub(super) fn with_hint(self, hint: &str) -> Self {
        Self(self.0.with_hint(hint))
    }
}

impl<T: Into<Problem>> From<T> for DialectError {
    fn from(error: T) -> Self {
        Self(error.into())
    }
}

/// Error for a recurring action that does not exist.
pub(super) fn not_found() -> DialectError {
    DialectError(Problem::not_found("recurring action not found"))
}

/// Converts an error of the engine. A missing schedule is a missing recurring action.
pub(super) fn of(error: Error) -> DialectError {
    match error {
        Error::Store(StoreError::NotFound(_)) => not_found(),
        other => DialectError(other.into()),
    }
}

/// Converts an error of a change that expects a revision: a conflict is a failed precondition.
pub(super) fn precondition(expect: ExpectedVersion, error: Error) -> DialectError {
    let DialectError(problem) = of(error);
    DialectError(problem.with_precondition(expect))
}

/// Error for a change that expects another revision than the stored one.
pub(super) fn stale(expect: ExpectedVersion, found: &Schedule) -> DialectError {
    let expected = match expect {
        ExpectedVersion::Exactly(revision) => format!("revision {revision}"),
        ExpectedVersion::New | ExpectedVersion::Any => "nothing".to_owned(),
    };
    let what = format!("recurring action {}", found.key.id);
    let conflict = StoreError::Conflict {
        kind: ConflictKind::Version,
        what,
        expected,
        found: format!("revision {}", found.revision),
    };
    precondition(expect, conflict.into())
}

impl IntoResponse for DialectError {
    fn into_response(self) -> Response {
        self.0.with_error().into_response()
    }
}
