//! Limits on reading, and what is left of them.

use crate::problem::Problem;
use crate::source::Source;

/// Limits on reading files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum size of all files together, in bytes.
    pub bytes_max: u64,
    /// Maximum number of values in all files together.
    pub values_max: usize,
    /// Maximum number of values that YAML aliases repeat, in all files together.
    pub alias_values_max: usize,
    /// Maximum size of the texts that YAML aliases repeat, in bytes, in all files together.
    pub alias_bytes_max: usize,
    /// Maximum nesting depth of lists and tables.
    pub depth_max: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes_max: 64 * 1024 * 1024,
            // A hundred thousand schedules with forty values each.
            values_max: 4_000_000,
            alias_values_max: 100_000,
            alias_bytes_max: 8 * 1024 * 1024,
            depth_max: 32,
        }
    }
}

/// What is left of the limits.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    limits: Limits,
    values: usize,
    alias_values: usize,
    alias_bytes: usize,
}

/// Reason why reading stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exhausted {
    Values,
    Aliases,
}

impl Budget {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            values: limits.values_max,
            alias_values: limits.alias_values_max,
            alias_bytes: limits.alias_bytes_max,
        }
    }

    pub(super) fn depth_max(&self) -> usize {
        self.limits.depth_max
    }

    /// Counts one more value.
    pub(super) fn take_value(&mut self) -> Result<(), Exhausted> {
        self.values = self.values.checked_sub(1).ok_or(Exhausted::Values)?;
        Ok(())
    }

    /// Counts the values and text bytes that an alias repeats.
    pub(super) fn take_alias(&mut self, values: usize, bytes: usize) -> Result<(), Exhausted> {
        let left = self.alias_values.checked_sub(values).zip(self.alias_bytes.checked_sub(bytes));
        (self.alias_values, self.alias_bytes) = left.ok_or(Exhausted::Aliases)?;
        self.values = self.values.checked_sub(values).ok_or(Exhausted::Values)?;
        Ok(())
    }

    pub(super) fn problem(&self, source: &Source, at: usize, exhausted: Exhausted) -> Problem {
        let detail = match exhausted {
            Exhausted::Values => format!("the files have more than {} values", self.limits.values_max),
            Exhausted::Aliases => format!(
                "the aliases repeat more than {} values or {} bytes",
                self.limits.alias_values_max, self.limits.alias_bytes_max
            ),
        };
        let hint = match exhausted {
            Exhausted::Values => "split the files and read them one after the other",
            Exhausted::Aliases => "write the values out, or repeat less with each alias",
        };
        Problem::at(source, at, "too_long", detail).with_hint(hint)
    }
}

pub(super) fn depth_problem(source: &Source, at: usize, depth_max: usize) -> Problem {
    Problem::at(source, at, "too_deep", format!("the value is nested more than {depth_max} levels deep"))
}
