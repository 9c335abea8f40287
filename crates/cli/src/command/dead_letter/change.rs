//! Changes of dead letters: those with given IDs, or all that match.

use clap::Args;
use refrain_client::types::DeadLetterSelection;
use serde_json::{Map, Value};

use super::Kind;
use crate::command::response::all_done;
use crate::exit::{Exit, Failure};
use crate::prompt::ConfirmArgs;
use crate::session::{Outcome, Session};

/// Maximum number of dead letters per request, the maximum of the server.
const BATCH: usize = 500;

/// Dead letters to change, and why.
#[derive(Args, Debug)]
pub(super) struct ChangeArgs {
    #[command(flatten)]
    letters: LettersArgs,
    /// Kind of the IDs or of --all: run or work-item. Default: run
    #[arg(long, value_name = "KIND", hide_possible_values = true)]
    kind: Option<Kind>,
    /// Reason, for the audit log
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    #[command(flatten)]
    confirm: ConfirmArgs,
}

/// Dead letters to change.
#[derive(Args, Debug)]
#[group(required = true, multiple = true)]
struct LettersArgs {
    /// IDs, as in `refrain dead-letter list`
    #[arg(value_name = "ID")]
    ids: Vec<i64>,
    /// All failed runs of this schedule
    #[arg(short, long, value_name = "ID", conflicts_with = "ids")]
    schedule: Option<String>,
    /// All dead work items of this queue
    #[arg(short, long, value_name = "NAME", conflicts_with_all = ["ids", "schedule"])]
    queue: Option<String>,
    /// All of the kind
    #[arg(long, conflicts_with_all = ["ids", "schedule", "queue"])]
    all: bool,
}

/// How a change is named.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wording {
    /// Such as `replay`.
    pub(super) verb: &'static str,
    /// Such as `replayed`, which is also the field of the result.
    pub(super) past: &'static str,
}

/// IDs that were changed, and IDs that were refused.
pub(super) type Changed = (Vec<i64>, Vec<i64>);

impl ChangeArgs {
    /// Sends the requests of a change, and shows its result.
    pub(super) async fn run(
        &self,
        session: &Session,
        wording: Wording,
        send: impl AsyncFn(DeadLetterSelection) -> Result<Changed, Failure>,
    ) -> Outcome {
        let kind = match (&self.letters.queue, self.kind) {
            (Some(_), _) => Kind::WorkItem,
            (None, kind) => kind.unwrap_or(Kind::Run),
        };
        let (mut done, mut refused) = (Vec::new(), Vec::new());
        if self.letters.ids.is_empty() {
            let (first, rest) = wording.verb.split_at(1);
            self.confirm.confirm(&format!("{}{rest} {}?", first.to_uppercase(), self.described(kind)))?;
            loop {
                let (changed, left) = send(self.selection(kind)).await?;
                let is_last = changed.is_empty() || changed.len() + left.len() < BATCH;
                done.extend(changed);
                refused.extend(left);
                if is_last {
                    break;
                }
            }
            refused.retain(|id| !done.contains(id));
            refused.sort_unstable();
            refused.dedup();
        }
        for batch in self.letters.ids.chunks(BATCH) {
            let (changed, left) = send(self.selection(kind).with_ids(batch.iter().copied())).await?;
            done.extend(changed);
            refused.extend(left);
        }
        self.show(session, (kind, wording), &done, &refused)
    }

    fn selection(&self, kind: Kind) -> DeadLetterSelection {
        let mut selection = DeadLetterSelection::new(kind.as_str());
        selection.schedule.clone_from(&self.letters.schedule);
        selection.queue.clone_from(&self.letters.queue);
        selection.note.clone_from(&self.note);
        selection
    }

    fn described(&self, kind: Kind) -> String {
        match (&self.letters.schedule, &self.letters.queue, kind) {
            (Some(schedule), _, _) => format!("all failed runs of {schedule}"),
            (None, Some(queue), _) => format!("all dead work items of {queue}"),
            (None, None, Kind::Run) => "all failed runs of the tenant".to_owned(),
            (None, None, Kind::WorkItem) => "all dead work items of the tenant".to_owned(),
        }
    }

    fn show(&self, session: &Session, (kind, wording): (Kind, Wording), done: &[i64], refused: &[i64]) -> Outcome {
        let output = session.output();
        let Wording { verb, past } = wording;
        let noun = match kind {
            Kind::Run => "run",
            Kind::WorkItem => "work item",
        };
        let (first, rest) = past.split_at(1);
        let start = format!("{}{rest}", first.to_uppercase());
        let lines: Vec<String> = match done {
            [] if self.letters.ids.is_empty() && refused.is_empty() => vec![format!("There is nothing to {verb}.\n")],
            [_] if self.letters.ids.is_empty() => vec![format!("{start} 1 {noun}.\n")],
            many if self.letters.ids.is_empty() => vec![format!("{start} {} {noun}s.\n", many.len())],
            some => some.iter().map(|id| format!("{start} {noun} {id}.\n")).collect(),
        };
        let fields = [(past.to_owned(), done.into()), ("refused".to_owned(), refused.into())];
        output.value(&Value::Object(Map::from_iter(fields)), |_| lines.concat());
        let failures: Vec<Failure> = refused
            .iter()
            .map(|id| Failure::new(Exit::NotFound, format!("{noun} {id} is no dead letter, or cannot be {past}")))
            .collect();
        all_done(&failures)
    }
}
