//! Turns the drafts of a reader into the entries of a report.

use std::collections::BTreeMap;

use refrain_recurrence::{CompiledRecurrence, Context, CronRecurrence, Recurrence, Spec, time_zone};
use serde_json::{Map, Value, json};

use super::difference::differences;
use super::draft::{Draft, Importer};
use super::kind::Kind;
use super::note::NoteKind;
use super::options::Options;
use super::report::{Entry, ImportedSchedule, Report};
use crate::catalog::to_toml;
use crate::document::{Document, DocumentKind};
use crate::identify::Ids;

/// Number of runs that are listed for a schedule.
const NEXT_COUNT: usize = 5;

/// Label of imported schedules. Its value is the system that they come from.
const LABEL: &str = "imported_from";

pub(super) fn finish(kind: Kind, importer: Importer<'_>) -> Report {
    let Importer { options, drafts, notes, problems } = importer;
    let (mut ids, mut commands) = (Ids::default(), BTreeMap::new());
    let mut entries = Vec::with_capacity(drafts.len());
    for mut draft in drafts {
        let is_refused = draft.notes.iter().any(|note| note.kind == NoteKind::Refused);
        let schedule = draft.spec.take().filter(|_| !is_refused).and_then(|spec| {
            let id = ids.make(&options.id_prefix, &draft.name);
            let schedule = schedule(kind, &mut draft, &spec, &id, options)?;
            if let Some(command) = draft.command.take() {
                commands.insert(id, command);
            }
            Some(schedule)
        });
        if schedule.is_none() {
            draft.notes.retain(|note| note.kind == NoteKind::Refused);
        }
        // The most important remarks come first.
        draft.notes.sort_by_key(|note| note.kind);
        let place = draft.source.place(draft.at);
        entries.push(Entry { name: draft.name, place, written: draft.written, schedule, notes: draft.notes });
    }
    let configuration = (!commands.is_empty()).then(|| to_toml(&commands));
    Report { kind, entries, notes, problems, configuration }
}

fn schedule(kind: Kind, draft: &mut Draft<'_>, spec: &Spec, id: &str, options: &Options) -> Option<ImportedSchedule> {
    let context = Context { anchor: Some(options.at), seed: id, calendars: None };
    let (rule, zone) = match CompiledRecurrence::compile(spec, &context).and_then(|rule| {
        let zone = time_zone(rule.timezone())?;
        Ok((rule, zone))
    }) {
        Ok(compiled) => compiled,
        Err(error) => {
            let at = match (draft.spec_at, error.column()) {
                (Some(at), Some(column)) => at + column - 1,
                (at, _) => at.unwrap_or(draft.at),
            };
            let hint = error.hint().map_or_else(String::new, |hint| format!(" ({hint})"));
            draft.refuse_at(at, format!("{}{hint}", error.message()));
            return None;
        }
    };
    if let Some(runs) = draft.runs.take() {
        let is_within =
            |at| spec.starts_at.is_none_or(|starts| starts <= at) && spec.ends_at.is_none_or(|ends| at < ends);
        for text in differences(&rule, runs.as_ref(), &zone, options.at, &is_within) {
            draft.note(NoteKind::Differs, text);
        }
    }
    for warning in rule.lint(options.at) {
        draft.note(NoteKind::Lint, warning.message);
    }
    let runs_max = spec.max_runs.and_then(|runs| usize::try_from(runs).ok()).unwrap_or(NEXT_COUNT).min(NEXT_COUNT);
    let next_at: Vec<_> = rule.iter_after(options.at).take(runs_max).map(|occurrence| occurrence.at()).collect();
    let local = next_at.iter().map(|at| at.to_zoned(zone.clone()).strftime("%a %Y-%m-%d %H:%M:%S %:z").to_string());
    let next = local.collect();
    let document = document(kind, draft, spec, id, options);
    Some(ImportedSchedule { document, description: rule.describe(), next, next_at })
}

fn document(kind: Kind, draft: &mut Draft<'_>, spec: &Spec, id: &str, options: &Options) -> Document {
    let mut body = std::mem::take(&mut draft.fields);
    set_spec(&mut body, spec);
    let labels = body.entry("labels").or_insert_with(|| json!({}));
    if let Value::Object(labels) = labels {
        labels.insert(LABEL.to_owned(), kind.as_str().into());
    }
    if let Some(Value::Object(action)) = body.get_mut("action")
        && draft.command.is_some()
    {
        action.insert("target".to_owned(), id.into());
    }
    let mut document = Document::new(DocumentKind::Schedule, id, body);
    document.is_enabled = options.enabled && draft.is_active && !document.has_placeholder();
    document.comment = vec![draft.source.place(draft.at).to_string()];
    document.comment.extend(draft.written.lines().map(|line| format!("  {line}")));
    document
}

/// Sets the definition of the times: in the short form if there is nothing but a cron expression.
fn set_spec(body: &mut Map<String, Value>, spec: &Spec) {
    if let Recurrence::Cron(rule) = &spec.recurrence {
        let short = CronRecurrence { expression: rule.expression.clone(), ..CronRecurrence::default() };
        let timezone = spec.timezone.clone();
        if *spec == Spec::new(Recurrence::Cron(short), timezone.clone()) {
            body.insert("cron".to_owned(), rule.expression.clone().into());
            body.insert("timezone".to_owned(), timezone.into());
            return;
        }
    }
    let spec = serde_json::to_value(spec).expect("a definition has string keys");
    body.insert("spec".to_owned(), spec);
}
