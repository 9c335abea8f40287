//! Compares the runs of imported schedules with those that the other schedulers compute themselves, in 30 time zones
//! and across every DST change of two years.
//!
//! Either the runs are equal, or the report of the import names the differences: exactly those. Each peer runs once,
//! with all expressions.

#![expect(clippy::unwrap_used, reason = "helpers of a test fail like the test itself")]

use std::collections::BTreeSet;
use std::env;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use refrain_cli::Source;
use refrain_cli::import::{Entry, Kind, NoteKind, Options, import};
use refrain_recurrence::{CompiledRecurrence, Context, CronRecurrence, Dialect, Recurrence, Spec};
use serde_json::{Value, json};

const AT: &str = "2026-01-15T12:00:00Z";
const ZONES: [&str; 30] = [
    "UTC",
    "Africa/Johannesburg",
    "America/Anchorage",
    "America/Argentina/Buenos_Aires",
    "America/Chicago",
    "America/Denver",
    "America/Halifax",
    "America/Toronto",
    "America/Los_Angeles",
    "America/New_York",
    "America/Phoenix",
    "America/Santiago",
    "America/Sao_Paulo",
    "America/St_Johns",
    "Asia/Beirut",
    "Asia/Jerusalem",
    "Asia/Kathmandu",
    "Asia/Kolkata",
    "Asia/Tokyo",
    "Atlantic/Azores",
    "Australia/Adelaide",
    "Australia/Lord_Howe",
    "Australia/Sydney",
    "Europe/Berlin",
    "Europe/Dublin",
    "Europe/Lisbon",
    "Europe/London",
    "Pacific/Auckland",
    "Pacific/Chatham",
    "Pacific/Easter",
];
/// Expressions of cron that every peer reads alike.
const CRON: [&str; 10] = [
    "30 2 * * *",
    "0,30 2 * * *",
    "0 0 * * *",
    "0 1-4 * * *",
    "20 * * * *",
    "30 */2 * * *",
    "15 3 * * 0",
    "45 23 * * 1-5",
    "0 12 29-31 * *",
    "10 1,2,3 1-14 3,4,10,11 *",
];
/// Days around a DST change that are compared, and the time before them in which a peer finds its rhythm.
const AROUND: SignedDuration = SignedDuration::from_hours(48);
const LEAD: SignedDuration = SignedDuration::from_hours(24);
/// Days of the first window, which has mostly no change.
const PLAIN: SignedDuration = SignedDuration::from_hours(24 * 10);

fn at() -> Timestamp {
    AT.parse().unwrap()
}

/// Returns the DST changes of two years.
fn changes(zone: &TimeZone) -> Vec<Timestamp> {
    let until = at().to_zoned(TimeZone::UTC).saturating_add(2.years()).timestamp();
    zone.following(at()).map(|change| change.timestamp()).take_while(|change| *change < until).collect()
}

/// Returns the spans of time that are compared.
fn windows(zone: &TimeZone) -> Vec<(Timestamp, Timestamp)> {
    let around = changes(zone).into_iter().map(|change| (change - AROUND - LEAD, change + AROUND));
    std::iter::once((at(), at() + PLAIN)).chain(around).collect()
}

/// An expression in a time zone.
struct Job {
    expression: Value,
    zone: &'static str,
    /// File that the importer reads.
    file: String,
}

fn jobs<T: Clone>(expressions: &[T], file: impl Fn(&T, &str) -> String, value: impl Fn(&T) -> Value) -> Vec<Job> {
    let job =
        |zone: &'static str, expression: &T| Job { expression: value(expression), zone, file: file(expression, zone) };
    ZONES.iter().flat_map(|zone| expressions.iter().map(|expression| job(zone, expression))).collect()
}

