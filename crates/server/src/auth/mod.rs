//! Who a request comes from.

use axum::http::request::Parts;

use crate::http::caller::Identity;
use crate::http::problem::Problem;

/// Knows callers by what they show.
#[derive(Clone, Debug)]
pub struct Authority {
    mode: Mode,
}

#[derive(Clone, Debug)]
enum Mode {
    /// Whoever can reach the port may do everything: a machine of one's own.
    Open,
}

impl Authority {
    /// Whoever can reach the port may do everything.
    pub fn open() -> Self {
        Self { mode: Mode::Open }
    }

    /// Who it is; none when nothing was shown.
    pub(crate) async fn identify(&self, _parts: &Parts) -> Result<Option<Identity>, Problem> {
        match self.mode {
            Mode::Open => Ok(Some(Identity::operator("local"))),
        }
    }
}
