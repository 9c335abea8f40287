//! Kubernetes CronJobs (`batch/v1` and `batch/v1beta1`), alone, in lists, or among other resources.

mod walk;

use refrain_recurrence::{CronRecurrence, Dialect, Length, Recurrence, Spec, time_zone};
use serde_json::{Map, Value, json};

use self::walk::Walk;
use super::difference::SourceRuns;
use super::draft::{Draft, Importer};
use super::note::NoteKind;
use super::stub;
use super::values::{documents, note_others, shown, text, text_at, whole};
use crate::source::Source;
use crate::text::quoted;
use crate::tree::{Node, NodeValue};

/// Fields of the specification that are read.
const SPEC: [&str; 8] = [
    "schedule",
    "timeZone",
    "concurrencyPolicy",
    "startingDeadlineSeconds",
    "suspend",
    "successfulJobsHistoryLimit",
    "failedJobsHistoryLimit",
    "jobTemplate",
];
/// Retries of a job that does not set their number.
const BACKOFF_LIMIT: i64 = 6;

/// Reads the CronJobs of manifests.
pub(super) fn read<'a>(sources: &'a [Source], importer: &mut Importer<'a>) {
    importer.note(
        NoteKind::Chosen,
        "the dialect is `robfig`, the library that Kubernetes uses: times that a DST change skips do not run, and \
         repeated times run twice",
    );
    for (source, node) in documents(sources, importer) {
        resource(source, &node, importer);
    }
}

fn resource<'a>(source: &'a Source, node: &Node, importer: &mut Importer<'a>) {
    if node.value == NodeValue::Null {
        return;
    }
    let kind = node.get("kind").and_then(Node::text).unwrap_or_default();
    match kind {
        "CronJob" => cron_job(source, node, importer),
        "List" | "CronJobList" => {
            for item in node.get("items").map(Node::items).unwrap_or_default() {
                // The items of a typed list do not repeat their kind.
                if kind == "CronJobList" && item.get("kind").is_none() {
                    cron_job(source, item, importer);
                } else {
                    resource(source, item, importer);
                }
            }
        }
        "" => {
            let mut draft = Draft::new(source, node.at, "unknown", shown(node));
            draft.refuse_at(node.at, "expected a resource with a `kind`");
            importer.drafts.push(draft);
        }
        other => importer.note(NoteKind::Dropped, format!("resources of the kind {other} were not read")),
    }
}

fn cron_job<'a>(source: &'a Source, node: &Node, importer: &mut Importer<'a>) {
    let metadata = |name: &str| node.find(&["metadata", name]).and_then(Node::text);
    let name = metadata("name").or_else(|| metadata("generateName")).unwrap_or("cronjob");
    let full_name = match metadata("namespace") {
        None | Some("default") => name.to_owned(),
        Some(namespace) => format!("{namespace}/{name}"),
    };
    let schedule = node.find(&["spec", "schedule"]);
    let written = schedule.and_then(Node::text).unwrap_or_default();
    let mut draft = Draft::new(source, node.at, full_name, written);
    match (node.get("spec"), schedule.filter(|schedule| schedule.text().is_some())) {
        (Some(spec), Some(schedule)) => {
            set_policies(&mut draft, spec);
            set_action(&mut draft, node, spec);
            set_labels(&mut draft, node);
            set_times(&mut draft, spec, schedule, importer);
        }
        (spec, _) => draft.refuse_at(spec.unwrap_or(node).at, "the CronJob has no `spec.schedule`"),
    }
    importer.drafts.push(draft);
}

fn set_times<'a>(draft: &mut Draft<'a>, spec: &Node, schedule: &Node, importer: &mut Importer<'a>) {
    let written = schedule.text().unwrap_or_default();
    let prefix = written.strip_prefix("TZ=").or_else(|| written.strip_prefix("CRON_TZ="));
    let prefixed = prefix.and_then(|rest| rest.split_once(' '));
    let zone = text(draft, spec, "timeZone");
    let timezone = match (zone, prefixed) {
        (Some(_), Some(_)) => {
            draft.refuse_at(
                schedule.at,
                "the schedule names a time zone, and so does `timeZone`; Kubernetes refuses that",
            );
            return;
        }
        (Some(zone), None) => zone.to_owned(),
        (None, Some((zone, _))) => {
            draft.note_at(
                schedule.at,
                NoteKind::Kept,
                "the time zone of the schedule, which Kubernetes never supported officially",
            );
            zone.to_owned()
        }
        (None, None) => importer.timezone("UTC", "Kubernetes uses the zone of its controller manager, mostly UTC"),
    };
    let expression = prefixed.map_or(written, |(_, fields)| fields.trim_start());
    let count = expression.split_ascii_whitespace().count();
    if !expression.starts_with('@') && count != 5 {
        draft.refuse_at(schedule.at, format!("expected five fields, found {count} in {}", quoted(expression)));
        return;
    }
    if expression.starts_with("@every") {
        let why = "Kubernetes counts the interval from the creation of the CronJob or its last run, Refrain from the creation of the schedule";
        draft.note_at(schedule.at, NoteKind::Differs, why);
    }
    let skipped = written.len() - expression.len();
    draft.spec_at = text_at(draft.source, schedule).map(|at| at + skipped);
    let cron = CronRecurrence {
        expression: expression.to_owned(),
        dialect: Some(Dialect::Robfig),
        ..CronRecurrence::default()
    };
    let walk = time_zone(&timezone).ok().and_then(|zone| Walk::new(expression, zone));
    draft.runs = walk.map(|walk| Box::new(walk) as Box<dyn SourceRuns>);
    draft.spec = Some(Spec::new(Recurrence::Cron(cron), timezone));
}

