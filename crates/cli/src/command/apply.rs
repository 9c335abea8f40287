//! `refrain apply`.

use std::io::{Write as _, stderr};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::applied::{Applied, applying_client, refused};
use crate::apply::{Plan, PlanOptions, PruneSelector, ShowOptions, plan, request_id, show};
use crate::document::{Document, STDIN, read};
use crate::exit::{Exit, Failure};
use crate::output::write_stdout;
use crate::prompt::{ConfirmArgs, can_ask};
use crate::session::{Outcome, Session, SessionArgs};
use crate::tree::Limits;

/// Create and change schedules and controls as files state
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain apply -f schedules/
  refrain apply -f schedules/ --dry-run
  refrain apply -f schedules/ --prune --label managed=git --yes -o json
  refrain schedule get digest -o yaml | refrain apply -f - --yes

Exit codes: 0 done, 2 invalid files, 4 changed meanwhile, 5 unavailable, 10 a dry run would change something.")]
pub struct ApplyCommand {
    /// Files or directories of documents; `-` for standard input
    #[arg(short, long = "file", value_name = "PATH", required = true, num_args = 1..)]
    files: Vec<PathBuf>,
    /// Only show what would change
    #[arg(long, conflicts_with = "yes")]
    dry_run: bool,
    #[command(flatten)]
    confirm: ConfirmArgs,
    /// Compare the occurrences of the next N days. Default: 30
    #[arg(long, value_name = "N", default_value_t = 30, hide_default_value = true,
          value_parser = clap::value_parser!(u32).range(1..=366))]
    days: u32,
    /// Delete selected schedules that no file has
    #[arg(long)]
    prune: bool,
    /// Prune only schedules with this label. Repeatable
    #[arg(short, long = "label", value_name = "NAME=VALUE", requires = "prune")]
    labels: Vec<String>,
    /// Prune only schedules of this source: api or code. Repeatable
    #[arg(long = "source", value_name = "NAME", requires = "prune", value_parser = ["api", "code"],
          hide_possible_values = true)]
    sources: Vec<String>,
    /// ID of the changes in the audit log. Default: generated
    #[arg(long, value_name = "ID", hide_short_help = true)]
    request_id: Option<String>,
    #[command(flatten)]
    pub(super) session: SessionArgs,
}

impl ApplyCommand {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let options = PlanOptions { days: Some(self.days), prune: self.selector()? };
        let documents = self.documents(session)?;
        self.warn_of_missing_labels(&documents);
        let id = self.request_id()?;
        let client = applying_client(session.client(), &id);
        let plan = plan(&client, documents, &options).await?;
        warn_of_version(plan.server_version.as_deref());
        let mut applied = Applied::new(&plan, &id);
        let problems = plan.problems();
        if !problems.is_empty() {
            session.output().value(&applied.to_json(&problems), |_| String::new());
            return Err(refused(problems));
        }
        let shown =
            ShowOptions { is_wide: self.session.output.wide, days: self.days, style: session.output().view().style };
        let text = show(&plan, shown);
        let changes = plan.changes().count();
        if self.dry_run || changes == 0 {
            session.output().value(&applied.to_json(&[]), |_| text);
            return if changes > 0 { Err(Failure::silent(Exit::WouldChange)) } else { Ok(()) };
        }
        if !self.is_confirmable(session) {
            session.output().value(&applied.to_json(&[]), |_| text);
            let message = "this changes the server, and nobody can be asked for a confirmation";
            return Err(
                Failure::usage(message).with_hint("add `--yes` to apply, or `--dry-run` to only see the changes")
            );
        }
        if session.output().is_for_people() {
            write_stdout(&text)?;
        }
        self.confirm.confirm(&question(&plan, client.url()))?;
        let failure = applied.make(&client).await;
        session.output().value(&applied.to_json(&[]), |_| applied.to_text());
        failure.map_or(Ok(()), Err)
    }

    /// Reads the files. Nothing is sent if one of them has an error.
    fn documents(&self, session: &Session) -> Result<Vec<Document>, Failure> {
        let documents = match read(&self.files, Limits::default()) {
            Ok(documents) => documents,
            Err(problems) => {
                session.output().value(&json!({ "problems": problems }), |_| String::new());
                return Err(problems.into());
            }
        };
        if documents.is_empty() {
            // An empty file must not prune everything.
            return Err(Failure::usage("the files contain no documents"));
        }
        Ok(documents)
    }

    fn selector(&self) -> Result<Option<PruneSelector>, Failure> {
        if !self.prune {
            return Ok(None);
        }
        if self.labels.is_empty() && self.sources.is_empty() {
            let failure = Failure::usage("--prune needs a selection of the schedules that it may delete");
            return Err(
                failure.with_hint("add `--label NAME=VALUE`, or `--source api` for all that came through the API")
            );
        }
        if let Some(label) = self.labels.iter().find(|label| !label.contains('=')) {
            return Err(Failure::usage(format!("expected a label as NAME=VALUE, found `{label}`")));
        }
        Ok(Some(PruneSelector { labels: self.labels.clone(), sources: self.sources.clone() }))
    }

    /// Returns whether the changes are confirmed, or someone can be asked for it.
    fn is_confirmable(&self, session: &Session) -> bool {
        let reads_stdin = self.files.iter().any(|file| file == Path::new(STDIN));
        self.confirm.yes || (!reads_stdin && can_ask() && session.output().is_for_people())
    }

    /// A schedule without the label of `--prune` is never pruned after it is removed from the files.
    fn warn_of_missing_labels(&self, documents: &[Document]) {
        let lacks = |document: &&Document| {
            let has = |label: &String| {
                let (name, value) = label.split_once('=').unwrap_or_default();
                document.body.get("labels").and_then(|labels| labels.get(name)?.as_str()) == Some(value)
            };
            document.kind.name_field() == "id" && !self.labels.iter().all(has)
        };
        let names: Vec<&str> = documents.iter().filter(lacks).map(|document| document.name.as_str()).collect();
        if let (false, Some(first)) = (self.labels.is_empty(), names.first()) {
            let count = names.len();
            let labels = self.labels.join(", ");
            warn(&format!(
                "{count} of the schedules, such as `{first}`, do not have the label {labels}, so --prune would not find \
                 them later"
            ));
        }
    }

    fn request_id(&self) -> Result<String, Failure> {
        let Some(id) = &self.request_id else { return Ok(request_id()) };
        // The server ignores an ID of another form.
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "_-.:/".contains(c);
        if (1..=128).contains(&id.len()) && id.chars().all(is_allowed) {
            return Ok(id.clone());
        }
        Err(Failure::usage(format!("`{id}` cannot be a request ID"))
            .with_hint("use 1 to 128 letters, digits, `_`, `-`, `.`, `:`, `/`"))
    }
}

fn question(plan: &Plan, server: &str) -> String {
    let changes = plan.changes().count();
    let noun = if changes == 1 { "change" } else { "changes" };
    format!("Apply {changes} {noun} to {server}?")
}

/// The format of documents and what the server makes of them belong to a version.
fn warn_of_version(server: Option<&str>) {
    let own = env!("CARGO_PKG_VERSION");
    if let Some(server) = server.filter(|server| *server != own) {
        warn(&format!(
            "the server has version {server}, this program version {own}; the same version knows the same fields"
        ));
    }
}

fn warn(message: &str) {
    // A warning that cannot be shown does not stop the command.
    let _ = writeln!(stderr().lock(), "warning: {message}");
}
