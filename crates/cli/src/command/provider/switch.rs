//! `refrain provider trip` and `refrain provider reset`.

use clap::Args;
use refrain_client::types::{CircuitBreaker, CircuitBreakerRequest};
use serde_json::Value;

use super::circuit::CIRCUITS;
use crate::command::response;
use crate::session::{Outcome, Session};

/// A circuit, and the reason to change it.
#[derive(Args, Debug)]
struct Circuit {
    /// Name of the provider
    name: String,
    /// Receiver, such as the host of a webhook. Leave it out if the provider has only one
    receiver: Option<String>,
    /// Reason, for the audit log
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
}

/// Open a circuit: actions for the receiver wait until it is reset
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain provider trip webhook hooks.example.com --note 'the receiver is being moved'
  refrain provider trip email")]
pub(super) struct Trip {
    #[command(flatten)]
    circuit: Circuit,
}

/// Close a circuit: actions for the receiver are sent again
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain provider reset webhook hooks.example.com
  refrain provider reset email --note 'the server is back'")]
pub(super) struct Reset {
    #[command(flatten)]
    circuit: Circuit,
}

impl Trip {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let changed = response::value(session.client().trip_circuit_breaker(self.circuit.request())).await?;
        show(session, &changed, "Opened")
    }
}

impl Reset {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        let changed = response::value(session.client().reset_circuit_breaker(self.circuit.request())).await?;
        show(session, &changed, "Closed")
    }
}

impl Circuit {
    fn request(&self) -> CircuitBreakerRequest {
        let mut request = CircuitBreakerRequest::new(&self.name);
        if let Some(receiver) = &self.receiver {
            request = request.with_receiver(receiver);
        }
        if let Some(note) = &self.note {
            request = request.with_note(note);
        }
        request
    }
}

fn show(session: &Session, changed: &Value, verb: &str) -> Outcome {
    session.output().one::<CircuitBreaker>(changed, &CIRCUITS, |circuit, _| {
        let receiver = if circuit.receiver.is_empty() { String::new() } else { format!(" for {}", circuit.receiver) };
        let mut text = format!("{verb} the circuit of {}{receiver}.\n", circuit.provider);
        if !circuit.is_provider_available {
            let warning = "The node that answered has no provider of this name, so check the spelling.\n";
            text.push_str(warning);
        }
        text
    })
}
