//! A plan as text for people.

use std::fmt::Write as _;

use refrain_client::types::{DiffOccurrence, OccurrenceDiff};

use super::changes::changes;
use super::entry::{PlanEntry, PlanKind};
use super::local_time::local_time;
use super::plan::Plan;
use crate::document::Document;
use crate::output::{Style, Tone};

/// Number of created documents that are listed, unless all are shown. Deleted ones are always listed.
const CREATED_MAX: usize = 50;
/// Number of occurrences of each change that are listed for a schedule, unless all are shown.
const OCCURRENCES_MAX: usize = 5;

/// What of a plan is shown.
#[derive(Clone, Copy, Debug)]
pub struct ShowOptions {
    /// Whether long lists are shown in full.
    pub is_wide: bool,
    /// Number of days for which occurrences were compared.
    pub days: u32,
    /// Colors.
    pub style: Style,
}

/// Returns the changes of a plan, and their number.
pub fn show(plan: &Plan, options: ShowOptions) -> String {
    let mut text = String::new();
    let created_max = if options.is_wide { usize::MAX } else { CREATED_MAX };
    let mut created = 0;
    for entry in &plan.entries {
        let kind = entry.kind();
        match kind {
            PlanKind::Unchanged | PlanKind::Refused => continue,
            PlanKind::Created => {
                created += 1;
                if created > created_max {
                    continue;
                }
            }
            PlanKind::Changed | PlanKind::Affected | PlanKind::Deleted | PlanKind::Pruned => {}
        }
        show_entry(&mut text, entry, kind, options);
    }
    if created > created_max {
        let _ = writeln!(text, "… and {} more created; use --wide to show all", created - created_max);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&summary(plan));
    text
}

fn show_entry(text: &mut String, entry: &PlanEntry, kind: PlanKind, options: ShowOptions) {
    let (sign, tone) = match kind {
        PlanKind::Created => ("+", Tone::Good),
        PlanKind::Changed | PlanKind::Affected => ("~", Tone::Warn),
        PlanKind::Deleted | PlanKind::Pruned => ("-", Tone::Bad),
        PlanKind::Unchanged | PlanKind::Refused => (" ", Tone::Plain),
    };
    let place = entry.document.as_ref().and_then(Document::place);
    let place = place.map(|place| options.style.paint(Tone::Dim, &format!(" ({place})"))).unwrap_or_default();
    let effect = if kind == PlanKind::Affected { "affected by a calendar" } else { kind.as_str() };
    let title = options.style.paint(tone, &format!("{sign} {}: {effect}", entry.title()));
    let _ = writeln!(text, "{title}{place}");
    let item = &entry.item;
    if let Some(sentence) = item.sentence.as_ref().filter(|_| kind == PlanKind::Created) {
        let _ = writeln!(text, "    {sentence}");
    }
    if kind == PlanKind::Changed {
        for line in changes(item.before.as_ref(), item.after.as_ref()) {
            let _ = writeln!(text, "    {line}");
        }
    }
    if let Some(status) = &item.status {
        let from = status.from.as_deref().unwrap_or("new");
        let _ = writeln!(text, "    status: {from} → {}", status.to);
    }
    if let Some(occurrences) = &item.occurrences {
        show_occurrences(text, occurrences, options);
    }
    for warning in &item.warnings {
        let label = options.style.paint(Tone::Warn, &format!("warning[{}]:", warning.code));
        let _ = writeln!(text, "    {label} {}", warning.message);
    }
}

