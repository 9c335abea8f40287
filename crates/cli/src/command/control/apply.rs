//! `apply` of a kind of control.

use std::io::{Write as _, stderr};
use std::path::PathBuf;

use clap::Args;
use serde::Deserialize;
use serde_json::{Value, json};

use super::kind::Control;
use crate::command::input::files;
use crate::document::{Document, read_sources_as};
use crate::exit::{Exit, Failure};
use crate::output::{Cell, Column, Table};
use crate::problem::{Problem, Problems};
use crate::session::{Outcome, Session};
use crate::tree::Limits;

/// Maximum number of documents per request, the limit of the server.
const DOCUMENTS_MAX: usize = 500;

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
    #[serde(default)]
    warnings: Vec<Warning>,
    problem: Option<Refusal>,
}

#[derive(Debug, Deserialize)]
struct Warning {
    message: String,
}

/// Reason why the server refused a document.
#[derive(Debug, Deserialize)]
struct Refusal {
    code: String,
    detail: String,
    hint: Option<String>,
    path: Option<String>,
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
        let mut results = Vec::new();
        let mut left = documents.as_slice();
        while !left.is_empty() {
            let (these, rest) = left.split_at(left.len().min(DOCUMENTS_MAX));
            let done = self.send(session, these).await?;
            if done.is_empty() {
                return Err(Failure::new(Exit::Unavailable, "the server applied no document within its time limit"));
            }
            // The server begins no document after its time limit. Those are sent again.
            left = if done.len() == these.len() { rest } else { &left[done.len()..] };
            results.extend(done);
        }
        self.report(session, control, &documents, &results)
    }

    /// Sends documents and returns the results of those that the server got to.
    async fn send(&self, session: &Session, documents: &[Document]) -> Result<Vec<Value>, Failure> {
        let documents: Vec<Value> = documents.iter().map(Document::to_json).collect();
        let body = json!({ "documents": documents, "dry_run": self.dry_run });
        let mut response = session.client().request("POST", "/v1/apply").with_json(&body).await?;
        let Value::Array(items) = response["items"].take() else { return Ok(Vec::new()) };
        Ok(items.into_iter().take_while(|item| item["result"] != "pending").collect())
    }

    fn report(&self, session: &Session, control: &Control, documents: &[Document], results: &[Value]) -> Outcome {
        let (mut has_changes, mut is_refused) = (false, false);
        for (document, result) in documents.iter().zip(results) {
            let item = Item::deserialize(result).map_err(|error| Failure::unreadable(&error))?;
            has_changes |= item.result != "unchanged" && item.result != "refused";
            for warning in &item.warnings {
                let _ = writeln!(stderr().lock(), "warning: {} {}: {}", control.one, item.name, warning.message);
            }
            if let Some(refusal) = item.problem {
                is_refused = true;
                let _ = write!(stderr().lock(), "{}", refusal.problem(document));
            } else {
                session.output().line(self.line(control, &item));
            }
        }
        if !session.output().is_for_people() {
            session.output().list(results, &ITEMS)?;
        }
        match (is_refused, self.dry_run && has_changes) {
            (true, _) => Err(Failure::silent(Exit::Failure)),
            (false, true) => Err(Failure::silent(Exit::WouldChange)),
            (false, false) => Ok(()),
        }
    }

    fn line(&self, control: &Control, item: &Item) -> String {
        let Item { name, result, .. } = item;
        let one = control.one;
        match (self.dry_run, result.as_str()) {
            (_, "unchanged") => {
                let (first, rest) = one.split_at(1);
                format!("{}{rest} {name} is unchanged.", first.to_uppercase())
            }
            (true, "created") => format!("Would create {one} {name}."),
            (true, _) => format!("Would update {one} {name}."),
            (false, "created") => format!("Created {one} {name}."),
            (false, _) => format!("Updated {one} {name}."),
        }
    }
}

impl Refusal {
    /// Returns the error at its place in the file.
    fn problem(self, document: &Document) -> Problem {
        let detail = format!("{} ({})", self.detail.trim_end_matches('.'), self.code);
        let problem = document.problem(self.path.as_deref().unwrap_or_default(), "refused", detail);
        match self.hint {
            Some(hint) => problem.with_hint(hint),
            None => problem,
        }
    }
}

fn wrong_kind(document: &Document, control: &Control) -> Problem {
    let detail = format!("expected documents of the kind {}, found {}", control.kind, document.kind);
    document.problem("kind", "wrong_kind", detail).with_hint("use `refrain apply` for files with several kinds")
}
