//! Shows an error of the server at the field of the file that it is about.

use refrain_client::types::ApplyProblem;

use crate::document::{Document, FieldPart};
use crate::problem::Problem;

/// Start of the error of a field that does not exist.
const UNKNOWN_FIELD: &str = "Unknown field";
/// Start of the path that the error of a nested recurrence ends with.
const NESTED: &str = " (in recurrence";

/// Returns the error of a refused document, at its place in the file.
pub fn refusal(document: &Document, refusal: &ApplyProblem) -> Problem {
    let detail = refusal.detail.trim_end_matches('.');
    let written = written_path(document, refusal);
    // The place says which field it is, if the file has the field.
    let path = refusal.path.as_deref().filter(|path| !document.has_field(&written) && !names(detail, path));
    let detail = path.map_or_else(|| detail.to_owned(), |path| format!("{path}: {detail}"));
    let part = match refusal.column.and_then(|column| usize::try_from(column).ok()) {
        Some(column) => FieldPart::Character(column),
        None if refusal.detail.starts_with(UNKNOWN_FIELD) => FieldPart::Name,
        None => FieldPart::Value,
    };
    let problem = document.problem_at(&written, part, refusal.code.clone(), detail);
    match &refusal.hint {
        Some(hint) => problem.with_hint(hint),
        None => problem,
    }
}

/// Returns whether a message already names the field at the end of a path.
fn names(detail: &str, path: &str) -> bool {
    let field = path.rsplit('.').next().unwrap_or(path);
    detail.starts_with(path) || detail.contains(&format!("`{field}`"))
}

/// Returns the path of the field as the file has it. The server knows only the full form of a definition, and leaves
/// out the path of errors that it finds after reading.
fn written_path(document: &Document, refusal: &ApplyProblem) -> String {
    let path = refusal.path.as_deref().unwrap_or_default();
    if !path.is_empty() && document.has_field(path) {
        return path.to_owned();
    }
    let first =
        |candidates: &[&str]| candidates.iter().find(|path| document.has_field(path)).map(|path| (*path).to_owned());
    let found = match refusal.code.as_str() {
        "unknown_zone" => first(&["timezone", "spec.timezone", "when"]),
        "bad_condition" => first(&["condition"]),
        code if code.starts_with("webhook_") => first(&["action.target"]),
        _ if path.starts_with("spec.timezone") => first(&["timezone"]),
        _ if path.starts_with("spec.recurrence") || refusal.column.is_some() => {
            let nested = nested_path(&refusal.detail);
            first(&["cron", "when", &format!("{nested}.expression"), &format!("{nested}.text"), &nested])
        }
        _ if path.is_empty() => first(&[&named_path(&refusal.detail)]),
        _ => None,
    };
    found.unwrap_or_else(|| path.to_owned())
}

/// Returns the path of the recurrence that an error is about.
fn nested_path(detail: &str) -> String {
    let nested = detail.split_once(NESTED).and_then(|(_, rest)| rest.split_once(')')).map_or("", |(path, _)| path);
    format!("spec.recurrence{nested}")
}

/// Returns the field that the message begins with, as in "retry.max_attempts 0 allows no attempt", or that names a
/// calendar.
fn named_path(detail: &str) -> String {
    if detail.contains("calendar named") {
        return "spec.calendars".to_owned();
    }
    detail.split(' ').next().unwrap_or_default().to_lowercase()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::document::read_sources;
    use crate::source::Source;
    use crate::tree::Limits;

    fn check(text: &str, refusal: Value, expected: &str) {
        let document = read_sources(vec![Source::new("f.yaml", text)], Limits::default()).unwrap().remove(0);
        let refusal: ApplyProblem = serde_json::from_value(refusal).unwrap();
        assert_eq!(written_path(&document, &refusal), expected, "{text}");
    }

    #[test]
    fn errors_without_a_path_are_about_the_field_that_they_mean() {
        let error = |code: &str, detail: &str| json!({"code": code, "detail": detail});
        let at = |detail: &str| json!({"code": "out_of_range", "detail": detail, "column": 1});
        check("id: a\ncron: x\naction: {}\n", at("61 is out of range"), "cron");
        let nested = "id: a\nspec: {recurrence: {kind: any, of: [{kind: cron, expression: x}]}}\naction: {}\n";
        check(nested, at("61 is out of range (in recurrence.of[0])."), "spec.recurrence.of[0].expression");
        let full =
            "id: a\nspec: {recurrence: {kind: cron, expression: x}, timezone: y, calendars: []}\naction: {target: z}\n";
        check(full, at("61 is out of range"), "spec.recurrence.expression");
        check(full, error("unknown_zone", "x"), "spec.timezone");
        check(full, error("unknown_name", "There is no calendar named `x`."), "spec.calendars");
        check(full, error("webhook_url", "The target is not a URL"), "action.target");
        let retry = "id: a\ncron: x\nretry: {max_attempts: 0}\naction: {}\n";
        check(retry, error("out_of_range", "retry.max_attempts 0 allows no attempt."), "retry.max_attempts");
        check(retry, json!({"code": "bad_body", "detail": "x", "path": "spec.recurrence.expression"}), "cron");
        check(retry, json!({"code": "bad_body", "detail": "x", "path": "action.provder"}), "action.provder");
        check(retry, error("other", "Something else."), "");
    }
}
