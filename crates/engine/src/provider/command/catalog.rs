//! Catalog of commands, and the parameters that a schedule may set.
//!
//! An argument that contains `{name}` gets the value of that parameter and stays one argument, whatever the
//! value contains. A value that is a whole argument must not begin with `-`, so no value becomes a flag.
//! Parameters that no argument names are passed in the environment as `REFRAIN_PARAMETER_NAME`.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use refrain_recurrence::Length;
use regex_lite::Regex;
use serde::Deserialize;
use serde_json::Value;

use crate::error::Error;

use crate::error_code::ErrorCode;

/// Maximum length of a parameter value in bytes.
const VALUE_BYTES_MAX: usize = 4_096;
/// Mode bits of a file that make it executable for anyone.
const EXECUTABLE_BITS: u32 = 0o111;

/// The operator's commands, by name.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct CommandCatalog {
    /// Commands, by name.
    pub entries: BTreeMap<String, Entry>,
}

/// A command.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Absolute path of the program, followed by its arguments.
    pub argv: Vec<String>,
    /// Parameters that a schedule must set, by name. A name consists of lower case letters, digits and `_`.
    #[serde(default)]
    pub parameters: BTreeMap<String, Parameter>,
    /// Complete environment of the program, except for variables that begin with `REFRAIN_`.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// Working directory.
    pub directory: PathBuf,
    /// Timeout of the program, independent of the schedule's timeout. Default: 60 seconds.
    #[serde(default)]
    pub timeout: Option<Length>,
    /// Exit codes that mean that a retry cannot succeed.
    #[serde(default)]
    pub rejected_codes: Vec<i32>,
}

/// Allowed values of a parameter. Every parameter is required.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parameter {
    /// The whole value must match this regular expression.
    Pattern(String),
    /// The value must be one of these.
    OneOf(Vec<String>),
}

/// A command with its parameter values.
#[derive(Debug)]
pub(super) struct CommandLine<'a> {
    pub(super) entry: &'a Entry,
    /// Program and arguments.
    pub(super) argv: Vec<String>,
    pub(super) env: BTreeMap<String, String>,
}

impl CommandCatalog {
    /// Rejects entries that could never work.
    pub(super) fn check(&self) -> Result<(), Error> {
        self.entries.iter().try_for_each(|(name, entry)| entry.check().map_err(|problem| entry_error(name, &problem)))
    }

    /// Checks whether all programs exist and are executable.
    pub(super) fn health(&self) -> Result<(), String> {
        self.entries.iter().try_for_each(|(name, entry)| {
            entry
                .argv
                .first()
                .map_or(Ok(()), |program| check_executable(program))
                .map_err(|problem| format!("{name}: {problem}"))
        })
    }

    /// Returns the entry with this name, with values from the payload.
    pub(super) fn fill(&self, name: &str, payload: &Value) -> Result<CommandLine<'_>, Error> {
        let Some(entry) = self.entries.get(name) else {
            let known = self.entries.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
            return Err(Error::invalid(
                ErrorCode::UnknownCommand,
                format!("{name:?} is not a command of this catalog; it has {known}"),
            )
            .with_hint("the action's target is the name of an entry"));
        };
        entry.fill(payload).map_err(|problem| Error::invalid(ErrorCode::BadPayload, format!("{name}: {problem}")))
    }
}

