//! Schedules of Amazon EventBridge Scheduler and scheduled rules of EventBridge, as JSON from the command line of AWS,
//! and as resources of CloudFormation.

mod expression;

use jiff::Timestamp;
use refrain_recurrence::{Jitter, JitterMode, JitterWindow, Length, Spec};
use serde_json::{Value, json};

use super::draft::{Draft, Importer};
use super::note::NoteKind;
use super::stub;
use super::values::{documents, note_others, shown, text, text_at, whole};
use crate::source::Source;
use crate::text::quoted;
use crate::tree::{Node, NodeValue};

/// Fields of a schedule or rule that are read, or that say nothing about its runs.
const READ: [&str; 19] = [
    "Name",
    "Arn",
    "Description",
    "ScheduleExpression",
    "ScheduleExpressionTimezone",
    "StartDate",
    "EndDate",
    "State",
    "FlexibleTimeWindow",
    "Target",
    "Targets",
    "GroupName",
    "CreationDate",
    "LastModificationDate",
    "CreatedBy",
    "EventBusName",
    "ActionAfterCompletion",
    "RoleArn",
    "ManagedBy",
];
/// Types of resources in CloudFormation.
const RESOURCES: [&str; 2] = ["AWS::Scheduler::Schedule", "AWS::Events::Rule"];
/// Limits of retries that a schedule does not set.
const RETRIES: i64 = 185;
const AGE_SECONDS: i64 = 86_400;

/// Reads the schedules and rules in files.
pub(super) fn read<'a>(sources: &'a [Source], importer: &mut Importer<'a>) {
    importer.note(
        NoteKind::Chosen,
        "the dialect is `quartz`; as EventBridge documents, times that a DST change skips do not run, and repeated \
         times run once",
    );
    importer.note(
        NoteKind::Assumed,
        "a repeated time runs on the first pass: EventBridge does not document on which one it runs",
    );
    for (source, node) in documents(sources, importer) {
        if node.entries().is_empty() {
            node.items().iter().for_each(|item| collection(source, item, importer));
        } else {
            collection(source, &node, importer);
        }
    }
}

/// Reads a list of schedules or rules, a template, or a single one.
fn collection<'a>(source: &'a Source, node: &Node, importer: &mut Importer<'a>) {
    let lists: Vec<&Node> = ["Schedules", "Rules"].iter().filter_map(|name| node.get(name)).collect();
    if !lists.is_empty() {
        lists.iter().flat_map(|list| list.items()).for_each(|item| entry(source, item, None, importer));
        return;
    }
    let Some(resources) = node.get("Resources") else {
        entry(source, node, None, importer);
        return;
    };
    for (key, resource) in resources.entries() {
        let kind = resource.get("Type").and_then(Node::text).unwrap_or_default();
        match resource.get("Properties").filter(|_| RESOURCES.contains(&kind)) {
            Some(properties) => entry(source, properties, Some(&key.name), importer),
            None => importer.note(NoteKind::Dropped, format!("resources of the type {} were not read", quoted(kind))),
        }
    }
}

fn entry<'a>(source: &'a Source, node: &Node, name: Option<&str>, importer: &mut Importer<'a>) {
    let expression = node.get("ScheduleExpression").filter(|expression| expression.text().is_some());
    let name = node.get("Name").and_then(Node::text).or(name).unwrap_or("schedule");
    let written = expression.and_then(Node::text).unwrap_or_default();
    let mut draft = Draft::new(source, node.at, name, written);
    note_others(&mut draft, node, &READ);
    draft.is_active = node.get("State").and_then(Node::text).is_none_or(|state| state.starts_with("ENABLED"));
    if !draft.is_active {
        draft.note(NoteKind::Kept, "the schedule is disabled");
    }
    if let Some(description) = text(&mut draft, node, "Description").filter(|text| !text.is_empty()) {
        draft.set("description", description);
    }
    if let Some(group) = text(&mut draft, node, "GroupName").filter(|group| *group != "default") {
        draft.set("labels", json!({ "group": group }));
        draft.note(NoteKind::Kept, format!("the group became the label group={group}"));
    }
    if let Some(action) = node.get("ActionAfterCompletion").filter(|action| action.text() != Some("NONE")) {
        let text = format!("ActionAfterCompletion: {}; a finished schedule of Refrain stays", shown(action));
        draft.note_at(action.at, NoteKind::Dropped, text);
    }
    set_target(&mut draft, node);
    match expression {
        Some(expression) => set_times(&mut draft, node, expression, importer),
        None if node.get("EventPattern").is_some() => draft.refuse_at(node.at, "the rule matches events and has no times"),
        None => draft.refuse_at(
            node.at,
            "there is no `ScheduleExpression`; the output of `aws scheduler list-schedules` has none, use `get-schedule`",
        ),
    }
    importer.drafts.push(draft);
}

