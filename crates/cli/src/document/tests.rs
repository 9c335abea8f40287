use serde_json::json;

use super::*;
use crate::source::Source;
use crate::tree::Limits;

fn read_one(name: &str, text: &str) -> Result<Vec<Document>, String> {
    read_sources(vec![Source::new(name, text)], Limits::default()).map_err(|problems| problems.to_string())
}

#[track_caller]
fn names(name: &str, text: &str) -> Vec<(DocumentKind, String, bool)> {
    let documents = read_one(name, text).unwrap();
    documents.into_iter().map(|document| (document.kind, document.name, document.is_enabled)).collect()
}

#[track_caller]
fn check_error(name: &str, text: &str, shown: &str) {
    assert_eq!(read_one(name, text).unwrap_err(), shown, "{text}");
}

#[test]
fn every_format_holds_several_documents() {
    use DocumentKind::{Alert, Calendar, DispatchRule, Schedule};
    let yaml = "id: a\ncron: '@daily'\naction: {provider: log}\n---\nkind: calendar\nname: off.2026\n---\n- {kind: schedule, id: b, enabled: false}\n";
    let expected =
        [(Schedule, "a".to_owned(), true), (Calendar, "off.2026".to_owned(), true), (Schedule, "b".to_owned(), false)];
    assert_eq!(names("f.yaml", yaml), expected);
    let json = r#"[{"id": "a", "action": {}}, {"kind": "calendar", "name": "off.2026"}] {"kind": "schedule", "id": "b", "enabled": false}"#;
    assert_eq!(names("f.json", json), expected);
    assert_eq!(names("-", json), expected);
    let toml =
        "[[schedule]]\nid = \"a\"\n[[calendar]]\nname = \"off.2026\"\n[[schedule]]\nid = \"b\"\nenabled = false\n";
    assert_eq!(names("f.toml", toml), [expected[0].clone(), expected[2].clone(), expected[1].clone()]);
    let toml = "name = \"quiet\"\nkind = \"dispatch_rule\"\n";
    assert_eq!(names("f.toml", toml), [(DispatchRule, "quiet".to_owned(), true)]);
    let alert = "kind: alert\nname: on-call\non: [failing]\naction: {provider: log}\n";
    assert_eq!(names("f.yaml", alert), [(Alert, "on-call".to_owned(), true)]);
}

#[test]
fn the_body_has_the_fields_of_the_api_only() {
    let documents = read_one("f.yaml", "kind: schedule\nversion: 1\nid: a\nenabled: false\ncron: x\n---\nkind: dispatch_rule\nname: r\nenabled: false\n").unwrap();
    assert_eq!(Value::Object(documents[0].body.clone()), json!({"cron": "x"}));
    assert_eq!(Value::Object(documents[1].body.clone()), json!({"enabled": false}));
    assert!(documents[1].is_enabled);
}

#[test]
fn a_later_error_points_at_its_field() {
    let text = "kind: schedule\nid: a\nspec:\n  recurrence:\n    kind: any\n    of:\n      - {kind: cron}\n      - {kind: cron, expression: 0 9 * * MUN}\n";
    let document = read_one("f.yaml", text).unwrap().remove(0);
    let place = |path: &str| document.place_of(path).unwrap().to_string();
    assert_eq!(place("spec.recurrence.of[1].expression"), "f.yaml:8:34");
    assert_eq!(place("spec.recurrence.of[0].expression"), "f.yaml:7:9");
    assert_eq!(place("spec.timezone"), "f.yaml:4:3");
    assert_eq!(place(""), "f.yaml:1:1");
    assert_eq!(document.place(), document.place_of("nothing"));
    let problem = document.problem("id", "conflict", "it exists").to_string();
    assert_eq!(problem, "error[conflict]: f.yaml:2:5: it exists\n  id: a\n      ^\n");
    let made = Document::new(DocumentKind::Schedule, "a", Map::new());
    assert_eq!(made.problem("id", "conflict", "it exists").to_string(), "error[conflict]: schedule `a`: it exists\n");
}

