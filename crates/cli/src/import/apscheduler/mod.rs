//! Jobs of APScheduler 3 as JSON: with the fields of the trigger beside the ID, as its REST interfaces return them, in
//! an object of their own, or as the text of the trigger.

mod cron;
mod job;
mod trigger;
mod walk;

use super::draft::Importer;
use super::note::NoteKind;
use super::values::documents;
use crate::source::Source;
use crate::tree::Node;

/// Reads the jobs in files.
pub(super) fn read<'a>(sources: &'a [Source], importer: &mut Importer<'a>) {
    importer.note(
        NoteKind::Chosen,
        "as in APScheduler, all fields must match, Monday is 0, a time that a DST change skips runs with the offset \
         before the change, and a repeated time runs twice",
    );
    importer.note(NoteKind::Chosen, "as in APScheduler, failed runs are not retried");
    for (source, node) in documents(sources, importer) {
        let jobs = node.get("jobs").unwrap_or(&node);
        if jobs.get("trigger").is_some() {
            job::read(source, jobs, None, importer);
        } else if jobs.entries().is_empty() {
            jobs.items().iter().for_each(|item| job::read(source, item, None, importer));
        } else {
            let is_job = |item: &Node| item.get("trigger").is_some();
            for (key, item) in jobs.entries().iter().filter(|(_, item)| is_job(item)) {
                job::read(source, item, Some(&key.name), importer);
            }
        }
    }
}
