//! `refrain next --batch`: lines in, lines out.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod run;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::run::{command, run_to_end};

/// Returns the answers to the lines of `input`.
fn answers(input: &[u8]) -> Vec<Value> {
    let run = run_to_end(&mut command(&["next", "--batch"]), input);
    assert_eq!((run.exit_code, run.err.as_str()), (0, ""));
    run.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// Returns the answer to one question.
#[track_caller]
fn answer(question: &Value) -> Value {
    let [answer] = <[Value; 1]>::try_from(answers(question.to_string().as_bytes())).unwrap();
    answer
}

/// Checks the answer to a question, ignoring its ID.
#[track_caller]
fn check(question: &Value, expected: &Value) {
    let mut reported = answer(question);
    reported.as_object_mut().unwrap().remove("id");
    assert_eq!(reported, *expected, "{question}");
}

#[test]
fn a_question_is_answered_with_instants_and_keys() {
    check(
        &json!({"id": 1, "expression": "0 9 * * *", "timezone": "Europe/Berlin", "from": "2026-03-28T00:00:00Z", "count": 2}),
        &json!({
            "next": ["2026-03-28T08:00:00Z", "2026-03-29T07:00:00Z"],
            "period_keys": ["2026-03-28T09:00:00[Europe/Berlin]", "2026-03-29T09:00:00[Europe/Berlin]"],
            "exhausted": false,
        }),
    );
}

#[test]
fn the_id_is_echoed_verbatim() {
    for id in ["1", "1.50", "\"a\\u00e9\"", "null", "[1, {\"a\": 2}]", "{\"id\": 3}", "-0", "true"] {
        let line = format!(r#"{{"id":{id},"expression":"@daily","from":"2026-01-01T00:00:00Z"}}"#);
        let out = run_to_end(&mut command(&["next", "--batch", "-"]), line.as_bytes()).out;
        assert!(out.starts_with(&format!("{{\"id\":{id},\"next\":")), "{id}: {out}");
        let bad = format!(r#"{{"expression":"x","id":{id}}}"#);
        let out = run_to_end(&mut command(&["next", "--batch", "-"]), bad.as_bytes()).out;
        assert!(out.starts_with(&format!("{{\"id\":{id},\"error\":")), "{id}: {out}");
    }
    let without = answer(&json!({"expression": "@daily", "from": "2026-01-01T00:00:00Z"}));
    assert_eq!(without["id"], Value::Null);
}

/// Checks the instants that a question finds, and whether there are no more.
#[track_caller]
fn finds(question: &Value, expected: &[&str], exhausted: bool) {
    let reported = answer(question);
    assert_eq!(reported["next"], json!(expected), "{question} {reported}");
    assert_eq!(reported["exhausted"], exhausted, "{question} {reported}");
    assert_eq!(reported["period_keys"].as_array().unwrap().len(), expected.len());
}

#[test]
fn fields_control_the_search() {
    let from = "2026-01-01T09:00:00Z";
    let daily = |more: Value| -> Value {
        let mut question = json!({"expression": "0 9 * * *", "from": from, "count": 2});
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        question
    };
    let (first, second, third) = ("2026-01-01T09:00:00Z", "2026-01-02T09:00:00Z", "2026-01-03T09:00:00Z");
    finds(&daily(json!({})), &[second, third], false);
    finds(&daily(json!({"inclusive": true})), &[first, second], false);
    finds(&daily(json!({"direction": "prev"})), &["2025-12-31T09:00:00Z", "2025-12-30T09:00:00Z"], false);
    finds(&daily(json!({"direction": "prev", "inclusive": true})), &[first, "2025-12-31T09:00:00Z"], false);
    finds(&daily(json!({"max_runs": 1})), &[second], true);
    finds(&daily(json!({"max_runs": 2})), &[second, third], true);
    finds(&daily(json!({"max_runs": 3})), &[second, third], false);
    finds(&daily(json!({"ends_at": third})), &[second], true);
    finds(&daily(json!({"ends_at": "2026-01-03T10:00"})), &[second, third], true);
    finds(&daily(json!({"starts_at": third, "count": 1})), &[third], false);
    finds(&daily(json!({"count": null, "timezone": null})), &[second], false);
    finds(
        &daily(json!({"from": "2026-01-01T09:00", "timezone": "Asia/Tokyo", "count": 1})),
        &["2026-01-02T00:00:00Z"],
        false,
    );
    finds(&daily(json!({"from": "2026-01-02T10:00:00.5+02:00", "count": 1})), &[second], false);
    finds(&daily(json!({"from": "9999-12-31T23:59:59Z"})), &[], true);
    finds(&daily(json!({"from": "0001-01-05T00:00:00Z", "count": 1})), &["0001-01-05T09:00:00Z"], false);
    finds(&daily(json!({"first_run": {"after": "30m"}})), &["2026-01-01T09:30:00Z", second], false);
}

#[test]
fn every_notation_and_kind_is_answered() {
    let from = "2026-01-01T00:00:00Z";
    for (expression, expected) in [
        ("@hourly", "2026-01-01T01:00:00Z"),
        ("@every 90s", "2026-01-01T00:01:30Z"),
        ("every 15 minutes", "2026-01-01T00:15:00Z"),
        ("RRULE:FREQ=WEEKLY;BYDAY=MO", "2026-01-05T00:00:00Z"),
        ("2026-07-01T12:00:00Z", "2026-07-01T12:00:00Z"),
    ] {
        let reported = answer(&json!({"expression": expression, "from": from}));
        assert_eq!(reported["next"], json!([expected]), "{expression}");
    }
    for (recurrence, expected) in [
        (json!({"kind": "cron", "expression": "0 9 * * *"}), "2026-01-01T09:00:00Z"),
        (json!({"kind": "every", "every": 15, "unit": "minutes", "on_second": 30}), "2026-01-01T00:15:30Z"),
        (json!({"kind": "calendar", "frequency": "quarterly", "at": "period_end"}), "2026-04-01T00:00:00Z"),
        (json!({"kind": "rrule", "text": "FREQ=DAILY;BYHOUR=6"}), "2026-01-01T06:00:00Z"),
        (json!({"kind": "once", "at": "2026-07-01T12:00:00Z"}), "2026-07-01T12:00:00Z"),
        (
            json!({"kind": "any", "of": [{"kind": "cron", "expression": "@daily"}, {"kind": "cron", "expression": "0 9 * * *"}]}),
            "2026-01-01T09:00:00Z",
        ),
    ] {
        let reported = answer(&json!({"recurrence": recurrence, "from": from}));
        assert_eq!(reported["next"], json!([expected]), "{recurrence}");
    }
}

#[test]
fn cron_options_come_from_the_line_or_the_recurrence() {
    let from = "2026-03-28T12:00:00Z";
    let ask = |fields: Value| {
        let mut question = json!({"from": from});
        question.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        answer(&question)["next"][0].clone()
    };
    let last_friday = "2026-04-24T18:00:00Z";
    assert_eq!(ask(json!({"expression": "0 0 18 ? * 6L", "dialect": "quartz"})), last_friday);
    assert_eq!(
        ask(json!({"recurrence": {"kind": "cron", "expression": "0 0 18 ? * 6L"}, "dialect": "quartz"})),
        last_friday
    );
    // A field of the recurrence itself takes precedence.
    assert_eq!(
        ask(
            json!({"recurrence": {"kind": "cron", "expression": "0 0 18 ? * 6L", "dialect": "quartz"}, "dialect": "unix"})
        ),
        last_friday
    );
    assert_eq!(ask(json!({"expression": "0 0 13 * FRI", "day_match": "and"})), "2026-11-13T00:00:00Z");
    assert_eq!(ask(json!({"expression": "0 9 * * * 30", "seconds": "last"})), "2026-03-29T09:00:30Z");
    let berlin = |dst: Value| ask(json!({"expression": "30 2 * * *", "timezone": "Europe/Berlin", "dst": dst}));
    assert_eq!(berlin(json!({})), "2026-03-29T01:00:00Z");
    assert_eq!(berlin(json!({"gap": "skip"})), "2026-03-30T00:30:00Z");
    assert_eq!(berlin(json!({"gap": "same_offset", "fold": "last", "class": "fixed"})), "2026-03-29T01:30:00Z");
}

#[test]
fn a_line_may_use_the_calendars_of_the_batch() {
    let calendars = r#"{"off": {"weekend": ["saturday", "sunday"]}}"#;
    let line = br#"{"id":1,"expression":"0 9 * * *","calendars":[{"name":"off"}],"from":"2026-01-02T12:00:00Z"}"#;
    let run = run_to_end(&mut command(&["next", "--batch", "--calendars", calendars]), line);
    assert!(run.out.starts_with(r#"{"id":1,"next":["2026-01-05T09:00:00Z"]"#), "{}", run.out);
}

#[test]
fn an_instant_matches_or_does_not() {
    let ask = |at: &str| json!({"expression": "0 9 * * *", "timezone": "Europe/Berlin", "matches_at": at});
    check(&ask("2026-01-01T08:00:00Z"), &json!({"matches": true}));
    check(&ask("2026-01-01T09:00"), &json!({"matches": true}));
    check(&ask("2026-01-01T09:00:00Z"), &json!({"matches": false}));
    check(&ask("2026-01-01T08:00:00.5Z"), &json!({"matches": false}));
}

/// Checks that a bad line gets an error and that the next line gets an answer.
#[track_caller]
fn refused(line: &[u8], id: &Value, code: &str, column: Option<u64>) {
    let good = br#"{"id":"after","expression":"@daily","from":"2026-01-01T00:00:00Z"}"#;
    let reported = answers(&[line, b"\n", good, b"\n"].concat());
    let shown = String::from_utf8_lossy(&line[..line.len().min(100)]);
    assert_eq!(reported.len(), 2, "{shown}");
    let error = &reported[0]["error"];
    assert_eq!((error["code"].as_str(), error["column"].as_u64()), (Some(code), column), "{shown}: {error}");
    assert_eq!(reported[0]["id"], *id, "{shown}");
    assert!(error.to_string().len() < 1000, "{error}");
    assert_eq!(reported[1]["next"], json!(["2026-01-02T00:00:00Z"]));
}

#[test]
fn a_bad_expression_has_a_code_and_column() {
    let long = format!("{} * * * *", "1,".repeat(100_000));
    for (expression, code, column) in [
        ("", "bad_field_count", 1),
        ("       ", "bad_field_count", 1),
        ("\u{663} * * * *", "bad_value", 1),
        ("* * * * * * * *", "bad_field_count", 15),
        ("61 * * * *", "out_of_range", 1),
        ("0 0 31 2 *", "never_fires", 5),
        ("0 9 * * MUN", "unknown_name", 9),
        ("*/0 * * * *", "bad_step", 3),
        ("0 9 *\u{0} * *", "bad_value", 6),
        ("FREQ=SECONDLY;INTERVAL=0", "bad_step", 24),
        ("FREQ=DAILY;BYDAY=1MO", "conflict", 12),
        ("DTSTART:18991231T000000\nRRULE:FREQ=DAILY", "out_of_range", 9),
        ("1899-12-31T23:59:59Z", "out_of_range", 1),
        ("10000-01-01T00:00:00Z", "out_of_range", 1),
        ("TZ=Mars/Base 0 9 * * *", "unknown_zone", 4),
        ("every 5 minuts", "unknown_name", 9),
        (long.as_str(), "too_long", 1025),
    ] {
        let line = json!({"id": "x", "expression": expression, "from": "2026-01-01T00:00:00Z"}).to_string();
        refused(line.as_bytes(), &json!("x"), code, Some(column));
    }
}

#[test]
fn a_bad_field_has_its_column_in_the_line() {
    // The mark `‸` shows where the column points. It is not part of the line.
    for (fields, code) in [
        (r#""expression":"@daily","timezone":‸"Europe/Berln""#, "unknown_zone"),
        (r#""expression":"@daily","timezone":‸"""#, "unknown_zone"),
        (r#""expression":"@daily","timezone":‸"Mars","starts_at":"2026-01-01""#, "unknown_zone"),
        (r#""expression":"@daily","dialect":‸"vixie""#, "unknown_dialect"),
        (r#""recurrence":{"kind":"cron","expression":"@daily","dialect":‸"vixie"}"#, "unknown_dialect"),
        (r#""recurrence":{"kind":"once","at":‸"1899-12-31T23:59:59Z"}"#, "out_of_range"),
        (r#""recurrence":{"kind":"once","at":‸"10000-01-01T00:00:00Z"}"#, "out_of_range"),
        (r#""recurrence":{"kind":‸"sometimes"}"#, "unknown_name"),
        (r#""recurrence":{"kind":"every","every":‸0,"unit":"days"}"#, "bad_step"),
        (r#""recurrence":{"kind":"every","every":1,"unit":‸"fortnights"}"#, "unknown_name"),
        (r#""recurrence":{"kind":"every","every":1,"unit":"months","on_month_days":‸[40]}"#, "out_of_range"),
        (r#""expression":"@daily","starts_at":‸"1850-01-01""#, "out_of_range"),
        (r#""expression":"@daily","ends_at":‸"10000-01-01""#, "out_of_range"),
        (r#""expression":"@daily",‸"tz":"UTC""#, "bad_value"),
        (r#""expression":"@daily","count":‸0"#, "out_of_range"),
        (r#""expression":"@daily","count":‸10001"#, "out_of_range"),
        (r#""expression":"@daily","count":"1‸""#, "bad_value"),
        (r#""expression":"@daily","max_runs":-‸1"#, "bad_value"),
        (r#""expression":"@daily","direction":‸"back""#, "unknown_name"),
        (r#""expression":"@daily","day_match":‸"xor""#, "unknown_name"),
        (r#""expression":"@daily","seconds":‸"middle""#, "unknown_name"),
        (r#""expression":"@daily","dst":{"gap":‸"hop"}"#, "unknown_name"),
        (r#"‸"expression":"@daily","expression":"@daily""#, "bad_value"),
        (r#""expression":"@daily","recurrence":‸{"kind":"cron","expression":"@daily"}"#, "conflict"),
        (r#""expression":‸5"#, "bad_value"),
        (r#""inclusive":true"#, "bad_value"),
    ] {
        let marked = format!(r#"{{"id":[1],"from":"2026-01-01T00:00:00Z",{fields}}}"#);
        let column = marked.split_once('‸').map(|(before, _)| before.chars().count() as u64 + 1);
        refused(marked.replace('‸', "").as_bytes(), &json!([1]), code, column);
    }
    refused(br#"{"id":1,"expression":"@daily","from":"10000-01-01"}"#, &json!(1), "out_of_range", Some(38));
    refused(br#"{"id":1,"expression":"@daily","from":"now"}"#, &json!(1), "bad_value", Some(38));
    refused(br#"{"id":1,"expression":"@daily","matches_at":"now"}"#, &json!(1), "bad_value", Some(44));
}

#[test]
fn a_search_without_a_start_starts_now() {
    let reported = answer(&json!({ "id": "a", "expression": "@daily", "timezone": "UTC", "count": 3 }));
    assert_eq!(reported["next"].as_array().map(Vec::len), Some(3), "{reported}");
}

#[test]
fn an_invalid_line_gets_an_error_and_does_not_stop_the_batch() {
    refused(b"", &Value::Null, "bad_value", Some(1));
    refused(b"  \t ", &Value::Null, "bad_value", Some(1));
    refused(b"\r", &Value::Null, "bad_value", Some(1));
    refused(b"null", &Value::Null, "bad_value", Some(1));
    refused(b"[1,2]", &Value::Null, "bad_value", Some(1));
    refused(b"{", &Value::Null, "bad_value", Some(1));
    refused(b"\0\0\0", &Value::Null, "bad_value", Some(1));
    refused(br#"{"id":"cut","expression":"0 9 "#, &json!("cut"), "bad_value", Some(30));
    refused(b"{\"id\":\"bytes\",\"expression\":\"\xff\xfe\"}", &json!("bytes"), "bad_value", Some(29));
    refused(br#"{"id":"two"} {"id":"three"}"#, &json!("two"), "bad_value", Some(14));
}

#[test]
fn deep_and_long_lines_get_an_error_and_do_not_stop_the_batch() {
    let deep = |open: &str, close: &str| {
        let value = format!("{}{}", open.repeat(20_000), close.repeat(20_000));
        format!(r#"{{"id":"deep","from":"2026-01-01T00:00:00Z","recurrence":{value}}}"#)
    };
    refused(deep("[", "]").as_bytes(), &json!("deep"), "too_long", Some(89));
    refused(deep(r#"{"kind":"any","of":["#, "]}").as_bytes(), &json!("deep"), "too_long", Some(377));
    let unclosed = format!(r#"{{"id":"deep","recurrence":{}"#, "[".repeat(500_000));
    refused(unclosed.as_bytes(), &json!("deep"), "bad_value", Some(500_026));
    let long = format!(r#"{{"id":"long","expression":"{}"}}"#, "*".repeat(10_000_000));
    refused(long.as_bytes(), &json!("long"), "too_long", Some(1_048_577));
    let spaces = " ".repeat(10_000_000);
    refused(spaces.as_bytes(), &Value::Null, "too_long", Some(1_048_577));
}

#[test]
fn a_file_is_read_and_a_missing_one_is_bad_input() {
    let path = format!("{}/questions.jsonl", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, "{\"id\":1}\n{\"id\":2}").unwrap();
    let run = run_to_end(&mut command(&["next", "--batch", &path]), b"");
    assert_eq!((run.exit_code, run.out.lines().count()), (0, 2));
    let run = run_to_end(&mut command(&["next", "--batch", "/no/such/file"]), b"");
    assert_eq!(run.exit_code, 2);
    assert!(run.err.starts_with("error[bad_value]: cannot read /no/such/file"), "{}", run.err);
}

#[test]
fn many_lines_are_answered_in_order() {
    let count = 100_000;
    let question = |id: usize| {
        let (day, expression) = (id % 28 + 1, ["0 9 * * *", "every 2 hours", "61 * * * *"][id % 3]);
        format!("{{\"id\":{id},\"expression\":\"{expression}\",\"from\":\"2026-01-{day:02}T00:00:00Z\"}}\n")
    };
    let input: String = (0..count).map(question).collect();
    let reported = answers(input.as_bytes());
    assert_eq!(reported.len(), count);
    for (id, reported) in reported.iter().enumerate() {
        assert_eq!(reported["id"], json!(id));
        let hour = [9, 2, 0][id % 3];
        let expected = format!("2026-01-{:02}T{hour:02}:00:00Z", id % 28 + 1);
        match id % 3 {
            2 => assert_eq!(reported["error"]["code"], "out_of_range"),
            _ => assert_eq!(reported["next"], json!([expected])),
        }
    }
}

#[test]
fn each_question_is_answered_immediately() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_refrain"))
        .args(["next", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for id in 0..10 {
        writeln!(questions, r#"{{"id":{id},"expression":"@daily","from":"2026-01-01T00:00:00Z"}}"#).unwrap();
        let answer = answers.next().unwrap().unwrap();
        assert!(answer.starts_with(&format!("{{\"id\":{id},\"next\":")), "{answer}");
    }
    drop(questions);
    assert!(answers.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_output_ends_the_batch() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_refrain"))
        .args(["next", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut questions = child.stdin.take().unwrap();
    drop(child.stdout.take());
    let line = br#"{"id":1,"expression":"@daily","from":"2026-01-01T00:00:00Z"}"#;
    // The pipe stays open after the first line. The run must end nevertheless.
    questions.write_all(&[line, &b"\n"[..]].concat()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    drop(questions);
}
