//! What a change does to a schedule: its fields, and its occurrences.

use std::fmt::Write as _;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use refrain_client::types::{ApplyItem, OccurrenceDiff};
use serde_json::Value;

use crate::apply::one;
use crate::command::response::refused;
use crate::exit::Failure;
use crate::output::{Style, Tone};
use crate::session::Session;
use crate::text::one_line;

/// Maximum number of occurrences that are shown of each kind.
const SHOWN_MAX: usize = 5;
/// Maximum length of a value that is shown, in characters.
const VALUE_MAX: usize = 60;

/// Returns what applying a document of a schedule would do.
///
/// # Errors
/// If the request fails. A document that is refused is no error.
pub(super) async fn dry_run(session: &Session, document: &Value, if_revision: i64) -> Result<ApplyItem, Failure> {
    apply(session, document, if_revision, true).await
}

/// Applies a document of a schedule.
///
/// # Errors
/// If the request fails, or the document is refused.
pub(super) async fn save(session: &Session, document: &Value, if_revision: i64) -> Result<ApplyItem, Failure> {
    let item = apply(session, document, if_revision, false).await?;
    match &item.problem {
        None => Ok(item),
        Some(problem) => {
            let failure = refused(&problem.code, &problem.detail);
            Err(problem.hint.iter().fold(failure, Failure::with_hint))
        }
    }
}

async fn apply(session: &Session, document: &Value, if_revision: i64, is_dry: bool) -> Result<ApplyItem, Failure> {
    let mut document = document.as_object().cloned().unwrap_or_default();
    document.insert("if_revision".to_owned(), if_revision.into());
    one(session.client(), &document, is_dry).await
}

/// Returns a change as text: one line per field, and the occurrences that differ.
pub(super) fn text(item: &ApplyItem, zone: &TimeZone, style: Style) -> String {
    let mut text = String::new();
    let (before, after) = (flat(item.before.as_ref()), flat(item.after.as_ref()));
    let mut paths: Vec<&String> = before.iter().chain(&after).map(|(path, _)| path).collect();
    paths.sort_unstable();
    paths.dedup();
    for path in paths {
        let (old, new) = (shown(&before, path), shown(&after, path));
        if old != new {
            let _ = writeln!(text, "  {path}: {old} -> {new}");
        }
    }
    if let Some(status) = &item.status {
        let _ = writeln!(text, "  status: {} -> {}", status.from.as_deref().unwrap_or("-"), status.to);
    }
    if let Some(diff) = &item.occurrences {
        text.push_str(&occurrences(diff, zone, style));
    } else if !text.is_empty() {
        text.push_str("No occurrence in the next 30 days changes.\n");
    }
    for warning in &item.warnings {
        let _ = writeln!(text, "{}", style.paint(Tone::Warn, &format!("warning: {}", warning.message)));
    }
    text
}

fn occurrences(diff: &OccurrenceDiff, zone: &TimeZone, style: Style) -> String {
    let more = if diff.truncated { "at least " } else { "" };
    let days = (diff.until.duration_since(diff.from).as_hours() + 12) / 24;
    let mut text = format!(
        "Occurrences in the next {days} days: {more}{} added, {} removed, {} moved\n",
        diff.added.len(),
        diff.removed.len(),
        diff.moved.len()
    );
    let mut group = |tone: Tone, lines: Vec<String>| {
        for line in lines.iter().take(SHOWN_MAX) {
            let _ = writeln!(text, "  {}", style.paint(tone, line));
        }
        if lines.len() > SHOWN_MAX {
            let _ = writeln!(text, "    and {} more", lines.len() - SHOWN_MAX);
        }
    };
    group(Tone::Good, diff.added.iter().map(|one| format!("+ {}", local(one.at, zone))).collect());
    group(Tone::Bad, diff.removed.iter().map(|one| format!("- {}", local(one.at, zone))).collect());
    let moved = diff.moved.iter().map(|one| format!("~ {} -> {}", local(one.from.at, zone), local(one.to.at, zone)));
    group(Tone::Warn, moved.collect());
    text
}

/// Returns an instant in a time zone, such as `Mon 2026-01-05 09:00:00 +01:00`.
pub(super) fn local(at: Timestamp, zone: &TimeZone) -> String {
    at.to_zoned(zone.clone()).strftime("%a %Y-%m-%d %H:%M:%S %:z").to_string()
}

/// Returns the time zone of a schedule, or UTC if it has none that this program knows.
pub(super) fn zone_of(schedule: &Value) -> TimeZone {
    let name = schedule.pointer("/spec/timezone").and_then(Value::as_str);
    name.and_then(|name| refrain_recurrence::time_zone(name).ok()).unwrap_or(TimeZone::UTC)
}

/// Returns the values that are no objects, by their paths.
fn flat(value: Option<&Value>) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    let mut left: Vec<(String, &Value)> = value.map(|value| (String::new(), value)).into_iter().collect();
    while let Some((path, value)) = left.pop() {
        match value {
            Value::Object(fields) => {
                let dot = if path.is_empty() { "" } else { "." };
                left.extend(fields.iter().map(|(name, value)| (format!("{path}{dot}{name}"), value)));
            }
            other => found.push((path, other.clone())),
        }
    }
    found
}

fn shown(values: &[(String, Value)], path: &str) -> String {
    let Some((_, value)) = values.iter().find(|(name, _)| name == path) else { return "-".to_owned() };
    let text = one_line(&value.as_str().map_or_else(|| value.to_string(), str::to_owned));
    match text.char_indices().nth(VALUE_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_change_is_shown_by_field_and_by_occurrence() {
        let occurrence = |at: &str| json!({ "at": at, "period_key": at });
        let item: ApplyItem = serde_json::from_value(json!({
            "kind": "schedule", "name": "digest", "result": "updated", "warnings": [], "revision": 1,
            "before": {
                "retry": { "max_attempts": 2 },
                "spec": { "recurrence": { "on_days": ["monday"], "unit": "weeks" } },
            },
            "after": { "retry": { "max_attempts": 5 }, "spec": { "recurrence": { "unit": "days" } } },
            "occurrences": {
                "from": "2026-11-19T18:00:00Z", "until": "2026-12-19T18:00:00Z", "truncated": false,
                "added": [occurrence("2026-11-21T08:00:00Z")], "removed": [],
                "moved": [{ "from": occurrence("2026-11-23T08:00:00Z"), "to": occurrence("2026-11-23T09:00:00Z") }],
            },
        }))
        .unwrap();
        let expected = "  retry.max_attempts: 2 -> 5\n  spec.recurrence.on_days: [\"monday\"] -> -\n  \
                        spec.recurrence.unit: weeks -> days\n\
                        Occurrences in the next 30 days: 1 added, 0 removed, 1 moved\n  \
                        + Sat 2026-11-21 08:00:00 +00:00\n  \
                        ~ Mon 2026-11-23 08:00:00 +00:00 -> Mon 2026-11-23 09:00:00 +00:00\n";
        assert_eq!(text(&item, &TimeZone::UTC, Style::plain()), expected);
    }
}
