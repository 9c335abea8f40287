//! Exports schedules to every target, compares the files with those in `export/`, and imports them again.
//!
//! `export/schedules.json` has the schedules as the server sends them. With `REFRAIN_BLESS` set, the test rewrites the
//! expected files. Read the diff before committing it.

#![expect(clippy::unwrap_used, reason = "helpers of a test fail like the test itself")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use refrain_cli::Source;
use refrain_cli::document::read_sources;
use refrain_cli::export::{Export, Options, RemarkKind, Schedule, Target, export};
use refrain_cli::import::{Kind, import};
use refrain_cli::tree::Limits;
use refrain_recurrence::{CompiledRecurrence, Context, Spec};
use serde_json::Value;

const AT: &str = "2026-01-15T12:00:00Z";
const TARGETS: [(Target, Option<Kind>, &str); 5] = [
    (Target::Crontab, Some(Kind::Crontab), "crontab"),
    (Target::Kubernetes, Some(Kind::Kubernetes), "kubernetes"),
    (Target::Systemd, Some(Kind::Systemd), "systemd"),
    (Target::Ics, Some(Kind::Ics), "ics"),
    (Target::Yaml, None, "yaml"),
];
/// Maximum number of runs that are compared of each schedule.
const RUNS_MAX: usize = 30_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/export")
}

fn at() -> Timestamp {
    AT.parse().unwrap()
}

fn values() -> Vec<Value> {
    serde_json::from_str(&fs::read_to_string(folder().join("schedules.json")).unwrap()).unwrap()
}

fn exported(target: Target) -> Export {
    let schedules: Vec<Schedule> = values().into_iter().map(|value| Schedule::read(value).unwrap()).collect();
    export(target, &schedules, &Options { at: at(), timezone: "Europe/Berlin".to_owned() })
}

#[test]
fn schedules_are_exported_as_expected() {
    let mut differing = Vec::new();
    for (target, _, name) in TARGETS {
        let export = exported(target);
        let mut text = String::new();
        for file in &export.files {
            let _ = writeln!(text, "=== {}\n{}", file.name, file.text.replace('\r', ""));
        }
        for remark in &export.remarks {
            let _ = writeln!(text, "{remark}");
        }
        let path = folder().join(format!("{name}.txt"));
        if std::env::var_os("REFRAIN_BLESS").is_some() {
            fs::write(&path, &text).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        if expected != text {
            let line = expected.lines().zip(text.lines()).find(|(one, other)| one != other);
            differing.push(format!("{} differs; REFRAIN_BLESS=1 rewrites it: {line:?}", path.display()));
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

fn runs(spec: &Value, id: &str, anchor: Timestamp) -> Vec<Timestamp> {
    let spec: Spec = serde_json::from_value(spec.clone()).unwrap();
    let context = Context { anchor: Some(anchor), seed: id, calendars: None };
    let rule = CompiledRecurrence::compile(&spec, &context).unwrap();
    let until = at().to_zoned(TimeZone::UTC).saturating_add(2.years()).timestamp();
    rule.between(at() + jiff::SignedDuration::from_secs(1), until).take(RUNS_MAX).map(|run| run.at()).collect()
}

#[test]
fn exports_without_a_difference_run_at_the_same_times_when_imported_again() {
    for (target, kind, name) in TARGETS {
        let export = exported(target);
        let differing: Vec<&str> = export
            .remarks
            .iter()
            .filter(|remark| remark.kind.is_about_times())
            .map(|remark| remark.id.as_str())
            .collect();
        let sources: Vec<Source> =
            export.files.iter().map(|file| Source::new(file.name.as_str(), file.text.as_str())).collect();
        let documents = match kind {
            None => read_sources(sources, Limits::default()).unwrap(),
            Some(kind) => {
                let mut options = refrain_cli::import::Options::new(at());
                options.timezone = Some("Europe/Berlin".to_owned());
                let report = import(kind, &sources, &options);
                assert!(report.is_complete(), "{name}: {report}");
                report.documents()
            }
        };
        let not_exported = export.remarks.iter().filter(|remark| remark.kind == RemarkKind::NotExported).count();
        let paused = values().iter().filter(|value| value["status"] == "paused").count();
        // A crontab has a paused schedule as a comment.
        let missing = not_exported + if target == Target::Crontab { paused } else { 0 };
        assert_eq!(documents.len(), values().len() - missing, "{name}");
        if kind.is_none() {
            let specs: Vec<&Value> = documents.iter().map(|document| &document.body["spec"]).collect();
            assert_eq!(specs, values().iter().map(|value| &value["spec"]).collect::<Vec<_>>());
            continue;
        }
        // Importers change names, so the schedules are told apart by their runs.
        let mut found: BTreeMap<Vec<Timestamp>, usize> = BTreeMap::new();
        for document in &documents {
            let body = Value::Object(document.body.clone());
            let short = || serde_json::json!({ "recurrence": { "kind": "cron", "expression": body["cron"] }, "timezone": body["timezone"] });
            let spec = body.get("spec").cloned().unwrap_or_else(short);
            *found.entry(runs(&spec, &document.name, at())).or_default() += 1;
        }
        for value in values() {
            let id = value["id"].as_str().unwrap();
            if differing.contains(&id) || (target == Target::Crontab && value["status"] == "paused") {
                continue;
            }
            let mut expected = runs(&value["spec"], id, created(id));
            if let Some(limit) = value["spec"]["max_runs"].as_u64() {
                expected.truncate(usize::try_from(limit - value["counters"]["runs"].as_u64().unwrap_or(0)).unwrap());
            }
            let left = found.get_mut(&expected).unwrap_or_else(|| panic!("{name}: {id} runs at other times"));
            assert!(*left > 0, "{name}: {id}");
            *left -= 1;
        }
    }
}

fn created(id: &str) -> Timestamp {
    let found = values().into_iter().find(|value| value["id"] == id).unwrap();
    found["created_at"].as_str().unwrap().parse().unwrap()
}
