//! Actions whose receiver a person must complete, and texts that must not be read as templates.

use serde_json::{Value, json};

use super::draft::Draft;
use super::note::NoteKind;
use crate::document::PLACEHOLDER_DOMAIN;

/// Sets a webhook to a placeholder as the action. The address ends with the path, so that it is recognized.
pub(super) fn set_webhook(draft: &mut Draft<'_>, path: &str, payload: &Value) {
    let target = format!("https://{PLACEHOLDER_DOMAIN}/{path}");
    draft.set("action", json!({ "provider": "webhook", "target": target, "payload": literal(payload) }));
    draft.note(NoteKind::Incomplete, format!("write the address of the receiver instead of {target}"));
}

/// Returns a payload in which no text is read as a template.
pub(super) fn literal(payload: &Value) -> Value {
    match payload {
        Value::String(text) => Value::String(text.replace("{{", "{{{{")),
        Value::Array(items) => items.iter().map(literal).collect(),
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), literal(value))).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => payload.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_in_a_payload_stay_braces() {
        assert_eq!(literal(&json!({"a": ["{{x}}", "{", 1]})), json!({"a": ["{{{{x}}", "{", 1]}));
    }
}
