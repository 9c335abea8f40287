//! CronJobs of Kubernetes, as manifests in YAML.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::action::{command, one_line};
use super::fit::{Fitted, System, fit, remarks};
use super::render::five_fields;
use super::schedule::Schedule;
use super::{Export, ExportedFile, Options, Remark, RemarkKind};
use crate::document::write_value;
use crate::import::Kind;

const SYSTEM: System = System {
    name: "Kubernetes",
    kind: Kind::Kubernetes,
    file: "cronjob.yaml",
    times: |times, days, style, _| five_fields(times, days, style),
};

/// Maximum length of the name of a CronJob. Its jobs get a suffix.
const NAME_MAX: usize = 52;

pub(super) fn export(schedules: &[Schedule], options: &Options) -> Export {
    let mut export = Export::default();
    let mut text = String::new();
    let mut names = BTreeSet::new();
    for schedule in schedules {
        if !text.is_empty() {
            text.push_str("---\n");
        }
        match fit(&SYSTEM, schedule, options, &|fitted| probe(fitted)) {
            Ok(fitted) => {
                let mut found = remarks(schedule, &fitted);
                for difference in &fitted.differences {
                    text.push_str(&format!("# {difference}\n"));
                }
                text.push_str(&write_value(&cron_job(schedule, &fitted, &name(schedule, &mut names), &mut found)));
                export.remarks.extend(found);
            }
            Err(reason) => {
                text.push_str(&format!("# {}: not exported: {}\n", schedule.id, one_line(&reason)));
                export.remarks.push(Remark::new(schedule, RemarkKind::NotExported, reason));
            }
        }
    }
    export.files.push(ExportedFile { name: "cronjobs.yaml".to_owned(), text });
    export
}

/// Returns a CronJob that the importer reads for a comparison.
fn probe(fitted: &Fitted) -> String {
    let spec = json!({ "schedule": fitted.times, "timeZone": fitted.timezone });
    write_value(&json!({ "kind": "CronJob", "metadata": { "name": "probe" }, "spec": spec }))
}

/// Returns a name in lower case, with letters, digits and `-`.
fn name(schedule: &Schedule, names: &mut BTreeSet<String>) -> String {
    let lower = schedule.id.to_ascii_lowercase().replace('_', "-");
    let base: String = lower.trim_matches('-').chars().take(NAME_MAX - 4).collect();
    let base = if base.is_empty() { "schedule".to_owned() } else { base };
    let mut name = base.clone();
    let mut number = 1;
    while !names.insert(name.clone()) {
        number += 1;
        name = format!("{base}-{number}");
    }
    name
}

fn cron_job(schedule: &Schedule, fitted: &Fitted, name: &str, found: &mut Vec<Remark>) -> Value {
    let overlap = schedule.text(&["overlap"]).unwrap_or("skip");
    let concurrency = match overlap {
        "allow_all" => "Allow",
        "cancel_other" => "Replace",
        _ => "Forbid",
    };
    if !["allow_all", "cancel_other", "skip"].contains(&overlap) {
        let text = format!("overlap {overlap}: Kubernetes skips a run while another one is running");
        found.push(Remark::new(schedule, RemarkKind::Dropped, text));
    }
    if schedule.spec.jitter.is_some() {
        found.push(Remark::new(schedule, RemarkKind::Dropped, "its jitter"));
    }
    let mut spec = json!({
        "schedule": fitted.times,
        "timeZone": fitted.timezone,
        "concurrencyPolicy": concurrency,
        "suspend": !schedule.is_active(),
    });
    let deadline = schedule.seconds(&["start_deadline"]).or_else(|| schedule.seconds(&["catch_up", "window"]));
    if let Some(seconds) = deadline {
        spec["startingDeadlineSeconds"] = seconds.max(10).into();
    }
    let argv = command(schedule, found);
    let is_request = argv.first().is_some_and(|program| program == "curl");
    let image = if is_request { "curlimages/curl" } else { "example.invalid/refrain" };
    if !is_request {
        found.push(Remark::new(schedule, RemarkKind::Incomplete, format!("write the image instead of {image}")));
    }
    let container = json!({ "name": name, "image": image, "command": argv });
    let mut job = Map::new();
    let attempts = schedule.value["retry"]["max_attempts"].as_i64().unwrap_or(5);
    job.insert("backoffLimit".to_owned(), (attempts - 1).max(0).into());
    if let Some(seconds) = schedule.seconds(&["timeout"]) {
        job.insert("activeDeadlineSeconds".to_owned(), seconds.into());
    }
    job.insert("template".to_owned(), json!({ "spec": { "restartPolicy": "Never", "containers": [container] } }));
    spec["jobTemplate"] = json!({ "spec": job });
    let mut metadata = json!({ "name": name });
    if let Some(description) = schedule.description() {
        metadata["annotations"] = json!({ "kubernetes.io/description": description });
    }
    json!({ "apiVersion": "batch/v1", "kind": "CronJob", "metadata": metadata, "spec": spec })
}
