//! Triggers of Quartz: files of its XML plugin (`job_scheduling_data` 1.8 and 2.0), and properties with cron
//! expressions.

mod element;
mod properties;
mod trigger;
mod xml;

use refrain_recurrence::{CronRecurrence, Dialect, Recurrence, Spec};

use super::draft::Importer;
use super::note::NoteKind;
use crate::source::Source;

/// Reads the triggers in files.
pub(super) fn read<'a>(sources: &'a [Source], importer: &mut Importer<'a>) {
    importer.note(
        NoteKind::Chosen,
        "the dialect is `quartz`: times that a DST change skips do not run, and repeated times run on the last pass",
    );
    importer.note(
        NoteKind::Assumed,
        "runs may overlap (`allow_all`), unless the class has @DisallowConcurrentExecution: then set `buffer_all`",
    );
    for source in sources {
        if source.text().trim_start().starts_with('<') {
            xml::read(source, importer);
        } else {
            properties::read(source, importer);
        }
    }
}

/// Returns the definition of a cron trigger.
fn cron_spec(expression: &str, timezone: &str) -> Spec {
    let expression = expression.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let cron = CronRecurrence { expression, dialect: Some(Dialect::Quartz), ..CronRecurrence::default() };
    Spec::new(Recurrence::Cron(cron), timezone)
}

/// Returns the time zone of triggers that name none.
fn default_zone(importer: &mut Importer<'_>) -> String {
    importer.timezone("UTC", "a trigger without one uses the zone of its virtual machine")
}