fn to_json(jobs: &[Job], peer: &str) -> Value {
    let job = |job: &Job| {
        let zone = refrain_recurrence::time_zone(job.zone).unwrap();
        let windows: Vec<[i64; 2]> =
            windows(&zone).iter().map(|(from, until)| [from.as_second(), until.as_second()]).collect();
        json!({ "peer": peer, "expression": job.expression, "zone": job.zone, "windows": windows })
    };
    jobs.iter().map(job).collect()
}

/// Runs a program with an input and returns its output.
fn answer(command: &mut Command, input: &str) -> String {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "{command:?} failed");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns what a script of `.ci` prints, unless a variable has it already.
fn provided(variable: &str, script: &str) -> String {
    env::var(variable).unwrap_or_else(|_| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.ci").join(script);
        answer(&mut Command::new(path), "").trim().to_owned()
    })
}

fn python(jobs: &[Job], peer: &str) -> Vec<Vec<Option<i64>>> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/compare/peers.py");
    let mut command = Command::new(provided("REFRAIN_TEST_PYTHON", "python"));
    // The time zones are those of the package, not those of the machine.
    command.arg(script).env("PYTHONTZPATH", "");
    serde_json::from_str(&answer(&mut command, &to_json(jobs, peer).to_string())).unwrap()
}

/// Returns the instants of seconds. A search that stops has a last one of `null`.
fn instants(seconds: &[Option<i64>]) -> BTreeSet<Timestamp> {
    seconds.iter().flatten().map(|second| Timestamp::from_second(*second).unwrap()).collect()
}

fn imported(kind: Kind, name: &str, file: &str) -> Entry {
    let report = import(kind, &[Source::new(name, file)], &Options::new(at()));
    assert!(report.is_complete(), "{file}: {report}");
    report.entries.into_iter().next().unwrap()
}

fn rule(entry: &Entry) -> CompiledRecurrence {
    let body = &entry.schedule.as_ref().unwrap().document.body;
    let short = || Spec::new(body["cron"].as_str().unwrap().parse().unwrap(), body["timezone"].as_str().unwrap());
    let spec = body.get("spec").map_or_else(short, |spec| serde_json::from_value(spec.clone()).unwrap());
    CompiledRecurrence::compile(&spec, &Context { anchor: Some(at()), ..Context::default() }).unwrap()
}

/// Compares an entry with the runs of its system. Returns what is wrong.
fn check(
    entry: &Entry,
    zone: &str,
    theirs: &BTreeSet<Timestamp>,
    system: &str,
    around: SignedDuration,
) -> Option<String> {
    let (rule, zone) = (rule(entry), refrain_recurrence::time_zone(zone).unwrap());
    let changes = changes(&zone);
    let mut expected = Vec::new();
    for (from, until) in windows(&zone) {
        let from = from + LEAD;
        let ours: BTreeSet<Timestamp> = rule.between(from, until).map(|run| run.at()).collect();
        let theirs: BTreeSet<Timestamp> = theirs.range(from..until).copied().collect();
        let change = changes.iter().find(|change| **change - AROUND == from);
        let is_near = |at: &Timestamp| change.is_some_and(|change| *at >= *change - around && *at < *change + around);
        let (more, fewer): (Vec<_>, Vec<_>) = (theirs.difference(&ours).collect(), ours.difference(&theirs).collect());
        if let Some(at) = more.iter().chain(&fewer).find(|at| !is_near(at)) {
            return Some(format!("{}: not equal at {at}, apart from any change", entry.written));
        }
        let Some(change) = change else { continue };
        let mut text = change.to_zoned(zone.clone()).strftime("on %Y-%m-%d").to_string();
        for (times, verb) in [(&more, "also runs at"), (&fewer, "does not run at")] {
            if !times.is_empty() {
                let _ = write!(text, ", {system} {verb} {}", listed(times, &zone));
            }
        }
        if !(more.is_empty() && fewer.is_empty()) {
            expected.push(text);
        }
    }
    let notes = entry.notes.iter().filter(|note| note.kind == NoteKind::Differs && note.text.starts_with("on "));
    let notes: Vec<&str> = notes.map(|note| note.text.as_str()).collect();
    (notes != expected)
        .then(|| format!("{} in {}\n  report: {notes:?}\n  found:  {expected:?}", entry.written, rule.timezone()))
}

