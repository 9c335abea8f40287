//! Recurring jobs as JSON: a list of `RecurringJobDto`, or the hashes of the storage. Names may begin in lower case.

use serde_json::{Map, Value, json};

use super::super::draft::{Draft, Importer};
use super::super::note::NoteKind;
use super::super::stub;
use super::super::values::{documents, shown, text_at};
use super::set_times;
use crate::source::Source;
use crate::text::quoted;
use crate::tree::{Node, NodeValue};

/// Fields that are read, or that are the state of the last and the next run.
const READ: [&str; 20] = [
    "Id",
    "Cron",
    "TimeZoneId",
    "Job",
    "Queue",
    "Misfire",
    "MisfireHandling",
    "Removed",
    "Error",
    "LoadException",
    "NextExecution",
    "LastExecution",
    "LastJobId",
    "LastJobState",
    "CreatedAt",
    "RetryAttempt",
    "Retry",
    "Version",
    "V",
    "TimeZone",
];
const DEFAULT_QUEUE: &str = "default";

pub(super) fn read<'a>(source: &'a Source, importer: &mut Importer<'a>) {
    importer.note(
        NoteKind::Assumed,
        "runs may overlap (`allow_all`), unless the method has [DisableConcurrentExecution]: then set `buffer_all`",
    );
    importer.note(
        NoteKind::Chosen,
        "as by Hangfire's default, a failed job is retried 10 times; the delays double instead of growing with the \
         fourth power, which is nearly the same",
    );
    for (source, node) in documents(std::slice::from_ref(source), importer) {
        let jobs = get(&node, "RecurringJobs").unwrap_or(&node);
        if get(jobs, "Cron").is_some() {
            job(source, jobs, None, importer);
        } else if jobs.entries().is_empty() {
            jobs.items().iter().for_each(|item| job(source, item, None, importer));
        } else {
            jobs.entries().iter().for_each(|(key, item)| job(source, item, Some(&key.name), importer));
        }
    }
}

/// Returns a field of which the name may begin in lower case.
fn get<'n>(node: &'n Node, name: &str) -> Option<&'n Node> {
    let found = node.entries().iter().find(|(key, _)| key.name.eq_ignore_ascii_case(name));
    found.map(|(_, value)| value).filter(|value| value.value != NodeValue::Null)
}

fn job<'a>(source: &'a Source, node: &Node, key: Option<&str>, importer: &mut Importer<'a>) {
    // The storage has the jobs under this prefix.
    let key = key.map(|key| key.trim_start_matches("recurring-job:"));
    let id = get(node, "Id").and_then(Node::text).or(key).unwrap_or("job");
    let cron = get(node, "Cron");
    let expression = cron.and_then(Node::text).unwrap_or_default();
    let mut draft = Draft::new(source, node.at, id, expression);
    for (key, value) in node.entries() {
        if !READ.iter().any(|name| key.name.eq_ignore_ascii_case(name)) && value.value != NodeValue::Null {
            draft.note_at(key.at, NoteKind::Dropped, format!("{}: {}", key.name, shown(value)));
        }
    }
    set_action(&mut draft, node, id);
    set_policies(&mut draft, node);
    let zone = get(node, "TimeZoneId").and_then(|zone| Some((zone.at, zone.text()?)));
    match cron.filter(|cron| cron.text().is_some()) {
        Some(cron) => {
            let at = text_at(source, cron);
            set_times(&mut draft, (at.unwrap_or(cron.at), at.is_some()), expression, zone, importer);
        }
        None => draft.refuse_at(node.at, "the job has no `Cron`"),
    }
    if get(node, "Removed").is_some_and(|removed| removed.value == NodeValue::Bool(true)) {
        draft.refuse_at(node.at, "the job is removed");
    }
    importer.drafts.push(draft);
}

fn set_policies(draft: &mut Draft<'_>, node: &Node) {
    draft.set("overlap", "allow_all");
    draft.set("retry", json!({ "max_attempts": 11, "initial": "15s", "factor": 2.0, "max_interval": "3h" }));
    let misfire = get(node, "MisfireHandling").or_else(|| get(node, "Misfire"));
    let written = misfire.map(|misfire| misfire.text().map_or_else(|| misfire.to_json().to_string(), str::to_owned));
    let policy = match written.as_deref() {
        None | Some("0" | "Relaxed") => "latest",
        Some("1" | "Strict") => "all",
        Some("2" | "Ignorable") => "skip",
        Some(other) => {
            let text = format!("MisfireHandling: {}; Relaxed was assumed", quoted(other));
            draft.note(NoteKind::Dropped, text);
            "latest"
        }
    };
    draft.set("catch_up", json!({ "policy": policy }));
    if let Some(error) = get(node, "Error").or_else(|| get(node, "LoadException")) {
        draft.note_at(error.at, NoteKind::Lint, format!("Hangfire could not run the job: {}", shown(error)));
    }
}

/// Sets a webhook that must run the method.
fn set_action(draft: &mut Draft<'_>, node: &Node, id: &str) {
    let mut payload = Map::new();
    payload.insert("job".to_owned(), id.into());
    match get(node, "Job").map(invocation) {
        Some(Ok(parts)) => payload.extend(parts),
        Some(Err(reason)) => draft.note(NoteKind::Incomplete, reason),
        None => draft.note(NoteKind::Incomplete, "the export has no `Job`, so the payload has only its ID"),
    }
    let queue = get(node, "Queue").and_then(Node::text).filter(|queue| *queue != DEFAULT_QUEUE);
    payload.extend(queue.map(|queue| ("queue".to_owned(), queue.into())));
    stub::set_webhook(draft, &format!("hangfire/{id}"), &Value::Object(payload));
}

/// Returns the type, the method and the arguments of a job. The storage has them as JSON in a text, with short names.
fn invocation(job: &Node) -> Result<Map<String, Value>, String> {
    const NAMES: [(&str, [&str; 3]); 3] = [
        ("type", ["Type", "t", "Type"]),
        ("method", ["Method", "m", "Name"]),
        ("arguments", ["Arguments", "a", "Args"]),
    ];
    let value = match job.text() {
        None => job.to_json(),
        // A description such as `Mailer.Send`, or JSON.
        Some(text) if !text.trim_start().starts_with('{') => {
            return Ok([("method".to_owned(), text.into())].into_iter().collect());
        }
        Some(text) => serde_json::from_str(text).map_err(|_| "`Job` is not JSON that can be read".to_owned())?,
    };
    let mut parts = Map::new();
    for (name, candidates) in NAMES {
        let fields = value.as_object().into_iter().flatten();
        let found = fields.into_iter().find(|(key, _)| candidates.iter().any(|name| name.eq_ignore_ascii_case(key)));
        let found = match found.map(|(_, value)| value) {
            Some(Value::Object(method)) => method.get("Name").or_else(|| method.get("name")).cloned(),
            // The arguments may be JSON in a text again.
            Some(Value::String(text)) if name == "arguments" => serde_json::from_str(text).ok(),
            other => other.cloned(),
        };
        parts.extend(found.filter(|found| !found.is_null()).map(|found| (name.to_owned(), found)));
    }
    Ok(parts)
}
