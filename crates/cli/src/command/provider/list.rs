//! `refrain provider list`.

use clap::Args;
use refrain_client::types::{CircuitBreaker, Provider};
use serde_json::Value;

use super::circuit::{CIRCUITS, read, receivers};
use crate::command::response;
use crate::exit::Failure;
use crate::output::{Cell, Column, Table};
use crate::session::{Outcome, Session};

/// Columns of a list of providers.
pub(super) const PROVIDERS: Table<Provider> = Table {
    name: |provider| provider.name.clone(),
    columns: &[
        Column::new("name", |provider, _| provider.name.as_str().into()),
        Column::new("status", |provider, _| Cell::state(if provider.is_healthy { "ok" } else { "failing" })),
        Column::new("problem", |provider, _| provider.problem.as_deref().unwrap_or_default().into()),
    ],
};

/// List the providers of the node that answers, and check their health
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain provider list
  refrain provider list --circuits
  refrain provider list -o json | jq -r '.[] | select(.is_healthy | not) | .name'")]
pub(super) struct List {
    /// List the circuits that are not closed instead, of the receivers that schedules name
    #[arg(long)]
    circuits: bool,
}

impl List {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let items = all(session).await?;
        if !self.circuits {
            return session.output().list(&items, &PROVIDERS);
        }
        let mut open = Vec::new();
        for provider in &items {
            let Some(name) = provider["name"].as_str() else { continue };
            for receiver in receivers(session, name).await? {
                let breaker = read(session, name, &receiver).await?;
                if breaker["state"] != "closed" {
                    open.push(breaker);
                }
            }
        }
        session.output().list::<CircuitBreaker>(&open, &CIRCUITS)?;
        if open.is_empty() {
            session.output().line("The circuits of all receivers that schedules name are closed.");
        }
        Ok(())
    }
}

/// Returns all providers.
pub(super) async fn all(session: &Session) -> Result<Vec<Value>, Failure> {
    let mut response = response::value(session.client().list_providers()).await?;
    match response["items"].take() {
        Value::Array(items) => Ok(items),
        _ => Ok(Vec::new()),
    }
}
