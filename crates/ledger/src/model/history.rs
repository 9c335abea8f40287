//! How much of the output of attempts the ledger keeps.

use serde::{Deserialize, Serialize};

/// Level of detail that is stored for an attempt, in addition to its times, outcome and reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum History {
    /// No messages.
    None,
    /// Messages of failed attempts.
    Errors,
    /// All messages.
    #[default]
    Minimal,
    /// All messages, and the decision of each dispatch step.
    Full,
}