impl Entry {
    fn check(&self) -> Result<(), String> {
        if !self.argv.first().is_some_and(|program| program.starts_with('/')) {
            return Err("argv must begin with the absolute path of the program".to_owned());
        }
        if self.argv[0].contains('{') {
            return Err("a parameter must not choose the program".to_owned());
        }
        if !self.directory.is_absolute() {
            return Err(format!("the directory {} is not an absolute path", self.directory.display()));
        }
        if let Some(name) = self.env.keys().find(|name| name.starts_with("REFRAIN_")) {
            return Err(format!("{name}: names that begin with REFRAIN_ are reserved"));
        }
        for (name, parameter) in &self.parameters {
            if name.is_empty() || !name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_') {
                return Err(format!("{name:?} is not a parameter name: use lower case letters, digits and _"));
            }
            if let Parameter::Pattern(pattern) = parameter {
                whole(pattern)?;
            }
        }
        // An unknown name in braces would reach the program unchanged.
        let unknown = self.argv.iter().flat_map(|item| names(item)).find(|name| !self.parameters.contains_key(*name));
        unknown.map_or(Ok(()), |name| Err(format!("an argument names the unknown parameter {name:?}")))
    }

    fn fill(&self, payload: &Value) -> Result<CommandLine<'_>, String> {
        let values = self.values(payload)?;
        let mut argv = Vec::with_capacity(self.argv.len());
        for item in &self.argv {
            let alone = item.strip_prefix('{').and_then(|item| item.strip_suffix('}'));
            if let Some(value) = alone.and_then(|name| values.get(name))
                && value.starts_with('-')
            {
                return Err(format!("{value:?} would be taken for a flag"));
            }
            argv.push(substitute(item, &values));
        }
        let named: Vec<&str> = self.argv.iter().flat_map(|item| names(item)).collect();
        let mut env = self.env.clone();
        for (name, value) in values.into_iter().filter(|(name, _)| !named.contains(name)) {
            env.insert(format!("REFRAIN_PARAMETER_{}", name.to_ascii_uppercase()), value);
        }
        Ok(CommandLine { entry: self, argv, env })
    }

    /// Returns the values of all parameters, validated.
    fn values(&self, payload: &Value) -> Result<BTreeMap<&str, String>, String> {
        let empty = serde_json::Map::new();
        let given = match payload {
            Value::Null => &empty,
            Value::Object(given) => given,
            other => return Err(format!("expected an object of parameters as the payload, found {other}")),
        };
        if let Some(name) = given.keys().find(|name| !self.parameters.contains_key(*name)) {
            return Err(format!("there is no parameter {name:?}"));
        }
        let mut values = BTreeMap::new();
        for (name, parameter) in &self.parameters {
            let value = given.get(name).ok_or_else(|| format!("the parameter {name:?} is missing"))?;
            let value = text(value).ok_or_else(|| format!("{name}: {value} is not a string, number or bool"))?;
            parameter.check(&value).map_err(|problem| format!("{name}: {problem}"))?;
            values.insert(name.as_str(), value);
        }
        Ok(values)
    }
}

impl Parameter {
    fn check(&self, value: &str) -> Result<(), String> {
        if value.len() > VALUE_BYTES_MAX || value.contains('\0') {
            return Err(format!("a value must have at most {VALUE_BYTES_MAX} bytes and no NUL"));
        }
        let fits = match self {
            Self::Pattern(pattern) => whole(pattern)?.is_match(value),
            Self::OneOf(values) => values.iter().any(|one| one == value),
        };
        match (fits, self) {
            (true, _) => Ok(()),
            (false, Self::Pattern(pattern)) => Err(format!("{value:?} does not match {pattern}")),
            (false, Self::OneOf(values)) => Err(format!("{value:?} is not one of {}", values.join(", "))),
        }
    }
}

/// Compiles the expression so that it matches only a whole value.
fn whole(pattern: &str) -> Result<Regex, String> {
    Regex::new(&format!(r"\A(?:{pattern})\z")).map_err(|error| format!("{pattern:?} is not a pattern: {error}"))
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Returns the names of the parameters in an argument.
fn names(item: &str) -> impl Iterator<Item = &str> {
    item.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name))
}

/// Replaces the parameter names in an argument with their values. Inserted values are not expanded again.
fn substitute(item: &str, values: &BTreeMap<&str, String>) -> String {
    let mut parts = item.split('{');
    let mut command_line = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once('}').and_then(|(name, rest)| Some((values.get(name)?, rest))) {
            Some((value, rest)) => command_line.extend([value.as_str(), rest]),
            None => command_line.extend(["{", part]),
        }
    }
    command_line
}

