//! `refrain dead-letter discard`.

use clap::Args;

use super::change::{ChangeArgs, Wording};
use crate::session::{Outcome, Session};

const WORDING: Wording = Wording { verb: "discard", past: "discarded" };

/// Discard dead letters: failed runs stay in the history, work items are deleted
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain dead-letter discard 42 43 --note 'sent by hand'
  refrain dead-letter discard --schedule digest --yes
  refrain dead-letter discard --kind work-item --all")]
pub(super) struct Discard {
    #[command(flatten)]
    change: ChangeArgs,
}

impl Discard {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let discard = async |selection| {
            let done = session.client().discard_dead_letters(selection).await?;
            Ok((done.discarded, done.refused))
        };
        self.change.run(session, WORDING, discard).await
    }
}
