//! Errors of requests that the engine refused. Each has a stable code and says what to do.

use std::borrow::Cow;
use std::fmt;

use crate::error_code::ErrorCode;
use crate::model::{DocumentName, ScheduleId};
use crate::right::Right;
use crate::store::StoreError;

/// Reason why the engine refused a request. Nothing was changed.
///
/// The text of an error contains its hint and, if a program tried to save a schedule, the ID of the schedule:
/// `schedule digest: this program has no handler "sned" (hint: did you mean "send"? …)`. [`Error::detail`],
/// [`Error::hint`] and [`Error::schedule`] return the parts.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The recurrence is not valid.
    Recurrence(refrain_recurrence::Error),
    /// The request is not valid.
    Invalid {
        /// Code of the error.
        code: ErrorCode,
        /// Description of the problem, with the value.
        detail: String,
        /// What to do about the problem.
        hint: Option<Cow<'static, str>>,
    },
    /// A schedule that the program defines is not valid. The schedule builder and the registry return this error.
    Schedule {
        /// ID of the schedule.
        id: ScheduleId,
        /// Reason why the schedule was refused.
        error: Box<Error>,
    },
    /// Schedules name the calendar. Change or delete them first.
    CalendarInUse {
        /// Calendar that was to be removed.
        name: DocumentName,
        /// First schedules that name the calendar, in order of ID.
        schedules: Vec<ScheduleId>,
        /// Number of schedules that name the calendar.
        count: usize,
    },
    /// The caller lacks a right. Grant the right, or use a caller that has it.
    Forbidden {
        /// Missing right.
        missing: Right,
        /// Description of the operation that needs the right.
        detail: String,
        /// Part of the request that needs the right, such as `action.provider`.
        path: Option<&'static str>,
    },
    /// The configuration file declares the schedule. Change it there.
    Declared(ScheduleId),
    /// The store refused the request or is unavailable.
    Store(StoreError),
}

impl Error {
    /// Creates an error for a request that is not valid. A provider that is not part of Refrain may give the text of
    /// its own code.
    pub fn invalid(code: impl Into<ErrorCode>, detail: impl Into<String>) -> Self {
        Self::Invalid { code: code.into(), detail: detail.into(), hint: None }
    }

    /// Adds a hint to an [`Error::Invalid`]. Other errors stay as they are.
    #[must_use]
    pub fn with_hint(self, advice: impl Into<Cow<'static, str>>) -> Self {
        match self {
            Self::Invalid { code, detail, .. } => Self::Invalid { code, detail, hint: Some(advice.into()) },
            Self::Recurrence(_)
            | Self::Schedule { .. }
            | Self::CalendarInUse { .. }
            | Self::Forbidden { .. }
            | Self::Declared(_)
            | Self::Store(_) => self,
        }
    }

    /// Adds the schedule to an error of its definition. Errors of the store stay as they are, because they name
    /// the object that they are about.
    #[must_use]
    pub(crate) fn with_schedule(self, id: &ScheduleId) -> Self {
        match self {
            Self::Recurrence(_) | Self::Invalid { .. } => Self::Schedule { id: id.clone(), error: Box::new(self) },
            Self::Schedule { .. }
            | Self::CalendarInUse { .. }
            | Self::Forbidden { .. }
            | Self::Declared(_)
            | Self::Store(_) => self,
        }
    }

    /// Returns whether the request is not valid for the reason of this code.
    pub fn is_invalid(&self, wanted: ErrorCode) -> bool {
        match self {
            Self::Invalid { code, .. } => *code == wanted,
            Self::Schedule { error, .. } => error.is_invalid(wanted),
            Self::Recurrence(_)
            | Self::CalendarInUse { .. }
            | Self::Forbidden { .. }
            | Self::Declared(_)
            | Self::Store(_) => false,
        }
    }

    /// Returns the stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Recurrence(error) => error.code().as_str(),
            Self::Invalid { code, .. } => code.as_str(),
            Self::Schedule { error, .. } => error.code(),
            Self::CalendarInUse { .. } => "calendar_in_use",
            Self::Forbidden { .. } => "forbidden",
            Self::Declared(_) => "defined_in_file",
            Self::Store(error) => error.code(),
        }
    }

    /// Returns the description of the problem, without the schedule and without the hint.
    pub fn detail(&self) -> String {
        match self {
            Self::Recurrence(error) => error.to_string(),
            Self::Invalid { detail, .. } | Self::Forbidden { detail, .. } => detail.clone(),
            Self::Schedule { error, .. } => error.detail(),
            Self::CalendarInUse { name, schedules, count } => {
                format!("calendar {name} is used by {}", users(schedules, *count))
            }
            Self::Declared(id) => format!("schedule {id} is declared in the server's configuration"),
            Self::Store(error) => error.to_string(),
        }
    }

    /// Returns what to do about the problem, if there is advice.
    pub fn hint(&self) -> Option<&str> {
        match self {
            Self::Recurrence(error) => error.hint(),
            Self::Invalid { hint, .. } => hint.as_deref(),
            Self::Schedule { error, .. } => error.hint(),
            Self::CalendarInUse { .. } | Self::Forbidden { .. } | Self::Declared(_) | Self::Store(_) => None,
        }
    }

    /// Returns the ID of the schedule whose definition was refused, or `None` if the error is not about a
    /// definition.
    pub fn schedule(&self) -> Option<&ScheduleId> {
        match self {
            Self::Schedule { id, .. } | Self::Declared(id) => Some(id),
            Self::Recurrence(_)
            | Self::Invalid { .. }
            | Self::CalendarInUse { .. }
            | Self::Forbidden { .. }
            | Self::Store(_) => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Schedule { id, .. } = self {
            write!(f, "schedule {id}: ")?;
        }
        f.write_str(&self.detail())?;
        match self.hint() {
            Some(hint) => write!(f, " (hint: {hint})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // The text of an inner error is already part of this error's text; only the sources behind it are new.
        match self {
            Self::Recurrence(error) => error.source(),
            Self::Schedule { error, .. } => error.source(),
            Self::Store(error) => error.source(),
            Self::Invalid { .. } | Self::CalendarInUse { .. } | Self::Forbidden { .. } | Self::Declared(_) => None,
        }
    }
}

impl From<refrain_recurrence::Error> for Error {
    fn from(error: refrain_recurrence::Error) -> Self {
        Self::Recurrence(error)
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_contains_the_schedule_and_the_hint_once() {
        let id = ScheduleId::new("digest").unwrap();
        let check = |error: Error, text: &str| assert_eq!(error.to_string(), text);
        check(Error::invalid(ErrorCode::BadValue, "7 is too much"), "7 is too much");
        check(Error::invalid(ErrorCode::BadValue, "7 is too much").with_hint("use 6"), "7 is too much (hint: use 6)");
        let error = Error::invalid(ErrorCode::BadValue, "7 is too much").with_hint("use 6").with_schedule(&id);
        assert_eq!((error.code(), error.hint(), error.schedule()), ("bad_value", Some("use 6"), Some(&id)));
        assert_eq!(error.detail(), "7 is too much");
        check(error.with_schedule(&id), "schedule digest: 7 is too much (hint: use 6)");
        let missing = Error::from(StoreError::NotFound("schedule digest".to_owned())).with_schedule(&id);
        check(missing, "schedule digest does not exist");
    }
}
