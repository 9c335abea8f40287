//! `REFRAIN_SECTION__KEY`: environment variables, which override the file.

use refrain_cli::text::nearest;

use super::file::parse_value;
use super::place::Place;
use super::problem::Problem;
use super::tree::{Node, Value};

/// Prefix of Refrain's variables.
pub(super) const PREFIX: &str = "REFRAIN_";
/// Variable that names the file, like `--config`.
pub(super) const CONFIG: &str = "REFRAIN_CONFIG";
/// Variables of commands that talk to a server. They are no settings of one.
const OF_COMMANDS: [&str; 3] = ["REFRAIN_URL", "REFRAIN_KEY", "REFRAIN_CONTEXT"];

/// All sections, by their names in the file.
pub(super) const SECTIONS: [&str; 17] = [
    "auth",
    "background",
    "breakers",
    "calendar",
    "console",
    "engine",
    "limits",
    "log",
    "metrics",
    "providers",
    "schedule",
    "schedules",
    "secrets",
    "server",
    "store",
    "telemetry",
    "tenancy",
];

/// Overlays the variables on the tree. A variable that names no section may belong to another program and only
/// causes a warning.
pub(super) fn overlay(
    root: &mut Node,
    variables: &[(String, String)],
    problems: &mut Vec<Problem>,
    warnings: &mut Vec<Problem>,
) {
    for (name, text) in variables {
        let Some(rest) = name.strip_prefix(PREFIX).filter(|_| !is_other(name)) else { continue };
        let place = Place::Variable { variable: name.clone() };
        let lower = rest.to_ascii_lowercase();
        let path: Vec<&str> = lower.split("__").collect();
        let section = path[0];
        if !SECTIONS.contains(&section) {
            let mut warning = Problem::new("unknown_variable", "", format!("{name} is not a setting of Refrain"));
            if let Some(near) = nearest(section, SECTIONS) {
                let rest = path[1..].iter().map(|part| format!("__{}", part.to_ascii_uppercase())).collect::<String>();
                warning = warning.with_hint(format!("did you mean {PREFIX}{}{rest}?", near.to_ascii_uppercase()));
            }
            warnings.push(warning.at(Some(place)));
            continue;
        }
        if path.len() == 1 || path.iter().any(|part| part.is_empty()) {
            let detail = format!("{name} names a section but no key");
            let hint = format!(
                "use {PREFIX}{}__KEY, with two underscores between section and key",
                section.to_ascii_uppercase()
            );
            problems.push(Problem::new("bad_variable", section, detail).with_hint(hint).at(Some(place)));
            continue;
        }
        root.overlay(Node::at_path(&path, untyped(text, &place), &place));
    }
}

fn is_other(name: &str) -> bool {
    name == CONFIG || OF_COMMANDS.contains(&name)
}

/// Creates a value from an untyped text. Lists and tables may be written as in the file.
pub(super) fn untyped(text: &str, place: &Place) -> Value {
    let is_structured = text.starts_with(['[', '{']);
    let parsed = if is_structured { parse_value(text, place) } else { None };
    parsed.unwrap_or_else(|| Value::Untyped(text.to_owned()))
}
