//! `refrain run retry`, `skip` and `cancel`.

use clap::Args;
use refrain_client::operations::{CancelOccurrence, ReprocessOccurrence, SkipOccurrence};
use refrain_client::types::Occurrence;
use refrain_client::{Call, Operation};
use serde_json::Value;

use super::table::RUNS;
use crate::command::response::{all_done, read, value};
use crate::command::values::json;
use crate::exit::{Exit, Failure};
use crate::session::{Outcome, Session};

/// Runs to change.
#[derive(Args, Debug)]
pub(super) struct RunsArgs {
    /// Run IDs, as in `refrain run list`
    #[arg(value_name = "ID", required = true)]
    ids: Vec<i64>,
    /// Reason, for the audit log
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
}

/// Retry completed runs: they start over with all their attempts
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain run retry 42
  refrain run retry 42 43 --note 'the receiver is back'
  refrain run retry 42 --payload @corrected.json
  refrain run list --state failed -o name | xargs -r refrain run retry")]
pub(super) struct Retry {
    #[command(flatten)]
    runs: RunsArgs,
    /// Payload of these runs from now on: JSON, @FILE, or `-` for standard input. Default: the payload they have
    #[arg(long, value_name = "JSON")]
    payload: Option<String>,
}

/// Skip planned runs
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain run skip 42 --note 'already done by hand'")]
pub(super) struct Skip {
    #[command(flatten)]
    runs: RunsArgs,
}

/// Cancel runs: skip planned ones, and ask the workers of running ones to stop
#[derive(Args, Debug)]
#[command(
    visible_alias = "stop",
    after_help = "Examples:
  refrain run cancel 42 --note 'takes too long'"
)]
pub(super) struct Cancel {
    #[command(flatten)]
    runs: RunsArgs,
}

impl Retry {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let note = self.runs.note.as_ref();
        let payload = self.payload.as_deref().map(|given| json("--payload", given)).transpose()?;
        let call = |id| {
            let call = session.client().reprocess_occurrence(id);
            let call = note.into_iter().fold(call, Call::<ReprocessOccurrence>::note);
            payload.iter().fold(call, |call, payload| call.payload(payload.clone()))
        };
        let changed = Changed::of(&self.runs, call).await;
        changed.show(session, |run| format!("Run {} of {} is planned again.", run.id, run.schedule))
    }
}

impl Skip {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let note = self.runs.note.as_ref();
        let call = |id| note.into_iter().fold(session.client().skip_occurrence(id), Call::<SkipOccurrence>::note);
        let changed = Changed::of(&self.runs, call).await;
        changed.show(session, |run| format!("Skipped run {} of {}.", run.id, run.schedule))
    }
}

impl Cancel {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let note = self.runs.note.as_ref();
        let call = |id| note.into_iter().fold(session.client().cancel_occurrence(id), Call::<CancelOccurrence>::note);
        let changed = Changed::of(&self.runs, call).await;
        changed.show(session, |run| match run.state.as_str() {
            "running" => format!("Asked the worker of run {} of {} to stop.", run.id, run.schedule),
            _ => format!("Canceled run {} of {}.", run.id, run.schedule),
        })
    }
}

/// Results of changes to several runs. One that is refused does not stop the others.
#[derive(Default)]
struct Changed {
    items: Vec<Value>,
    failures: Vec<Failure>,
}

impl Changed {
    /// Sends a request for each run.
    async fn of<O: Operation>(runs: &RunsArgs, call: impl Fn(i64) -> Call<O>) -> Self {
        let mut changed = Self::default();
        for id in &runs.ids {
            match value(call(*id)).await {
                Ok(item) => changed.items.push(item),
                Err(failure) => {
                    let is_away = failure.exit() == Exit::Unavailable;
                    changed.failures.push(failure);
                    if is_away {
                        break;
                    }
                }
            }
        }
        changed
    }

    fn show(self, session: &Session, line: impl Fn(&Occurrence) -> String) -> Outcome {
        let output = session.output();
        if output.is_for_people() {
            for item in &self.items {
                output.line(line(&read(item)?));
            }
        } else {
            output.list::<Occurrence>(&self.items, &RUNS)?;
        }
        all_done(&self.failures)
    }
}
