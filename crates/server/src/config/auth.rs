//! `[auth]`: authentication of callers.

use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};

use super::checker::Checker;

/// Authentication settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Auth {
    /// Whether requests need an API key. Default: `open`.
    pub mode: AuthMode,
    /// Maximum age of a console session. Default: 12 hours.
    pub session_for: Length,
    /// Lifetime of the login link that the first start prints. Default: 10 minutes.
    pub login_link_for: Length,
}

/// Whether requests need an API key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AuthMode {
    /// Requests over loopback need no key. Everyone with an account on this machine has full access.
    #[default]
    Open,
    /// Requests always need a key.
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
