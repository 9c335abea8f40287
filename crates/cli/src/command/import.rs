//! `refrain import`.

use std::fs;
use std::io::{self, Write as _, stderr};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use refrain_recurrence::time_zone;
use serde_json::Value;

use crate::clock;
use crate::crontab::CrontabForm;
use crate::document::{Document, read_files, write};
use crate::exit::{Exit, Failure};
use crate::import::{Kind, Options, Report, import};
use crate::output::write_stdout;
use crate::session::Outcome;
use crate::tree::Limits;

/// Import schedules of another scheduler, paused, with a report of what differs
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  crontab -l | refrain import crontab - --tz Europe/Berlin > jobs.yaml
  refrain import kubernetes manifests/ --out jobs.yaml --report report.txt
  refrain import systemd /etc/systemd/system --out jobs.yaml --config-out commands.toml
  refrain apply -f jobs.yaml --dry-run

Exit codes: 0 everything was imported, 1 something was not (the rest is written), 2 invalid arguments or files.")]
pub struct ImportCommand {
    /// System that the files come from
    #[arg(value_name = "KIND", value_parser = Kind::ALL.map(Kind::as_str))]
    kind: String,
    /// Files or directories; `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Format of the schedules: yaml or json
    #[arg(short, long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    output: DocumentFormat,
    /// File for the schedules instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// File for the report instead of standard error
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Format of the report: text or json
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    format: ReportFormat,
    /// File for the commands that the server's configuration needs
    #[arg(long, value_name = "FILE")]
    config_out: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
    /// Do not pause schedules that ran in the other system
    #[arg(long)]
    enabled: bool,
    /// Time zone of the other system, for entries that name none
    #[arg(long = "tz", value_name = "ZONE")]
    timezone: Option<String>,
    /// Text before the ID of each schedule
    #[arg(long, hide_short_help = true, value_name = "TEXT", default_value = "", hide_default_value = true)]
    prefix: String,
    /// Form of crontabs: by-name (system form below /etc), user, or system with a user name in each line
    #[arg(long, value_enum, default_value_t, value_name = "FORM", hide_possible_values = true, hide_short_help = true)]
    form: FormArg,
}

/// Format of documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum DocumentFormat {
    /// YAML documents with comments
    #[default]
    Yaml,
    /// A JSON list
    Json,
}

/// Format of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    /// Text for people
    #[default]
    Text,
    /// JSON
    Json,
}

/// Form of crontabs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum FormArg {
    /// System form for `/etc/crontab` and files in `/etc/cron.d`, else user form
    #[default]
    ByName,
    /// Crontab of a user
    User,
    /// Crontab of the system
    System,
}

impl ImportCommand {
    pub(super) fn run(&self) -> Outcome {
        let kind = Kind::from_name(&self.kind).ok_or_else(|| Failure::usage("the kind is unknown"))?;
        let options = self.options()?;
        for file in [&self.out, &self.report, &self.config_out].into_iter().flatten() {
            self.check_new(file)?;
        }
        let sources = read_files(&self.files, Limits::default(), |_| true)?;
        let report = import(kind, &sources, &options);
        self.write_documents(&report.documents())?;
        if let (Some(file), Some(configuration)) = (&self.config_out, &report.configuration) {
            write_file(file, configuration)?;
        }
        self.write_report(&report)?;
        if report.is_complete() { Ok(()) } else { Err(Failure::silent(Exit::Failure)) }
    }

    fn options(&self) -> Result<Options, Failure> {
        if let Some(timezone) = &self.timezone {
            time_zone(timezone).map_err(|error| match error.hint() {
                Some(hint) => Failure::usage(format!("--tz: {}", error.message())).with_hint(hint),
                None => Failure::usage(format!("--tz: {}", error.message())),
            })?;
        }
        Ok(Options {
            timezone: self.timezone.clone(),
            enabled: self.enabled,
            id_prefix: self.prefix.clone(),
            crontab_form: match self.form {
                FormArg::ByName => CrontabForm::ByName,
                FormArg::User => CrontabForm::User,
                FormArg::System => CrontabForm::System,
            },
            ..Options::new(clock::now())
        })
    }

    /// Refuses to replace a file, which someone may have edited after an earlier import.
    fn check_new(&self, file: &Path) -> Outcome {
        if self.force || !file.is_file() {
            return Ok(());
        }
        Err(Failure::usage(format!("{} exists", file.display())).with_hint("name another file, or add --force"))
    }

    fn write_documents(&self, documents: &[Document]) -> Outcome {
        let text = match self.output {
            DocumentFormat::Yaml => write(documents),
            DocumentFormat::Json => {
                format!("{:#}\n", Value::Array(documents.iter().map(Document::to_json).collect()))
            }
        };
        match &self.out {
            Some(file) => write_file(file, &text),
            None => Ok(write_stdout(&text)?),
        }
    }

    fn write_report(&self, report: &Report) -> Outcome {
        let text = match self.format {
            ReportFormat::Json => serde_json::to_string_pretty(report).map_err(io::Error::from)? + "\n",
            ReportFormat::Text => match (&report.configuration, &self.config_out) {
                (Some(configuration), None) => {
                    format!("{report}\nThe schedules need this configuration of the server:\n\n{configuration}")
                }
                _ => report.to_string(),
            },
        };
        match &self.report {
            Some(file) => write_file(file, &text),
            None => Ok(stderr().lock().write_all(text.as_bytes())?),
        }
    }
}

fn write_file(file: &Path, text: &str) -> Outcome {
    fs::write(file, text)
        .map_err(|error| Failure::new(Exit::Failure, format!("{} cannot be written: {error}", file.display())))
}
