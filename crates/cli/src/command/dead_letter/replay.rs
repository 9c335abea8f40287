//! `refrain dead-letter replay`.

use clap::Args;

use super::change::{ChangeArgs, Wording};
use crate::session::{Outcome, Session};

const WORDING: Wording = Wording { verb: "replay", past: "replayed" };

/// Replay dead letters: they start over with all their attempts
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain dead-letter replay 42 43 --note 'the receiver is back'
  refrain dead-letter replay --schedule digest --yes
  refrain dead-letter replay --kind work-item --all")]
pub(super) struct Replay {
    #[command(flatten)]
    change: ChangeArgs,
}

impl Replay {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let replay = async |selection| {
            let done = session.client().replay_dead_letters(selection).await?;
            Ok((done.replayed, done.refused))
        };
        self.change.run(session, WORDING, replay).await
    }
}
