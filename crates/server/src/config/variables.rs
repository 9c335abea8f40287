//! `REFRAIN_SECTION__KEY`: variables of the environment, laid over what the file says.

use super::file::parse_value;
use super::place::Place;
use super::problem::Problem;
use super::tree::{Node, Value};
use crate::cli::problem::nearest;

/// What the variables of ours begin with.
pub(super) const PREFIX: &str = "REFRAIN_";
/// The variable that names the file, as `--config` does.
pub(super) const CONFIG: &str = "REFRAIN_CONFIG";

/// Every section, by the name it has in the file.
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

/// Lays the variables over the tree. Those of no section may be somebody else's, and are only warned about.
pub(super) fn overlay(
    root: &mut Node,
    variables: &[(String, String)],
    problems: &mut Vec<Problem>,
    warnings: &mut Vec<Problem>,
) {
    for (name, text) in variables {
        let Some(rest) = name.strip_prefix(PREFIX).filter(|_| name != CONFIG) else { continue };
        let place = Place::Variable { variable: name.clone() };
        let lower = rest.to_ascii_lowercase();
        let path: Vec<&str> = lower.split("__").collect();
        let section = path[0];
        if !SECTIONS.contains(&section) {
            let mut warning = Problem::new("unknown_variable", "", format!("{name} is no setting of ours"));
            if let Some(near) = nearest(section, SECTIONS) {
                let rest = path[1..].iter().map(|part| format!("__{}", part.to_ascii_uppercase())).collect::<String>();
                warning = warning.with_hint(format!("did you mean {PREFIX}{}{rest}?", near.to_ascii_uppercase()));
            }
            warnings.push(warning.at(Some(place)));
            continue;
        }
        if path.len() == 1 || path.iter().any(|part| part.is_empty()) {
            let detail = format!("{name} names a section and no key of it");
            let hint =
                format!("write {PREFIX}{}__KEY, with two underscores between them", section.to_ascii_uppercase());
            problems.push(Problem::new("bad_variable", section, detail).with_hint(hint).at(Some(place)));
            continue;
        }
        root.overlay(Node::at_path(&path, loose(text, &place), &place));
    }
}

/// A text that becomes whatever its key asks for; lists and tables may be written as in the file.
pub(super) fn loose(text: &str, place: &Place) -> Value {
    let is_structured = text.starts_with(['[', '{']);
    let parsed = if is_structured { parse_value(text, place) } else { None };
    parsed.unwrap_or_else(|| Value::Loose(text.to_owned()))
}
