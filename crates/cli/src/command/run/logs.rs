//! `refrain run logs`.

use clap::Args;
use serde_json::Value;

use super::table::ATTEMPTS;
use crate::command::response::value;
use crate::session::{Outcome, Session};

/// Show the attempts of a run with their messages
#[derive(Args, Debug)]
#[command(
    visible_alias = "log",
    after_help = "Examples:
  refrain run logs 42
  refrain run logs 42 -o json | jq -r '.[].message'"
)]
pub(super) struct Logs {
    /// Run ID, as in `refrain run list`
    id: i64,
}

impl Logs {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let mut found = value(session.client().get_occurrence(self.id)).await?;
        let attempts = match found.get_mut("attempts").map(Value::take) {
            Some(Value::Array(attempts)) => attempts,
            Some(_) | None => Vec::new(),
        };
        session.output().list(&attempts, &ATTEMPTS)?;
        if attempts.is_empty() {
            let state = found["state"].as_str().unwrap_or_default();
            session.output().line(format!("Run {} is {state} and has no attempt.", self.id));
        }
        Ok(())
    }
}
