//! Schedules of Celery Beat: `beat_schedule` as Python or JSON, and fixtures of django-celery-beat.

mod beat;
mod fixture;
mod python;
mod times;

use serde_json::{Map, Value, json};

use super::draft::{Draft, Importer};
use super::note::NoteKind;
use super::stub::literal;
use super::values::documents;
use crate::source::Source;

/// Reads the schedules in files.
pub(super) fn read<'a>(sources: &'a [Source], importer: &mut Importer<'a>) {
    importer.note(
        NoteKind::Chosen,
        "as in Celery, all fields of a crontab must match, a time that a DST change skips runs with the offset before \
         the change, and repeated times run on the first pass only",
    );
    importer.note(
        NoteKind::Chosen,
        "as in Celery Beat, runs may overlap (`allow_all`), and the latest missed run is caught up after a restart",
    );
    for source in sources {
        if source.text().trim_start().starts_with('[') {
            for (source, node) in documents(std::slice::from_ref(source), importer) {
                fixture::read(source, &node, importer);
            }
        } else {
            beat::read(source, importer);
        }
    }
}

/// Sets a task as the action.
fn set_task(draft: &mut Draft<'_>, task: &str, args: &Value, kwargs: &Value, queue: Option<&str>) {
    let mut payload = Map::new();
    if args.as_array().is_some_and(|args| !args.is_empty()) {
        payload.insert("args".to_owned(), literal(args));
    }
    if kwargs.as_object().is_some_and(|kwargs| !kwargs.is_empty()) {
        payload.insert("kwargs".to_owned(), literal(kwargs));
    }
    let mut action = json!({ "provider": "celery", "target": task, "payload": payload });
    if let Some(queue) = queue {
        action["metadata"] = json!({ "celery.queue": queue });
    }
    draft.set("action", action);
    draft.set("overlap", "allow_all");
}
