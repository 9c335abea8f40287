//! Kubernetes, whose CronJobs run at the times of robfig/cron, in Go.

use std::process::Command;

use jiff::SignedDuration;
use refrain_cli::import::Kind;
use serde_json::json;

use crate::check::reported;
use crate::job::{ALL_RUNS, CRON, Job, jobs};
use crate::peer::{installed, program, runs};

#[test]
fn kubernetes_runs_as_the_report_says() {
    let jobs = jobs(&CRON, |expression, zone| {
        let spec = json!({ "schedule": expression, "timeZone": zone, "jobTemplate": {} });
        let file = json!({ "apiVersion": "batch/v1", "kind": "CronJob", "metadata": { "name": "x" }, "spec": spec });
        Job::imported(expression, zone, ALL_RUNS, Kind::Kubernetes, &file.to_string())
    });
    let mut command = Command::new("go");
    command.args(["run", &program("peers.go")]).env("GO111MODULE", "off");
    command.env("GOPATH", installed("REFRAIN_TEST_ROBFIG")).env("GOCACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/go"));
    reported(&jobs, &runs(&mut command, &jobs), "Kubernetes", SignedDuration::from_hours(30));
}
