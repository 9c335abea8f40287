//! `delete` of a kind of control.

use clap::Args;

use super::get::path;
use super::kind::Control;
use crate::command::many::{Report, change_each, enumerate};
use crate::prompt::ConfirmArgs;
use crate::session::{Outcome, Session};

/// Delete some
#[derive(Args, Debug)]
pub(super) struct Delete {
    /// Names
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,
    #[command(flatten)]
    confirm: ConfirmArgs,
}

impl Delete {
    pub(super) async fn run(&self, session: &Session, control: &Control) -> Outcome {
        let noun = if self.names.len() == 1 { control.one } else { control.many };
        self.confirm.confirm(&format!("Delete {noun} {}?", enumerate(&self.names)))?;
        remove(session, control, &self.names, "deleted").await
    }
}

/// Deletes controls, and reports each with a verb such as `deleted`.
pub(in crate::command) async fn remove(
    session: &Session,
    control: &Control,
    names: &[String],
    result: &str,
) -> Outcome {
    change_each(session, names, Report { kind: control.one, result }, async |name| {
        session.client().request("DELETE", &path(control, name)?).await?;
        Ok(())
    })
    .await
}
