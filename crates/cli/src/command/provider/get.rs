//! `refrain provider get`.

use std::fmt::Write as _;

use clap::Args;
use refrain_client::types::{CircuitBreaker, Provider};
use serde_json::{Value, json};

use super::circuit::{self, RECEIVERS_MAX};
use super::list::{PROVIDERS, all};
use crate::command::response;
use crate::exit::{Exit, Failure};
use crate::output::{Tone, View};
use crate::session::{Outcome, Session};
use crate::text::nearest;

/// Show a provider with its health, and the circuits of the receivers that its schedules name
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain provider get webhook
  refrain provider get webhook --receiver hooks.example.com
  refrain provider get email -o json | jq .circuits")]
pub(super) struct Get {
    /// Name of the provider
    name: String,
    /// Show the circuit of this receiver only. Repeatable
    #[arg(long = "receiver", value_name = "RECEIVER")]
    receivers: Vec<String>,
}

impl Get {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let mut provider = find(session, &self.name).await?;
        let receivers: Vec<String> = if self.receivers.is_empty() {
            circuit::receivers(session, &self.name).await?.into_iter().collect()
        } else {
            self.receivers.clone()
        };
        let mut circuits = Vec::new();
        for receiver in &receivers {
            circuits.push(circuit::read(session, &self.name, receiver).await?);
        }
        let read: Vec<CircuitBreaker> = circuits.iter().map(response::read).collect::<Result<_, _>>()?;
        provider["circuits"] = json!(circuits);
        session.output().one(&provider, &PROVIDERS, |provider, view| {
            let mut text = text(provider, &read, view);
            if receivers.len() >= RECEIVERS_MAX {
                let _ = writeln!(text, "There may be more receivers. Name one with `--receiver`.");
            }
            text
        })
    }
}

/// Returns the provider with a name.
async fn find(session: &Session, name: &str) -> Result<Value, Failure> {
    let items = all(session).await?;
    if let Some(provider) = items.iter().find(|provider| provider["name"] == name) {
        return Ok(provider.clone());
    }
    let failure = Failure::new(Exit::NotFound, format!("provider {name:?} does not exist on the node that answered"));
    Err(match nearest(name, items.iter().filter_map(|provider| provider["name"].as_str())) {
        Some(near) => failure.with_hint(format!("did you mean `{near}`?")),
        None => failure.with_hint("`refrain provider list` lists the providers"),
    })
}

fn text(provider: &Provider, circuits: &[CircuitBreaker], view: &View) -> String {
    let mut text = String::new();
    let state = if provider.is_healthy { "ok" } else { "failing" };
    let _ = writeln!(text, "Name:     {}", provider.name);
    let _ = writeln!(text, "Status:   {}", view.style.paint(Tone::from(state), state));
    if let Some(problem) = &provider.problem {
        let _ = writeln!(text, "Problem:  {problem}");
    }
    for circuit in circuits {
        // The receiver without a name has a circuit only at providers with one receiver.
        if circuit.receiver.is_empty() && circuit.is_closed && circuits.len() > 1 {
            continue;
        }
        let receiver = if circuit.receiver.is_empty() { String::new() } else { format!(" ({})", circuit.receiver) };
        let until = circuit.until.map(|until| format!(" until {}", view.time.at(until))).unwrap_or_default();
        let failures = circuit.failures.map(|failures| format!(", {failures} failures in a row")).unwrap_or_default();
        let note = circuit.note.as_deref().map(|note| format!(": {note}")).unwrap_or_default();
        let state = view.style.paint(Tone::from(circuit.state.as_str()), &circuit.state);
        let _ = writeln!(text, "Circuit:  {state}{receiver}{until}{failures}{note}");
    }
    text
}
