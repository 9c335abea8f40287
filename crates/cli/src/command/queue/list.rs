//! `refrain queue list`.

use clap::Args;

use super::table::WORK_ITEMS;
use crate::command::list::{items, page};
use crate::session::{Outcome, Session};

/// Number of work items that are listed if no limit is given.
const DEFAULT_LIMIT: usize = 20;

/// List work items, newest first
#[derive(Args, Debug)]
#[command(
    visible_alias = "ls",
    after_help = "Examples:
  refrain queue list
  refrain queue list emails --state queued,running
  refrain queue list emails --state dead -o json | jq '.[].error'"
)]
pub(super) struct List {
    /// Queue name. Default: all queues
    queue: Option<String>,
    /// Only work items in these states: queued, running, completed, dead
    #[arg(long, value_name = "STATES")]
    state: Option<String>,
    /// Maximum number of work items; 0 for all
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = DEFAULT_LIMIT)]
    limit: usize,
}

impl List {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let mut call = session.client().list_work_items().limit(page(self.limit));
        if let Some(queue) = &self.queue {
            call = call.queue(queue);
        }
        if let Some(state) = &self.state {
            call = call.state(state);
        }
        let (items, has_more) = items(call, self.limit).await?;
        session.output().list(&items, &WORK_ITEMS)?;
        if items.is_empty() {
            session.output().line("No work items found.");
        }
        if has_more {
            session.output().line("There are more. Use `--limit 0` to show all.");
        }
        Ok(())
    }
}
