//! Parses the step of a list item, as in `*/15`, where the dialect allows one.

use crate::cron::field::Kind;
use crate::cron::reader::Reader;
use crate::cron::rules::StepMax;
use crate::error::{Error, ErrorCode, quoted};

impl Reader<'_> {
    /// Parses the step that follows `range` and a slash.
    pub(super) fn step(&self, range: &str, text: &str, start: usize) -> Result<i16, Error> {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self
                .error(ErrorCode::BadStep, start, format!("{} is not a step", quoted(text)))
                .with_hint("a step is a number of at least 1, as in */15"));
        }
        let step = self.number(text);
        let limited = match self.rules.step_max {
            StepMax::Any => false,
            StepMax::Field => true,
            StepMax::FieldWhenOpen => !range.contains('-'),
        };
        let field_max = if self.kind == Kind::Weekday { 7 } else { self.bounds().1 };
        if step == 0 || step == i16::MAX || limited && step > field_max {
            return Err(self.error(
                ErrorCode::BadStep,
                start,
                format!("a step of {} is out of range for the {} field", quoted(text), self.kind.name()),
            ));
        }
        Ok(step)
    }

    /// Returns the error for a step after a name, in a dialect that ignores such a step.
    pub(super) fn step_after_name(&self, range: &str, step: i16, start: usize) -> Error {
        let message = format!("a step after a name has no effect in {} cron", self.rules.name);
        let error = self.error(ErrorCode::NotInDialect, start, message);
        let numbers: Result<Vec<String>, Error> = range
            .split('-')
            .map(|name| self.value(name, start).map(|value| (value + self.shift()).to_string()))
            .collect();
        match numbers {
            Ok(numbers) => error.with_hint(format!("write {range}, or {}/{step} with numbers", numbers.join("-"))),
            Err(unreadable) => unreadable,
        }
    }
}
