//! Plans an apply: what each document changes.

use std::collections::{BTreeMap, BTreeSet};

use refrain_client::Client;
use refrain_client::types::ApplyOutcome;
use serde_json::{Map, Value};

use super::entry::{PlanEntry, PlanKind};
use super::prune::{PruneSelector, prunable};
use super::send::{ApplyMode, Sent, send};
use crate::document::{Document, DocumentKind};
use crate::exit::{Exit, Failure};
use crate::problem::Problem;
use crate::progress::Progress;

/// Options of a plan.
#[derive(Clone, Debug, Default)]
pub struct PlanOptions {
    /// Number of days for which occurrences are compared. Default: that of the server.
    pub days: Option<u32>,
    /// Schedules that are deleted if no file has them.
    pub prune: Option<PruneSelector>,
}

/// What applying documents changes, in the order in which they are applied.
#[derive(Debug, Default)]
pub struct Plan {
    /// The documents.
    pub entries: Vec<PlanEntry>,
    /// Version of the server's program, if the server states it.
    pub server_version: Option<String>,
}

/// A document before the server has reported on it.
struct Wanted {
    request: Map<String, Value>,
    document: Option<Document>,
}

/// Plans the changes that documents make. Nothing is written.
///
/// # Errors
/// If the server cannot be asked.
pub async fn plan(client: &Client, documents: Vec<Document>, options: &PlanOptions) -> Result<Plan, Failure> {
    let mut wanted = in_order(documents);
    if let Some(selector) = &options.prune {
        let kept: BTreeSet<&str> = wanted.iter().filter_map(|wanted| wanted.request.get("id")?.as_str()).collect();
        let pruned = prunable(client, selector, &kept).await?;
        wanted.extend(pruned.into_iter().map(|request| Wanted { request, document: None }));
    }
    let progress = Progress::new("Planning", wanted.len() as u64);
    let mut plan = Plan::default();
    let mut mode = ApplyMode { is_dry_run: true, days: options.days, ..ApplyMode::default() };
    // Calendars go first, alone: only those that change are sent along with the schedules, which makes the server
    // look at schedules that are as stated, too.
    let calendars = wanted.iter().take_while(|wanted| wanted.is_saved_calendar()).count();
    let others = wanted.split_off(calendars);
    plan.add(client, wanted, &mode, &progress).await?;
    mode.calendars = plan.changed_calendars();
    plan.add(client, others, &mode, &progress).await?;
    Ok(plan)
}

impl Plan {
    async fn add(
        &mut self,
        client: &Client,
        wanted: Vec<Wanted>,
        mode: &ApplyMode,
        progress: &Progress,
    ) -> Result<(), Failure> {
        let (requests, documents): (Vec<_>, Vec<_>) =
            wanted.into_iter().map(|wanted| (wanted.request, wanted.document)).unzip();
        let Sent { items, failure, server_version, .. } = send(client, &requests, mode, progress).await;
        if let Some(failure) = failure {
            return Err(failure);
        }
        self.server_version = server_version.or(self.server_version.take());
        for ((request, document), item) in requests.into_iter().zip(documents).zip(items) {
            let item = item.ok_or_else(|| Failure::new(Exit::Failure, "the server left out a result"))?;
            self.entries.push(PlanEntry { request, document, item });
        }
        Ok(())
    }

    fn changed_calendars(&self) -> Map<String, Value> {
        let is_saved = |entry: &&PlanEntry| {
            entry.kind().is_change() && entry.item.result != ApplyOutcome::Deleted && entry.item.kind == "calendar"
        };
        let body =
            |entry: &PlanEntry| entry.document.as_ref().map(|document| document.body.clone()).unwrap_or_default();
        self.entries.iter().filter(is_saved).map(|entry| (entry.item.name.clone(), body(entry).into())).collect()
    }

    /// Returns the entries that change something.
    pub fn changes(&self) -> impl Iterator<Item = &PlanEntry> {
        self.entries.iter().filter(|entry| entry.kind().is_change())
    }

    /// Returns the errors of all refused documents, in the order of the files.
    pub fn problems(&self) -> Vec<Problem> {
        let mut problems: Vec<Problem> = self.entries.iter().filter_map(PlanEntry::problem).collect();
        problems.sort_by(|one, other| one.place.cmp(&other.place));
        problems
    }

    /// Returns the number of documents of each kind of effect.
    pub fn counts(&self) -> BTreeMap<PlanKind, usize> {
        let mut counts = BTreeMap::new();
        for entry in &self.entries {
            *counts.entry(entry.kind()).or_default() += 1;
        }
        counts
    }
}

impl Wanted {
    fn is_deletion(&self) -> bool {
        self.request.get("delete") == Some(&Value::Bool(true))
    }

    fn is_saved_calendar(&self) -> bool {
        !self.is_deletion() && self.kind() == DocumentKind::Calendar
    }

    fn kind(&self) -> DocumentKind {
        self.document.as_ref().map_or(DocumentKind::Schedule, |document| document.kind)
    }

    /// Returns the position in the order of an apply: calendars are saved before the schedules that name them, and
    /// deleted after them.
    fn rank(&self) -> i32 {
        let rank = match self.kind() {
            DocumentKind::Calendar => 0,
            DocumentKind::DispatchRule => 1,
            DocumentKind::Hold => 2,
            DocumentKind::Quota => 3,
            DocumentKind::Alert => 4,
            DocumentKind::Schedule => 5,
        };
        if self.is_deletion() { 11 - rank } else { rank }
    }
}

fn in_order(documents: Vec<Document>) -> Vec<Wanted> {
    let mut wanted: Vec<Wanted> = documents
        .into_iter()
        .map(|document| Wanted { request: document.to_request(), document: Some(document) })
        .collect();
    wanted.sort_by_key(Wanted::rank);
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::read_sources;
    use crate::source::Source;
    use crate::tree::Limits;

    #[test]
    fn calendars_are_saved_first_and_deleted_last() {
        let text = "id: a\naction: {}\n---\nkind: calendar\nname: old\ndelete: true\n---\n\
                    id: b\nkind: schedule\ndelete: true\n\
                    ---\nkind: hold\nname: h\n---\nkind: calendar\nname: new\n";
        let documents = read_sources(vec![Source::new("f.yaml", text)], Limits::default()).unwrap();
        let names: Vec<String> =
            in_order(documents).iter().map(|wanted| wanted.document.as_ref().unwrap().name.clone()).collect();
        assert_eq!(names, ["new", "h", "a", "b", "old"]);
    }
}