fn set_policies(draft: &mut Draft<'_>, spec: &Node) {
    let policy = text(draft, spec, "concurrencyPolicy").unwrap_or("Allow");
    let overlap = match policy {
        "Forbid" => "skip",
        "Replace" => "cancel_other",
        _ => "allow_all",
    };
    if !["Allow", "Forbid", "Replace"].contains(&policy) {
        draft.note(NoteKind::Dropped, format!("concurrencyPolicy: {}; Allow was assumed", quoted(policy)));
    }
    draft.set("overlap", overlap);
    draft.note(NoteKind::Kept, format!("concurrencyPolicy {policy} became overlap {overlap}"));
    match whole(draft, spec, "startingDeadlineSeconds") {
        Some(seconds) => {
            let deadline = Length::from_seconds(seconds).to_string();
            draft.set("start_deadline", deadline.clone());
            draft.set("catch_up", json!({ "policy": "latest", "window": deadline }));
            draft.note(
                NoteKind::Kept,
                format!("startingDeadlineSeconds {seconds} became start_deadline and the catch-up window"),
            );
        }
        None => {
            let text = "without startingDeadlineSeconds, Kubernetes starts the latest missed run however late it is; \
                        Refrain does so for one period, at most 24 hours";
            draft.note(NoteKind::Differs, text);
        }
    }
    if spec.get("suspend").is_some_and(|suspend| suspend.value == NodeValue::Bool(true)) {
        draft.is_active = false;
        draft.note(NoteKind::Kept, "the CronJob is suspended");
    }
    for name in ["successfulJobsHistoryLimit", "failedJobsHistoryLimit"] {
        if let Some(limit) = spec.get(name) {
            let text = format!("{name}: {}; the retention of Refrain keeps the history of runs", shown(limit));
            draft.note_at(limit.at, NoteKind::Dropped, text);
        }
    }
    note_others(draft, spec, &SPEC);
    set_job_policies(draft, spec);
}

/// Sets what the template of the job says about retries and time.
fn set_job_policies(draft: &mut Draft<'_>, spec: &Node) {
    let empty = Node { at: spec.at, value: NodeValue::Null };
    let job = spec.find(&["jobTemplate", "spec"]).unwrap_or(&empty);
    let retries = whole(draft, job, "backoffLimit").unwrap_or(BACKOFF_LIMIT);
    let attempts = retries.saturating_add(1);
    // The delays of the job controller.
    draft.set("retry", json!({ "max_attempts": attempts, "initial": "10s", "factor": 2.0, "max_interval": "6m" }));
    draft.note(NoteKind::Kept, format!("backoffLimit {retries} became {attempts} attempts"));
    if let Some(seconds) = whole(draft, job, "activeDeadlineSeconds") {
        draft.set("timeout", Length::from_seconds(seconds).to_string());
        draft.note(NoteKind::Kept, format!("activeDeadlineSeconds {seconds} became the timeout of an attempt"));
    }
    note_others(draft, job, &["backoffLimit", "activeDeadlineSeconds", "template"]);
}

/// Sets a webhook that must start the job, with the containers as its payload.
fn set_action(draft: &mut Draft<'_>, node: &Node, spec: &Node) {
    let empty = Node { at: spec.at, value: NodeValue::Null };
    let pod = spec.find(&["jobTemplate", "spec", "template", "spec"]).unwrap_or(&empty);
    let mut containers = Vec::new();
    for container in pod.get("containers").map(Node::items).unwrap_or_default() {
        let fields = ["name", "image", "command", "args"].iter().filter_map(|name| {
            let value = container.get(name)?;
            Some(((*name).to_owned(), value.to_json()))
        });
        containers.push(Value::Object(fields.collect()));
        note_others(draft, container, &["name", "image", "command", "args"]);
    }
    note_others(draft, pod, &["containers", "restartPolicy"]);
    let metadata = |name: &str| node.find(&["metadata", name]).map(Node::to_json);
    let mut payload = Map::new();
    payload.extend(metadata("name").map(|name| ("cronjob".to_owned(), name)));
    payload.extend(metadata("namespace").map(|namespace| ("namespace".to_owned(), namespace)));
    payload.insert("containers".to_owned(), containers.into());
    let name = draft.name.clone();
    stub::set_webhook(draft, &format!("kubernetes/{name}"), &Value::Object(payload));
    draft.note(NoteKind::Incomplete, "the receiver must start the job: Refrain does not create pods");
}

fn set_labels(draft: &mut Draft<'_>, node: &Node) {
    let labels: Map<String, Value> = node
        .find(&["metadata", "labels"])
        .map(Node::entries)
        .unwrap_or_default()
        .iter()
        .filter_map(|(key, value)| Some((key.name.clone(), value.text()?.into())))
        .collect();
    if !labels.is_empty() {
        draft.set("labels", labels);
    }
}