/// Checks that a program exists and that someone may execute it.
fn check_executable(program: &str) -> Result<(), String> {
    match std::fs::metadata(program) {
        Err(error) => Err(format!("{program} cannot be found: {error}")),
        Ok(found) if !found.is_file() => Err(format!("{program} is not a file")),
        Ok(found) if found.permissions().mode() & EXECUTABLE_BITS == 0 => Err(format!("{program} is not executable")),
        Ok(_) => Ok(()),
    }
}

fn entry_error(name: &str, problem: &str) -> Error {
    Error::invalid(ErrorCode::BadCatalogue, format!("{name}: {problem}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn catalog() -> CommandCatalog {
        let entries = json!({"report": {
            "argv": ["/usr/bin/report", "{city}", "--format={format}", "literal"],
            "parameters": {"city": {"pattern": "[A-Za-z -]+"}, "format": {"one_of": ["pdf", "csv"]}, "year": {"pattern": "[0-9]{4}"}},
            "directory": "/tmp",
        }});
        serde_json::from_value(entries).unwrap()
    }

    #[test]
    fn values_become_single_arguments_or_variables() {
        let catalog = catalog();
        catalog.check().unwrap();
        let command_line = catalog.fill("report", &json!({"city": "New York", "format": "pdf", "year": 2026})).unwrap();
        assert_eq!(command_line.argv, ["/usr/bin/report", "New York", "--format=pdf", "literal"]);
        assert_eq!(command_line.env, BTreeMap::from([("REFRAIN_PARAMETER_YEAR".to_owned(), "2026".to_owned())]));
    }

    #[test]
    fn misfitting_arguments_are_named() {
        let check = |change: Value, part: &str| {
            let mut payload = json!({"city": "Berlin", "format": "csv", "year": "2026"});
            for (name, value) in change.as_object().unwrap() {
                payload[name] = value.clone();
            }
            let error = catalog().fill("report", &payload).unwrap_err().to_string();
            assert!(error.contains(part), "{payload}: {error}");
        };
        check(json!({"city": "x; rm -rf /"}), "does not match");
        check(json!({"city": "--output"}), "taken for a flag");
        check(json!({"city": "$(id)"}), "does not match");
        check(json!({"year": "2026\n"}), "does not match");
        check(json!({"year": "20261"}), "does not match");
        check(json!({"format": "exe"}), "not one of pdf, csv");
        check(json!({"city": ["a"]}), "not a string");
        check(json!({"more": 1}), "no parameter \"more\"");
        let missing = catalog().fill("report", &json!({"city": "Berlin"})).unwrap_err().to_string();
        assert!(missing.contains("\"format\" is missing"), "{missing}");
        assert!(catalog().fill("rm", &json!({})).unwrap_err().to_string().contains("report"));
    }

    #[test]
    fn a_value_is_not_looked_at_again() {
        let mut catalog = catalog();
        let entry = catalog.entries.get_mut("report").unwrap();
        entry.parameters.insert("city".to_owned(), Parameter::Pattern(".*".to_owned()));
        let command_line = catalog.fill("report", &json!({"city": "{format}", "format": "pdf", "year": 2026})).unwrap();
        assert_eq!(command_line.argv[1], "{format}");
    }

    #[test]
    fn an_entry_that_cannot_work_is_refused() {
        let check = |change: Value, part: &str| {
            let mut entry = json!({"argv": ["/bin/true"], "directory": "/"});
            for (name, value) in change.as_object().unwrap() {
                entry[name] = value.clone();
            }
            let catalog: CommandCatalog = serde_json::from_value(json!({"x": entry})).unwrap();
            let error = catalog.check().unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        };
        check(json!({"argv": ["true"]}), "absolute path");
        check(json!({"argv": []}), "absolute path");
        check(json!({"argv": ["/bin/{x}"]}), "choose the program");
        check(json!({"argv": ["/bin/true", "{x}"]}), "unknown parameter \"x\"");
        check(json!({"directory": "here"}), "not an absolute path");
        check(json!({"env": {"REFRAIN_X": "1"}}), "are reserved");
        check(json!({"parameters": {"x": {"pattern": "("}}}), "not a pattern");
        check(json!({"parameters": {"X": {"pattern": "a"}}}), "not a parameter name");
    }
}
