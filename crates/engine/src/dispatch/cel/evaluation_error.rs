//! The error of an evaluation without a result.

use super::value::Value;

/// Reason why an evaluation has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluationError {
    /// A limit was exceeded.
    #[error("the evaluation needs more than {0}")]
    LimitExceeded(&'static str),
    /// The expression is invalid for these facts.
    #[error("{0}")]
    Invalid(String),
}

/// Result of an evaluation.
pub(super) type Answer<'a> = Result<Value<'a>, EvaluationError>;

/// Returns the error of an operation on values of these types.
pub(super) fn type_error(sign: &str, values: &[&Value<'_>]) -> EvaluationError {
    let kinds: Vec<&str> = values.iter().map(|value| value.kind()).collect();
    EvaluationError::Invalid(format!("{sign} is not defined for {}", kinds.join(" and ")))
}
