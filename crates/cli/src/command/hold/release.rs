//! `refrain hold release`.

use clap::Args;

use super::{Hold, Kind as _};
use crate::command::control::remove;
use crate::session::{Outcome, Session};

/// Release holds: their schedules run again. What was skipped stays skipped
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain hold release month-end
  refrain hold list -o name | xargs refrain hold release")]
pub(super) struct Release {
    /// Names of the holds
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,
}

impl Release {
    pub(super) async fn run(&self, session: &Session) -> Outcome {
        remove(session, Hold::CONTROL, &self.names, "released").await
    }
}
