//! The budget of an evaluation: the steps and the bytes that it may still take.

use super::evaluation_error::EvaluationError;
use super::value::Value;

/// Maximum number of steps per evaluation: a few milliseconds, and enough for some thousand elements.
pub const STEPS_MAX: u32 = 50_000;
/// Maximum number of bytes that an evaluation may allocate.
pub const BYTES_MAX: usize = 1024 * 1024;
/// Number of bytes of a string that one step pays for.
const BYTES_PER_STEP: usize = 64;

/// The error when the steps are used up.
pub(super) const TOO_LONG: EvaluationError = EvaluationError::LimitExceeded("50,000 steps");
const TOO_LARGE: EvaluationError = EvaluationError::LimitExceeded("1 MiB");

/// Returns the number of steps for reading a string.
pub(super) fn steps_for(bytes: usize) -> u32 {
    u32::try_from(bytes / BYTES_PER_STEP).unwrap_or(u32::MAX)
}

/// What an evaluation may still take.
pub(super) struct Budget {
    pub(super) steps_left: u32,
    bytes_left: usize,
}

impl Budget {
    /// Returns the budget of a new evaluation.
    pub(super) const fn new() -> Self {
        Self { steps_left: STEPS_MAX, bytes_left: BYTES_MAX }
    }

    pub(super) const fn steps_taken(&self) -> u32 {
        STEPS_MAX - self.steps_left
    }

    /// Charges the steps for reading a string.
    pub(super) fn charge_text(&mut self, value: &Value<'_>) -> Result<(), EvaluationError> {
        if let Value::Text(text) = value { self.charge_steps(steps_for(text.len())) } else { Ok(()) }
    }

    pub(super) fn charge_steps(&mut self, steps: u32) -> Result<(), EvaluationError> {
        match self.steps_left.checked_sub(steps) {
            Some(left) => {
                self.steps_left = left;
                Ok(())
            }
            None => {
                self.steps_left = 0;
                Err(TOO_LONG)
            }
        }
    }

    pub(super) fn charge_bytes(&mut self, bytes: usize) -> Result<(), EvaluationError> {
        self.bytes_left = self.bytes_left.checked_sub(bytes).ok_or(TOO_LARGE)?;
        Ok(())
    }
}
