//! Placeholders for an alarm in the payload of an alert: names from a closed list between double braces, in
//! any string.
//!
//! Values are inserted as they are, but can never form a placeholder themselves. An error text may come from
//! a receiver, and must not be able to name a secret.

use serde_json::Value;

use crate::model::Action;
use crate::observe::Alarm;

/// Prefix of every name. Other placeholders are left to the provider.
const PREFIX: &str = "alarm.";

/// Names of the placeholders.
pub const ALERT_NAMES: [&str; 8] = [
    "alarm.kind",
    "alarm.message",
    "alarm.namespace",
    "alarm.tenant",
    "alarm.schedule",
    "alarm.failures",
    "alarm.at",
    "alarm.held_back",
];

/// Values for the placeholders of an alert.
#[derive(Clone, Debug)]
pub(super) struct AlarmValues<'a> {
    pub(super) alarm: &'a Alarm,
    pub(super) at: jiff::Timestamp,
    /// Number of alarms of the same kind that were held back since the last alert.
    pub(super) held_back: u64,
}

impl AlarmValues<'_> {
    /// Returns the value of a placeholder, or `None` if there is no such name.
    fn value(&self, name: &str) -> Option<String> {
        let tenant = self.alarm.tenant();
        let mut failures = String::new();
        if let Alarm::Failing { consecutive_failures, .. } = self.alarm {
            failures = consecutive_failures.to_string();
        }
        let value = match name {
            "alarm.kind" => self.alarm.name().to_owned(),
            "alarm.message" => self.alarm.to_string(),
            "alarm.namespace" => tenant.map(|tenant| tenant.namespace.to_string()).unwrap_or_default(),
            "alarm.tenant" => tenant.map(|tenant| tenant.name.to_string()).unwrap_or_default(),
            "alarm.schedule" => self.alarm.schedule().map(|schedule| schedule.id.to_string()).unwrap_or_default(),
            "alarm.failures" => failures,
            "alarm.at" => self.at.to_string(),
            "alarm.held_back" => self.held_back.to_string(),
            _ => return None,
        };
        // A space between the braces prevents the value from forming a placeholder.
        Some(value.replace("{{", "{ {"))
    }
}

/// Checks that the payload contains no unknown placeholder with the prefix of alarms.
pub(super) fn check(action: &Action) -> Result<(), String> {
    let mut unknown = None;
    each_text(&action.payload, &mut |text| {
        for name in names(text).filter(|name| name.starts_with(PREFIX) && !ALERT_NAMES.contains(name)) {
            unknown.get_or_insert_with(|| name.to_owned());
        }
    });
    match unknown {
        Some(name) => Err(format!("{name:?} is not one of {}", ALERT_NAMES.join(", "))),
        None => Ok(()),
    }
}

/// Returns the action with the placeholders in its payload replaced.
pub(super) fn filled(action: &Action, known: &AlarmValues<'_>) -> Action {
    Action { payload: filled_value(&action.payload, known), ..action.clone() }
}

fn filled_value(value: &Value, known: &AlarmValues<'_>) -> Value {
    match value {
        Value::String(text) => Value::String(filled_text(text, known)),
        Value::Array(items) => items.iter().map(|item| filled_value(item, known)).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| (name.clone(), filled_value(value, known))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

fn filled_text(text: &str, known: &AlarmValues<'_>) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, name, after)) = next_name(rest) {
        filled.push_str(before);
        match known.value(name) {
            Some(value) => filled.push_str(&value),
            None => filled.push_str(&rest[before.len()..rest.len() - after.len()]),
        }
        rest = after;
    }
    filled + rest
}

/// Splits a text into the part before the first placeholder, its name, and the part after it.
fn next_name(text: &str) -> Option<(&str, &str, &str)> {
    let (before, from) = text.split_once("{{")?;
    let (name, after) = from.split_once("}}")?;
    Some((before, name.trim(), after))
}

fn names(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (_, name, after) = next_name(rest)?;
        rest = after;
        Some(name)
    })
}

fn each_text(value: &Value, look: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => look(text),
        Value::Array(items) => items.iter().for_each(|item| each_text(item, look)),
        Value::Object(fields) => fields.values().for_each(|value| each_text(value, look)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use serde_json::json;

    use super::*;

    #[test]
    fn names_are_filled_in_and_values_never_become_names() {
        let schedule = crate::worker::fixture::leased(1, 1).occurrence.schedule.clone();
        let alarm = Alarm::Disabled { schedule, problem: "odd {{secret.key}} {{alarm.kind}}".to_owned() };
        let known = AlarmValues { alarm: &alarm, at: Timestamp::UNIX_EPOCH, held_back: 4 };
        let payload = json!({"text": "{{alarm.kind}}: {{ alarm.held_back }} more", "list": ["{{alarm.message}}", 7],
                             "left": "{{secret.token}} {{ }} {{open"});
        let filled = filled(&Action::new("log", payload), &known).payload;
        assert_eq!(filled["text"], "disabled: 4 more");
        assert_eq!(filled["left"], "{{secret.token}} {{ }} {{open", "other placeholders are left as they are");
        let said = filled["list"][0].as_str().unwrap();
        assert!(said.contains("odd { {secret.key}} { {alarm.kind}}"), "{said}");
        for name in ALERT_NAMES {
            assert!(known.value(name).is_some(), "{name}");
        }
    }
}
