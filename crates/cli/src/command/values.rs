//! Values in arguments: labels, JSON, and fields by their path.

use std::fs;
use std::io::{Read as _, stdin};

use serde_json::{Map, Value};

use crate::exit::Failure;

/// Reads a label, `NAME=VALUE` or `NAME:VALUE`.
pub(super) fn label(text: &str) -> Result<(String, String), String> {
    match text.split_once(['=', ':']) {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        Some(_) | None => Err("expected NAME=VALUE".to_owned()),
    }
}

/// Returns labels as a query has them: `name:value`, separated by commas.
pub(super) fn labels_query(labels: &[(String, String)]) -> String {
    labels.iter().map(|(name, value)| format!("{name}:{value}")).collect::<Vec<_>>().join(",")
}

/// Returns labels as a body has them.
pub(super) fn labels_object(labels: &[(String, String)]) -> Value {
    labels.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect::<Map<_, _>>().into()
}

/// Reads JSON from an argument: the text itself, `@FILE`, or `-` for standard input.
pub(super) fn json(flag: &str, given: &str) -> Result<Value, Failure> {
    let unreadable = |error: std::io::Error| Failure::usage(format!("{flag} {given} cannot be read: {error}"));
    let text = match given.strip_prefix('@') {
        Some(path) => fs::read_to_string(path).map_err(unreadable)?,
        None if given == "-" => {
            let mut text = String::new();
            stdin().read_to_string(&mut text).map_err(unreadable)?;
            text
        }
        None => given.to_owned(),
    };
    serde_json::from_str(&text).map_err(|error| {
        let hint = "quote it for the shell, as in '{\"to\": \"team\"}'; @FILE reads a file, and - standard input";
        Failure::usage(format!("{flag} is not JSON: {error}")).with_hint(hint)
    })
}

/// A field by its path, such as `retry.max_attempts=3`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Field {
    path: Vec<String>,
    value: Value,
}

impl Field {
    /// Reads a field. The value is JSON, or else a text.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let Some((path, value)) = text.split_once('=') else { return Err("expected PATH=VALUE".to_owned()) };
        let path: Vec<String> = path.split('.').map(|name| name.trim().to_owned()).collect();
        if path.iter().any(String::is_empty) {
            return Err("expected PATH=VALUE, with names separated by dots".to_owned());
        }
        let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
        Ok(Self { path, value })
    }

    /// Returns whether the field is this one, or below it.
    pub(super) fn is_below(&self, name: &str) -> bool {
        self.path.first().is_some_and(|first| first == name)
    }

    /// Sets the field in an object. Objects on the way are created.
    pub(super) fn set(&self, body: &mut Map<String, Value>) {
        let (Some(last), mut fields) = (self.path.last(), body) else { return };
        for name in &self.path[..self.path.len() - 1] {
            let inner = fields.entry(name.as_str()).or_insert(Value::Null);
            if !inner.is_object() {
                *inner = Value::Object(Map::new());
            }
            let Value::Object(inner) = inner else { return };
            fields = inner;
        }
        fields.insert(last.clone(), self.value.clone());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_are_set_at_their_path() {
        let mut body = Map::new();
        for text in [
            "retry.max_attempts=3",
            "retry.initial=30s",
            "description=a = b",
            "labels.team=\"7\"",
            "timeout=null",
            "labels=x",
            "labels.tier=1",
        ] {
            Field::parse(text).unwrap().set(&mut body);
        }
        let expected = json!({
            "retry": { "max_attempts": 3, "initial": "30s" }, "description": "a = b",
            "labels": { "tier": 1 }, "timeout": null,
        });
        assert_eq!(Value::Object(body), expected);
        for text in ["timeout", "=1", "a..b=1"] {
            assert!(Field::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn labels_have_a_name_and_a_value() {
        let labels = [label("team=billing").unwrap(), label("tier:1").unwrap(), label("empty=").unwrap()];
        assert_eq!(labels_query(&labels), "team:billing,tier:1,empty:");
        assert_eq!(labels_object(&labels), json!({ "team": "billing", "tier": "1", "empty": "" }));
        assert!(label("team").is_err() && label("=x").is_err());
    }

    #[test]
    fn invalid_json_names_the_flag() {
        assert_eq!(json("--payload", "{\"a\": 1}").unwrap(), json!({ "a": 1 }));
        assert!(json("--payload", "{a}").unwrap_err().to_string().starts_with("error: --payload is not JSON: "));
        assert!(json("--payload", "@/nothing/here").unwrap_err().to_string().contains("cannot be read"));
    }
}
