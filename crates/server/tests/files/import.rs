//! `refrain import`: schedules of other systems become files of documents.

use std::fs;

use serde_json::Value;

use super::folder::Folder;
use super::{refrain, refrain_with};

const CRONTAB: &str = "CRON_TZ=Europe/Berlin\n0 4 * * * /usr/local/bin/backup --all\n";

#[test]
fn schedules_go_to_the_output_and_the_report_beside_it() {
    let run = refrain_with(&["import", "crontab", "-"], CRONTAB);
    assert_eq!(run.exit_code, 0, "{}", run.err);
    assert!(run.out.starts_with("# <stdin>:2:1\n"), "{}", run.out);
    assert!(run.out.contains("\nenabled: false\n") && run.out.contains("expression: \"0 4 * * *\"\n"), "{}", run.out);
    assert!(
        run.err.contains("<stdin>:2:1: ") && run.err.contains("1 entry: 1 imported, 0 not imported"),
        "{}",
        run.err
    );
    // The commands would be lost otherwise.
    assert!(run.err.contains("The schedules need this configuration of the server:\n"), "{}", run.err);
    let linted = refrain_with(&["lint", "-f", "-"], &run.out);
    assert_eq!(linted.exit_code, 0, "{}", linted.out);
    let enabled = refrain_with(&["import", "crontab", "-", "--enabled", "--prefix", "old-", "-o", "json"], CRONTAB);
    let documents: Value = serde_json::from_str(&enabled.out).unwrap();
    assert!(documents[0]["id"].as_str().unwrap().starts_with("old-"), "{documents}");
    assert_eq!(documents[0].get("enabled"), None, "{documents}");
}

#[test]
fn every_result_can_go_to_a_file_that_is_not_replaced_unasked() {
    let folder = Folder::new(&[("tab", CRONTAB)]);
    let [input, out, report, config] =
        ["tab", "jobs.yaml", "report.json", "commands.toml"].map(|name| folder.file(name));
    let arguments =
        ["import", "crontab", &input, "--out", &out, "--report", &report, "--format", "json", "--config-out", &config];
    let run = refrain(&arguments);
    assert_eq!((run.exit_code, run.out.as_str(), run.err.as_str()), (0, "", ""));
    let written: Value = serde_json::from_str(&fs::read_to_string(&report).unwrap()).unwrap();
    assert_eq!((&written["kind"], written["entries"].as_array().unwrap().len()), (&"crontab".into(), 1));
    assert!(fs::read_to_string(&config).unwrap().contains("backup"));
    let before = fs::read_to_string(&out).unwrap();
    let again = refrain(&arguments);
    assert_eq!(again.exit_code, 2);
    assert!(again.err.ends_with("jobs.yaml exists\nhint: name another file, or add --force\n"), "{}", again.err);
    assert_eq!(refrain(&[&arguments[..], &["--force"]].concat()).exit_code, 0);
    assert_eq!(fs::read_to_string(&out).unwrap(), before);
}

#[test]
fn exit_codes_say_whether_something_is_missing() {
    let check = |arguments: &[&str], input: &str, exit_code: i32, part: &str| {
        let run = refrain_with(&[&["import"], arguments].concat(), input);
        assert_eq!(run.exit_code, exit_code, "{arguments:?}: {}", run.err);
        assert!(run.err.contains(part), "{arguments:?}: {}", run.err);
        run.out
    };
    let out = check(&["crontab", "-"], &format!("{CRONTAB}61 * * * * /bin/x\n"), 1, "1 imported, 1 not imported");
    assert!(out.contains("backup"), "{out}");
    check(&["crontab", "none"], "", 2, "error[missing_file]: none does not exist");
    check(&["crontabs", "-"], "", 2, "invalid value 'crontabs'");
    check(&["crontab"], "", 2, "<FILE>");
    check(&["crontab", "-", "--tz", "Europe/Berln"], "", 2, "hint: did you mean Europe/Berlin?");
}
