//! systemd, by `systemd-analyze calendar`.

use std::env;
use std::process::Command;

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use refrain_cli::import::Kind;

use crate::check::reported;
use crate::job::{ALL_RUNS, Job, ZONES};
use crate::span::at;

/// Number of runs that cover two years: one a day, and one more on each DST change in autumn.
const ITERATIONS: usize = 735;
const EXPRESSIONS: [&str; 4] = ["*-*-* 02:30:00", "*-*-* 00:00:00", "Sun *-*-* 01:15", "*-*~01 12:00"];

/// Returns the runs of expressions that systemd prints in a time zone. `None` if there is no systemd on a developer's
/// machine.
fn runs(zone: &str) -> Option<Vec<Vec<i64>>> {
    let mut command = Command::new("systemd-analyze");
    // With the zone in the expression, systemd computes the same in a process of its own for each run.
    command.env("TZ", zone).env("LC_ALL", "C").arg("calendar");
    command.arg(format!("--base-time={}", at().strftime("%Y-%m-%d %H:%M:%S UTC")));
    command.arg(format!("--iterations={ITERATIONS}")).args(EXPRESSIONS);
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => {
            assert!(env::var_os("CI").is_none(), "systemd-analyze cannot be run: {error}");
            return None;
        }
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut found: Vec<Vec<i64>> = Vec::new();
    for line in String::from_utf8(output.stdout).unwrap().lines().map(str::trim) {
        if line.starts_with("Normalized form:") {
            found.push(Vec::new());
        } else if let Some(at) = utc(line, zone) {
            found.last_mut().unwrap().push(at.as_second());
        }
    }
    Some(found)
}

/// Returns the instant of a line. The line about the zone itself has it only if that is UTC.
fn utc(line: &str, zone: &str) -> Option<Timestamp> {
    let (name, time) = line.split_once(": ")?;
    let is_own = name.starts_with("Next elapse") || name.starts_with("Iter");
    if !(name == "(in UTC)" || zone == "UTC" && is_own) {
        return None;
    }
    let at = DateTime::strptime("%a %Y-%m-%d %H:%M:%S UTC", time.trim()).unwrap();
    Some(TimeZone::UTC.to_timestamp(at).unwrap())
}

#[test]
fn systemd_runs_as_the_report_says() {
    let (mut jobs, mut found) = (Vec::new(), Vec::new());
    for zone in ZONES {
        let Some(runs) = runs(zone) else { return };
        assert_eq!(runs.len(), EXPRESSIONS.len(), "{zone}");
        found.extend(runs);
        jobs.extend(EXPRESSIONS.map(|expression| {
            let file = format!("[Timer]\nOnCalendar={expression} {zone}\n");
            Job::imported(expression, zone, ALL_RUNS, Kind::Systemd, &file)
        }));
    }
    reported(&jobs, &found, "systemd", SignedDuration::from_hours(6));
}
