//! `refrain run get`.

use clap::Args;
use refrain_client::types::{Occurrence, OccurrenceDetail};

use super::table::{RUNS, text};
use crate::command::response::{read, value};
use crate::session::{Outcome, Session};

/// Show a run with its attempts
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain run get 42
  refrain run get 42 -o json | jq -r .state")]
pub(super) struct Get {
    /// Run ID, as in `refrain run list`
    id: i64,
}

impl Get {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let found = value(session.client().get_occurrence(self.id)).await?;
        let detail: OccurrenceDetail = read(&found)?;
        session.output().one::<Occurrence>(&found, &RUNS, |_, view| text(&detail, view))
    }
}
