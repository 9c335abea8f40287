//! Jobs: an expression in a time zone, as a peer reads it and as a schedule.

use std::env;

use jiff::tz::TimeZone;
use refrain_cli::Source;
use refrain_cli::import::{Entry, Kind, Options, import};
use refrain_recurrence::{CompiledRecurrence, Context, Spec};

use crate::span::{Span, at, complete, until, windows};

pub(super) const ZONES: [&str; 30] = [
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
pub(super) const CRON: [&str; 10] = [
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

/// Limit of a peer that is fast enough for any number of runs.
pub(super) const ALL_RUNS: usize = usize::MAX;

/// An expression in a time zone.
pub(super) struct Job {
    /// Expression, as the peer reads it.
    pub(super) expression: String,
    pub(super) zone: &'static str,
    pub(super) rule: CompiledRecurrence,
    /// Result of the import, if the job was imported.
    pub(super) entry: Option<Entry>,
    pub(super) spans: Vec<Span>,
}

impl Job {
    /// Creates a job. It is compared for all of the time if it has at most that many runs.
    pub(super) fn new(expression: String, zone: &'static str, rule: CompiledRecurrence, runs_max: usize) -> Self {
        let is_complete = runs_max == ALL_RUNS
            || env::var_os("REFRAIN_COMPARE").is_some_and(|wanted| wanted == "complete")
            || rule.between(at(), until()).take(runs_max + 1).count() <= runs_max;
        let spans = if is_complete { complete() } else { windows(&time_zone(zone)) };
        Self { expression, zone, rule, entry: None, spans }
    }

    /// Imports a file with one entry.
    pub(super) fn imported(expression: &str, zone: &'static str, runs_max: usize, kind: Kind, file: &str) -> Self {
        // Only the reader of systemd looks at the name.
        let report = import(kind, &[Source::new("x.timer", file)], &Options::new(at()));
        assert!(report.is_complete(), "{file}: {report}");
        let entry = report.entries.into_iter().next().unwrap();
        let job = Self::new(expression.to_owned(), zone, rule(&entry), runs_max);
        Self { entry: Some(entry), ..job }
    }

    pub(super) fn name(&self) -> String {
        format!("{} in {}", self.expression, self.zone)
    }
}

/// Returns a job for each expression in each time zone.
pub(super) fn jobs<T>(expressions: &[T], job: impl Fn(&T, &'static str) -> Job) -> Vec<Job> {
    ZONES
        .into_iter()
        .flat_map(|zone| expressions.iter().map(|expression| job(expression, zone)).collect::<Vec<_>>())
        .collect()
}

pub(super) fn time_zone(name: &str) -> TimeZone {
    refrain_recurrence::time_zone(name).unwrap()
}

fn rule(entry: &Entry) -> CompiledRecurrence {
    let body = &entry.schedule.as_ref().unwrap().document.body;
    let short = || Spec::new(body["cron"].as_str().unwrap().parse().unwrap(), body["timezone"].as_str().unwrap());
    let spec = body.get("spec").map_or_else(short, |spec| serde_json::from_value(spec.clone()).unwrap());
    CompiledRecurrence::compile(&spec, &Context { anchor: Some(at()), ..Context::default() }).unwrap()
}
