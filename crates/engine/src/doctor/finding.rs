//! What was found, what it means, and what to do about it.

use crate::schedule::Schedule;
use crate::store::Unreadable;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// As it should be.
    Fine,
    /// It works, and somebody should look at it.
    Warning,
    /// Something does not work, or may be lost.
    Error,
}

impl Severity {
    /// The stable text.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fine => "fine",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One thing that was looked at.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What was looked at, by a name that stays.
    pub check: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What was found.
    pub found: String,
    /// What it means; empty when all is well.
    pub meaning: &'static str,
    /// What to do about it; empty when there is nothing to do.
    pub advice: &'static str,
    /// What can be done about it here, safely.
    pub fix: Option<Fix>,
}

/// What [`Doctor::fix`](super::Doctor::fix) can do: no more than a node does by itself when it comes across the same.
#[derive(Clone, Debug)]
pub enum Fix {
    /// Stop schedules that cannot be read, so that they come up no more. An edit brings them back.
    Quarantine(Vec<Unreadable>),
    /// Give active schedules the next time that their rules yield, or stop those whose rules do not hold.
    Repair(Vec<Schedule>),
}

impl Finding {
    /// All is well.
    pub(super) fn fine(check: &'static str, found: impl Into<String>) -> Self {
        Self { check, severity: Severity::Fine, found: found.into(), meaning: "", advice: "", fix: None }
    }
}
