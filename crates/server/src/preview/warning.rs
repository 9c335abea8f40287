//! Warnings about schedules that are valid but probably not intended.

use jiff::Timestamp;
use refrain::Error;
use refrain::control::Control;
use refrain::dispatch::DispatchRule;
use refrain::model::Action;
use refrain_recurrence::{CompiledRecurrence, Warning};
use serde::Serialize;
use utoipa::ToSchema;

/// A warning about a definition. It has no effect on the definition.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScheduleWarning {
    /// Stable code of the warning.
    #[schema(example = "dst_gap")]
    pub(crate) code: &'static str,
    /// Description of the warning for this recurrence.
    pub(crate) message: String,
    /// Suggestion if the recurrence was not intended this way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hint: Option<String>,
}

impl ScheduleWarning {
    /// Returns all warnings about a recurrence. Dates are checked from `from` on.
    pub(crate) fn all(rule: &CompiledRecurrence, from: Timestamp) -> Vec<Self> {
        let reported = |Warning { code, message, hint }| Self { code, message, hint };
        rule.lint(from).into_iter().map(reported).collect()
    }

    /// Returns the warnings about the action of a schedule.
    pub(crate) async fn of_action<R>(control: &Control<R>, action: &Action) -> Result<Vec<Self>, Error> {
        Ok(control.warnings(action).await?.into_iter().map(Self::from).collect())
    }

    /// Returns the warnings about a dispatch rule.
    pub(crate) async fn of_rule<R>(control: &Control<R>, rule: &DispatchRule) -> Result<Vec<Self>, Error> {
        Ok(control.rule_warnings(rule).await?.into_iter().map(Self::from).collect())
    }
}

impl From<refrain::delivery::Warning> for ScheduleWarning {
    fn from(warning: refrain::delivery::Warning) -> Self {
        let refrain::delivery::Warning { code, detail, hint } = warning;
        Self { code, message: detail, hint: hint.map(str::to_owned) }
    }
}
