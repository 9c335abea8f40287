//! Properties with cron expressions, as applications often keep them: `report.cron=0 0 6 ? * MON-FRI`.

use serde_json::json;

use super::super::draft::{Draft, Importer};
use super::super::note::NoteKind;
use super::super::stub;
use super::{cron_spec, default_zone};
use crate::source::Source;

/// Field counts of expressions of Quartz.
const FIELDS: [usize; 2] = [6, 7];

pub(super) fn read<'a>(source: &'a Source, importer: &mut Importer<'a>) {
    for line in source.text().lines() {
        let text = line.trim();
        if text.is_empty() || text.starts_with(['#', '!']) {
            continue;
        }
        let Some((key, value)) = text.split_once(['=', ':']) else { continue };
        let (key, value) = (key.trim(), value.trim());
        if key.starts_with("org.quartz.plugin") && key.ends_with(".fileNames") {
            importer.note(NoteKind::Dropped, format!("{key} names files with triggers: import {value}"));
        } else if is_expression(value) {
            let at = value.as_ptr() as usize - source.text().as_ptr() as usize;
            let mut draft = Draft::new(source, at, key.trim_end_matches(".cron"), value);
            draft.spec_at = Some(at);
            draft.set("overlap", "allow_all");
            stub::set_webhook(&mut draft, &format!("quartz/{key}"), &json!({ "property": key }));
            let zone = default_zone(importer);
            draft.spec = Some(cron_spec(value, &zone));
            importer.drafts.push(draft);
        } else {
            importer.note(NoteKind::Dropped, "properties without a cron expression were not read");
        }
    }
}

/// Returns whether a value has the form of an expression: the right number of fields, which begin as fields do.
fn is_expression(value: &str) -> bool {
    let fields: Vec<&str> = value.split_ascii_whitespace().collect();
    let is_time = |field: &&str| field.starts_with(|c: char| c.is_ascii_digit() || c == '*' || c == '/');
    FIELDS.contains(&fields.len()) && fields.iter().take(3).all(is_time)
}
