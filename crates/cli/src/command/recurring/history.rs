//! `refrain recurring history`.

use clap::Args;

use super::place::Place;
use super::table::EXECUTIONS;
use crate::command::response;
use crate::session::{Outcome, Session};

/// List the latest executions of a recurring action
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain recurring history 01999f3c-2b7e-7000-8000-000000000000
  refrain recurring history 01999f3c-2b7e-7000-8000-000000000000 -n 500 -o csv > history.csv")]
pub(super) struct History {
    /// Recurring action ID
    id: String,
    /// Number of executions. Default: 50. Maximum: 500
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 50, hide_default_value = true)]
    limit: u32,
}

impl History {
    pub(super) async fn run(&self, session: &Session, place: &Place) -> Outcome {
        let client = session.client();
        let call = client.get_recurring_action_history(&self.id, &place.namespace, &place.tenant).limit(self.limit);
        let value = response::value(call).await?;
        let items = value["history"].as_array().map_or(&[][..], Vec::as_slice);
        session.output().list(items, &EXECUTIONS)?;
        if items.is_empty() {
            session.output().line("No executions yet.");
        }
        Ok(())
    }
}
