//! What is legal about a schedule and probably not meant.

use jiff::Timestamp;
use refrain::action::Action;
use refrain::control::Control;
use refrain::error::Error;
use refrain_recurrence::{Rule, Warning};
use serde::Serialize;
use utoipa::ToSchema;

/// Something about a schedule that its author should see. It changes nothing.
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

    /// What is probably wrong with the action of a schedule.
    pub(crate) async fn of_action<R>(control: &Control<R>, action: &Action) -> Result<Vec<Self>, Error> {
        let told = |refrain::provider::Warning { code, detail, hint }| Self {
            code,
            message: detail,
            hint: hint.map(str::to_owned),
        };
        Ok(control.warnings(action).await?.into_iter().map(told).collect())
    }
}
