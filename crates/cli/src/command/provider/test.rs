//! `refrain provider test`.

use clap::Args;
use refrain_client::Seconds;
use serde_json::{Map, Value, json};

use crate::command::{response, steps, values};
use crate::exit::{Exit, Failure};
use crate::session::{Outcome, Session};

/// Send a single action through a provider, with the same steps as an occurrence; exit code 1 if it is not delivered
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain provider test log
  refrain provider test webhook --target https://hooks.example.com/x --payload '{\"text\": \"hello\"}'
  refrain provider test email --payload @mail.json --dry-run

Needs the permission `fire`. The action is tried once and is not in the ledger.")]
pub(super) struct Test {
    /// Name of the provider
    name: String,
    /// Target, in the provider's own terms: a URL, a queue
    #[arg(long, value_name = "TARGET")]
    target: Option<String>,
    /// Payload: JSON, @FILE, or `-` for standard input. Default: a text that says it is a test
    #[arg(long, value_name = "JSON|@FILE")]
    payload: Option<String>,
    /// Kind of the action, for dispatch rules and receivers
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// Timeout. Default: 30s. Maximum: 50s
    #[arg(long, value_name = "DURATION")]
    timeout: Option<Seconds>,
    /// Only show what every step would do
    #[arg(long)]
    dry_run: bool,
}

impl Test {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let request: refrain_client::types::DispatchRequest = response::read(&self.body()?)?;
        let result = response::value(session.client().dispatch_action(request)).await?;
        let report = &result["report"];
        steps::show(session, &result, report)?;
        match report["outcome"]["kind"].as_str() {
            None | Some("delivered") => Ok(()),
            Some(_) => Err(Failure::silent(Exit::Failure)),
        }
    }

    fn body(&self) -> Result<Value, Failure> {
        let mut action = Map::new();
        action.insert("provider".to_owned(), json!(self.name));
        let payload = match &self.payload {
            Some(payload) => values::json("--payload", payload)?,
            None => json!({ "text": format!("Test of the provider {}", self.name) }),
        };
        action.insert("payload".to_owned(), payload);
        if let Some(target) = &self.target {
            action.insert("target".to_owned(), json!(target));
        }
        if let Some(kind) = &self.kind {
            action.insert("kind".to_owned(), json!(kind));
        }
        let mut body = json!({ "action": action, "dry_run": self.dry_run });
        if let Some(timeout) = self.timeout {
            body["timeout"] = json!(timeout);
        }
        Ok(body)
    }
}
