//! `refrain schedule list`.

use clap::Args;

use super::table::SCHEDULES;
use crate::command::list::{LimitArgs, items, page};
use crate::command::values::{label, labels_query};
use crate::session::{Outcome, Session};

/// List schedules with their next and last run
#[derive(Args, Debug)]
#[command(
    visible_alias = "ls",
    after_help = "Examples:
  refrain schedule list --status active --label team=billing
  refrain schedule list --text invoice --wide
  refrain schedule list -o json | jq '.[] | select(.counters.consecutive_failures > 0) | .id'"
)]
pub(super) struct List {
    /// Only schedules with one of these statuses, separated by commas
    #[arg(long, value_name = "STATUS")]
    status: Option<String>,
    /// Only schedules with this label
    #[arg(short = 'l', long = "label", value_name = "NAME=VALUE", value_parser = label)]
    labels: Vec<(String, String)>,
    /// Only schedules whose ID or description contains this text
    #[arg(long, value_name = "TEXT")]
    text: Option<String>,
    /// Only schedules whose ID begins with this text
    #[arg(long, value_name = "TEXT")]
    prefix: Option<String>,
    /// Only schedules of this provider
    #[arg(long, value_name = "NAME")]
    provider: Option<String>,
    #[command(flatten)]
    limit: LimitArgs,
}

impl List {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let mut call = session.client().list_schedules().limit(page(self.limit.limit));
        if let Some(status) = &self.status {
            call = call.status(status);
        }
        if !self.labels.is_empty() {
            call = call.label(&labels_query(&self.labels));
        }
        if let Some(text) = &self.text {
            call = call.text(text);
        }
        if let Some(prefix) = &self.prefix {
            call = call.id_prefix(prefix);
        }
        if let Some(provider) = &self.provider {
            call = call.provider(provider);
        }
        let (items, has_more) = items(call, self.limit.limit).await?;
        session.output().list(&items, &SCHEDULES)?;
        if items.is_empty() {
            session.output().line("No schedules found.");
        }
        if has_more {
            session.output().line("There are more. Use `--limit 0` to show all.");
        }
        Ok(())
    }
}