fn set_times<'a>(draft: &mut Draft<'a>, node: &Node, expression: &Node, importer: &mut Importer<'a>) {
    // A rule has no time zone of its own.
    let zone = text(draft, node, "ScheduleExpressionTimezone").unwrap_or("UTC");
    let written = expression.text().unwrap_or_default();
    let found = match expression::parse(written, zone) {
        Ok(found) => found,
        Err(reason) => {
            draft.refuse_at(expression.at, reason);
            return;
        }
    };
    if found.is_rate {
        let text = "a rate is counted from StartDate, or from the creation of the schedule";
        importer.note(NoteKind::Kept, text);
    }
    let mut spec = Spec { dst: found.dst, ..Spec::new(found.recurrence, zone) };
    spec.starts_at = instant(draft, node, "StartDate");
    spec.ends_at = instant(draft, node, "EndDate");
    spec.jitter = window(draft, node);
    let offset = text_at(draft.source, expression).zip(found.column_shift);
    draft.spec_at = offset.map(|(at, shift)| at + shift);
    draft.spec = Some(spec);
}

/// Returns a date that is written in RFC 3339, or as a number of seconds.
fn instant(draft: &mut Draft<'_>, node: &Node, name: &str) -> Option<Timestamp> {
    let field = node.get(name).filter(|field| field.value != NodeValue::Null)?;
    let parsed = match field.to_json() {
        Value::String(text) => text.parse().ok(),
        #[expect(clippy::cast_possible_truncation, reason = "fractions of a second are cut on purpose")]
        Value::Number(seconds) => seconds.as_f64().and_then(|seconds| Timestamp::from_second(seconds as i64).ok()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    };
    if parsed.is_none() {
        draft.note_at(field.at, NoteKind::Dropped, format!("{name}: {} is not an instant", shown(field)));
    }
    parsed
}

fn window(draft: &mut Draft<'_>, node: &Node) -> Option<Jitter> {
    let window = node.get("FlexibleTimeWindow")?;
    if window.get("Mode").and_then(Node::text) != Some("FLEXIBLE") {
        return None;
    }
    let minutes = whole(draft, window, "MaximumWindowInMinutes").filter(|minutes| *minutes > 0)?;
    draft.note(NoteKind::Kept, format!("the flexible time window of {minutes} minutes became jitter"));
    let length = Length::from_seconds(minutes.saturating_mul(60));
    Some(Jitter { window: JitterWindow::Length(length), mode: JitterMode::Spread })
}

/// Replaces the attributes of the context, such as the scheduled time, with those of Refrain.
fn set_context(payload: &mut Value) {
    const ATTRIBUTES: [(&str, &str); 4] = [
        ("<aws.scheduler.schedule-arn>", "{{schedule.id}}"),
        ("<aws.scheduler.scheduled-time>", "{{nominal_at}}"),
        ("<aws.scheduler.execution-id>", "{{idempotency_key}}"),
        ("<aws.scheduler.attempt-number>", "{{attempt}}"),
    ];
    match payload {
        Value::String(text) => {
            for (attribute, name) in ATTRIBUTES {
                *text = text.replace(attribute, name);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(set_context),
        Value::Object(fields) => fields.values_mut().for_each(set_context),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn set_target(draft: &mut Draft<'_>, node: &Node) {
    draft.set("overlap", "allow_all");
    let targets = node.get("Targets").map(Node::items).unwrap_or_default();
    for other in targets.iter().skip(1) {
        draft.note_at(other.at, NoteKind::Dropped, "a further target: create a schedule for each");
    }
    let empty = Node { at: node.at, value: NodeValue::Null };
    let target = node.get("Target").or(targets.first()).unwrap_or(&empty);
    let input = target.get("Input").and_then(Node::text).unwrap_or("null");
    // The input of most targets is JSON, but it may be any text.
    let payload = serde_json::from_str(input).unwrap_or_else(|_| Value::String(input.to_owned()));
    let name = draft.name.clone();
    stub::set_webhook(draft, &format!("eventbridge/{name}"), &payload);
    if let Some(payload) = draft.fields.get_mut("action").and_then(|action| action.get_mut("payload")) {
        set_context(payload);
    }
    if let Some(arn) = text(draft, target, "Arn") {
        let action = draft.fields.get_mut("action").and_then(Value::as_object_mut);
        if let Some(action) = action {
            action.insert("metadata".to_owned(), json!({ "target_arn": arn }));
        }
        draft.note(NoteKind::Incomplete, format!("the receiver must do what {arn} does"));
    }
    let retry = target.get("RetryPolicy").unwrap_or(&empty);
    let retries = whole(draft, retry, "MaximumRetryAttempts").unwrap_or(RETRIES);
    let age = whole(draft, retry, "MaximumEventAgeInSeconds").unwrap_or(AGE_SECONDS);
    let elapsed = Length::from_seconds(age).to_string();
    draft.set("retry", json!({ "max_attempts": retries.saturating_add(1), "max_elapsed": elapsed }));
    draft.note(NoteKind::Kept, format!("{retries} retries within {elapsed} became the retry policy"));
    if let Some(queue) = target.get("DeadLetterConfig").and_then(|config| config.get("Arn")) {
        let text = format!("the dead-letter queue {}: Refrain keeps its own dead letters", shown(queue));
        draft.note_at(queue.at, NoteKind::Dropped, text);
    }
    note_others(draft, target, &["Id", "Arn", "RoleArn", "Input", "RetryPolicy", "DeadLetterConfig"]);
}
