//! Refusals in the dialect's shape: `{"error": …}`, and 400 for whatever makes no sense.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use refrain::error::Error;
use refrain::store::StoreError;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::body::Json;
use crate::http::problem::Problem;

/// Why something was refused.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecurringError {
    /// What is wrong, with the value.
    #[schema(example = "recurring action not found")]
    error: String,
    /// What programs tell problems apart by.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

/// A refusal.
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
        let problem = self.0;
        let status = match problem.status() {
            StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
            other => other,
        };
        let is_missing = status == StatusCode::NOT_FOUND;
        let code = (!is_missing).then_some(problem.code);
        let body = RecurringError { error: problem.detail, code, hint: problem.hint };
        (status, Json(body)).into_response()
    }
}
