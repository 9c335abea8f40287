//! `refrain lint -f`: files of documents are checked as a server would check them.

use serde_json::Value;

use super::folder::Folder;
use super::{refrain, refrain_with};

/// Checks one YAML file, and returns the output without the path of the file.
fn lint(text: &str, arguments: &[&str]) -> (i32, String) {
    let files = Folder::new(&[("f.yaml", text)]);
    let path = files.file("f.yaml");
    let run = refrain(&[&["lint", "-f", &path, "--from", "2026-01-05T00:00:00Z"], arguments].concat());
    assert_eq!(run.err, "");
    (run.exit_code, run.out.replace(&path, "f.yaml"))
}

#[track_caller]
fn check(text: &str, exit_code: i32, parts: &[&str]) {
    let (found, out) = lint(text, &[]);
    assert_eq!(found, exit_code, "{text}{out}");
    for part in parts {
        assert!(out.contains(part), "{part}\n{out}");
    }
}

#[test]
fn errors_of_a_server_are_found_without_one() {
    const ACTION: &str = "action: {provider: log}\n";
    let schedule = |fields: &str| format!("id: a\n{fields}{ACTION}");
    check(&schedule("cron: 0 9 * * *\n"), 0, &["1 document: 0 errors, 0 warnings\n"]);
    check(&schedule("cron: 0 9 * * MUN\n"), 2, &["error[unknown_name]: f.yaml:2:15: `MUN`", "did you mean MON?"]);
    check(&schedule("cron: \"61 9 * * *\"\n"), 2, &["error[out_of_range]: f.yaml:2:8: 61 is out of range"]);
    check(&schedule("crn: 0 9 * * *\n"), 2, &["f.yaml:2:1: Unknown field `crn`", "did you mean `cron`?"]);
    check(&schedule("when: every 5 minuts\n"), 2, &["f.yaml:2:15: Expected a unit of time", "did you mean `minutes`?"]);
    check(&schedule("cron: 0 9 * * *\ntimezone: Europe/Berln\n"), 2, &["error[unknown_zone]: f.yaml:3:11: "]);
    check(&schedule("cron: 0 9 * * *\nretry: {max_attempts: 0}\n"), 2, &["f.yaml:3:23: retry.max_attempts 0 allows"]);
    check(&schedule("cron: 0 9 * * *\nenabled: 1\n"), 2, &["error[bad_value]: f.yaml:3:10: expected true or false"]);
    check("kind: hold\nname: h\ncod: x\n", 2, &["f.yaml:3:1: Unknown field `cod`", "did you mean `code`?"]);
    check("kind: quota\nname: q\nlimit: 1\nwindow: soon\n", 2, &["f.yaml:4:9: `soon` is not a length of time"]);
    let rule = "kind: dispatch_rule\nname: r\npriority: 1\ncondition: a ==\nthen: {action: allow}\n";
    check(rule, 2, &["error[bad_condition]: f.yaml:4:12: "]);
    check("kind: alert\nname: a\non: [failng]\naction: {provider: log}\n", 2, &["\"failng\" is not one of"]);
    check("kind: calendar\nname: c\nweekend: [sun, mun]\n", 2, &["error[bad_body]: f.yaml:3:"]);
    check("id: a\nid: b\n", 2, &["error[bad_syntax]: f.yaml:2:1: the key `id` is given twice"]);
    check("kind: hold\nname: old\ndelete: true\n", 0, &["1 document: 0 errors"]);
}

#[test]
fn warnings_fail_only_if_they_are_not_wanted() {
    let text = "id: a\ncron: 0 0 13 * FRI\ntimezone: UTC\naction: {provider: log}\n";
    let (exit_code, out) = lint(text, &[]);
    assert_eq!(exit_code, 0);
    assert!(out.starts_with("warning[day_or]: f.yaml:2:7: `0 0 13 * FRI` runs when"), "{out}");
    assert!(out.ends_with("1 document: 0 errors, 1 warning\n"), "{out}");
    assert_eq!(lint(text, &["--strict"]).0, 1);
    let (_, json) = lint(text, &["--format", "json"]);
    let report: Value = serde_json::from_str(&json).unwrap();
    let problem = &report["problems"][0];
    assert_eq!((&problem["severity"], &problem["at"]["line"]), (&"warning".into(), &2.into()), "{report}");
    let (_, line) = lint(text, &["--format", "github"]);
    assert!(line.starts_with("::warning file=f.yaml,line=2,col=7,title=day_or::`0 0 13 * FRI` runs"), "{line}");
}

#[test]
fn schedules_may_name_calendars_of_other_files_and_of_the_server() {
    let schedule = "id: a\nspec: {recurrence: {kind: cron, expression: 0 9 * * *}, calendars: [{name: off}]}\n\
                    action: {provider: log}\n";
    let (exit_code, out) = lint(schedule, &[]);
    assert_eq!(exit_code, 0);
    assert!(
        out.starts_with("warning[other_calendar]: f.yaml:2:45: The calendar `off` is in none of these files"),
        "{out}"
    );
    let files = Folder::new(&[
        ("a.yaml", schedule),
        ("b.json", r#"{"kind": "calendar", "name": "off", "weekend": ["sunday"]}"#),
    ]);
    let run = refrain(&["lint", "-f", &files.file("a.yaml"), &files.file("b.json"), "--strict"]);
    assert_eq!((run.exit_code, run.out.as_str()), (0, "2 documents: 0 errors, 0 warnings\n"));
}

#[test]
fn all_files_are_checked_and_what_cannot_be_meant_is_refused() {
    let run = refrain_with(&["lint", "-f", "-"], "id: a\n---\n[1\n");
    assert_eq!(run.exit_code, 2);
    let (first, second) =
        ("error[missing_value]: <stdin>:1:1: the document has no kind", "error[bad_syntax]: <stdin>:3:");
    assert!(run.out.contains(first) && run.out.contains(second), "{}", run.out);
    assert!(run.out.ends_with("\n2 errors, 0 warnings\n"), "{}", run.out);
    assert_eq!(
        refrain(&["lint", "-f", "none.yaml"]).out,
        "error[missing_file]: none.yaml does not exist\n1 error, 0 warnings\n"
    );
    assert_eq!(refrain(&["lint", "0 9 * * *", "--format", "github"]).exit_code, 2);
    assert_eq!(refrain(&["lint", "0 9 * * *", "-f", "a.yaml"]).exit_code, 2);
    assert_eq!(refrain(&["lint"]).exit_code, 2);
}
