//! Condition of a dispatch rule: the names it may use, and its evaluation.

mod facts;

use std::panic::{AssertUnwindSafe, catch_unwind};

use jiff::tz::TimeZone;

pub use self::facts::DispatchFacts;
use self::facts::Fact;
use crate::dispatch::cel::{EvaluationError, Expression, SyntaxError, Value};

/// A compiled condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    expression: Expression,
}

/// Reason why a text is not a condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConditionError {
    /// The text cannot be parsed.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The result can never be a bool.
    #[error("the condition can never be true or false")]
    NotBool,
}

impl Condition {
    /// Compiles a condition.
    ///
    /// # Errors
    /// When the text is not a condition. The error contains the position.
    pub fn compile(text: &str) -> Result<Self, ConditionError> {
        let expression = Expression::parse(text, Fact::NAMES)?;
        if expression.may_be_bool() { Ok(Self { expression }) } else { Err(ConditionError::NotBool) }
    }

    /// Evaluates the condition.
    ///
    /// # Errors
    /// When the condition cannot be evaluated for this action. The error is the reason as text.
    pub fn holds(&self, facts: &DispatchFacts<'_>, zone: &TimeZone) -> Result<bool, String> {
        // A bug in the evaluation of one condition must not take down the node's other work.
        let answer = catch_unwind(AssertUnwindSafe(|| match self.expression.evaluate(facts, zone) {
            Ok(Value::Bool(is)) => Ok(is),
            Ok(other) => Err(format!("expected a bool, found {}", other.kind())),
            Err(EvaluationError::Invalid(problem)) => Err(problem),
            Err(spent @ EvaluationError::LimitExceeded(_)) => Err(spent.to_string()),
        }));
        answer.unwrap_or_else(|_| Err("the evaluation panicked".to_owned()))
    }
}
