//! Exports schedules to other systems: from definitions to crontabs, CronJobs, timers, iCalendar files and documents.
//!
//! Input: [`Schedule`]s, as the server sends them, and [`Options`]. Output: an [`Export`] with files, and a remark for
//! each schedule that the target cannot express.
//!
//! Invariant: nothing is approximated silently. The recurrence of each exported text is read by the importer of the
//! same system, and its runs are compared with those of the schedule: a difference is a remark.

mod action;
mod compare;
mod crontab;
mod days;
mod fit;
mod ics;
mod kubernetes;
mod render;
mod sample;
mod schedule;
mod systemd;
mod yaml;

use std::fmt;

use jiff::Timestamp;

pub use self::schedule::Schedule;

/// A system that schedules are exported to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A crontab.
    Crontab,
    /// Kubernetes CronJobs.
    Kubernetes,
    /// Timers of systemd, with services.
    Systemd,
    /// An iCalendar file.
    Ics,
    /// Documents of Refrain.
    Yaml,
}

/// Options of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Instant from which the runs are compared.
    pub at: Timestamp,
    /// Time zone of the machine that the crontab is for.
    pub timezone: String,
}

/// The result of an export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Export {
    /// Files, in the order of the schedules.
    pub files: Vec<ExportedFile>,
    /// What the target cannot express.
    pub remarks: Vec<Remark>,
}

/// A file of the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedFile {
    /// Name of the file.
    pub name: String,
    /// Text of the file.
    pub text: String,
}

/// Something that the target cannot express.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// ID of the schedule.
    pub id: String,
    /// Kind of the remark.
    pub kind: RemarkKind,
    /// The remark.
    pub text: String,
}

/// Kind of a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RemarkKind {
    /// The schedule was not exported.
    NotExported,
    /// The schedule runs at other times in the target, on the days of DST changes.
    Differs,
    /// Something has no counterpart in the target and was left out.
    Dropped,
    /// A person must complete something.
    Incomplete,
}

impl Remark {
    fn new(schedule: &Schedule, kind: RemarkKind, text: impl Into<String>) -> Self {
        Self { id: schedule.id.clone(), kind, text: text.into() }
    }
}

impl RemarkKind {
    /// Returns the stable code.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NotExported => "not_exported",
            Self::Differs => "differs",
            Self::Dropped => "dropped",
            Self::Incomplete => "incomplete",
        }
    }

    /// Returns whether the remark is about the times of the schedule.
    pub fn is_about_times(self) -> bool {
        match self {
            Self::NotExported | Self::Differs => true,
            Self::Dropped | Self::Incomplete => false,
        }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "warning[{}]: {}: {}", self.kind.as_str(), self.id, self.text)
    }
}

/// Exports schedules to a system.
pub fn export(target: Target, schedules: &[Schedule], options: &Options) -> Export {
    match target {
        Target::Crontab => crontab::export(schedules, options),
        Target::Kubernetes => kubernetes::export(schedules, options),
        Target::Systemd => systemd::export(schedules, options),
        Target::Ics => ics::export(schedules, options),
        Target::Yaml => yaml::export(schedules),
    }
}
