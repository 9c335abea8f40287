//! Errors of requests that the engine refused. Each has a stable code and says what to do.

use crate::model::{DocumentName, ScheduleId};
use crate::right::Right;
use crate::store::StoreError;

/// Reason why the engine refused a request. Nothing was changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The recurrence is not valid.
    #[error(transparent)]
    Rule(#[from] refrain_recurrence::Error),
    /// The request is not valid.
    #[error("{detail}")]
    Invalid {
        /// Stable code of the error.
        code: &'static str,
        /// Description of the problem, with the value.
        detail: String,
        /// What to do about the problem.
        hint: Option<&'static str>,
    },
    /// Schedules name the calendar. Change or delete them first.
    #[error("calendar {name} is used by {}", users(.schedules, *.count))]
    CalendarInUse {
        /// Calendar that was to be removed.
        name: DocumentName,
        /// First schedules that name the calendar, in order of ID.
        schedules: Vec<ScheduleId>,
        /// Number of schedules that name the calendar.
        count: usize,
    },
    /// The caller lacks a right. Grant the right, or use a caller that has it.
    #[error("{detail}")]
    Forbidden {
        /// Missing right.
        missing: Right,
        /// Description of the operation that needs the right.
        detail: String,
        /// Part of the request that needs the right, such as `action.provider`.
        path: Option<&'static str>,
    },
    /// The configuration file declares the schedule. Change it there.
    #[error("schedule {0} is declared in the server's configuration")]
    Declared(ScheduleId),
    /// The store refused the request or is unavailable.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Error {
    /// Creates an error for a request that is not valid.
    pub fn invalid(code: &'static str, detail: impl Into<String>) -> Self {
        Self::Invalid { code, detail: detail.into(), hint: None }
    }

    /// Adds a hint to an [`Error::Invalid`]. Other errors stay as they are.
    #[must_use]
    pub fn with_hint(self, advice: &'static str) -> Self {
        match self {
            Self::Invalid { code, detail, .. } => Self::Invalid { code, detail, hint: Some(advice) },
            Self::Rule(_)
            | Self::CalendarInUse { .. }
            | Self::Forbidden { .. }
            | Self::Declared(_)
            | Self::Store(_) => self,
        }
    }

    /// Returns the stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Rule(error) => error.code().as_str(),
            Self::Invalid { code, .. } => code,
            Self::CalendarInUse { .. } => "calendar_in_use",
            Self::Forbidden { .. } => "forbidden",
            Self::Declared(_) => "defined_in_file",
            Self::Store(error) => error.code(),
        }
    }
}

/// Formats the number of schedules, the listed ones, and how many more there are.
fn users(schedules: &[ScheduleId], count: usize) -> String {
    let listed: Vec<&str> = schedules.iter().map(ScheduleId::as_str).collect();
    let noun = if count == 1 { "schedule" } else { "schedules" };
    let more = count.saturating_sub(listed.len());
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!("{count} {noun}: {}{more}", listed.join(", "))
}
