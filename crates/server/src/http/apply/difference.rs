//! The parts of two definitions that differ, each in the shape of the definition. A reader sees only what changes,
//! and the filter of payloads finds fields under their names.

use serde_json::{Map, Value};

/// Returns the fields of each definition that the other one lacks or has with another value.
pub(super) fn between(before: &Value, after: &Value) -> (Value, Value) {
    let (Value::Object(before), Value::Object(after)) = (before, after) else {
        return (before.clone(), after.clone());
    };
    let (mut only_before, mut only_after) = (Map::new(), Map::new());
    for name in before.keys().chain(after.keys().filter(|name| !before.contains_key(*name))) {
        match (before.get(name), after.get(name)) {
            (Some(one), Some(other)) if one == other => {}
            (Some(one @ Value::Object(_)), Some(other @ Value::Object(_))) => {
                let (one, other) = between(one, other);
                only_before.insert(name.clone(), one);
                only_after.insert(name.clone(), other);
            }
            (one, other) => {
                one.map(|value| only_before.insert(name.clone(), value.clone()));
                other.map(|value| only_after.insert(name.clone(), value.clone()));
            }
        }
    }
    (Value::Object(only_before), Value::Object(only_after))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_differs_is_returned_under_its_own_name() {
        let before = json!({ "a": 1, "b": { "c": [1], "d": 2 }, "gone": true, "same": { "x": 1 } });
        let after = json!({ "a": 1, "b": { "c": [2], "d": 2 }, "new": null, "same": { "x": 1 } });
        let expected = (json!({ "b": { "c": [1] }, "gone": true }), json!({ "b": { "c": [2] }, "new": null }));
        assert_eq!(between(&before, &after), expected);
    }

    #[test]
    fn equal_definitions_have_no_difference() {
        let value = json!({ "a": { "b": 1 } });
        assert_eq!(between(&value, &value), (json!({}), json!({})));
    }
}
