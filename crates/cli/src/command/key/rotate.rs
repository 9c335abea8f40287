//! `refrain key rotate`.

use clap::Args;
use refrain_client::Seconds;

use super::table::show_secret;
use crate::command::backend::Backend;
use crate::exit::Failure;
use crate::local::StoreRequest;
use crate::session::Outcome;

/// Replace the secret of a key and print the new key; it cannot be shown again
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  KEY=$(refrain key rotate k3m9x0q7c2ab --keep-old 1h)
  refrain key rotate k3m9x0q7c2ab")]
pub(super) struct Rotate {
    /// Key ID: the part between `rfn_` and the next `_`
    id: String,
    /// Time for which the old secret keeps working, such as 1h. Default: 0s. Maximum: 168h
    #[arg(long, value_name = "DURATION", default_value = "0s", hide_default_value = true)]
    keep_old: Seconds,
}

impl Rotate {
    pub(super) async fn run(&self, backend: &Backend<'_>) -> Outcome {
        let keep_old_seconds = u32::try_from(self.keep_old.0)
            .map_err(|_| Failure::usage(format!("--keep-old {} is longer than seven days", self.keep_old)))?;
        let rotated = backend.send(StoreRequest::RotateKey { id: self.id.clone(), keep_old_seconds }).await?;
        show_secret(backend.session(), &rotated, "Replaced the secret of key")
    }
}
