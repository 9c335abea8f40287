//! `refrain recurring list`.

use clap::Args;

use super::place::Place;
use super::table::ACTIONS;
use crate::command::list::{LimitArgs, items};
use crate::command::values::{label, labels_query};
use crate::session::{Outcome, Session};

/// Page size of requests, the maximum of the server.
const PAGE: u32 = 500;

/// List recurring actions
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain recurring list
  refrain recurring list --label team=engineering --enabled true
  refrain recurring list -o name | xargs refrain recurring pause")]
pub(super) struct List {
    /// Only active (true) or only inactive (false) ones
    #[arg(long, value_name = "BOOL")]
    enabled: Option<bool>,
    /// Only those with this label. Repeatable: they must have all of them
    #[arg(short = 'l', long = "label", value_name = "NAME=VALUE", value_parser = label)]
    labels: Vec<(String, String)>,
    #[command(flatten)]
    limit: LimitArgs,
}

impl List {
    pub(super) async fn run(&self, session: &Session, place: &Place) -> Outcome {
        let client = session.client();
        let mut call = client.list_recurring_actions(&place.namespace, &place.tenant).limit(PAGE).total(false);
        if let Some(enabled) = self.enabled {
            call = call.enabled(enabled);
        }
        if !self.labels.is_empty() {
            call = call.labels(&labels_query(&self.labels));
        }
        let (items, has_more) = items(call, self.limit.limit).await?;
        session.output().list(&items, &ACTIONS)?;
        if items.is_empty() {
            session.output().line("No recurring actions found.");
        }
        if has_more {
            session.output().line("There are more. Use `--limit 0` to show all.");
        }
        Ok(())
    }
}
