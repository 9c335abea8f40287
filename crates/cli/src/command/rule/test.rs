//! `refrain rule test`.

use clap::Args;
use serde_json::json;

use crate::command::{steps, values};
use crate::session::{Outcome, Session};

/// Show what every dispatch step would do now; nothing is sent, counted or marked
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain rule test digest
  refrain rule test --action '{\"provider\": \"log\", \"kind\": \"digest\", \"payload\": {\"to\": \"team\"}}'
  refrain rule test --action @action.yaml -o json | jq .steps")]
pub(super) struct Test {
    /// Schedule ID: test its next occurrence
    #[arg(required_unless_present = "action")]
    schedule: Option<String>,
    /// Action to test: JSON, @FILE, or `-` for standard input
    #[arg(long, value_name = "JSON|@FILE", conflicts_with = "schedule")]
    action: Option<String>,
}

impl Test {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let body = match &self.action {
            Some(action) => json!({ "action": values::json("--action", action)? }),
            None => json!({ "schedule": self.schedule }),
        };
        let report = session.client().request("POST", "/v1/dispatch-rules/test").with_json(&body).await?;
        steps::show(session, &report, &report)?;
        let provider = report["provider"].as_str().unwrap_or_default();
        if report["outcome"].is_null() {
            session.output().line(format!("The action would be sent through the provider {provider}."));
        }
        Ok(())
    }
}
