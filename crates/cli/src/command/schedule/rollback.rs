//! `refrain schedule rollback`.

use clap::Args;
use refrain_client::types::Schedule;
use serde_json::{Map, Value, json};

use super::effect::{dry_run, text, zone_of};
use super::table::SCHEDULES;
use crate::command::response::{read, refused, value};
use crate::exit::{Exit, Failure};
use crate::prompt::ConfirmArgs;
use crate::session::{Outcome, Session};

/// Restore the definition of an earlier revision, as a new revision
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain schedule revisions digest
  refrain schedule rollback digest 3
  refrain schedule rollback digest 3 --yes")]
pub(super) struct Rollback {
    /// Schedule ID
    id: String,
    /// Revision number, as in `refrain schedule revisions`
    revision: i64,
    #[command(flatten)]
    confirm: ConfirmArgs,
}

impl Rollback {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let (client, output) = (session.client(), session.output());
        let present = value(client.get_schedule(&self.id)).await?;
        let record = value(client.get_schedule_revision(&self.id, self.revision)).await?;
        let revision = present["revision"].as_i64().unwrap_or_default();
        if let Some(problem) = record["problem"].as_str() {
            let message = format!("the definition of revision {} cannot be read: {problem}", self.revision);
            return Err(Failure::new(Exit::Conflict, message));
        }
        let document = document(&self.id, &record["definition"]);
        let item = dry_run(session, &document, revision).await?;
        if let Some(problem) = &item.problem {
            return Err(refused(&problem.code, &problem.detail));
        }
        if item.result.as_str() == "unchanged" {
            output.line(format!("{} already has the definition of revision {}.", self.id, self.revision));
            if !output.is_for_people() {
                return output.one::<Schedule>(&present, &SCHEDULES, |_, _| String::new());
            }
            return Ok(());
        }
        let effect = text(&item, &zone_of(&document), output.view().style);
        let effect = format!("Changes to {} from revision {revision}:\n{effect}", self.id);
        self.confirm.confirm_effect(&effect, &format!("Roll back {} to revision {}?", self.id, self.revision))?;
        // What was shown is only true of this revision.
        let call = client.rollback_schedule(&self.id, self.revision).if_match(revision);
        let changed = value(call).await?;
        if !output.is_for_people() {
            return output.one::<Schedule>(&changed, &SCHEDULES, |_, _| String::new());
        }
        let after: Schedule = read(&changed)?;
        output.line(format!("Rolled back {} to revision {} (revision {}).", after.id, self.revision, after.revision));
        Ok(())
    }
}

fn document(id: &str, definition: &Value) -> Value {
    let mut fields: Map<String, Value> = definition.as_object().cloned().unwrap_or_default();
    fields.insert("kind".to_owned(), "schedule".into());
    fields.insert("id".to_owned(), id.into());
    json!(fields)
}
