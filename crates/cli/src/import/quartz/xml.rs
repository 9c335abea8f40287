//! The elements of a file of Quartz's XML plugin.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};

use super::super::draft::Importer;
use super::super::note::NoteKind;
use super::element::{Key, is, key};
use super::trigger::{self, Job};
use crate::problem::Problem;
use crate::source::Source;

/// Kinds of triggers.
const TRIGGERS: [&str; 4] = ["cron", "simple", "calendar-interval", "date-interval"];

pub(super) fn read<'a>(source: &'a Source, importer: &mut Importer<'a>) {
    let document = match Document::parse(source.text()) {
        Ok(document) => document,
        Err(error) => {
            let position = error.pos();
            let line = source.line_start(position.row as usize);
            let skipped = source.text()[line..].chars().take(position.col.saturating_sub(1) as usize);
            let at = line + skipped.map(char::len_utf8).sum::<usize>();
            importer.problems.push(Problem::at(source, at, "bad_syntax", format!("not XML: {error}")));
            return;
        }
    };
    let root = document.root_element();
    if root.tag_name().name() != "job-scheduling-data" {
        let detail = format!("expected the element `job-scheduling-data`, found `{}`", root.tag_name().name());
        importer.problems.push(Problem::at(source, root.range().start, "unknown_kind", detail));
        return;
    }
    let elements = || root.children().filter(|child| is(*child, "schedule")).flat_map(|schedule| schedule.children());
    let jobs: BTreeMap<Key, Job> =
        elements().filter(|child| is(*child, "job")).map(|job| (key(job, "name", "group"), Job::read(job))).collect();
    let mut used = Vec::new();
    for holder in elements().filter(|child| is(*child, "trigger")) {
        for element in holder.children().filter(Node::is_element) {
            if TRIGGERS.contains(&element.tag_name().name()) {
                let draft = trigger::draft(source, element, &jobs, importer);
                used.push(key(element, "job-name", "job-group"));
                importer.drafts.push(draft);
            } else {
                let detail = format!("`{}` is not a kind of trigger", element.tag_name().name());
                importer.problems.push(Problem::at(source, element.range().start, "unknown_kind", detail));
            }
        }
    }
    for (_, name) in jobs.keys().filter(|key| !used.contains(key)) {
        importer.note(NoteKind::Dropped, format!("the job {name} has no trigger"));
    }
}
