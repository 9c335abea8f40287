//! Conditions as people write them: the part of the Common Expression Language that a question about one action needs.
//!
//! `token` cuts a text into words, `parse` builds a tree and refuses names, members and functions that do not exist,
//! `evaluate` works the tree out over [`Facts`]. Values are borrowed from the facts wherever they can be.
//!
//! Invariants: no tree is deeper than [`HEIGHT_MAX`]; no evaluation takes more than [`STEPS_MAX`] steps or makes more than
//! [`BYTES_MAX`] bytes, whatever the text and the facts are; the same facts always give the same answer. Decision 0023.

mod arithmetic;
mod compare;
mod evaluate;
mod function;
mod parse;
mod primary;
mod term;
mod time;
mod token;
mod value;

pub use self::evaluate::{BYTES_MAX, Facts, STEPS_MAX, Stop};
pub use self::parse::{EXPRESSION_BYTES_MAX, HEIGHT_MAX, SyntaxError};
pub use self::value::Value;

use jiff::tz::TimeZone;

use self::evaluate::Evaluation;
use self::term::Term;

/// A text that was understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    term: Term,
}

impl Expression {
    /// Reads a text in which these names stand for facts. A name with dots is a member: where `schedule.id` is a name,
    /// `schedule` alone is not.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn parse(text: &str, names: &'static [&'static str]) -> Result<Self, SyntaxError> {
        Ok(Self { term: parse::parse(text, names)? })
    }

    /// Whether it may come to true or false.
    pub fn may_be_bool(&self) -> bool {
        self.term.may_be_bool()
    }

    /// Works it out. Functions of time that are given no zone go by this one.
    ///
    /// # Errors
    /// When it does not make sense for these facts, or takes too long.
    pub fn evaluate<'a>(&'a self, facts: &'a dyn Facts, zone: &'a TimeZone) -> Result<Value<'a>, Stop> {
        Evaluation::new(facts, zone).work_out(&self.term)
    }

    /// How many steps it takes for these facts, or all of them when they are not enough: for whoever asks what a rule costs.
    pub fn steps(&self, facts: &dyn Facts, zone: &TimeZone) -> u32 {
        let mut evaluation = Evaluation::new(facts, zone);
        evaluation.work_out(&self.term).ok();
        evaluation.steps_taken()
    }
}

#[cfg(test)]
mod tests;
