//! `[auth]`: who is let in.

use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

use super::check::Checker;

/// Who is let in, and for how long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Auth {
    /// Whether requests need a key; `open` when absent.
    pub mode: AuthMode,
    /// How long somebody stays logged in to the console; 12 hours when absent.
    pub session_for: Length,
    /// How long the link to log in that the first start prints can be used; 10 minutes when absent.
    pub login_link_for: Length,
}

/// Whether requests need a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AuthMode {
    /// On loopback they need none; whoever has an account on this machine may do everything.
    #[default]
    Open,
    /// They always need one.
    Keys,
}

impl Default for Auth {
    fn default() -> Self {
        Self {
            mode: AuthMode::default(),
            session_for: Length::from_seconds(12 * 3_600),
            login_link_for: Length::from_seconds(600),
        }
    }
}

impl Auth {
    pub(super) fn check(&self, checker: &mut Checker<'_>) {
        checker.at_least_a_second("auth.session_for", self.session_for);
        checker.at_least_a_second("auth.login_link_for", self.login_link_for);
    }
}
