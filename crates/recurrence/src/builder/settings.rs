//! The settings around a recurrence while it is being built, and the first invalid value.

use jiff::Timestamp;

use crate::definition::{CalendarUse, Dst, FirstRun, Jitter, Recurrence, Spec};
use crate::error::{Error, ErrorCode};

#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    pub(super) first_run: Option<FirstRun>,
    pub(super) starts_at: Option<Timestamp>,
    pub(super) ends_at: Option<Timestamp>,
    pub(super) max_runs: Option<u64>,
    pub(super) dst: Option<Dst>,
    pub(super) calendars: Vec<CalendarUse>,
    pub(super) jitter: Option<Jitter>,
    problem: Option<Error>,
}

impl Settings {
    /// Stores the first problem only, because later ones often follow from it.
    pub(super) fn report(&mut self, problem: Error) {
        self.problem.get_or_insert(problem);
    }

    /// Reports a second value for a setting that takes only one, because it is not clear which one is intended.
    pub(super) fn reject_repeat(&mut self, is_set: bool, name: &str) {
        if is_set {
            self.report(Error::new(ErrorCode::Conflict, format!("{name} is set twice")).with_hint("keep one of them"));
        }
    }

    /// Reports an empty list. Read as "no restriction", it would produce far more occurrences than intended.
    pub(super) fn reject_empty<T>(&mut self, list: &[T], name: &str) {
        if list.is_empty() {
            let problem = Error::new(ErrorCode::BadValue, format!("{name} has an empty list"));
            self.report(problem.with_hint("add at least one item, or omit the call"));
        }
    }

    /// Returns the definition. Only its values are checked.
    pub(super) fn into_spec(self, recurrence: Recurrence, timezone: String) -> Result<Spec, Error> {
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        Ok(Spec {
            dst: self.dst.unwrap_or_default(),
            starts_at: self.starts_at,
            ends_at: self.ends_at,
            max_runs: self.max_runs,
            first_run: self.first_run,
            calendars: self.calendars,
            jitter: self.jitter,
            ..Spec::new(recurrence, timezone)
        })
    }
}
