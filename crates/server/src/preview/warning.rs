//! What is legal about a rule and probably not meant.

use jiff::Timestamp;
use refrain_recurrence::{Rule, Warning};
use serde::Serialize;
use utoipa::ToSchema;

/// Something about a rule that its author should see. It changes nothing.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ToldWarning {
    /// The stable name of what was noticed.
    #[schema(example = "dst_gap")]
    pub(crate) code: &'static str,
    /// What it means for this rule.
    pub(crate) message: String,
    /// What to write if it was not meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hint: Option<String>,
}

impl ToldWarning {
    /// All there are, dates looked at from this instant on.
    pub(crate) fn all(rule: &Rule, from: Timestamp) -> Vec<Self> {
        let told = |Warning { code, message, hint }| Self { code, message, hint };
        rule.lint(from).into_iter().map(told).collect()
    }
}
