//! `apply` of a kind of control.

use std::io::{Write as _, stderr};
use std::path::PathBuf;

use clap::Args;
use refrain_client::types::{ApplyItem, ApplyOutcome};
use serde::Deserialize;
use serde_json::Value;

use super::kind::Control;
use crate::apply::{PlanEntry, PlanOptions, plan, request_id};
use crate::command::applied::{Applied, applying_client, refused};
use crate::command::input::files;
use crate::document::{Document, read_sources_as};
use crate::exit::{Exit, Failure};
use crate::output::{Cell, Column, Table};
use crate::problem::{Problem, Problems};
use crate::session::{Outcome, Session};
use crate::tree::Limits;

/// Create or update some
#[derive(Args, Debug)]
pub(super) struct Apply {
    /// File or directory with documents; `-` for standard input. Repeatable
    #[arg(short, long = "file", value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Only report what would change. Exit code 10 if anything would
    #[arg(long)]
    dry_run: bool,
}

/// Result for one document.
#[derive(Debug, Deserialize)]
struct Item {
    name: String,
    result: String,
    revision: Option<i64>,
}

const ITEMS: Table<Item> = Table {
    name: |item| item.name.clone(),
    columns: &[
        Column::new("name", |item, _| item.name.as_str().into()),
        Column::new("result", |item, _| Cell::state(&item.result)),
        Column::new("version", |item, _| item.revision.map(|version| version.to_string()).unwrap_or_default().into()),
    ],
};

impl Apply {
    pub(super) async fn run(&self, session: &Session, control: &Control) -> Outcome {
        let documents = read_sources_as(files(&self.files)?, Limits::default(), Some(control.kind))?;
        let others = documents.iter().filter(|document| document.kind != control.kind);
        let problems: Vec<Problem> = others.map(|document| wrong_kind(document, control)).collect();
        if !problems.is_empty() {
            return Err(Problems(problems).into());
        }
        let id = request_id();
        let client = applying_client(session.client(), &id);
        let plan = plan(&client, documents, &PlanOptions::default()).await?;
        let problems = plan.problems();
        if !problems.is_empty() {
            return Err(refused(problems));
        }
        for (entry, warning) in
            plan.entries.iter().flat_map(|entry| entry.item.warnings.iter().map(move |it| (entry, it)))
        {
            let _ = writeln!(stderr().lock(), "warning: {} {}: {}", control.one, entry.item.name, warning.message);
        }
        let mut applied = Applied::new(&plan, &id);
        let failure = if self.dry_run {
            plan.changes().next().map(|_| Failure::silent(Exit::WouldChange))
        } else {
            applied.make(&client).await
        };
        self.report(session, control, &applied)?;
        failure.map_or(Ok(()), Err)
    }

    /// Shows the documents that were applied, or that would be.
    fn report(&self, session: &Session, control: &Control, applied: &Applied<'_>) -> Outcome {
        let mut items: Vec<Value> = Vec::new();
        for (entry, result) in applied.outcomes() {
            let is_known = self.dry_run || !entry.kind().is_change();
            let Some(item) = result.or(is_known.then_some(&entry.item)) else { continue };
            if item.problem.is_none() {
                session.output().line(self.line(control, entry, item));
            }
            items.push(entry.to_json(item));
        }
        if !session.output().is_for_people() {
            session.output().list(&items, &ITEMS)?;
        }
        Ok(())
    }

    fn line(&self, control: &Control, entry: &PlanEntry, item: &ApplyItem) -> String {
        let (one, name) = (control.one, &item.name);
        let verb = match &item.result {
            ApplyOutcome::Created => "create",
            ApplyOutcome::Deleted => "delete",
            ApplyOutcome::Updated if entry.kind().is_change() => "update",
            _ => {
                let (first, rest) = one.split_at(1);
                return format!("{}{rest} {name} is unchanged.", first.to_uppercase());
            }
        };
        if self.dry_run {
            return format!("Would {verb} {one} {name}.");
        }
        let (first, rest) = verb.split_at(1);
        format!("{}{rest}d {one} {name}.", first.to_uppercase())
    }
}

fn wrong_kind(document: &Document, control: &Control) -> Problem {
    let detail = format!("expected documents of the kind {}, found {}", control.kind, document.kind);
    document.problem("kind", "wrong_kind", detail).with_hint("use `refrain apply` for files with several kinds")
}
