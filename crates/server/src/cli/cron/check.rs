//! `refrain cron --check`: what would run, and when.

use std::fmt::Write as _;

use jiff::Timestamp;
use refrain_cli::crontab::{CronJob, Crontab};
use refrain_recurrence::{Recurrence, time_zone};

use crate::cli::output::{Failure, Report};
use crate::cli::store_access::wait;
use crate::config::LoadedConfig;
use crate::serve;

/// Number of runs that are listed for an entry.
const NEXT_COUNT: usize = 3;

/// Checks everything that a start would reject, and lists the entries.
pub(super) fn check(loaded: &LoadedConfig, crontab: &Crontab, now: Timestamp) -> Result<Report, Failure> {
    wait(async {
        let warnings = serve::check(loaded).await?;
        let mut text = String::new();
        for job in &crontab.jobs {
            describe(&mut text, job, now);
        }
        for warning in &warnings {
            let _ = write!(text, "{}", warning.as_warning());
        }
        let count = |number: usize, one: &str, many: &str| format!("{number} {}", if number == 1 { one } else { many });
        let entries = count(crontab.jobs.len(), "entry", "entries");
        let _ = writeln!(text, "{entries}, {}", count(warnings.len(), "warning", "warnings"));
        Ok(Report::new(text))
    })
}

fn describe(text: &mut String, job: &CronJob, now: Timestamp) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}: {}", job.place, job.id);
    let _ = writeln!(text, "  when:    {}\n  command: {}", job.fields, job.written);
    let next = match &job.spec.recurrence {
        Recurrence::Once(_) => "when `refrain cron` starts".to_owned(),
        _ => next_runs(job, now),
    };
    let _ = writeln!(text, "  next:    {next}\n");
}

fn next_runs(job: &CronJob, now: Timestamp) -> String {
    // The zone was checked when the entry was read.
    let Ok(zone) = time_zone(&job.spec.timezone) else { return String::new() };
    let local = |at: &Timestamp| at.to_zoned(zone.clone()).strftime("%a %Y-%m-%d %H:%M:%S %:z").to_string();
    job.next_runs(now, NEXT_COUNT).iter().map(local).collect::<Vec<_>>().join("\n           ")
}
