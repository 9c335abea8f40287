//! `refrain doctor`: looks a store and the files around it over, says what it found, and mends what is safe to mend.

mod integrity;
mod rights;

use std::fmt::Write as _;

use clap::Args;
use refrain::audit::By;
use refrain::clock::wall;
use refrain::doctor::{Doctor as Engine, Finding, Sample, Severity};
use refrain::error::Error;
use serde::Serialize;

use super::Format;
use super::output::{Failure, Report};
use super::stored::{configured, refused, wait};
use crate::config::{Config, Overrides};

/// As the audit names it.
const ACTOR: &str = "refrain doctor";
const EXIT_WARNING: u8 = 1;
const EXIT_ERROR: u8 = 2;

/// Look a store over and say what is wrong with it
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain doctor
  refrain doctor --store postgres://refrain@db/refrain --json
  refrain doctor --fix
  refrain doctor --integrity-check

It may be run beside servers. Nothing is changed without --fix, which does no more than a server does by itself when it comes across
the same, and closes key files to others. Exit codes: 0 all is well, 1 there are warnings, 2 there are errors or it could not look.")]
pub(super) struct Doctor {
    /// Mend what can be mended safely
    #[arg(long)]
    fix: bool,
    /// Read every page of a SQLite file and compare tables with indexes; this takes as long as the file is large
    #[arg(long)]
    integrity_check: bool,
    /// How many schedules are looked at
    #[arg(long, value_name = "SCHEDULES", default_value_t = Sample::default().schedules_max)]
    sample: usize,
    #[command(flatten)]
    overrides: Overrides,
    /// How to answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// The same as --format json
    #[arg(long)]
    json: bool,
}

/// A finding as it is told.
#[derive(Serialize)]
struct Told {
    check: &'static str,
    severity: &'static str,
    found: String,
    meaning: &'static str,
    advice: &'static str,
    /// Whether --fix can mend it.
    is_fixable: bool,
    /// What was done about it.
    fixed: Option<String>,
}

/// All that was found, and how bad the worst of it is that was not mended.
struct Looked {
    told: Vec<Told>,
    worst: Severity,
}

impl Looked {
    fn add(&mut self, finding: Finding, is_fixable: bool, fixed: Option<String>) {
        let Finding { check, severity, found, meaning, advice, fix: _ } = finding;
        if fixed.is_none() {
            self.worst = self.worst.max(severity);
        }
        self.told.push(Told { check, severity: severity.as_str(), found, meaning, advice, is_fixable, fixed });
    }
}

impl Doctor {
    pub(super) fn run(&self) -> Result<Report, Failure> {
        let config = configured(&self.overrides)?;
        wait(async {
            let mut looked = Looked { told: Vec::new(), worst: Severity::Fine };
            self.look_at_files(&config, &mut looked).map_err(refused)?;
            if self.integrity_check {
                looked.add(integrity::look(&config).await.map_err(refused)?, false, None);
            }
            if let Err(error) = self.look_at_store(&config, &mut looked).await {
                looked.add(unopened(&error), false, None);
            }
            let report =
                if self.is_json() { Report::json(&looked.told) } else { Report::new(for_people(&looked.told)) };
            Ok(Report { exit_code: exit_code(looked.worst), ..report })
        })
    }

    pub(super) fn is_json(&self) -> bool {
        self.json || self.format == Format::Json
    }

    fn look_at_files(&self, config: &Config, looked: &mut Looked) -> Result<(), Error> {
        if let Some(path) = config.master_key_file()?
            && let Some(finding) = rights::look(&path)
        {
            let is_fixable = finding.severity != Severity::Fine;
            let fixed = if is_fixable && self.fix { rights::close(&path) } else { None };
            looked.add(finding, is_fixable, fixed);
        }
        Ok(())
    }

    async fn look_at_store(&self, config: &Config, looked: &mut Looked) -> Result<(), Error> {
        // Opening brings a store up to date, which is not for a doctor to do.
        if let Some(found) = config.store.layout().await? {
            let version = found.layout.map_or(0, |layout| layout.version);
            if version < found.known {
                looked.add(older(version, found.known), false, None);
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
                    Some(format!("{} schedules were mended", doctor.fix(fix, &By::new(ACTOR), now).await?))
                }
                Some(_) | None => None,
            };
            looked.add(finding, fix.is_some(), fixed);
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

fn for_people(told: &[Told]) -> String {
    let mut text = String::new();
    for Told { check, severity, found, meaning, advice, is_fixable, fixed } in told {
        let _ = writeln!(text, "{severity:<8} {check:<19} {found}");
        if !meaning.is_empty() {
            let _ = writeln!(text, "         means: {meaning}");
            let _ = writeln!(text, "         do:    {advice}");
        }
        match fixed {
            Some(fixed) => drop(writeln!(text, "         done:  {fixed}")),
            None if *is_fixable => text.push_str("         --fix mends it\n"),
            None => {}
        }
    }
    text
}

fn older(found: i64, known: i64) -> Finding {
    Finding {
        check: "store.schema",
        severity: Severity::Error,
        found: format!("version {found}; this program needs {known}"),
        meaning: "no program of this age has opened the store yet, so there is nothing that could be looked at",
        advice: "`refrain migrate` brings it up to date, as starting a server does",
        fix: None,
    }
}

fn unopened(error: &Error) -> Finding {
    Finding {
        check: "store.reachable",
        severity: Severity::Error,
        found: error.to_string(),
        meaning: "no node can work on this store",
        advice: "see that it runs, that its address is right, and that this program is new enough for it",
        fix: None,
    }
}
