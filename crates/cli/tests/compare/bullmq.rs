//! BullMQ, whose job scheduler asks cron-parser for each run.

use std::process::Command;

use jiff::SignedDuration;
use refrain_cli::import::Kind;
use serde_json::json;

use crate::check::{none, unreported};
use crate::job::{CRON, Job, jobs};
use crate::peer::{program, provided, runs};

/// Maximum number of runs in two years for which cron-parser computes all of the time: some a month.
const RUNS_MAX: usize = 80;

#[test]
fn bullmq_runs_as_the_report_says() {
    let jobs = jobs(&CRON, |expression, zone| {
        let file = json!([{ "key": "x", "name": "x", "pattern": expression, "tz": zone }]).to_string();
        Job::imported(expression, zone, RUNS_MAX, Kind::BullMq, &file)
    });
    let mut command = Command::new("node");
    command.arg(program("peers.js")).env("NODE_PATH", provided("REFRAIN_TEST_NODE_MODULES", "node"));
    let found = runs(&mut command, &jobs);
    let failures = jobs.iter().zip(&found).filter_map(|(job, found)| {
        if job.zone == "Australia/Lord_Howe" {
            let mut notes = job.entry.iter().flat_map(|entry| &entry.notes);
            let is_half_hour = notes.any(|note| note.text.contains("half an hour"));
            return (!is_half_hour).then(|| format!("{}: no remark about half an hour", job.name()));
        }
        unreported(job, found, "BullMQ", SignedDuration::from_hours(6))
    });
    none(failures, jobs.len());
}
