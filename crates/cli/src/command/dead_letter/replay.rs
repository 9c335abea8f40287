//! `refrain dead-letter replay`.

use clap::Args;
use refrain_client::types::ReplayRequest;
use serde_json::json;

use super::Kind;
use crate::command::response::all_done;
use crate::exit::{Exit, Failure};
use crate::prompt::ConfirmArgs;
use crate::session::{Outcome, Session};

/// Maximum number of dead letters per request, the maximum of the server.
const BATCH: usize = 500;

/// Replay dead letters: they start over with all their attempts
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain dead-letter replay 42 43 --note 'the receiver is back'
  refrain dead-letter replay --schedule digest --yes
  refrain dead-letter replay --kind work-item --all")]
pub(super) struct Replay {
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

/// Dead letters to replay.
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

impl Replay {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let kind = match (&self.letters.queue, self.kind) {
            (Some(_), _) => Kind::WorkItem,
            (None, kind) => kind.unwrap_or(Kind::Run),
        };
        let (mut replayed, mut refused) = (Vec::new(), Vec::new());
        if self.letters.ids.is_empty() {
            self.confirm.confirm(&format!("Replay {}?", self.described(kind)))?;
            loop {
                let done = session.client().replay_dead_letters(self.request(kind)).await?;
                let is_last = done.replayed.is_empty() || done.replayed.len() + done.refused.len() < BATCH;
                replayed.extend(done.replayed);
                refused.extend(done.refused);
                if is_last {
                    break;
                }
            }
            refused.retain(|id| !replayed.contains(id));
            refused.sort_unstable();
            refused.dedup();
        }
        for batch in self.letters.ids.chunks(BATCH) {
            let request = self.request(kind).with_ids(batch.iter().copied());
            let done = session.client().replay_dead_letters(request).await?;
            replayed.extend(done.replayed);
            refused.extend(done.refused);
        }
        self.show(session, kind, &replayed, &refused)
    }

    fn request(&self, kind: Kind) -> ReplayRequest {
        let mut request = ReplayRequest::new(kind.as_str());
        request.schedule.clone_from(&self.letters.schedule);
        request.queue.clone_from(&self.letters.queue);
        request.note.clone_from(&self.note);
        request
    }

    fn described(&self, kind: Kind) -> String {
        match (&self.letters.schedule, &self.letters.queue, kind) {
            (Some(schedule), _, _) => format!("all failed runs of {schedule}"),
            (None, Some(queue), _) => format!("all dead work items of {queue}"),
            (None, None, Kind::Run) => "all failed runs of the tenant".to_owned(),
            (None, None, Kind::WorkItem) => "all dead work items of the tenant".to_owned(),
        }
    }

    fn show(&self, session: &Session, kind: Kind, replayed: &[i64], refused: &[i64]) -> Outcome {
        let output = session.output();
        let noun = match kind {
            Kind::Run => "run",
            Kind::WorkItem => "work item",
        };
        let lines: Vec<String> = match replayed {
            [] if self.letters.ids.is_empty() && refused.is_empty() => vec!["There is nothing to replay.\n".to_owned()],
            [_] if self.letters.ids.is_empty() => vec![format!("Replayed 1 {noun}.\n")],
            many if self.letters.ids.is_empty() => vec![format!("Replayed {} {noun}s.\n", many.len())],
            some => some.iter().map(|id| format!("Replayed {noun} {id}.\n")).collect(),
        };
        output.value(&json!({ "replayed": replayed, "refused": refused }), |_| lines.concat());
        let failures: Vec<Failure> = refused
            .iter()
            .map(|id| Failure::new(Exit::NotFound, format!("{noun} {id} is no dead letter, or cannot be replayed")))
            .collect();
        all_done(&failures)
    }
}
