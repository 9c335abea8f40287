//! Imports schedules of other systems: from their files to Refrain's documents, with a report.
//!
//! Input: texts of files, which nothing here reads itself, and [`Options`]. Output: a [`Report`] with one [`Entry`] for
//! each schedule of the files. An entry has a paused schedule, or the reason why there is none; no entry is left out.
//! Each entry says what was kept, what was not, and when its schedule runs next.

mod catalog;
mod celery;
mod crontab;
mod difference;
mod draft;
mod eventbridge;
mod finish;
mod github;
mod identify;
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

use crate::source::Source;

use self::draft::Importer;

pub use self::kind::Kind;
pub use self::note::{Note, NoteKind, Severity};
pub use self::options::{CrontabForm, Options};
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
    }
    finish::finish(kind, importer)
}
