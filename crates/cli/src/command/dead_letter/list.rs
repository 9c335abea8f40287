//! `refrain dead-letter list`.

use clap::Args;
use jiff::Timestamp;
use refrain_client::types::DeadLetter;
use serde_json::Value;

use super::Kind;
use crate::command::list::{items, page};
use crate::exit::Failure;
use crate::output::{Column, Table};
use crate::session::{Outcome, Session};

/// Number of dead letters of each kind that are listed if no limit is given.
const DEFAULT_LIMIT: usize = 20;

/// List failed runs and dead work items, newest first
#[derive(Args, Debug)]
#[command(
    visible_alias = "ls",
    after_help = "Examples:
  refrain dead-letter list
  refrain dead-letter list --schedule digest -n 0
  refrain dead-letter list --discarded
  refrain dead-letter list --queue emails -o json | jq '.[].work_item.error'"
)]
pub(super) struct List {
    /// Only this kind: run or work-item. Default: both
    #[arg(long, value_name = "KIND", hide_possible_values = true)]
    kind: Option<Kind>,
    /// Only runs of this schedule
    #[arg(short, long, value_name = "ID")]
    schedule: Option<String>,
    /// Only work items of this queue
    #[arg(short, long, value_name = "NAME", conflicts_with = "schedule")]
    queue: Option<String>,
    /// List discarded runs instead of dead letters
    #[arg(long, conflicts_with = "queue")]
    discarded: bool,
    /// Maximum number of each kind; 0 for all
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = DEFAULT_LIMIT)]
    limit: usize,
}

const DEAD_LETTERS: Table<DeadLetter> = Table {
    name: |letter| letter.id.to_string(),
    columns: &[
        Column::new("id", |letter, _| letter.id.to_string().into()),
        Column::new("kind", |letter, _| kind(letter).into()),
        Column::new("of", |letter, _| owner(letter).into()),
        Column::new("failed", |letter, view| view.time.at_optional(ended_at(letter)).into()),
        Column::new("attempts", |letter, _| attempts(letter).to_string().into()),
        Column::new("reason", |letter, _| {
            letter.occurrence.as_ref().and_then(|run| run.reason.as_deref()).unwrap_or_default().into()
        }),
        Column::new("message", |letter, _| message(letter).unwrap_or_default().into()),
    ],
};

fn kind(letter: &DeadLetter) -> &str {
    if letter.occurrence.is_some() { "run" } else { "work-item" }
}

/// Returns the schedule of a run, or the queue of a work item.
fn owner(letter: &DeadLetter) -> &str {
    let schedule = letter.occurrence.as_ref().map(|run| run.schedule.as_str());
    schedule.or(letter.work_item.as_ref().map(|item| item.queue.as_str())).unwrap_or_default()
}

fn ended_at(letter: &DeadLetter) -> Option<Timestamp> {
    let run = letter.occurrence.as_ref().and_then(|run| run.ended_at);
    run.or(letter.work_item.as_ref().and_then(|item| item.ended_at))
}

fn attempts(letter: &DeadLetter) -> u32 {
    let run = letter.occurrence.as_ref().map(|run| run.attempt);
    run.or(letter.work_item.as_ref().map(|item| item.attempt)).unwrap_or_default()
}

fn message(letter: &DeadLetter) -> Option<&str> {
    let run = letter.occurrence.as_ref().and_then(|run| run.message.as_deref());
    run.or(letter.work_item.as_ref().and_then(|item| item.error.as_deref()))
}

impl List {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        if self.discarded && self.kind == Some(Kind::WorkItem) {
            return Err(Failure::usage("a discarded work item is deleted; only runs can be listed"));
        }
        let kinds = match (self.kind, &self.schedule, &self.queue) {
            (_, _, _) if self.discarded => vec![Kind::Run],
            (Some(kind), _, _) => vec![kind],
            (None, Some(_), _) => vec![Kind::Run],
            (None, None, Some(_)) => vec![Kind::WorkItem],
            (None, None, None) => vec![Kind::Run, Kind::WorkItem],
        };
        let (mut found, mut is_cut) = (Vec::new(), false);
        for kind in kinds {
            let (items, has_more) = self.of_kind(session, kind).await?;
            found.extend(items);
            is_cut |= has_more;
        }
        session.output().list(&found, &DEAD_LETTERS)?;
        if found.is_empty() {
            let what = if self.discarded { "discarded runs" } else { "dead letters" };
            session.output().line(format!("No {what} found."));
        }
        if is_cut {
            session.output().line("There are more. Use `--limit 0` to show all.");
        }
        Ok(())
    }

    async fn of_kind(&self, session: &Session, kind: Kind) -> Result<(Vec<Value>, bool), Failure> {
        let mut call = session.client().list_dead_letters().kind(kind.as_str()).limit(page(self.limit));
        if let Some(schedule) = &self.schedule {
            call = call.schedule(schedule);
        }
        if let Some(queue) = &self.queue {
            call = call.queue(queue);
        }
        if self.discarded {
            call = call.discarded(true);
        }
        items(call, self.limit).await
    }
}
