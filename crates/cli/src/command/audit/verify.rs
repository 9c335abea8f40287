//! `refrain audit verify`.

use clap::Args;
use refrain_client::types::AuditVerification;

use crate::command::backend::Backend;
use crate::command::response;
use crate::exit::{Exit, Failure};
use crate::local::StoreRequest;
use crate::session::Outcome;

/// Verify every hash of the tenant's audit log; exit code 1 if an entry was changed, moved or removed
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain audit verify
  refrain audit verify --store sqlite:refrain.db --tenant acme
  refrain audit verify -o json | jq -r .tip

Store the last hash elsewhere to detect whether the end of the log was removed.")]
pub(super) struct Verify {}

impl Verify {
    pub(super) async fn run(&self, backend: &Backend<'_>) -> Outcome {
        let response = backend.send(StoreRequest::VerifyAuditLog).await?;
        let verified: AuditVerification = response::read(&response)?;
        backend.session().output().value(&response, |_| text(&verified));
        // A broken log is no failure of the command, but must not look like a success.
        if verified.is_intact { Ok(()) } else { Err(Failure::silent(Exit::Failure)) }
    }
}

fn text(verified: &AuditVerification) -> String {
    match (verified.entries, verified.broken_at) {
        (Some(entries), None) => {
            let tip = verified.tip.as_deref().unwrap_or_default();
            format!("{entries} entries, chain intact. Last hash: {tip}\n")
        }
        (_, Some(seq)) => format!("Chain broken at entry {seq}: the entry was changed, moved or removed.\n"),
        (None, None) => "The log could not be verified.\n".to_owned(),
    }
}
