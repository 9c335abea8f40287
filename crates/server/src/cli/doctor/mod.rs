//! `refrain doctor`: examines a store and the files around it, reports findings, and fixes the ones that are safe
//! to fix.

mod integrity;
mod rights;

use std::fmt::Write as _;

use clap::Args;
use refrain::Error;
use refrain::clock::wall;
use refrain::doctor::{Doctor as Engine, Finding, Sample, Severity};
use refrain::model::By;
use serde::Serialize;

use super::Format;
use super::output::{Failure, Report};
use super::store_access::{configured, refused, wait};
use crate::config::{Config, Overrides};

/// Actor in the audit log.
const ACTOR: &str = "refrain doctor";
const EXIT_WARNING: u8 = 1;
const EXIT_ERROR: u8 = 2;

/// Examine a store and report problems
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain doctor
  refrain doctor --store postgres://refrain@db/refrain --json
  refrain doctor --fix
  refrain doctor --integrity-check

The command may run while servers use the store. It changes nothing without --fix. --fix repairs only what a server
would repair itself, and restricts the permissions of key files.

Exit codes: 0 no problems, 1 warnings, 2 errors, or the store could not be examined.")]
pub(super) struct Doctor {
    /// Fix the problems that are safe to fix
    #[arg(long)]
    fix: bool,
    /// Read every page of a SQLite file and compare tables with indexes; the duration grows with the size of the
    /// file
    #[arg(long)]
    integrity_check: bool,
    /// Number of schedules to examine
    #[arg(long, value_name = "SCHEDULES", default_value_t = Sample::default().schedules_max)]
    sample: usize,
    #[command(flatten)]
    overrides: Overrides,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Print JSON; same as --format json
    #[arg(long)]
    json: bool,
}

/// A finding as it is printed.
#[derive(Serialize)]
struct FindingReport {
    check: &'static str,
    severity: &'static str,
    found: String,
    meaning: &'static str,
    advice: &'static str,
    /// Whether --fix can repair the problem.
    is_fixable: bool,
    /// Description of the repair, if one was made.
    fixed: Option<String>,
}

/// All findings, and the severity of the worst one that was not fixed.
struct Examination {
    reported: Vec<FindingReport>,
    worst: Severity,
}

impl Examination {
    fn add(&mut self, finding: Finding, is_fixable: bool, fixed: Option<String>) {
        let Finding { check, severity, found, meaning, advice, fix: _ } = finding;
        if fixed.is_none() {
            self.worst = self.worst.max(severity);
        }
        self.reported.push(FindingReport {
            check,
            severity: severity.as_str(),
            found,
            meaning,
            advice,
            is_fixable,
            fixed,
        });
    }
}

impl Doctor {
    pub(super) fn run(&self) -> Result<Report, Failure> {
        let config = configured(&self.overrides)?;
        wait(async {
            let mut examination = Examination { reported: Vec::new(), worst: Severity::Fine };
            self.look_at_files(&config, &mut examination).map_err(refused)?;
            if self.integrity_check {
                examination.add(integrity::look(&config).await.map_err(refused)?, false, None);
            }
            if let Err(error) = self.look_at_store(&config, &mut examination).await {
                examination.add(unreachable_store(&error), false, None);
            }
            let report = if self.is_json() {
                Report::json(&examination.reported)
            } else {
                Report::new(render_text(&examination.reported))
            };
            Ok(Report { exit_code: exit_code(examination.worst), ..report })
        })
    }

    pub(super) fn is_json(&self) -> bool {
        self.json || self.format == Format::Json
    }

    fn look_at_files(&self, config: &Config, examination: &mut Examination) -> Result<(), Error> {
        if let Some(path) = config.master_key_file()?
            && let Some(finding) = rights::look(&path)
        {
            let is_fixable = finding.severity != Severity::Fine;
            let fixed = if is_fixable && self.fix { rights::close(&path) } else { None };
            examination.add(finding, is_fixable, fixed);
        }
        Ok(())
    }

    async fn look_at_store(&self, config: &Config, examination: &mut Examination) -> Result<(), Error> {
        // Opening a store migrates it. A diagnostic command must not do that.
        if let Some(found) = config.store.layout().await? {
            let version = found.layout.map_or(0, |layout| layout.version);
            if version < found.known {
                examination.add(outdated_schema(version, found.known), false, None);
                return Ok(());
            }
        }
        let store = config.store.open().await?;
        let now = store.now().await?;
        let doctor = Engine::new(store, Sample { schedules_max: self.sample, ..Sample::default() });
        for mut finding in doctor.examine(wall).await {
            let fix = finding.fix.take();
            let fixed = match &fix {
                Some(fix) if self.fix => {
                    Some(format!("fixed {} schedules", doctor.fix(fix, &By::new(ACTOR), now).await?))
                }
                Some(_) | None => None,
            };
            examination.add(finding, fix.is_some(), fixed);
        }
        Ok(())
    }
}

fn exit_code(worst: Severity) -> u8 {
    match worst {
        Severity::Fine => 0,
        Severity::Warning => EXIT_WARNING,
        Severity::Error => EXIT_ERROR,
    }
}

fn render_text(reported: &[FindingReport]) -> String {
    let mut text = String::new();
    for FindingReport { check, severity, found, meaning, advice, is_fixable, fixed } in reported {
        let _ = writeln!(text, "{severity:<8} {check:<19} {found}");
        if !meaning.is_empty() {
            let _ = writeln!(text, "         means: {meaning}");
            let _ = writeln!(text, "         do:    {advice}");
        }
        match fixed {
            Some(fixed) => drop(writeln!(text, "         done:  {fixed}")),
            None if *is_fixable => text.push_str("         use --fix to repair this\n"),
            None => {}
        }
    }
    text
}

fn outdated_schema(found: i64, known: i64) -> Finding {
    Finding {
        check: "store.schema",
        severity: Severity::Error,
        found: format!("version {found}; this program needs {known}"),
        meaning: "no program of this version has opened the store yet, so it cannot be examined",
        advice: "run `refrain migrate` or start a server to migrate the store",
        fix: None,
    }
}

fn unreachable_store(error: &Error) -> Finding {
    Finding {
        check: "store.reachable",
        severity: Severity::Error,
        found: error.to_string(),
        meaning: "no node can use this store",
        advice: "check that the store is running, that its address is correct, and that this program is new enough for it",
        fix: None,
    }
}
