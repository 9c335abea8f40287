//! `refrain recurring trigger`.

use clap::Args;

use crate::command::many::{Report, change_each};
use crate::session::{Outcome, Session};

/// Run recurring actions now, besides their executions by cron; needs the permission `fire`
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain recurring trigger 01999f3c-2b7e-7000-8000-000000000000
  refrain recurring trigger 01999f3c-2b7e-7000-8000-000000000000 --note 'the last one was lost'")]
pub(super) struct Trigger {
    /// Recurring action IDs
    #[arg(required = true, value_name = "ID")]
    ids: Vec<String>,
    /// Reason, for the audit log
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
}

impl Trigger {
    /// The dialect has no operation for it. A recurring action is a schedule, so it is run as one.
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        change_each(session, &self.ids, Report { kind: "recurring action", result: "triggered" }, async |id| {
            let call = session.client().fire_schedule(id);
            match &self.note {
                Some(note) => call.note(note).await?,
                None => call.await?,
            };
            Ok(())
        })
        .await
    }
}
