//! Events of iCalendar files (RFC 5545). The time at which an event begins is a run of its schedule.

mod event;
mod series;

use std::collections::BTreeMap;

use self::event::{Event, events};
use self::series::set_times;
use super::draft::{Draft, Importer};
use super::note::NoteKind;
use super::stub;
use crate::icalendar::line::lines;
use crate::problem::Problem;
use crate::source::Source;

/// Reads the events in files.
pub(super) fn read<'a>(sources: &'a [Source], importer: &mut Importer<'a>) {
    importer.note(
        NoteKind::Chosen,
        "as RFC 5545 requires, a time that a DST change skips runs with the offset before the change, and a repeated \
         time runs on the first pass",
    );
    for source in sources {
        let calendar = match lines(source.text()).and_then(|lines| events(&lines)) {
            Ok(calendar) => calendar,
            Err(error) => {
                let at = source.line_start(error.line);
                importer.problems.push(Problem::at(source, at, "bad_value", error.detail));
                continue;
            }
        };
        if !calendar.ignored.is_empty() {
            let names: Vec<&str> = calendar.ignored.iter().map(String::as_str).collect();
            importer.note(NoteKind::Dropped, format!("what has no counterpart was not read: {}", names.join(", ")));
        }
        let mut masters = Vec::new();
        let mut overrides: BTreeMap<String, Vec<Event>> = BTreeMap::new();
        for event in calendar.events {
            match (&event.recurrence_id, &event.uid) {
                (Some(_), Some(uid)) => overrides.entry(uid.clone()).or_default().push(event),
                (_, _) => masters.push(event),
            }
        }
        for master in masters {
            let changed = master.uid.as_ref().and_then(|uid| overrides.remove(uid)).unwrap_or_default();
            entry(source, &master, &changed, calendar.timezone.as_deref(), importer);
        }
        // Changed runs of a series that is not in the file.
        for event in overrides.into_values().flatten() {
            entry(source, &event, &[], calendar.timezone.as_deref(), importer);
        }
    }
}

fn entry<'a>(source: &'a Source, event: &Event, changed: &[Event], zone: Option<&str>, importer: &mut Importer<'a>) {
    let name = event.summary.as_deref().or(event.uid.as_deref()).unwrap_or("event");
    let mut draft = Draft::new(source, source.line_start(event.line), name, event.written());
    if let Some(description) = event.description.as_deref().filter(|text| !text.is_empty()) {
        draft.set("description", description);
    }
    let payload = event.payload();
    stub::set_webhook(&mut draft, &format!("ics/{}", crate::identify::id(name)), &payload);
    draft.set("overlap", "allow_all");
    set_times(&mut draft, event, changed, zone, importer);
    if event.is_canceled {
        draft.refuse_at(draft.at, "the event is canceled");
    }
    importer.drafts.push(draft);
}
