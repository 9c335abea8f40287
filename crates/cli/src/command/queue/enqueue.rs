//! `refrain queue enqueue`.

use clap::Args;
use jiff::tz::TimeZone;
use refrain_client::types::EnqueueRequest;

use crate::command::moment::Moment;
use crate::command::response::value;
use crate::command::values::json;
use crate::session::{Outcome, Session};

/// Enqueue a work item
#[derive(Args, Debug)]
#[command(
    visible_alias = "add",
    after_help = "Examples:
  refrain queue enqueue emails --payload '{\"to\": \"team\"}'
  refrain queue enqueue emails --payload @mail.json --item-key order-7 --ready-at 10m"
)]
pub(super) struct Enqueue {
    /// Queue name. A queue is created with its first work item
    queue: String,
    /// Payload: JSON, @FILE, or `-` for standard input
    #[arg(long, value_name = "JSON", default_value = "{}")]
    payload: String,
    /// Identity in the queue: a second item with the same key is the first one
    #[arg(long, value_name = "KEY")]
    item_key: Option<String>,
    /// Priority: high, normal or low. Default: normal
    #[arg(long, value_name = "PRIORITY")]
    priority: Option<String>,
    /// Earliest time of the first claim, such as `10m`. Default: now
    #[arg(long, value_name = "TIME", value_parser = Moment::parse)]
    ready_at: Option<Moment>,
}

impl Enqueue {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let now = session.output().view().time.now();
        let mut request = EnqueueRequest::new(&self.queue, json("--payload", &self.payload)?);
        request.key.clone_from(&self.item_key);
        request.priority = self.priority.as_deref().map(Into::into);
        request.ready_at = self.ready_at.map(|at| at.resolve(&TimeZone::UTC, now)).transpose()?;
        let done = value(session.client().enqueue_work_item(&request)).await?;
        let id = done["id"].as_i64().unwrap_or_default();
        session.output().value(&done, |_| match done["existing"].as_bool() {
            Some(true) => format!("{} already has this key: work item {id}.\n", self.queue),
            Some(false) | None => format!("Enqueued work item {id} in {}.\n", self.queue),
        });
        Ok(())
    }
}
