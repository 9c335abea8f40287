//! One job: its function, and its policies.

use refrain_recurrence::Length;
use serde_json::{Map, Value, json};

use super::super::draft::{Draft, Importer};
use super::super::note::NoteKind;
use super::super::stub;
use super::super::values::{shown, whole};
use super::trigger::Trigger;
use crate::source::Source;
use crate::tree::{Node, NodeValue};

/// Fields of a job that are read. The other ones are those of a trigger, or are reported.
const READ: [&str; 14] = [
    "id",
    "name",
    "func",
    "func_ref",
    "args",
    "kwargs",
    "trigger",
    "executor",
    "jobstore",
    "misfire_grace_time",
    "coalesce",
    "max_instances",
    "next_run_time",
    "version",
];

pub(super) fn read<'a>(source: &'a Source, node: &Node, key: Option<&str>, importer: &mut Importer<'a>) {
    let id = node.get("id").and_then(Node::text).or(key).unwrap_or("job");
    let trigger = Trigger::read(node);
    let mut draft = Draft::new(source, node.at, id, trigger.written());
    set_action(&mut draft, node);
    set_policies(&mut draft, node, importer);
    if node.get("next_run_time").is_some_and(|next| next.value == NodeValue::Null) {
        draft.is_active = false;
        draft.note(NoteKind::Kept, "the job is paused: it has no next run");
    }
    for (key, value) in trigger.others(node, &READ) {
        draft.note_at(key.at, NoteKind::Dropped, format!("{}: {}", key.name, shown(value)));
    }
    trigger.set(&mut draft, node, importer);
    importer.drafts.push(draft);
}

/// Sets a webhook that must call the function.
fn set_action(draft: &mut Draft<'_>, node: &Node) {
    let field = |name: &str| node.get(name).filter(|field| field.value != NodeValue::Null);
    let mut payload = Map::new();
    payload.insert("job".to_owned(), draft.name.clone().into());
    if let Some(function) = field("func").or_else(|| field("func_ref")) {
        payload.insert("func".to_owned(), function.to_json());
    }
    for name in ["args", "kwargs"] {
        let value = field(name).map(Node::to_json);
        let is_empty =
            |value: &Value| value.as_array().is_some_and(Vec::is_empty) || value.as_object().is_some_and(Map::is_empty);
        payload.extend(value.filter(|value| !is_empty(value)).map(|value| (name.to_owned(), value)));
    }
    if let Some(name) = field("name").and_then(Node::text).filter(|name| *name != draft.name) {
        draft.set("description", name);
    }
    let id = draft.name.clone();
    stub::set_webhook(draft, &format!("apscheduler/{id}"), &Value::Object(payload));
}

fn set_policies(draft: &mut Draft<'_>, node: &Node, importer: &mut Importer<'_>) {
    draft.set("retry", json!({ "max_attempts": 1 }));
    let instances = whole(draft, node, "max_instances").unwrap_or(1);
    if instances > 1 {
        draft.set("overlap", "allow_all");
        draft.set("max_concurrent", instances);
        draft.note(NoteKind::Kept, format!("max_instances {instances} became overlap allow_all with max_concurrent"));
    } else {
        draft.set("overlap", "skip");
        draft.note(NoteKind::Kept, "max_instances 1 became overlap skip");
    }
    let coalesces = node.get("coalesce").is_none_or(|coalesce| coalesce.value != NodeValue::Bool(false));
    let policy = if coalesces { "latest" } else { "all" };
    match node.get("misfire_grace_time").map(|grace| &grace.value) {
        None => {
            draft.set("catch_up", json!({ "policy": "skip" }));
            let text =
                "a job without `misfire_grace_time` has the default of one second: missed runs are not caught up";
            importer.note(NoteKind::Assumed, text);
        }
        Some(NodeValue::Null) => {
            draft.set("catch_up", json!({ "policy": policy }));
            let text = "without a misfire_grace_time, APScheduler runs a missed run however late it is; Refrain does so \
                        for one period, at most 24 hours";
            draft.note(NoteKind::Differs, text);
        }
        Some(_) => {
            let Some(seconds) = whole(draft, node, "misfire_grace_time") else { return };
            let window = Length::from_seconds(seconds.max(1)).to_string();
            draft.set("catch_up", json!({ "policy": policy, "window": window }));
            draft.note(NoteKind::Kept, format!("misfire_grace_time {seconds} became the catch-up window"));
        }
    }
}
