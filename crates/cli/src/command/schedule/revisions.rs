//! `refrain schedule revisions`.

use clap::Args;
use refrain_client::types::Revision;

use crate::command::list::{LimitArgs, items, page};
use crate::output::{Column, Table};
use crate::session::{Outcome, Session};

/// List the revisions of a schedule, newest first
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain schedule revisions digest
  refrain schedule revisions digest -o json | jq '.[0].definition'")]
pub(super) struct Revisions {
    /// Schedule ID
    id: String,
    #[command(flatten)]
    limit: LimitArgs,
}

const REVISIONS: Table<Revision> = Table {
    name: |revision| revision.revision.to_string(),
    columns: &[
        Column::new("revision", |revision, _| revision.revision.to_string().into()),
        Column::new("at", |revision, view| view.time.at(revision.at).into()),
        Column::new("by", |revision, _| revision.by.as_str().into()),
        Column::new("change", |revision, _| revision.change.as_str().into()),
        Column::new("definition", |revision, _| definition(revision).into()),
        Column::new("problem", |revision, _| revision.problem.as_deref().unwrap_or_default().into()),
    ],
};

fn definition(revision: &Revision) -> &'static str {
    if revision.definition.is_some() { "changed" } else { "" }
}

impl Revisions {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let call = session.client().list_schedule_revisions(&self.id).limit(page(self.limit.limit));
        let (items, has_more) = items(call, self.limit.limit).await?;
        session.output().list(&items, &REVISIONS)?;
        if has_more {
            session.output().line("There are more. Use `--limit 0` to show all.");
        }
        Ok(())
    }
}
