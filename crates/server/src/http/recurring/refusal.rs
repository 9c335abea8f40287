//! Errors of the dialect: the API's problem documents, with the member `error` that clients of the dialect read.

use axum::response::{IntoResponse, Response};
use refrain::error::Error;
use refrain::store::StoreError;

use crate::http::problem::Problem;

/// A problem whose answer also has the member `error`.
#[derive(Debug)]
pub(crate) struct Refusal(Problem);

impl Refusal {
    pub(super) fn bad_request(code: &str, detail: impl Into<String>) -> Self {
        Self(Problem::bad_request(code, detail))
    }
}

impl<T: Into<Problem>> From<T> for Refusal {
    fn from(error: T) -> Self {
        Self(error.into())
    }
}

/// There is no such recurring action.
pub(super) fn not_found() -> Refusal {
    Refusal(Problem::not_found("recurring action not found"))
}

/// Nothing there is the dialect's own sentence; everything else says what the engine says.
pub(super) fn of(error: Error) -> Refusal {
    match error {
        Error::Store(StoreError::NotFound(_)) => not_found(),
        other => Refusal(other.into()),
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        self.0.with_error().into_response()
    }
}
