//! Options of an import.

use jiff::Timestamp;

use crate::crontab::CrontabForm;

/// Options of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Instant after which the report lists the next runs, and from which it looks for differences.
    pub at: Timestamp,
    /// Time zone of the system that the files come from, for entries that name none.
    pub timezone: Option<String>,
    /// Whether the schedules run as soon as they are applied, if they ran in the other system. Schedules whose target
    /// is not complete stay paused.
    pub enabled: bool,
    /// Text before the ID of each schedule.
    pub id_prefix: String,
    /// Form of crontabs.
    pub crontab_form: CrontabForm,
}

impl Options {
    /// Creates options with defaults, except for the instant of the report.
    pub fn new(at: Timestamp) -> Self {
        Self { at, timezone: None, enabled: false, id_prefix: String::new(), crontab_form: CrontabForm::default() }
    }
}