#[test]
fn errors_of_all_documents_are_reported_together() {
    check_error(
        "f.yaml",
        "kind: job\nid: a\n---\nkind: schedule\n---\nid: [1\n---\nkind: hold\nname: a b\nversion: 7\n",
        "error[unknown_kind]: f.yaml:1:7: `job` is not a kind of document\n  kind: job\n        ^\n\
         hint: one of schedule, calendar, dispatch_rule, hold, quota, alert\n\
         error[missing_value]: f.yaml:4:1: the schedule has no `id`\n  kind: schedule\n  ^\n\
         hint: add a field `id` that never changes\n\
         error[bad_syntax]: f.yaml:6:5: not YAML: unclosed bracket '['\n  id: [1\n      ^\n\
         error[bad_value]: f.yaml:9:7: `a b` cannot be the `name` of a hold\n  name: a b\n        ^\n\
         hint: use 1 to 128 letters, digits, `_`, `.`, `-`\n\
         error[newer_version]: f.yaml:10:10: the document has version 7; this program reads version 1\n  \
         version: 7\n           ^\nhint: use a newer version of this program\n",
    );
    check_error(
        "f.toml",
        "[[schedules]]\nid = \"a\"\n",
        "error[unknown_kind]: f.toml:1:3: `schedules` is not a kind of document\n  [[schedules]]\n    ^\n\
         hint: did you mean `schedule`?\n",
    );
    check_error(
        "f.toml",
        "[[schedule]]\nid = \"a\"\nkind = \"hold\"\n",
        "error[conflict]: f.toml:3:8: the kind is hold, but the document is in `[[schedule]]`\n  kind = \"hold\"\n         ^\n",
    );
    check_error(
        "f.yaml",
        "id: 7\nenabled: no\naction: {}\n",
        "error[bad_value]: f.yaml:1:5: expected a text as the `id`, found a number\n  id: 7\n      ^\n\
         hint: write it in quotes\n\
         error[bad_value]: f.yaml:2:10: expected true or false as `enabled`, found \"no\"\n  enabled: no\n           ^\n",
    );
    check_error(
        "f.yaml",
        "just a text\n",
        "error[bad_value]: f.yaml:1:1: expected a table with the fields of a document, found a text\n  just a text\n  ^\n",
    );
}

#[test]
fn an_id_defined_twice_names_both_places() {
    let one = Source::new("a.yaml", "id: x\naction: {}\n");
    let two = Source::new("b.yaml", "# two\nid: x\naction: {}\n---\nkind: hold\nname: x\n");
    let problems = read_sources(vec![one, two], Limits::default()).unwrap_err().to_string();
    let shown = "error[duplicate_id]: b.yaml:2:5: schedule `x` is defined twice; the first definition is at a.yaml:1:1\n  id: x\n      ^\n";
    assert_eq!(problems, shown);
}

#[test]
fn an_enabled_schedule_needs_a_real_target() {
    let text = "id: a\naction: {provider: webhook, target: 'https://example.invalid/a'}\n";
    check_error(
        "f.yaml",
        text,
        "error[incomplete_target]: f.yaml:2:37: the target is a placeholder, so the schedule cannot run\n  \
         action: {provider: webhook, target: 'https://example.invalid/a'}\n                                      ^\n\
         hint: write the address of the receiver, or keep `enabled: false`\n",
    );
    assert!(read_one("f.yaml", &format!("enabled: false\n{text}")).is_ok());
}

#[test]
fn placeholders_are_recognized_by_their_host() {
    for target in ["https://example.invalid/jobs/a", "https://example.invalid", "http://a.example.invalid:80/"] {
        assert!(is_placeholder(target), "{target}");
    }
    for target in ["https://example.com/example.invalid", "example.invalid", "https://myexample.invalid/", ""] {
        assert!(!is_placeholder(target), "{target}");
    }
}

#[test]
fn a_document_without_a_kind_has_the_default_one() {
    use DocumentKind::{Alert, Hold, Quota};
    let check = |name: &str, text: &str, default: DocumentKind, expected: &[DocumentKind]| {
        let documents = read_sources_as(vec![Source::new(name, text)], Limits::default(), Some(default)).unwrap();
        assert_eq!(documents.iter().map(|document| document.kind).collect::<Vec<_>>(), expected, "{text}");
    };
    check("f.yaml", "name: a\ncode: x\n---\nname: b\nkind: quota\n", Hold, &[Hold, Quota]);
    check("f.toml", "name = \"a\"\nlimit = 1\n", Quota, &[Quota]);
    check("f.toml", "[[hold]]\nname = \"a\"\n", Quota, &[Hold]);
    check("f.json", r#"{"name": "a", "action": {"provider": "log"}}"#, Alert, &[Alert]);
}
