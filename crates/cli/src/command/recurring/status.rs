//! `refrain recurring pause` and `refrain recurring resume`.

use clap::Args;

use super::place::Place;
use crate::command::many::{Report, change_each};
use crate::session::{Outcome, Session};

/// Pause recurring actions; their executions are skipped until they are resumed
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain recurring pause 01999f3c-2b7e-7000-8000-000000000000
  refrain recurring list --label team=billing -o name | xargs refrain recurring pause")]
pub(super) struct Pause {
    /// Recurring action IDs
    #[arg(required = true, value_name = "ID")]
    ids: Vec<String>,
}

/// Resume recurring actions
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain recurring resume 01999f3c-2b7e-7000-8000-000000000000
  refrain recurring list --enabled false -o name | xargs refrain recurring resume")]
pub(super) struct Resume {
    /// Recurring action IDs
    #[arg(required = true, value_name = "ID")]
    ids: Vec<String>,
}

impl Pause {
    pub(super) async fn run(&self, session: &Session, place: &Place) -> Outcome {
        change_each(session, &self.ids, Report { kind: "recurring action", result: "paused" }, async |id| {
            session.client().pause_recurring_action(id, &place.namespace, &place.tenant).await?;
            Ok(())
        })
        .await
    }
}

impl Resume {
    pub(super) async fn run(&self, session: &Session, place: &Place) -> Outcome {
        change_each(session, &self.ids, Report { kind: "recurring action", result: "resumed" }, async |id| {
            session.client().resume_recurring_action(id, &place.namespace, &place.tenant).await?;
            Ok(())
        })
        .await
    }
}
