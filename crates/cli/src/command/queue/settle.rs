//! `refrain queue extend`, `complete` and `fail`.

use clap::Args;
use refrain_client::Seconds;
use refrain_client::types::{CompleteRequest, ExtendRequest, FailRequest, WorkItem};
use serde_json::Value;

use super::table::WORK_ITEMS;
use crate::command::response::{read, value};
use crate::command::values::json;
use crate::output::View;
use crate::session::{Outcome, Session};

/// A claimed work item.
#[derive(Args, Debug)]
struct ClaimedArgs {
    /// Work item ID
    id: i64,
    /// Fencing token of the claim, as `refrain queue claim` shows it
    #[arg(long, value_name = "NUMBER")]
    fence: i64,
}

/// Extend the lease of a claimed work item
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain queue extend 7 --fence 1 --lease 10m")]
pub(super) struct Extend {
    #[command(flatten)]
    claimed: ClaimedArgs,
    /// Length of the lease from now on. Default: 30s. Maximum: 24h
    #[arg(long, value_name = "DURATION")]
    lease: Option<Seconds>,
}

/// Complete a claimed work item
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain queue complete 7 --fence 1
  refrain queue complete 7 --fence 1 --result '{\"sent\": 3}'")]
pub(super) struct Complete {
    #[command(flatten)]
    claimed: ClaimedArgs,
    /// Result: JSON, @FILE, or `-` for standard input
    #[arg(long, value_name = "JSON")]
    result: Option<String>,
}

/// Fail a claimed work item: it is retried, or becomes a dead letter
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain queue fail 7 --fence 1 --error 'the mailbox is full'
  refrain queue fail 7 --fence 1 --error 'no such address' --no-retry")]
pub(super) struct Fail {
    #[command(flatten)]
    claimed: ClaimedArgs,
    /// Error message
    #[arg(long, value_name = "TEXT")]
    error: String,
    /// Make it a dead letter at once
    #[arg(long)]
    no_retry: bool,
}

impl Extend {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let mut request = ExtendRequest::new(self.claimed.fence);
        request.lease = self.lease;
        let item = value(session.client().extend_work_item(self.claimed.id, &request)).await?;
        show(session, &item, |item, view| {
            format!("The lease of work item {} ends {}.", item.id, view.time.at_optional(item.lease_until))
        })
    }
}

impl Complete {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let mut request = CompleteRequest::new(self.claimed.fence);
        request.result = self.result.as_deref().map(|result| json("--result", result)).transpose()?;
        let item = value(session.client().complete_work_item(self.claimed.id, &request)).await?;
        show(session, &item, |item, _| format!("Completed work item {} of {}.", item.id, item.queue))
    }
}

impl Fail {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let request = FailRequest::new(self.claimed.fence, &self.error).with_retry(!self.no_retry);
        let item = value(session.client().fail_work_item(self.claimed.id, &request)).await?;
        show(session, &item, |item, view| match item.state.as_str() {
            "dead" => format!("Work item {} is a dead letter; `refrain dead-letter replay` retries it.", item.id),
            _ => format!(
                "Work item {} is retried {} (attempt {} of {}).",
                item.id,
                view.time.at(item.ready_at),
                item.attempt + 1,
                item.max_attempts
            ),
        })
    }
}

fn show(session: &Session, item: &Value, line: impl Fn(&WorkItem, &View) -> String) -> Outcome {
    let output = session.output();
    if !output.is_for_people() {
        return output.one::<WorkItem>(item, &WORK_ITEMS, |_, _| String::new());
    }
    let read: WorkItem = read(item)?;
    output.line(line(&read, output.view()));
    Ok(())
}
