//! `refrain recurring delete`.

use clap::Args;

use super::place::Place;
use crate::command::many::{Report, change_each, enumerate};
use crate::prompt::ConfirmArgs;
use crate::session::{Outcome, Session};

/// Delete recurring actions; their history is kept until retention removes it
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain recurring delete 01999f3c-2b7e-7000-8000-000000000000
  refrain recurring list --label team=old -o name | xargs refrain recurring delete --yes")]
pub(super) struct Delete {
    /// Recurring action IDs
    #[arg(required = true, value_name = "ID")]
    ids: Vec<String>,
    #[command(flatten)]
    confirm: ConfirmArgs,
}

impl Delete {
    pub(super) async fn run(&self, session: &Session, place: &Place) -> Outcome {
        self.confirm.confirm(&format!("Delete {}?", enumerate(&self.ids)))?;
        let report = Report { kind: "recurring action", result: "deleted" };
        change_each(session, &self.ids, report, async |id| {
            Ok(session.client().delete_recurring_action(id, &place.namespace, &place.tenant).await?)
        })
        .await
    }
}
