//! `refrain recurring update`.

use std::io::{Write as _, stderr};

use clap::Args;
use refrain_client::types::RecurringAction;
use serde_json::Value;

use super::body::BodyArgs;
use super::place::Place;
use crate::command::response;
use crate::exit::Failure;
use crate::session::{Outcome, Session};

/// Change fields of a recurring action; the others stay as they are
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain recurring update 01999f3c-2b7e-7000-8000-000000000000 --cron '0 8 * * MON-FRI'
  refrain recurring update 01999f3c-2b7e-7000-8000-000000000000 --set ends_at=null --set enabled=true")]
pub(super) struct Update {
    /// Recurring action ID
    id: String,
    #[command(flatten)]
    body: BodyArgs,
}

impl Update {
    pub(super) async fn run(&self, session: &Session, place: &Place) -> Outcome {
        let fields = self.body.fields()?;
        if fields.is_empty() {
            return Err(Failure::usage("there is nothing to change").with_hint("name a field, such as --cron or --set"));
        }
        // The call has the path and the query; the body is that of the flags, also with fields of a newer server.
        let path = format!("/v1/recurring/{}", super::table::segment(&self.id)?);
        let call = session
            .client()
            .request("PUT", &path)
            .with_query("namespace", &place.namespace)
            .with_query("tenant", &place.tenant)
            .with_json(&Value::Object(fields));
        let value = call.await?;
        let updated: RecurringAction = response::read(&value)?;
        for warning in updated.warnings.iter().flatten() {
            writeln!(stderr().lock(), "warning: {}", warning.message)?;
        }
        session.output().value(&value, |view| {
            let next = updated.next_execution_at.map(|at| format!(" Next execution: {}.", view.time.at(at)));
            format!("Updated recurring action {}.{}\n", updated.id, next.unwrap_or_default())
        });
        Ok(())
    }
}
