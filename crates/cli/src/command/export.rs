//! `refrain export`.

use std::fs;
use std::io::{Write as _, stderr};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::list::items;
use crate::clock;
use crate::exit::{Exit, Failure};
use crate::export::{Export, Options, RemarkKind, Schedule, Target, export};
use crate::session::{Outcome, Session, SessionArgs};

/// Export schedules to a crontab, Kubernetes, systemd, iCalendar or documents
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain export crontab > crontab.txt
  refrain export kubernetes --label team=billing --strict | kubectl apply -f -
  refrain export systemd backup report --directory units
  refrain export ics --tz Europe/Berlin > schedules.ics")]
pub struct ExportCommand {
    #[command(flatten)]
    pub(super) session: SessionArgs,
    /// Target: crontab, kubernetes, systemd, ics or yaml
    #[arg(value_enum, hide_possible_values = true)]
    target: TargetName,
    /// IDs of the schedules. Default: all
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Only schedules with this label
    #[arg(short = 'l', long = "label", value_name = "NAME=VALUE")]
    labels: Vec<String>,
    /// Time zone of the machine that the crontab is for
    #[arg(long, value_name = "ZONE", default_value = "UTC")]
    tz: String,
    /// Write files into this directory instead of the output
    #[arg(short, long, value_name = "DIR")]
    directory: Option<PathBuf>,
    /// Overwrite files in the directory
    #[arg(long, requires = "directory")]
    force: bool,
    /// Fail if the target cannot express the times of a schedule
    #[arg(long)]
    strict: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TargetName {
    Crontab,
    Kubernetes,
    Systemd,
    Ics,
    Yaml,
}

/// Page size of requests, the maximum of the server.
const PAGE: u32 = 500;

impl TargetName {
    fn target(self) -> Target {
        match self {
            Self::Crontab => Target::Crontab,
            Self::Kubernetes => Target::Kubernetes,
            Self::Systemd => Target::Systemd,
            Self::Ics => Target::Ics,
            Self::Yaml => Target::Yaml,
        }
    }
}

impl ExportCommand {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        if let Err(error) = refrain_recurrence::time_zone(&self.tz) {
            let failure = Failure::usage(format!("--tz: {}", error.message()));
            return Err(match error.hint() {
                Some(hint) => failure.with_hint(hint),
                None => failure,
            });
        }
        let mut schedules = Vec::new();
        let mut unread = Vec::new();
        for value in self.schedules(session).await? {
            match Schedule::read(value) {
                Ok(schedule) => schedules.push(schedule),
                Err(reason) => unread.push(reason),
            }
        }
        let options = Options { at: clock::now(), timezone: self.tz.clone() };
        let exported = export(self.target.target(), &schedules, &options);
        for reason in &unread {
            warn(&format!("warning[not_exported]: {reason}"));
        }
        exported.remarks.iter().for_each(|remark| warn(&remark.to_string()));
        match &self.directory {
            Some(directory) => self.write(session, directory, &exported)?,
            None => session.output().value(&to_json(&exported), |_| text(self.target, &exported)),
        }
        let is_incomplete = !unread.is_empty() || exported.remarks.iter().any(|remark| remark.kind.is_about_times());
        if self.strict && is_incomplete {
            return Err(Failure::new(Exit::Failure, "not all schedules can be exported with the same times")
                .with_hint("the warnings name the schedules; without --strict, the others are exported"));
        }
        Ok(())
    }

    /// Returns the schedules, in order of their IDs or of the arguments.
    async fn schedules(&self, session: &Session) -> Result<Vec<Value>, Failure> {
        let mut found = Vec::new();
        for id in &self.ids {
            let response = session.client().get_schedule(id).response().await?;
            let value: Value = serde_json::from_slice(response.body()).map_err(|error| Failure::unreadable(&error))?;
            found.push(value);
        }
        if self.ids.is_empty() {
            let mut call = session.client().list_schedules().limit(PAGE);
            if !self.labels.is_empty() {
                let labels: Vec<String> = self.labels.iter().map(|label| label.replacen('=', ":", 1)).collect();
                call = call.label(&labels.join(","));
            }
            found = items(call, 0).await?.0;
        }
        Ok(found)
    }

    fn write(&self, session: &Session, directory: &Path, exported: &Export) -> Outcome {
        let failed = |path: &Path, error: &std::io::Error| {
            Failure::new(Exit::Failure, format!("{} cannot be written: {error}", path.display()))
        };
        fs::create_dir_all(directory).map_err(|error| failed(directory, &error))?;
        let existing = exported.files.iter().map(|file| directory.join(&file.name)).find(|path| path.exists());
        if let Some(path) = existing.filter(|_| !self.force) {
            return Err(Failure::new(Exit::Conflict, format!("{} exists already", path.display()))
                .with_hint("use --force to overwrite it, or another directory"));
        }
        for file in &exported.files {
            let path = directory.join(&file.name);
            fs::write(&path, &file.text).map_err(|error| failed(&path, &error))?;
        }
        let count = exported.files.len();
        let noun = if count == 1 { "file" } else { "files" };
        session.output().line(format!("Wrote {count} {noun} into {}.", directory.display()));
        Ok(())
    }
}

fn warn(line: &str) {
    // If standard error is closed, the warnings have no reader.
    let _ = writeln!(stderr().lock(), "{line}");
}

/// Returns the files as one text. Units of systemd have their names above them.
fn text(target: TargetName, exported: &Export) -> String {
    if !matches!(target, TargetName::Systemd) {
        return exported.files.iter().map(|file| file.text.as_str()).collect();
    }
    let files = exported.files.iter().map(|file| format!("# {}\n{}", file.name, file.text));
    let missing = exported.remarks.iter().filter(|remark| remark.kind == RemarkKind::NotExported);
    let missing = missing.map(|remark| format!("# {}: not exported: {}\n", remark.id, remark.text));
    files.chain(missing).collect::<Vec<_>>().join("\n")
}

fn to_json(exported: &Export) -> Value {
    let files = exported.files.iter().map(|file| json!({ "name": file.name, "text": file.text }));
    let remarks = exported
        .remarks
        .iter()
        .map(|remark| json!({ "id": remark.id, "kind": remark.kind.as_str(), "text": remark.text }));
    json!({ "files": files.collect::<Vec<_>>(), "remarks": remarks.collect::<Vec<_>>() })
}
