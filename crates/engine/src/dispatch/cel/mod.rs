//! Conditions: the part of the Common Expression Language (CEL) that a condition on one action needs.
//!
//! `token` splits a text into tokens. `parse` builds a tree and rejects unknown names, members and functions.
//! `evaluate` evaluates the tree over [`Facts`]. Values are borrowed from the facts wherever possible.
//!
//! Invariants:
//! - No tree is deeper than [`HEIGHT_MAX`].
//! - No evaluation takes more than [`STEPS_MAX`] steps or allocates more than [`BYTES_MAX`] bytes, whatever the
//!   text and the facts are.
//! - The same facts always give the same result.
//!
//! See Decision 0023.

mod arithmetic;
mod budget;
mod call;
mod compare;
mod constant;
mod evaluate;
mod evaluation_error;
mod function;
mod parse;
mod primary;
mod syntax_error;
mod term;
mod time;
mod token;
mod value;

pub use self::budget::{BYTES_MAX, STEPS_MAX};
pub use self::evaluate::Facts;
pub use self::evaluation_error::EvaluationError;
pub use self::parse::{EXPRESSION_BYTES_MAX, HEIGHT_MAX};
pub use self::syntax_error::SyntaxError;
pub use self::value::Value;

use jiff::tz::TimeZone;

use self::evaluate::Evaluation;
use self::term::Term;

/// A parsed expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    term: Term,
}

impl Expression {
    /// Parses an expression in which these names stand for facts. A name with dots is a member: if
    /// `schedule.id` is a name, `schedule` alone is not.
    ///
    /// # Errors
    /// When the text is invalid. The error contains the position.
    pub fn parse(text: &str, names: &'static [&'static str]) -> Result<Self, SyntaxError> {
        Ok(Self { term: parse::parse(text, names)? })
    }

    /// Returns whether the result may be a bool.
    pub fn may_be_bool(&self) -> bool {
        self.term.may_be_bool()
    }

    /// Evaluates the expression. Functions of time without a zone argument use this zone.
    ///
    /// # Errors
    /// When the expression is invalid for these facts, or a limit is exceeded.
    pub fn evaluate<'a>(&'a self, facts: &'a dyn Facts, zone: &'a TimeZone) -> Result<Value<'a>, EvaluationError> {
        Evaluation::new(facts, zone).eval(&self.term)
    }

    /// Returns the number of steps the evaluation takes for these facts, at most the limit. Used to find out
    /// what a rule costs.
    pub fn steps(&self, facts: &dyn Facts, zone: &TimeZone) -> u32 {
        let mut evaluation = Evaluation::new(facts, zone);
        evaluation.eval(&self.term).ok();
        evaluation.steps_taken()
    }
}

#[cfg(test)]
mod tests;
