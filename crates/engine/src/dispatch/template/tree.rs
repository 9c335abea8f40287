//! JSON documents whose strings are templates. Field names are not templates: they are what a receiver looks
//! for.

use serde_json::{Map, Value};

use super::{RENDERED_BYTES_MAX, SecretUse, Template, ValuePosition, Values};
use crate::error::Error;
use crate::error_code::ErrorCode;

/// Checks every string in a document.
///
/// # Errors
/// See [`Template::parse`]; reports the first invalid string.
pub fn check_tree(value: &Value, secrets: SecretUse) -> Result<(), Error> {
    for_each_text(value, &mut |text| Template::read(text, secrets).map(drop))
}

/// Returns the names of the secrets used in a document. Other names are ignored.
///
/// # Errors
/// See [`check_tree`].
pub fn tree_secrets(value: &Value) -> Result<Vec<String>, Error> {
    let mut names = Vec::new();
    for_each_text(value, &mut |text| {
        // Most strings name no secret and need not be parsed.
        if !text.contains("secret.") {
            return Ok(());
        }
        names.extend(Template::with_secrets(text)?.secrets().map(str::to_owned));
        Ok(())
    })?;
    Ok(names)
}

/// Renders every string in a document. The result always has the same shape.
///
/// # Errors
/// See [`Template::render`]; also when a string cannot be parsed.
pub fn render_tree(value: &Value, values: &Values<'_>) -> Result<Value, Error> {
    let mut bytes_left = RENDERED_BYTES_MAX;
    render(value, values, &mut bytes_left)
}

fn render(value: &Value, values: &Values<'_>, bytes_left: &mut usize) -> Result<Value, Error> {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(value.clone()),
        Value::String(text) if !text.contains("{{") => Ok(value.clone()),
        Value::String(text) => {
            let text = Template::with_secrets(text)?.render(values, ValuePosition::Text)?;
            *bytes_left = bytes_left.checked_sub(text.len()).ok_or_else(|| {
                let detail = format!("the rendered strings of the payload have more than {RENDERED_BYTES_MAX} bytes");
                Error::invalid(ErrorCode::TemplateTooLarge, detail)
            })?;
            Ok(Value::String(text))
        }
        Value::Array(items) => items.iter().map(|item| render(item, values, bytes_left)).collect(),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| Ok((name.clone(), render(value, values, bytes_left)?));
            fields.iter().map(field).collect::<Result<Map<_, _>, Error>>().map(Value::Object)
        }
    }
}

/// Calls `look` with every string that may contain placeholders.
fn for_each_text(value: &Value, look: &mut dyn FnMut(&str) -> Result<(), Error>) -> Result<(), Error> {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
        Value::String(text) if !text.contains("{{") => Ok(()),
        Value::String(text) => look(text),
        Value::Array(items) => items.iter().try_for_each(|item| for_each_text(item, look)),
        Value::Object(fields) => fields.values().try_for_each(|value| for_each_text(value, look)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::dispatch::template::fixture::run;
    use crate::model::Action;

    #[test]
    fn only_texts_are_rendered_and_nothing_changes_its_shape() {
        let run = run("0 9 * * *", "UTC", "2026-07-01T09:00:00Z");
        let payload =
            json!({"{{attempt}}": ["{{period_key}}\"", 1, null, {"evil": "{{payload.own}}"}], "own": "\",\"x\":1"});
        let action = Action::new("webhook", payload.clone());
        let rendered = render_tree(&payload, &Values::new(&run, &action)).unwrap();
        assert_eq!(rendered["{{attempt}}"][3]["evil"], "\",\"x\":1");
        assert_eq!(rendered["{{attempt}}"][1], 1);
        assert!(rendered["{{attempt}}"][0].as_str().unwrap().ends_with('"'));
    }

    #[test]
    fn unknown_names_are_found_at_any_depth_and_secrets_listed() {
        assert!(check_tree(&json!([{"a": ["{{nope}}"]}]), SecretUse::Refused).is_err());
        let tree = json!([{"a": ["{{secret.x}}"]}, "{{secret.y}} {{secret.x}}"]);
        assert_eq!(check_tree(&tree, SecretUse::Refused).unwrap_err().code(), "template_secret");
        assert_eq!(tree_secrets(&tree).unwrap(), ["x", "y", "x"]);
    }

    #[test]
    fn many_texts_together_are_bounded_too() {
        let run = run("0 9 * * *", "UTC", "2026-07-01T09:00:00Z");
        let payload = json!({"long": "x".repeat(200_000), "many": vec!["{{payload.long}}"; 100]});
        let action = Action::new("webhook", payload.clone());
        let error = render_tree(&payload, &Values::new(&run, &action)).unwrap_err();
        assert_eq!(error.code(), "template_too_large");
    }
}
