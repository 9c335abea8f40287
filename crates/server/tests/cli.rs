//! Runs the commands of the binary as a user does.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod run;

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use crate::run::{Run, command, run_to_end};

fn refrain(arguments: &[&str]) -> Run {
    run_to_end(&mut command(arguments), b"")
}

/// Runs a command that must succeed, and returns its output.
#[track_caller]
fn prints(arguments: &[&str]) -> String {
    let run = refrain(arguments);
    assert_eq!((run.exit_code, run.err.as_str()), (0, ""), "{arguments:?}");
    run.out
}

/// Returns the instants that `next` prints, in UTC.
#[track_caller]
fn next(arguments: &[&str]) -> Vec<String> {
    let out = prints(&[&["next", "--format", "json"], arguments].concat());
    let reported: serde_json::Value = serde_json::from_str(&out).unwrap();
    reported["occurrences"].as_array().unwrap().iter().map(|it| it["at"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_notation_has_a_next() {
    let from = "2026-01-01T00:00:00Z";
    for (expression, timezone, expected) in [
        ("0 9 * * MON-FRI", "America/New_York", "2026-01-01T14:00:00Z"),
        ("30 0 9 * * *", "UTC", "2026-01-01T09:00:30Z"),
        ("0 0 9 1 7 * 2027", "UTC", "2027-07-01T09:00:00Z"),
        ("TZ=Asia/Tokyo 0 9 * * *", "Asia/Tokyo", "2026-01-02T00:00:00Z"),
        ("@daily", "Europe/Berlin", "2026-01-01T23:00:00Z"),
        ("@every 90s", "UTC", "2026-01-01T00:01:30Z"),
        ("every 15 minutes", "UTC", "2026-01-01T00:15:00Z"),
        ("every day at 09:00", "Asia/Kolkata", "2026-01-01T03:30:00Z"),
        ("every 2 weeks on mon, fri at 9:00", "UTC", "2026-01-12T09:00:00Z"),
        ("RRULE:FREQ=MONTHLY;BYDAY=-1FR", "UTC", "2026-01-30T00:00:00Z"),
        ("FREQ=DAILY;BYHOUR=6", "UTC", "2026-01-01T06:00:00Z"),
        ("DTSTART:20260105T090000\nRRULE:FREQ=DAILY", "Europe/Berlin", "2026-01-05T08:00:00Z"),
        ("2026-07-01T12:00:00Z", "UTC", "2026-07-01T12:00:00Z"),
        ("2026-07-01T12:00", "Asia/Tokyo", "2026-07-01T03:00:00Z"),
        (r#"{"kind":"calendar","frequency":"monthly","by_month_day":-1}"#, "UTC", "2026-01-31T00:00:00Z"),
    ] {
        assert_eq!(next(&[expression, "--tz", timezone, "--from", from, "-n", "1"]), [expected], "{expression}");
    }
}

#[test]
fn flags_limit_the_search() {
    let from = ["@hourly", "--from", "2026-01-01T10:00:00Z"];
    let check = |flags: &[&str], expected: &[&str]| assert_eq!(next(&[&from, flags].concat()), expected, "{flags:?}");
    check(&["-n", "1"], &["2026-01-01T11:00:00Z"]);
    check(&["-n", "1", "--inclusive"], &["2026-01-01T10:00:00Z"]);
    check(&["-n", "2", "--prev"], &["2026-01-01T09:00:00Z", "2026-01-01T08:00:00Z"]);
    check(&["--until", "2026-01-01T13:00"], &["2026-01-01T11:00:00Z", "2026-01-01T12:00:00Z"]);
    check(&["--prev", "--until", "2026-01-01T09:00:00Z"], &["2026-01-01T09:00:00Z"]);
}

#[test]
fn flags_set_cron_options() {
    let from = ["--from", "2026-03-28T12:00:00Z", "-n", "1"];
    for (arguments, expected) in [
        (&["0 0 18 ? * 6L", "--dialect", "quartz"][..], "2026-04-24T18:00:00Z"),
        (&["0 0 13 * FRI", "--day-match", "and"], "2026-11-13T00:00:00Z"),
        (&["0 9 * * * 30", "--seconds", "last"], "2026-03-29T09:00:30Z"),
        (&["30 2 * * *", "--tz", "Europe/Berlin"], "2026-03-29T01:00:00Z"),
        (&["30 2 * * *", "--tz", "Europe/Berlin", "--gap", "skip"], "2026-03-30T00:30:00Z"),
        (&["30 2 25 10 *", "--tz", "Europe/Berlin", "--fold", "last"], "2026-10-25T01:30:00Z"),
    ] {
        assert_eq!(next(&[arguments, &from].concat()), [expected], "{arguments:?}");
    }
}

#[test]
fn a_definition_in_json_comes_as_text_file_or_input() {
    let definition =
        r#"{"recurrence": {"kind": "cron", "expression": "0 9 * * *"}, "timezone": "Asia/Tokyo", "max_runs": 2}"#;
    let path = format!("{}/definition.json", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, definition).unwrap();
    let expected = ["2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z"];
    for argument in [definition, &format!("@{path}")] {
        assert_eq!(next(&["--json", argument, "--from", "2026-01-01T00:00:00Z"]), expected);
    }
    let piped =
        run_to_end(&mut command(&["next", "--json", "-", "--from", "2026-01-01T00:00:00Z"]), definition.as_bytes());
    assert!(piped.out.contains(expected[1]) && piped.out.ends_with("none after that\n"), "{}", piped.out);
    // A flag takes precedence over the file.
    let in_utc = next(&["--json", definition, "--tz", "UTC", "--from", "2026-01-01T00:00:00Z", "-n", "1"]);
    assert_eq!(in_utc, ["2026-01-01T09:00:00Z"]);
}

#[test]
fn named_calendars_exclude_days() {
    let definition = r#"{"recurrence": {"kind": "cron", "expression": "0 9 * * *"}, "calendars": [{"name": "off"}]}"#;
    let calendars = r#"{"off": {"weekend": ["saturday", "sunday"], "dates": ["2026-01-05"]}}"#;
    let found = next(&["--json", definition, "--calendars", calendars, "--from", "2026-01-02T12:00:00Z", "-n", "1"]);
    assert_eq!(found, ["2026-01-06T09:00:00Z"]);
}

#[test]
fn bad_input_has_a_code_and_column_and_exits_with_2() {
    let long = "*".repeat(100_000);
    for (arguments, code, column) in [
        (&["next", "@daily", "--tz", "Europe/Berln"][..], "unknown_zone", Some(1)),
        (&["next", "TZ=Europe/Berln @daily"], "unknown_zone", Some(4)),
        (&["next", ""], "bad_field_count", Some(1)),
        (&["next", "       "], "bad_field_count", Some(1)),
        (&["next", &long], "too_long", Some(1025)),
        (&["next", "٣ * * * *"], "bad_value", Some(1)),
        (&["next", "0 ９ * * *"], "bad_value", Some(3)),
        (&["next", "* * * * * * * *"], "bad_field_count", Some(15)),
        (&["next", "61 * * * *"], "out_of_range", Some(1)),
        (&["next", "0 0 31 2 *"], "never_fires", Some(5)),
        (&["next", "0 9 * * MUN"], "unknown_name", Some(9)),
        (&["next", "@dayly"], "unknown_name", Some(1)),
        (&["next", "FREQ=SECONDLY;INTERVAL=0"], "bad_step", Some(24)),
        (&["next", "RRULE:FREQ=DAILY;BYDAY=1MO"], "conflict", Some(18)),
        (&["next", "DTSTART:18991231T000000\nRRULE:FREQ=DAILY"], "out_of_range", Some(9)),
        (&["next", "1899-12-31T23:59:59Z"], "out_of_range", Some(1)),
        (&["next", "10000-01-01T00:00:00Z"], "out_of_range", Some(1)),
        (&["next", "@daily", "--from", "10000-01-01"], "out_of_range", Some(1)),
        (&["next", "@daily", "--from", "tomorrow"], "bad_value", Some(1)),
        (&["next", "@daily", "--dialect", "vixie"], "unknown_dialect", Some(1)),
        (&["next", "0 9 L * *", "--dialect", "robfig"], "not_in_dialect", Some(5)),
        (&["next", "@daily", "--gap", "hop"], "unknown_name", Some(1)),
        (&["next", "@daily", "-n", "0"], "out_of_range", None),
        (&["next", "@daily", "-n", "10001"], "out_of_range", None),
        (&["next", "every 5 minuts"], "unknown_name", Some(9)),
        (&["next", "every 0 days"], "bad_step", Some(7)),
        (&["next", "--json", "{"], "bad_value", Some(1)),
        (&["next", "--json", r#"{"kind":"once","at":"1850-01-01T00:00:00Z"}"#], "out_of_range", Some(21)),
        (&["next", "--json", r#"{"kind":"cron","expression":"61 * * * *"}"#], "out_of_range", Some(1)),
        (
            &["next", "--json", r#"{"recurrence":{"kind":"cron","expression":"@daily"},"timezone":"Mars"}"#],
            "unknown_zone",
            Some(64),
        ),
        (&["next", "--json", "@/no/such/file"], "bad_value", None),
        (&["next"], "bad_value", None),
        (&["describe", "61 * * * *"], "out_of_range", Some(1)),
        (&["lint", "61 * * * *"], "out_of_range", Some(1)),
        (&["diff", "@daily", "61 * * * *"], "out_of_range", Some(1)),
        (&["diff", "@daily", "@daily", "--from", "2026-01-02", "--until", "2026-01-01"], "conflict", None),
        (&["why", "61 * * * *", "--at", "2026-01-01"], "out_of_range", Some(1)),
        (&["why", "@daily", "--at", "noon"], "bad_value", Some(1)),
        (&["zones", "--at", "noon"], "bad_value", Some(1)),
    ] {
        let reported = refrain(arguments);
        let shown = &arguments[..arguments.len().min(2)];
        assert_eq!((reported.exit_code, reported.out.as_str()), (2, ""), "{shown:?}");
        assert!(reported.err.starts_with(&format!("error[{code}]: ")), "{shown:?}: {}", reported.err);
        assert!(reported.err.len() < 1000, "{}", reported.err);
        let as_json = refrain(&[arguments, &["--format", "json"]].concat());
        assert_eq!((as_json.exit_code, as_json.err.as_str()), (2, ""), "{shown:?}");
        let error = &serde_json::from_str::<serde_json::Value>(&as_json.out).unwrap()["error"];
        assert_eq!((error["code"].as_str(), error["column"].as_u64()), (Some(code), column), "{shown:?}: {error}");
    }
}

#[test]
fn a_definition_of_ten_megabytes_is_refused() {
    let definition = format!(r#"{{"kind":"cron","expression":"{}"}}"#, "*".repeat(10_000_000));
    let run = run_to_end(&mut command(&["next", "--json", "-"]), definition.as_bytes());
    assert_eq!(run.exit_code, 2);
    assert!(run.err.starts_with("error[too_long]: "), "{}", run.err);
}

#[test]
fn the_caret_points_at_the_error() {
    let check = |arguments: &[&str], expected: &str| assert_eq!(refrain(arguments).err, expected, "{arguments:?}");
    check(
        &["next", "0 9 * * MUN"],
        "error[unknown_name]: `MUN` is not the name of a weekday\n  0 9 * * MUN\n          ^\nhint: did you mean MON?\n",
    );
    check(
        &["next", "@daily", "--tz", "Europe/Berln"],
        "error[unknown_zone]: `Europe/Berln` is not a time zone of the IANA database\n  --tz Europe/Berln\n       ^\nhint: did you mean Europe/Berlin?\n",
    );
}

#[test]
fn invalid_arguments_exit_with_2() {
    for arguments in [&[][..], &["fly"], &["next", "--fly"], &["why", "@daily"], &["next", "@daily", "--batch"]] {
        assert_eq!(refrain(arguments).exit_code, 2, "{arguments:?}");
    }
}

#[test]
fn a_moved_occurrence_is_marked() {
    let out = prints(&["next", "30 2 * * *", "--tz", "Europe/Berlin", "--from", "2026-03-28T12:00:00Z", "-n", "2"]);
    let expected = [
        "local time (Europe/Berlin)      UTC                   when               period key                          note",
        "Sun 2026-03-29 03:00:00 +02:00  2026-03-29T01:00:00Z  in 13 hours        2026-03-29T02:30:00[Europe/Berlin]  moved from 02:30:00",
        "Mon 2026-03-30 02:30:00 +02:00  2026-03-30T00:30:00Z  in 1 day 12 hours  2026-03-30T02:30:00[Europe/Berlin]",
    ];
    assert_eq!(out.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn an_exhausted_recurrence_is_reported() {
    let out = prints(&["next", "2026-01-01T00:00:00Z", "--from", "2026-01-01T00:00:00Z"]);
    assert_eq!(out, "no occurrence after 2026-01-01T00:00:00Z\n");
    let out = prints(&["next", "--json", r#"{"kind":"after_completion","delay":"10m"}"#]);
    assert!(out.starts_with("each run starts 10m after the previous run ends"), "{out}");
}

#[test]
fn jitter_is_shown_as_the_time_it_is_due() {
    let definition =
        r#"{"recurrence":{"kind":"cron","expression":"@hourly"},"timezone":"UTC","jitter":{"window":"50%"}}"#;
    let due = |id: &str| {
        let from = "2026-01-01T00:00:00Z";
        let out = prints(&["next", "--json", definition, "--id", id, "--from", from, "-n", "1", "--format", "json"]);
        let reported: serde_json::Value = serde_json::from_str(&out).unwrap();
        reported["occurrences"][0]["due_at"].as_str().unwrap().to_owned()
    };
    assert_ne!(due("a"), due("b"));
    assert!(due("a").starts_with("2026-01-01T01:"));
}

#[test]
fn an_icalendar_file_has_an_event_for_each_occurrence() {
    let arguments = ["next", "0 9 * * *", "--from", "2026-01-01T10:00:00Z", "-n", "2", "--format", "ics"];
    let out = prints(&arguments);
    assert!(out.starts_with("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:"), "{out}");
    assert!(out.ends_with("END:VEVENT\r\nEND:VCALENDAR\r\n"), "{out}");
    let lines = |start: &str| out.split("\r\n").filter(|line| line.starts_with(start)).collect::<Vec<_>>();
    assert_eq!(lines("DTSTART:"), ["DTSTART:20260102T090000Z", "DTSTART:20260103T090000Z"]);
    let uids = lines("UID:");
    assert_eq!(uids.len(), 2);
    assert_ne!(uids[0], uids[1]);
    assert!(out.split("\r\n").all(|line| line.len() <= 75 && !line.contains('\n')), "{out}");
    let later = prints(&["next", "0 9 * * *", "--from", "2026-01-02T10:00:00Z", "-n", "1", "--format", "ics"]);
    assert!(later.contains(uids[1]), "the same occurrence has a different UID in {later}");
}

#[test]
fn why_names_the_field_that_does_not_match() {
    let arguments =
        ["why", "0 9 * * MON-FRI", "--at", "2026-03-08T13:00:00Z", "--tz", "America/New_York", "--format", "json"];
    let reported: serde_json::Value = serde_json::from_str(&prints(&arguments)).unwrap();
    assert_eq!(reported["matches"], false);
    assert_eq!(reported["reason"], "day of week");
    assert_eq!(reported["previous"], "2026-03-06T14:00:00Z");
    assert_eq!(reported["next"], "2026-03-09T13:00:00Z");
    let out = prints(&["why", "0 9 * * MON-FRI", "--at", "2026-03-09T09:00", "--tz", "America/New_York"]);
    assert!(out.contains("is an occurrence: 2026-03-09T09:00:00[America/New_York]\n"), "{out}");
}

#[test]
fn diff_lists_removed_occurrences() {
    let window = ["--from", "2026-01-01T00:00:00Z", "--days", "7", "--format", "json"];
    let reported = prints(&[&["diff", "0 9 * * *", "0 9 * * MON-FRI"][..], &window].concat());
    let reported: serde_json::Value = serde_json::from_str(&reported).unwrap();
    let removed: Vec<&str> =
        reported["removed"].as_array().unwrap().iter().map(|it| it["at"].as_str().unwrap()).collect();
    assert_eq!(removed, ["2026-01-03T09:00:00Z", "2026-01-04T09:00:00Z"]);
    assert_eq!((reported["added"].as_array().unwrap().len(), reported["moved"].as_array().unwrap().len()), (0, 0));
}

#[test]
fn lint_exits_with_1_only_with_strict() {
    let over = ["2026-01-01T00:00:00Z", "--from", "2026-01-02T00:00:00Z"];
    assert_eq!(refrain(&[&["lint"], &over[..]].concat()).exit_code, 0);
    let strict = refrain(&[&["lint", "--strict"], &over[..]].concat());
    assert_eq!(strict.exit_code, 1);
    assert!(strict.out.starts_with("warning["), "{}", strict.out);
    assert_eq!(prints(&["lint", "--strict", "0 9 * * *", "--from", "2026-01-01T00:00:00Z"]), "no warnings\n");
}

#[test]
fn describe_is_one_line_that_names_the_zone() {
    let out = prints(&["describe", "0 9 * * MON-FRI", "--tz", "America/New_York"]);
    assert!(out.contains("America/New_York") && out.lines().count() == 1, "{out}");
}

#[test]
fn zones_are_listed_with_their_offset() {
    let out = prints(&["zones", "BERLIN", "--at", "2026-07-01T00:00:00Z"]);
    assert_eq!(out, "zone           offset  abbreviation\nEurope/Berlin  +02:00  CEST\n");
    assert!(prints(&["zones"]).lines().count() > 500);
    assert_eq!(prints(&["zones", "atlantis"]), "no time zone matches `atlantis`\n");
}

#[test]
fn the_version_names_the_zone_database() {
    let out = prints(&["--version"]);
    assert!(out.starts_with("refrain ") && out.contains("(tzdb 20"), "{out}");
}

#[test]
fn a_closed_pipe_is_not_a_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_refrain"))
        .args(["next", "@hourly", "--from", "2026-01-01", "-n", "10000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::with_capacity(16, child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with("local time"));
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

#[test]
fn flags_before_a_command_belong_to_it() {
    let away = refrain(&["--server", "http://127.0.0.1:1", "-o", "json", "schedule", "list"]);
    assert!(away.exit_code == 5 && away.err.contains("(http://127.0.0.1:1)"), "{}", away.err);
    let unknown = refrain(&["--key", "k", "next", "@daily"]);
    assert!(unknown.exit_code == 2 && unknown.err.contains("unexpected argument '--key'"), "{}", unknown.err);
    assert!(unknown.err.contains("Usage: refrain next"), "{}", unknown.err);
    let typo = refrain(&["-o", "json", "--sever", "x", "schedule", "list"]);
    assert!(typo.exit_code == 2 && typo.err.contains("unexpected argument '--sever'"), "{}", typo.err);
}

#[test]
fn keys_are_created_listed_and_revoked_in_the_store() {
    let folder = std::env::temp_dir().join(format!("refrain-cli-keys-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let store = format!("--store=sqlite:{}", folder.join("refrain.db").display());
    let key = |arguments: &[&str]| prints(&[&["key", store.as_str()], arguments].concat());
    let early = refrain(&["key", store.as_str(), "list"]);
    assert!(early.exit_code == 2 && early.err.contains("there is no database at"), "{}", early.err);
    let made = key(&["create", "--tenant", "acme", "--role", "admin", "--all-permissions", "--note", "the first"]);
    let id = made.split('_').nth(1).unwrap();
    assert!(made.starts_with("rfn_") && made.trim_end().len() == 66, "{made}");
    let listed = key(&["list"]);
    let reported = [id, "default/acme", "admin", "backfill,fire,command,secrets", "active", "the first"];
    assert!(reported.iter().all(|word| listed.contains(word)), "{listed}");
    assert!(!listed.contains(made.trim_end()), "{listed}");
    key(&["revoke", id, "--yes"]);
    assert!(key(&["list"]).contains("revoked"));
    let nobodys: [(&[&str], i32); 6] = [
        (&["create", "--role", "admin"], 2),
        (&["create", "--role", "admin", "--tenant", "acme", "--all-tenants"], 2),
        (&["create", "--tenant", "a b", "--role", "admin"], 2),
        (&["create", "--tenant", "refrain/system", "--role", "admin"], 2),
        (&["revoke", id], 2),
        (&["revoke", "nothing", "--yes"], 3),
    ];
    for (wrong, exit_code) in nobodys {
        assert_eq!(refrain(&[&["key", store.as_str()], wrong].concat()).exit_code, exit_code, "{wrong:?}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
