//! `refrain recurring create`.

use std::io::{Write as _, stderr};

use clap::Args;
use refrain_client::types::CreateRecurringResult;
use serde_json::{Value, json};

use super::body::BodyArgs;
use super::place::Place;
use crate::command::response;
use crate::output::{Column, Table};
use crate::session::{Outcome, Session};

const CREATED: Table<CreateRecurringResult> = Table {
    name: |created| created.recurring_id.clone(),
    columns: &[
        Column::new("id", |created, _| created.recurring_id.as_str().into()),
        Column::new("cron", |created, _| created.cron_expr.as_str().into()),
        Column::new("timezone", |created, _| created.timezone.as_str().into()),
        Column::new("next", |created, view| view.time.at_optional(created.next_execution).into()),
    ],
};

/// Create a recurring action; its ID is generated
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain recurring create --cron '0 9 * * *' --tz Europe/Paris --provider log --action-type digest
  ID=$(refrain recurring create -f digest.yaml -o name)")]
pub(super) struct Create {
    #[command(flatten)]
    body: BodyArgs,
    /// Key of the request: repeating it creates no second recurring action
    #[arg(long, value_name = "KEY")]
    idempotency_key: Option<String>,
}

impl Create {
    pub(super) async fn run(&self, session: &Session, place: &Place) -> Outcome {
        let mut body = self.body.fields()?;
        body.insert("namespace".to_owned(), json!(place.namespace));
        body.insert("tenant".to_owned(), json!(place.tenant));
        body.entry("payload").or_insert_with(|| json!({}));
        let mut call = session.client().request("POST", "/v1/recurring").with_json(&Value::Object(body));
        if let Some(key) = &self.idempotency_key {
            call = call.with_header("Idempotency-Key", key);
        }
        let value = call.await?;
        let created: CreateRecurringResult = response::read(&value)?;
        for warning in created.warnings.iter().flatten() {
            writeln!(stderr().lock(), "warning: {}", warning.message)?;
        }
        session.output().one::<CreateRecurringResult>(&value, &CREATED, |created, view| {
            let next = created.next_execution.map(|at| format!(" Next execution: {}.", view.time.at(at)));
            format!("Created recurring action {}.{}\n", created.recurring_id, next.unwrap_or_default())
        })
    }
}
