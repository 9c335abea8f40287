//! What `refrain cron` runs, records and reloads. Tests wait for log records, and commands for files.

use std::process::Command;

use rustix::process::Signal;
use serde_json::Value;

use crate::process::{Cron, Place};

const ANY_PORT: [&str; 2] = ["--bind", "127.0.0.1:0"];

/// Returns the ID of the entry whose program has a name.
fn id(cron: &Cron, base: &str, name: &str) -> String {
    let schedules = cron.refrain(base, &["schedule", "list"]);
    let ids: Vec<&str> = items(&schedules).iter().map(|schedule| schedule["id"].as_str().unwrap()).collect();
    let found = ids.iter().find(|id| id.starts_with(&format!("{name}-")));
    (*found.unwrap_or_else(|| panic!("{name} is not in {ids:?}"))).to_owned()
}

fn items(list: &Value) -> &[Value] {
    list["items"].as_array().or_else(|| list.as_array()).unwrap()
}

#[test]
fn a_reboot_job_runs_at_every_start_with_input_and_environment() {
    let place =
        Place::new("reboot", "GREETING=hello world\n@reboot cat - > out; echo \"$GREETING $(pwd)\" >> out%one%two\n");
    let home = format!("HOME={}\n", place.path("").display());
    place.write(&format!("{home}{}", std::fs::read_to_string(place.path("crontab.txt")).unwrap()));
    for _ in 0..2 {
        let cron = place.start(&["--no-listen"]);
        let record = cron.record("recurring.dispatch");
        assert_eq!((&record["message"], &record["trigger"]), (&"recurring.dispatch".into(), &"schedule".into()));
        let out = std::fs::read_to_string(place.path("out")).unwrap();
        let folder = std::fs::canonicalize(place.path("")).unwrap();
        assert_eq!(out, format!("one\ntwo\nhello world {}\n", folder.display()));
        std::fs::remove_file(place.path("out")).unwrap();
        cron.signal(Signal::TERM);
        assert_eq!(cron.exit_code(), 0);
    }
}

#[test]
fn a_failing_command_is_logged_and_recorded_and_the_process_goes_on() {
    let place = Place::new("failure", "@reboot echo no space left; exit 3\n");
    let cron = place.start(&ANY_PORT);
    let base = cron.base();
    let record = cron.record("recurring.dispatch_error");
    assert!(record["schedule"].as_str().unwrap().starts_with("echo-"), "{record}");
    let runs = cron.refrain(&base, &["schedule", "runs", record["schedule"].as_str().unwrap()]);
    let [run] = items(&runs) else { panic!("expected one run: {runs}") };
    assert_eq!((&run["state"], &run["attempt"]), (&"failed".into(), &1.into()), "{run}");
    let reason = run.to_string();
    assert!(reason.contains("exited with code 3") && reason.contains("no space left"), "{reason}");
    cron.signal(Signal::TERM);
    assert_eq!(cron.exit_code(), 0);
}

#[test]
fn a_run_is_skipped_while_another_one_of_its_entry_runs() {
    // The job waits until the test opens the other end of the pipe.
    let place = Place::new("overlap", "");
    assert!(Command::new("mkfifo").arg(place.path("pipe")).status().unwrap().success());
    place.write(&format!("HOME={}\n0 0 1 1 * cat pipe\n", place.path("").display()));
    let cron = place.start(&ANY_PORT);
    let base = cron.base();
    let job = id(&cron, &base, "cat");
    cron.refrain(&base, &["schedule", "run", &job]);
    // Opening waits for the reader, which shows that the job runs.
    let pipe = std::fs::OpenOptions::new().write(true).open(place.path("pipe")).unwrap();
    cron.refrain(&base, &["schedule", "run", &job]);
    let record = cron.record("recurring.skip");
    assert_eq!(record["reason"], "overlap", "{record}");
    drop(pipe);
    cron.record("recurring.dispatch");
    let allowed = place.start(&[&ANY_PORT[..], &["--overlap", "allow-all", "--store", "memory:"]].concat());
    let schedule = allowed.refrain(&allowed.base(), &["schedule", "get", &job]);
    assert!(schedule.to_string().contains("\"allow_all\""), "{schedule}");
}

#[test]
fn a_reload_changes_the_entries_and_a_broken_file_keeps_them() {
    let place = Place::new("reload", "0 3 * * * first\n0 4 1 1 * second\n");
    let cron = place.start(&ANY_PORT);
    let base = cron.base();
    let (first, second) = (id(&cron, &base, "first"), id(&cron, &base, "second"));
    place.write("0 3 * * * first\n0 99 1 1 * second\n");
    cron.signal(Signal::HUP);
    let record = cron.record("the configuration is invalid");
    assert!(record["message"].as_str().unwrap().contains("crontab.txt:2:3: "), "{record}");
    assert_eq!(id(&cron, &base, "second"), second);
    place.write("# New.\n0 5 * * * third > out\n0 6 * * * first\n");
    cron.signal(Signal::HUP);
    cron.record("reloaded");
    assert_eq!(id(&cron, &base, "first"), first);
    let schedules = cron.refrain(&base, &["schedule", "list"]);
    assert_eq!(items(&schedules).len(), 2, "{schedules}");
    // The command of a new entry is known without a restart.
    cron.refrain(&base, &["schedule", "run", &id(&cron, &base, "third")]);
    let ended = cron.record("recurring.dispatch");
    assert!(!ended.to_string().contains("not a command"), "{ended}");
}

#[test]
fn missed_runs_are_not_caught_up_unless_requested() {
    let place = Place::new("catch-up", "0 3 * * * job\n");
    for (arguments, policy) in [(&[][..], "skip"), (&["--catch-up", "latest"][..], "latest")] {
        let cron = place.start(&[&ANY_PORT[..], arguments, &["--store", "memory:"]].concat());
        let base = cron.base();
        let schedule = cron.refrain(&base, &["schedule", "get", &id(&cron, &base, "job")]);
        let definition = schedule.get("definition").unwrap_or(&schedule);
        assert_eq!(definition["catch_up"]["policy"], policy, "{schedule}");
        assert_eq!(definition["retry"]["max_attempts"], 1, "{schedule}");
    }
}
