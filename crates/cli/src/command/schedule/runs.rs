//! `refrain schedule runs`.

use clap::Args;

use crate::command::list::{items, page};
use crate::command::run::{DEFAULT_LIMIT, RUNS};
use crate::session::{Outcome, Session};

/// List the runs of a schedule, newest first, including planned ones
#[derive(Args, Debug)]
#[command(
    visible_alias = "history",
    after_help = "Examples:
  refrain schedule runs digest
  refrain schedule runs digest --state failed,skipped -n 5
  refrain schedule runs digest -n 0 -o csv > runs.csv"
)]
pub(super) struct Runs {
    /// Schedule ID
    id: String,
    /// Only runs in these states: planned, running, succeeded, skipped, failed
    #[arg(long, value_name = "STATES")]
    state: Option<String>,
    /// Maximum number of runs; 0 for all
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = DEFAULT_LIMIT)]
    limit: usize,
}

impl Runs {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let client = session.client();
        let (items, has_more) = match &self.state {
            None => items(client.list_schedule_runs(&self.id).limit(page(self.limit)), self.limit).await?,
            Some(state) => {
                // Unlike a list of occurrences, this says if there is no such schedule.
                client.get_schedule(&self.id).await?;
                items(client.list_occurrences().schedule(&self.id).state(state).limit(page(self.limit)), self.limit)
                    .await?
            }
        };
        session.output().list(&items, &RUNS)?;
        if items.is_empty() {
            session.output().line(format!("{} has no such runs.", self.id));
        }
        if has_more {
            session.output().line("There are more. Use `--limit 0` to show all.");
        }
        Ok(())
    }
}