fn show_occurrences(text: &mut String, change: &OccurrenceDiff, options: ShowOptions) {
    let more = if change.truncated { "at least " } else { "" };
    let counts = [(change.added.len(), "added"), (change.removed.len(), "removed"), (change.moved.len(), "moved")];
    let counts: Vec<String> =
        counts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect();
    let days = if options.days == 1 { "day".to_owned() } else { format!("{} days", options.days) };
    let _ = writeln!(text, "    occurrences in the next {days}: {more}{}", counts.join(", "));
    let at = |sign: &str, tone: Tone, one: &DiffOccurrence| {
        options.style.paint(tone, &format!("      {sign} {}", local_time(one)))
    };
    list(text, change.added.iter().map(|one| at("+", Tone::Good, one)), options);
    list(text, change.removed.iter().map(|one| at("-", Tone::Bad, one)), options);
    let moved = change.moved.iter().map(|one| {
        let line = format!("      > {} → {}", local_time(&one.from), local_time(&one.to));
        options.style.paint(Tone::Warn, &line)
    });
    list(text, moved, options);
}

fn list(text: &mut String, lines: impl ExactSizeIterator<Item = String>, options: ShowOptions) {
    let (length, shown_max) = (lines.len(), if options.is_wide { usize::MAX } else { OCCURRENCES_MAX });
    for line in lines.take(shown_max) {
        let _ = writeln!(text, "{line}");
    }
    if length > shown_max {
        let _ = writeln!(text, "      … {} more", length - shown_max);
    }
}

/// Returns the number of documents of each kind of effect, such as `2 created, 1 changed, 9997 unchanged.`
fn summary(plan: &Plan) -> String {
    let counts = plan.counts();
    let parts: Vec<String> = counts.iter().map(|(kind, count)| format!("{count} {}", kind.as_str())).collect();
    format!("Plan: {}.\n", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::document::read_sources;
    use crate::source::Source;
    use crate::tree::Limits;

    fn plan(items: serde_json::Value) -> Plan {
        let text = "id: a\naction: {}\n---\nid: b\naction: {}\n";
        let documents = read_sources(vec![Source::new("f.yaml", text)], Limits::default()).unwrap();
        let items: Vec<_> = serde_json::from_value(items).unwrap();
        let documents = documents.into_iter().map(Some).chain([None]);
        let entries = documents.zip(items);
        let entries = entries.map(|(document, item)| PlanEntry { request: serde_json::Map::new(), document, item });
        Plan { entries: entries.collect(), server_version: None }
    }

    #[test]
    fn a_plan_shows_fields_occurrences_and_the_number_of_changes() {
        let one = |at: &str| json!({"at": at, "period_key": "k[Europe/Berlin]"});
        let plan = plan(json!([
            {"kind": "schedule", "name": "a", "result": "created", "revision": 0, "warnings": [], "sentence": "Daily"},
            {"kind": "schedule", "name": "b", "result": "updated", "revision": 4,
             "warnings": [{"code": "dst_gap", "message": "skipped"}],
             "before": {"description": "x"}, "after": {"description": "y"}, "status": {"from": "active", "to": "paused"},
             "occurrences": {"from": "2026-01-01T00:00:00Z", "until": "2026-01-31T00:00:00Z", "truncated": false,
                             "added": [one("2026-01-05T08:00:00Z")], "removed": [],
                             "moved": [{"from": one("2026-01-06T08:00:00Z"), "to": one("2026-01-06T09:00:00Z")}]}},
            {"kind": "schedule", "name": "c", "result": "deleted", "revision": 1, "warnings": []},
        ]));
        let options = ShowOptions { is_wide: false, days: 30, style: Style::plain() };
        let expected = "\
+ schedule a: created (f.yaml:1:1)
    Daily
~ schedule b: changed (f.yaml:4:1)
    description: \"x\" → \"y\"
    status: active → paused
    occurrences in the next 30 days: 1 added, 1 moved
      + Mon 2026-01-05 09:00:00 +01:00
      > Tue 2026-01-06 09:00:00 +01:00 → Tue 2026-01-06 10:00:00 +01:00
    warning[dst_gap]: skipped
- schedule c: pruned

Plan: 1 created, 1 changed, 1 pruned.
";
        assert_eq!(show(&plan, options), expected);
    }
}
