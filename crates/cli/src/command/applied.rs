//! Results of `refrain apply`, for people and for programs.

use std::fmt::Write as _;

use std::time::Duration;

use refrain_client::Client;
use refrain_client::types::{ApplyItem, ApplyOutcome};
use serde_json::{Value, json};

use crate::apply::{ApplyMode, Plan, PlanEntry, Sent, send};
use crate::exit::{Exit, Failure};
use crate::problem::{Problem, Problems};
use crate::progress::Progress;

/// Timeout of a request. The server itself begins no document after ten seconds.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Code of a document that has changed since it was planned.
const CONFLICT: &str = "conflict";

/// Codes of documents that the server could not process at the moment.
const UNAVAILABLE: [&str; 2] = ["unavailable", "outcome_unknown"];

/// A plan, and the results of its changes.
pub(super) struct Applied<'a> {
    plan: &'a Plan,
    request_id: &'a str,
    /// The changes, in the order in which they are made.
    entries: Vec<&'a PlanEntry>,
    /// Results in the same order. Empty if no change was attempted. `None` if the server did not report one.
    results: Vec<Option<ApplyItem>>,
    /// Positions of the changes that may have been made.
    uncertain: Vec<usize>,
    /// Reason why not all changes were sent.
    failure: Option<String>,
}

/// Returns a client whose changes have an ID in the audit log.
pub(super) fn applying_client(client: &Client, request_id: &str) -> Client {
    client.with_request_id(request_id).with_timeout(TIMEOUT)
}

/// Returns the failure of a plan with refused documents.
pub(super) fn refused(problems: Vec<Problem>) -> Failure {
    let exit = if are_unavailable(&problems) { Exit::Unavailable } else { Exit::Usage };
    let count =
        if problems.len() == 1 { "1 document is".to_owned() } else { format!("{} documents are", problems.len()) };
    Failure::new(exit, format!("{}error: {count} refused, so nothing was changed", Problems(problems)))
}

/// Returns whether the server could not process any of the refused documents at the moment.
fn are_unavailable(problems: &[Problem]) -> bool {
    problems.iter().all(|problem| UNAVAILABLE.contains(&&*problem.code))
}

impl<'a> Applied<'a> {
    /// Creates the report of a plan that was not applied yet.
    pub(super) fn new(plan: &'a Plan, request_id: &'a str) -> Self {
        Self {
            plan,
            request_id,
            entries: plan.changes().collect(),
            results: Vec::new(),
            uncertain: Vec::new(),
            failure: None,
        }
    }

    /// Makes the changes. Returns the reason why the command fails, if it does.
    pub(super) async fn make(&mut self, client: &Client) -> Option<Failure> {
        let requests: Vec<_> = self.entries.iter().map(|entry| entry.conditional()).collect();
        let sent = {
            let progress = Progress::new("Applying", requests.len() as u64);
            send(client, &requests, &ApplyMode::default(), &progress).await
        };
        self.finish(sent)
    }

    /// Takes the results. Returns the reason why the command fails, if it does.
    fn finish(&mut self, sent: Sent) -> Option<Failure> {
        (self.results, self.uncertain) = (sent.items, sent.uncertain);
        let missing = self.results.iter().filter(|result| result.is_none()).count();
        if let Some(failure) = sent.failure {
            let message = failure.to_string();
            let message = message.trim_start_matches("error: ").lines().next().unwrap_or_default().to_owned();
            let (total, uncertain) = (self.results.len(), self.uncertain.len());
            let detail = format!(
                "{message}\n{} of {total} changes were reported, {uncertain} may have been made, {} were not sent",
                total - missing,
                missing - uncertain
            );
            self.failure = Some(message);
            return Some(
                Failure::new(failure.exit(), detail).with_hint("run the same command again: it does what is left"),
            );
        }
        let problems = self.problems();
        if problems.is_empty() {
            return None;
        }
        let exit = match () {
            () if problems.iter().all(|problem| problem.code == CONFLICT) => Exit::Conflict,
            () if are_unavailable(&problems) => Exit::Unavailable,
            () => Exit::Failure,
        };
        let mut message: String = problems.iter().map(ToString::to_string).collect();
        let _ = write!(
            message,
            "error: {} of {} changes were refused; the others were made",
            problems.len(),
            self.results.len()
        );
        Some(Failure::new(exit, message).with_hint("run the command again to plan them anew"))
    }

    fn problems(&self) -> Vec<Problem> {
        self.pairs().filter_map(|(entry, result)| entry.problem_of(result?)).collect()
    }

    fn pairs(&self) -> impl Iterator<Item = (&'a PlanEntry, Option<&ApplyItem>)> {
        self.entries.iter().copied().zip(self.results.iter().map(Option::as_ref))
    }

    fn count(&self, outcome: &ApplyOutcome) -> usize {
        self.results.iter().flatten().filter(|item| item.result == *outcome).count()
    }

    /// Returns each document of the plan with its result. Without a result, nothing has changed.
    pub(super) fn outcomes(&self) -> impl Iterator<Item = (&'a PlanEntry, Option<&ApplyItem>)> {
        let mut results = self.results.iter();
        self.plan.entries.iter().map(move |entry| {
            let result = if entry.kind().is_change() { results.next().and_then(Option::as_ref) } else { None };
            (entry, result)
        })
    }

    /// Returns one line about the changes that were made.
    pub(super) fn to_text(&self) -> String {
        let counts = [
            (ApplyOutcome::Created, "created"),
            (ApplyOutcome::Updated, "changed"),
            (ApplyOutcome::Deleted, "deleted"),
            (ApplyOutcome::Unchanged, "already as stated"),
            (ApplyOutcome::Refused, "refused"),
        ];
        let parts: Vec<String> = counts
            .iter()
            .map(|(outcome, word)| (self.count(outcome), word))
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        let parts = if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") };
        format!("Applied: {parts}. Request ID: {}\n", self.request_id)
    }

    /// Returns the plan, the results and the errors as one document. Unchanged documents are only counted.
    pub(super) fn to_json(&self, problems: &[Problem]) -> Value {
        let counts: serde_json::Map<String, Value> =
            self.plan.counts().into_iter().map(|(kind, count)| (kind.as_str().to_owned(), count.into())).collect();
        let shown = |entry: &&PlanEntry| entry.item.result != ApplyOutcome::Unchanged;
        let plan = self.plan.entries.iter().filter(shown).map(|entry| {
            let mut value = entry.to_json(&entry.item);
            value["change"] = entry.kind().as_str().into();
            value
        });
        let results = self.pairs().enumerate().map(|(index, (entry, result))| match result {
            Some(item) => entry.to_json(item),
            None => {
                let result = if self.uncertain.contains(&index) { "unknown" } else { "not_sent" };
                json!({ "kind": entry.item.kind, "name": entry.item.name, "result": result })
            }
        });
        let all_problems = if problems.is_empty() { self.problems() } else { problems.to_vec() };
        let is_done = self.failure.is_none() && all_problems.is_empty() && self.results.len() == self.entries.len();
        json!({
            "done": is_done,
            "request_id": self.request_id,
            "server_version": self.plan.server_version,
            "counts": counts,
            "plan": plan.collect::<Vec<_>>(),
            "results": results.collect::<Vec<_>>(),
            "problems": all_problems,
            "error": self.failure,
        })
    }
}
