//! A rule's question about an action: which names it may use, and how it is answered.

use std::panic::{AssertUnwindSafe, catch_unwind};

use jiff::tz::TimeZone;

use super::facts::{Fact, FactsOf};
use crate::cel::{Expression, Stop, SyntaxError, Value};

/// A condition that was understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    expression: Expression,
}

/// Why a text is no condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConditionError {
    /// It cannot be read.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// It can be neither true nor false.
    #[error("it is no question: whatever it comes to, it is neither true nor false")]
    NoQuestion,
}

impl Condition {
    /// Reads a condition.
    ///
    /// # Errors
    /// When it is none, with the place.
    pub fn compile(text: &str) -> Result<Self, ConditionError> {
        let expression = Expression::parse(text, Fact::NAMES)?;
        if expression.may_be_bool() { Ok(Self { expression }) } else { Err(ConditionError::NoQuestion) }
    }

    /// Whether it holds.
    ///
    /// # Errors
    /// When it has no answer for this action, in words.
    pub fn holds(&self, facts: &FactsOf<'_>, zone: &TimeZone) -> Result<bool, String> {
        // One condition that meets a bug of ours must not take a node's other work with it.
        let answer = catch_unwind(AssertUnwindSafe(|| match self.expression.evaluate(facts, zone) {
            Ok(Value::Bool(is)) => Ok(is),
            Ok(other) => Err(format!("it comes to a {}, which is neither true nor false", other.kind())),
            Err(Stop::Wrong(problem)) => Err(problem),
            Err(spent @ Stop::Spent(_)) => Err(spent.to_string()),
        }));
        answer.unwrap_or_else(|_| Err("it panicked".to_owned()))
    }
}
