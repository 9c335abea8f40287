//! `refrain key revoke`.

use clap::Args;

use crate::command::backend::Backend;
use crate::command::many::{Report, change_each, enumerate};
use crate::local::StoreRequest;
use crate::prompt::ConfirmArgs;
use crate::session::Outcome;

/// Revoke keys for good; their records are kept
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain key revoke k3m9x0q7c2ab
  refrain key revoke k3m9x0q7c2ab 9f0c2m1x7k4d --yes")]
pub(super) struct Revoke {
    /// Key IDs: the part between `rfn_` and the next `_`
    #[arg(required = true, value_name = "ID")]
    ids: Vec<String>,
    #[command(flatten)]
    confirm: ConfirmArgs,
}

impl Revoke {
    pub(super) async fn run(&self, backend: &Backend<'_>) -> Outcome {
        self.confirm.confirm(&format!("Revoke {}? This cannot be undone.", enumerate(&self.ids)))?;
        change_each(backend.session(), &self.ids, Report { kind: "key", result: "revoked" }, async |id| {
            backend.send(StoreRequest::RevokeKey { id: id.to_owned() }).await?;
            Ok(())
        })
        .await
    }
}
