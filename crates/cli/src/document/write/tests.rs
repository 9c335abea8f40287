use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::document::{DocumentKind, read_sources};
use crate::source::Source;
use crate::tree::{Budget, Format, Limits, parse};

#[track_caller]
fn check(value: &Value) {
    let text = write_value(value);
    let mut problems = Vec::new();
    let source = Source::new("f", text.clone());
    let nodes = parse(&source, Format::Yaml, &mut Budget::new(Limits::default()), &mut problems);
    assert_eq!(problems, [], "{text}");
    assert_eq!(nodes.len(), 1, "{text}");
    assert_eq!(nodes[0].to_json(), *value, "{text}");
}

fn documents(text: &str) -> Vec<Document> {
    let mut documents = read_sources(vec![Source::new("f.yaml", text)], Limits::default()).unwrap();
    documents.iter_mut().for_each(|document| document.origin = None);
    documents
}

#[test]
fn documents_are_written_in_a_fixed_order() {
    let body = json!({
        "spec": {"timezone": "Europe/Berlin", "dst": {"gap": "skip"}, "recurrence": {"expression": "*/5 * * * *", "kind": "cron"}},
        "action": {"payload": {"zone": 1, "id": "no", "lines": "a\nb\n"}, "target": "backup", "provider": "command"},
        "description": "0 9 * * *",
        "calendars": [],
        "labels": {"e": "1e3", "a": "2026-01-01"},
        "discriminators": ["eu", "us"],
    });
    let Value::Object(body) = body else { unreachable!() };
    let mut paused = Document { is_enabled: false, ..Document::new(DocumentKind::Schedule, "backup", body) };
    paused.comment = vec!["from a crontab\nline 2".to_owned(), String::new()];
    let Value::Object(hold) = json!({"code": "legal"}) else { unreachable!() };
    let text = write(&[paused.clone(), Document::new(DocumentKind::Hold, "case-1", hold)]);
    let expected = "\
# from a crontab line 2
#
kind: schedule
id: backup
enabled: false
description: \"0 9 * * *\"
labels:
  a: \"2026-01-01\"
  e: \"1e3\"
spec:
  recurrence:
    kind: cron
    expression: \"*/5 * * * *\"
  timezone: Europe/Berlin
  dst:
    gap: skip
calendars: []
action:
  provider: command
  target: backup
  payload:
    id: \"no\"
    lines: |
      a
      b
    zone: 1
discriminators:
  - eu
  - us
---
kind: hold
name: case-1
code: legal
";
    assert_eq!(text, expected);
    paused.comment.clear();
    assert_eq!(documents(&text)[0], paused);
    assert_eq!(write(&documents(&text)), expected.replace("# from a crontab line 2\n#\n", ""));
}

#[test]
fn texts_that_look_like_something_else_are_quoted() {
    let check = |text: &str, written: &str| assert_eq!(scalar::flow(text), written, "{text}");
    for plain in ["a", "Europe/Berlin", "/usr/bin/a -b", "a:b", "http://a/b?".trim_end_matches('?'), "nope"] {
        check(plain, plain);
    }
    for quoted in [
        "",
        "no",
        "NO",
        "y",
        "~",
        "null",
        "1e3",
        "0 9 * * *",
        "*/5",
        "-",
        "a: b",
        "a ",
        "a #b",
        "2026-01-01",
        "09:00",
        "é",
        "a?",
    ] {
        check(quoted, &format!("\"{quoted}\""));
    }
    check("say \"a\"", "'say \"a\"'");
    check("it's \"a\"", "\"it's \\\"a\\\"\"");
    check("a\tb\u{85}\u{feff}", "\"a\\tb\\x85\\uFEFF\"");
    assert_eq!(write_value(&json!([1e300, 1.5e-9, 1.0, 12])), "- 1.0e+300\n- 1.5e-9\n- 1.0\n- 12\n");
}

#[test]
fn blocks_keep_their_line_breaks() {
    for text in [
        "a\nb",
        "a\nb\n",
        "a\nb\n\n",
        "a\n\n b\n",
        " a\nb",
        "\na\nb",
        "a\n \nb",
        "a\n\t\nb",
        "a\r\nb",
        "\n",
        "\n\n",
        "a\n#b\n- c: d\n",
        "a\nb \n",
        "---\n...\n",
    ] {
        check(&json!({"a": text, "b": [text, [text, {"c": text}]]}));
        check(&json!(text));
    }
}

#[test]
fn long_keys_and_nested_lists_are_read_again() {
    check(&json!({"k".repeat(3_000): {"a": 1}}));
    check(&json!([[[], [1, [2]]], {"a": [[{}]]}, {"": null}]));
}

fn value() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        any::<String>(),
        "[-?:,\\[\\]{}#&*!|>'\"%@` \\n\\t.~0-9a-z]{0,12}",
        "[0-9.eE+-]{1,6}",
        prop::sample::select(vec!["no", "1e3", "0 9 * * *", "<<", "=", "0x1f", "1_0", ".inf", "12:30:45"])
            .prop_map(str::to_owned),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(text.clone(), inner, 0..5)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn every_value_is_read_as_it_was_written(value in value()) {
        check(&value);
    }

    #[test]
    fn no_text_panics(text in "[-?:,\\[\\]{}#&*!|>'\"%@` \\n\\t.~0-9a-zé]{0,60}") {
        for format in [Format::Yaml, Format::Toml, Format::Json] {
            parse(&Source::new("f", text.clone()), format, &mut Budget::new(Limits::default()), &mut Vec::new());
        }
    }
}
