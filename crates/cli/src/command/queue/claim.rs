//! `refrain queue claim`.

use clap::Args;
use refrain_client::Seconds;
use refrain_client::types::{ClaimRequest, WorkItem};
use serde_json::Value;

use super::table::WORK_ITEMS;
use crate::command::response::value;
use crate::session::{Outcome, Session};
use crate::wait::until_interrupted;

/// Claim work items, to complete or fail them before the lease ends
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain queue claim emails --lease 5m
  refrain queue claim emails -n 10 --wait 30s -o json")]
pub(super) struct Claim {
    /// Queue name
    queue: String,
    /// Maximum number of work items. Maximum: 100
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 1)]
    limit: u32,
    /// Length of the lease. Default: 30s. Maximum: 24h
    #[arg(long, value_name = "DURATION")]
    lease: Option<Seconds>,
    /// Time to wait for work. Default: 0s. Maximum: 30s
    #[arg(long, value_name = "DURATION")]
    wait: Option<Seconds>,
    /// Name of the worker, for people
    #[arg(long, value_name = "NAME")]
    worker: Option<String>,
}

impl Claim {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let mut request = ClaimRequest::new(&self.queue).with_limit(self.limit);
        request.lease = self.lease;
        request.wait = self.wait;
        request.worker.clone_from(&self.worker);
        let claiming = value(session.client().claim_work_items(&request));
        let interrupted = || {
            let hint = format!("`refrain queue list {} --state running` shows what was claimed", self.queue);
            ("interrupted; a work item may have been claimed meanwhile".to_owned(), hint)
        };
        let mut found = until_interrupted(claiming, interrupted).await??;
        let items = match found.get_mut("items").map(Value::take) {
            Some(Value::Array(items)) => items,
            Some(_) | None => Vec::new(),
        };
        session.output().list::<WorkItem>(&items, &WORK_ITEMS)?;
        if items.is_empty() {
            session.output().line(format!("{} has no work item to claim.", self.queue));
        }
        Ok(())
    }
}
