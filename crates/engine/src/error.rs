//! Why the engine refused something a person or program asked for. Each has a stable code and says what to do.

use crate::id::{DocumentName, ScheduleId};
use crate::rights::Right;
use crate::store::StoreError;

/// Why it was refused. Nothing was changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The rule does not hold.
    #[error(transparent)]
    Rule(#[from] refrain_recurrence::Error),
    /// What was asked for does not make sense.
    #[error("{detail}")]
    Invalid {
        /// The stable code.
        code: &'static str,
        /// What is wrong, with the value.
        detail: String,
        /// What to do about it.
        hint: Option<&'static str>,
    },
    /// Schedules name the calendar. Change or delete them first.
    #[error("calendar {name} is named by {}", users(.schedules, *.count))]
    CalendarInUse {
        /// The calendar that was to be removed.
        name: DocumentName,
        /// The first schedules that name it, in order of ID.
        schedules: Vec<ScheduleId>,
        /// Number of schedules that name it.
        count: usize,
    },
    /// The caller lacks a right. Grant it, or let someone else do it.
    #[error("{detail}")]
    Forbidden {
        /// The missing right.
        missing: Right,
        /// What needs it.
        detail: String,
        /// The part of the request that needs it, such as `action.provider`.
        path: Option<&'static str>,
    },
    /// The configuration file declares the schedule. Change it there.
    #[error("schedule {0} is declared in the server's configuration")]
    Declared(ScheduleId),
    /// The store refused it or could not be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Error {
    /// Something that does not make sense.
    pub fn invalid(code: &'static str, detail: impl Into<String>) -> Self {
        Self::Invalid { code, detail: detail.into(), hint: None }
    }

    /// The same with advice.
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

    /// The stable code.
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

/// Names the schedules, and says how many more there are.
fn users(schedules: &[ScheduleId], count: usize) -> String {
    let listed: Vec<&str> = schedules.iter().map(ScheduleId::as_str).collect();
    let noun = if count == 1 { "schedule" } else { "schedules" };
    let more = count.saturating_sub(listed.len());
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!("{count} {noun}: {}{more}", listed.join(", "))
}
