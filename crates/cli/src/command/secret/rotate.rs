//! `refrain secret rotate`.

use clap::Args;
use refrain_client::types::SecretRotationResult;

use crate::command::backend::Backend;
use crate::command::response;
use crate::exit::{Exit, Failure};
use crate::local::StoreRequest;
use crate::session::Outcome;

/// Encrypt all secrets of the tenant with the newest master key
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain secret rotate
  refrain secret rotate --local --new-key

Keep old master keys until this command reports no secret that cannot be read.")]
pub(super) struct Rotate {
    /// Add a new master key to the file first. Only with --local
    #[arg(long)]
    new_key: bool,
}

impl Rotate {
    pub(super) async fn run(&self, backend: &Backend<'_>) -> Outcome {
        if self.new_key && !backend.is_local() {
            return Err(Failure::usage("--new-key changes the master key file, which a server does not do")
                .with_hint("run it with --local on a machine that has the file, and restart the servers"));
        }
        let rotated = backend.send(StoreRequest::RotateSecrets { adds_key: self.new_key }).await?;
        let result: SecretRotationResult = response::read(&rotated)?;
        backend.session().output().value(&rotated, |_| {
            let mut text =
                format!("Re-encrypted {} secrets; {} were up to date.\n", result.reencrypted, result.unchanged);
            for refused in &result.refused {
                text.push_str(&format!("{}: {}\n", refused.name, refused.problem));
            }
            text
        });
        // An old key must not be removed while a secret is still encrypted with it.
        if result.refused.is_empty() { Ok(()) } else { Err(Failure::silent(Exit::Failure)) }
    }
}
