//! The options of the jobs that a job scheduler adds: attempts and their delays.

use refrain_recurrence::Length;
use serde_json::json;

use super::super::draft::Draft;
use super::super::note::NoteKind;
use super::super::values::{note_others, shown, whole};
use crate::tree::{Node, NodeValue};

/// Options that are read, or that only say how long BullMQ keeps finished jobs.
const READ: [&str; 5] = ["attempts", "backoff", "removeOnComplete", "removeOnFail", "timestamp"];

/// Sets the policies.
pub(super) fn set(draft: &mut Draft<'_>, node: &Node) {
    draft.set("overlap", "allow_all");
    draft.set("catch_up", json!({ "policy": "latest" }));
    let empty = Node { at: node.at, value: NodeValue::Null };
    let options = node.find(&["template", "opts"]).unwrap_or(&empty);
    let attempts = whole(draft, options, "attempts").unwrap_or(1).max(1);
    let mut retry = json!({ "max_attempts": attempts });
    if let Some(backoff) = options.get("backoff").filter(|backoff| backoff.value != NodeValue::Null) {
        let kind = backoff.get("type").and_then(Node::text).unwrap_or("fixed");
        let delay = backoff.get("delay").unwrap_or(backoff).to_json().as_i64().unwrap_or(0);
        // Refrain's delays are in whole seconds.
        let seconds = delay.saturating_add(999) / 1_000;
        match (kind, seconds) {
            ("fixed" | "exponential", 1..) => {
                retry["initial"] = Length::from_seconds(seconds).to_string().into();
                retry["factor"] = if kind == "fixed" { 1.0 } else { 2.0 }.into();
                draft.note(NoteKind::Kept, format!("the {kind} backoff of {delay} ms became the retry policy"));
            }
            _ => draft.note_at(backoff.at, NoteKind::Dropped, format!("backoff: {}", shown(backoff))),
        }
    }
    draft.set("retry", retry);
    draft.note(NoteKind::Kept, format!("{attempts} {}", if attempts == 1 { "attempt" } else { "attempts" }));
    note_others(draft, options, &READ);
}
