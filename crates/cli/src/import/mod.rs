//! Imports schedules of other systems: from their files to Refrain's documents, with a report.
//!
//! Input: texts of files, which nothing here reads itself, and [`Options`]. Output: a [`Report`] with one [`Entry`] for
//! each schedule of the files. An entry has a paused schedule, or the reason why there is none; no entry is left out.
//! Each entry says what was kept, what was not, and when its schedule runs next.

mod apscheduler;
mod bullmq;
mod celery;
mod crontab;
pub(crate) mod difference;
mod draft;
mod eventbridge;
mod field;
mod finish;
mod github;
mod hangfire;
mod ics;
mod instant;
mod interval;
mod kind;
mod kubernetes;
mod note;
mod options;
mod quartz;
mod report;
mod stub;
mod systemd;
mod values;
mod walk;
mod windows_zone;

use crate::source::Source;

use self::draft::Importer;

pub use self::kind::Kind;
pub use self::note::{Note, NoteKind, Severity};
pub use self::options::Options;
pub use self::report::{Entry, ImportedSchedule, Report};

/// Imports the schedules in the files of one system.
pub fn import(kind: Kind, sources: &[Source], options: &Options) -> Report {
    let mut importer = Importer::new(options);
    match kind {
        Kind::Crontab => crontab::read(sources, &mut importer),
        Kind::Kubernetes => kubernetes::read(sources, &mut importer),
        Kind::Systemd => systemd::read(sources, &mut importer),
        Kind::Celery => celery::read(sources, &mut importer),
        Kind::EventBridge => eventbridge::read(sources, &mut importer),
        Kind::GitHub => github::read(sources, &mut importer),
        Kind::Quartz => quartz::read(sources, &mut importer),
        Kind::Hangfire => hangfire::read(sources, &mut importer),
        Kind::BullMq => bullmq::read(sources, &mut importer),
        Kind::ApScheduler => apscheduler::read(sources, &mut importer),
        Kind::Ics => ics::read(sources, &mut importer),
    }
    finish::finish(kind, importer)
}
