//! Peers written in Python: croniter, Celery and APScheduler.

use std::process::Command;

use jiff::SignedDuration;
use refrain_cli::import::Kind;
use refrain_recurrence::{CompiledRecurrence, Context, CronRecurrence, Dialect, Recurrence, Spec};
use serde_json::{Value, json};

use crate::check::{equal, reported};
use crate::job::{CRON, Job, jobs};
use crate::peer::{program, provided, runs};

/// Maximum number of runs in two years for which a peer computes all of the time: one on each weekday.
const RUNS_MAX: usize = 550;
/// The same for Celery, which is faster: four a day.
const CELERY_RUNS_MAX: usize = 3_000;

fn python(peer: &str, jobs: &[Job]) -> Vec<Vec<i64>> {
    let mut command = Command::new(provided("REFRAIN_TEST_PYTHON", "python"));
    // The time zones are those of the package, not those of the machine.
    command.arg(program("peers.py")).arg(peer).env("PYTHONTZPATH", "");
    runs(&mut command, jobs)
}

#[test]
fn croniter_runs_at_the_times_of_its_dialect() {
    let jobs = jobs(&CRON, |expression, zone| {
        let expression = (*expression).to_owned();
        let cron = CronRecurrence {
            expression: expression.clone(),
            dialect: Some(Dialect::Croniter),
            ..CronRecurrence::default()
        };
        let spec = Spec::new(Recurrence::Cron(cron), zone);
        Job::new(expression, zone, CompiledRecurrence::compile(&spec, &Context::default()).unwrap(), RUNS_MAX)
    });
    equal(&jobs, &python("croniter", &jobs), "croniter");
}

#[test]
fn celery_runs_as_the_report_says() {
    let jobs = jobs(&CRON, |expression, zone| {
        let file = json!({ "timezone": zone, "beat_schedule": { "x": { "task": "t", "schedule": expression } } });
        Job::imported(expression, zone, CELERY_RUNS_MAX, Kind::Celery, &file.to_string())
    });
    reported(&jobs, &python("celery", &jobs), "Celery", SignedDuration::from_hours(6));
}

#[test]
fn apscheduler_runs_as_the_report_says() {
    let fields: [Value; 10] = [
        json!({ "hour": 2, "minute": 30 }),
        json!({ "hour": 2, "minute": "0,30" }),
        json!({ "hour": 0 }),
        json!({ "hour": "1-4" }),
        json!({ "minute": "*/20" }),
        json!({ "hour": "*/2", "minute": 30 }),
        json!({ "day_of_week": "sun", "hour": 3, "minute": 15 }),
        json!({ "day_of_week": "0-4", "hour": 23, "minute": 45 }),
        json!({ "day": "last", "hour": 12 }),
        json!({ "day": "1st mon,last fri", "hour": "1,2,3", "minute": 10 }),
    ];
    let jobs = jobs(&fields, |fields, zone| {
        let mut file = json!({ "id": "x", "trigger": "cron", "timezone": zone, "misfire_grace_time": 60 });
        file.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        Job::imported(&fields.to_string(), zone, RUNS_MAX, Kind::ApScheduler, &json!([file]).to_string())
    });
    reported(&jobs, &python("apscheduler", &jobs), "APScheduler", SignedDuration::from_hours(36));
}
