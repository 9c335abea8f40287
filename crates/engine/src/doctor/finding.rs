//! Findings: what was found, what it means, and what to do about it.

use crate::model::Schedule;
use crate::store::UnreadableSchedule;

/// Severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Everything is in order.
    Fine,
    /// The store works, but a person should look at this.
    Warning,
    /// Something does not work, or data may be lost.
    Error,
}

impl Severity {
    /// Returns the stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fine => "fine",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Result of one check.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Stable name of the check.
    pub check: &'static str,
    /// Severity.
    pub severity: Severity,
    /// Description of the finding.
    pub found: String,
    /// Consequence; empty if everything is in order.
    pub meaning: &'static str,
    /// Suggested action; empty if nothing is to be done.
    pub advice: &'static str,
    /// The safe fix, if there is one.
    pub fix: Option<Fix>,
}

/// A fix that [`Doctor::fix`](super::Doctor::fix) can apply. It does nothing that a node would not do by itself
/// in the same situation.
#[derive(Clone, Debug)]
pub enum Fix {
    /// Disables schedules that cannot be read, so that planning skips them. An edit makes them active again.
    Quarantine(Vec<UnreadableSchedule>),
    /// Sets the next due time of active schedules from their recurrence, or disables those whose recurrence is
    /// invalid.
    Repair(Vec<Schedule>),
}

impl Finding {
    /// Creates a finding for a check without problems.
    pub(super) fn fine(check: &'static str, found: impl Into<String>) -> Self {
        Self { check, severity: Severity::Fine, found: found.into(), meaning: "", advice: "", fix: None }
    }
}