/// Lists times as the report does.
fn listed(times: &[&Timestamp], zone: &TimeZone) -> String {
    let shown = |at: &&Timestamp| at.to_zoned(zone.clone()).strftime("%H:%M:%S %:z").to_string();
    let mut texts: Vec<String> = times.iter().take(3).map(shown).collect();
    if times.len() > 3 {
        texts.push(format!("{} more times", times.len() - 3));
    }
    texts.join(" and ")
}

#[track_caller]
fn none(failures: &[String], count: usize) {
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn croniter_runs_at_the_times_of_its_dialect() {
    let jobs = jobs(&CRON, |_, _| String::new(), |expression| json!(expression));
    let mut failures = Vec::new();
    for (job, found) in jobs.iter().zip(python(&jobs, "croniter")) {
        let expression = job.expression.as_str().unwrap().to_owned();
        let cron = CronRecurrence { expression, dialect: Some(Dialect::Croniter), ..CronRecurrence::default() };
        let rule =
            CompiledRecurrence::compile(&Spec::new(Recurrence::Cron(cron), job.zone), &Context::default()).unwrap();
        let theirs = instants(&found);
        for (from, until) in windows(&refrain_recurrence::time_zone(job.zone).unwrap()) {
            let ours: BTreeSet<Timestamp> = rule.between(from + LEAD, until).map(|run| run.at()).collect();
            let theirs: BTreeSet<Timestamp> = theirs.range(from + LEAD..until).copied().collect();
            // On the second pass of half an hour, croniter finds one run less.
            let is_known = |at: &Timestamp| {
                job.zone == "Australia/Lord_Howe" && job.expression == "*/20 * * * *" && ours.contains(at) && {
                    let local = at.to_zoned(TimeZone::get(job.zone).unwrap());
                    (local.hour(), local.minute()) == (1, 40)
                }
            };
            if let Some(at) = ours.symmetric_difference(&theirs).find(|at| !is_known(at)) {
                let who = if ours.contains(at) { "only Refrain" } else { "only croniter" };
                failures.push(format!("{} in {}: {who} runs at {at}", job.expression, job.zone));
            }
        }
    }
    none(&failures, jobs.len());
}

#[test]
fn celery_runs_as_the_report_says() {
    let file = |expression: &&str, zone: &str| {
        json!({ "timezone": zone, "beat_schedule": { "x": { "task": "t", "schedule": expression } } }).to_string()
    };
    let jobs = jobs(&CRON, file, |expression| json!(expression));
    let found = python(&jobs, "celery");
    let failures: Vec<String> = jobs
        .iter()
        .zip(found)
        .filter_map(|(job, found)| {
            let entry = imported(Kind::Celery, "beat.json", &job.file);
            check(&entry, job.zone, &instants(&found), "Celery", SignedDuration::from_hours(6))
        })
        .collect();
    none(&failures, jobs.len());
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
    let file = |fields: &Value, zone: &str| {
        let mut job = fields.clone();
        let own = json!({ "id": "x", "trigger": "cron", "timezone": zone, "misfire_grace_time": 60 });
        job.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
        json!([job]).to_string()
    };
    let jobs = jobs(&fields, file, Value::clone);
    let found = python(&jobs, "apscheduler");
    let failures: Vec<String> = jobs
        .iter()
        .zip(found)
        .filter_map(|(job, found)| {
            let entry = imported(Kind::ApScheduler, "jobs.json", &job.file);
            check(&entry, job.zone, &instants(&found), "APScheduler", SignedDuration::from_hours(36))
        })
        .collect();
    none(&failures, jobs.len());
}

#[test]
fn bullmq_runs_as_the_report_says() {
    let file = |expression: &&str, zone: &str| {
        json!([{ "key": "x", "name": "x", "pattern": expression, "tz": zone }]).to_string()
    };
    let jobs = jobs(&CRON, file, |expression| json!(expression));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/compare/peers.js");
    let mut command = Command::new("node");
    command.arg(script).env("NODE_PATH", provided("REFRAIN_TEST_NODE_MODULES", "node"));
    let found: Vec<Vec<Option<i64>>> =
        serde_json::from_str(&answer(&mut command, &to_json(&jobs, "cron-parser").to_string())).unwrap();
    let failures: Vec<String> = jobs
        .iter()
        .zip(found)
        .filter_map(|(job, found)| {
            let entry = imported(Kind::BullMq, "schedulers.json", &job.file);
            let is_half_hour = entry.notes.iter().any(|note| note.text.contains("half an hour"));
            if job.zone == "Australia/Lord_Howe" {
                return (!is_half_hour).then(|| format!("{}: no remark about half an hour", job.expression));
            }
            check(&entry, job.zone, &instants(&found), "BullMQ", SignedDuration::from_hours(6))
        })
        .collect();
    none(&failures, jobs.len());
}

/// Instants from which runs are printed, and how many of each expression. In the 70 days from March and September on,
/// all zones change their offsets.
const BASES: [(&str, usize); 5] = [
    (AT, 12),
    ("2026-03-01T00:00:00Z", 70),
    ("2026-09-01T00:00:00Z", 70),
    ("2027-03-01T00:00:00Z", 70),
    ("2027-09-01T00:00:00Z", 70),
];

/// Returns the runs that systemd prints for expressions. `None` if there is no systemd on a developer's machine.
fn systemd(expressions: &[String]) -> Option<Vec<Vec<Option<i64>>>> {
    let mut found = vec![Vec::new(); expressions.len()];
    for (base, iterations) in BASES {
        let base: Timestamp = base.parse().unwrap();
        let mut command = Command::new("systemd-analyze");
        command.env("TZ", "UTC").env("LC_ALL", "C").arg("calendar");
        command.arg(format!("--base-time={}", base.strftime("%Y-%m-%d %H:%M:%S UTC")));
        command.arg(format!("--iterations={iterations}")).args(expressions);
        let output = match command.output() {
            Ok(output) => output,
            Err(error) => {
                assert!(env::var_os("CI").is_none(), "systemd-analyze cannot be run: {error}");
                return None;
            }
        };
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let mut expression = 0;
        for line in String::from_utf8(output.stdout).unwrap().lines().map(str::trim) {
            if line.starts_with("Normalized form:") {
                expression += 1;
            } else if line.starts_with("Next elapse:") || line.starts_with("Iter. #") || line.starts_with("Iteration #")
            {
                let (_, time) = line.split_once(": ").unwrap();
                let at = jiff::civil::DateTime::strptime("%a %Y-%m-%d %H:%M:%S UTC", time.trim()).unwrap();
                found[expression - 1].push(Some(TimeZone::UTC.to_timestamp(at).unwrap().as_second()));
            }
        }
    }
    Some(found)
}

#[test]
fn systemd_runs_as_the_report_says() {
    let expressions: [&str; 4] = ["*-*-* 02:30:00", "*-*-* 00:00:00", "Sun *-*-* 01:15", "*-*~01 12:00"];
    let written = |zone: &'static str| expressions.map(|expression| (format!("{expression} {zone}"), zone));
    let jobs: Vec<(String, &str)> = ZONES.into_iter().flat_map(written).collect();
    let texts: Vec<String> = jobs.iter().map(|(text, _)| text.clone()).collect();
    let Some(found) = systemd(&texts) else { return };
    let mut failures = Vec::new();
    for ((expression, zone), found) in jobs.iter().zip(&found) {
        let entry = imported(Kind::Systemd, "x.timer", &format!("[Timer]\nOnCalendar={expression}\n"));
        failures.extend(check(&entry, zone, &instants(found), "systemd", SignedDuration::from_hours(6)));
    }
    none(&failures, jobs.len());
}
