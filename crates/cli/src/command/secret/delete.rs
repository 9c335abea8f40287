//! `refrain secret delete`.

use clap::Args;

use crate::command::backend::Backend;
use crate::command::many::{Report, change_each, enumerate};
use crate::local::StoreRequest;
use crate::prompt::ConfirmArgs;
use crate::session::Outcome;

/// Delete secrets; actions that use them fail from then on
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain secret delete slack
  refrain secret delete slack stripe --yes")]
pub(super) struct Delete {
    /// Names of the secrets
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,
    #[command(flatten)]
    confirm: ConfirmArgs,
}

impl Delete {
    pub(super) async fn run(&self, backend: &Backend<'_>) -> Outcome {
        self.confirm.confirm(&format!("Delete {}? Actions that use it fail.", enumerate(&self.names)))?;
        change_each(backend.session(), &self.names, Report { kind: "secret", result: "deleted" }, async |name| {
            backend.send(StoreRequest::DeleteSecret { name: name.to_owned() }).await?;
            Ok(())
        })
        .await
    }
}
