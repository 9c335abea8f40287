//! The body that creates a recurring action, and the definition that it becomes.

use std::collections::BTreeMap;

use jiff::Timestamp;
use refrain::model::{Action, CatchUp, CatchUpPolicy, Definition, Overlap, Retry};
use refrain_recurrence::{CronRecurrence, Recurrence, Spec};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::defaults::Defaults;
use super::refusal::DialectError;
use crate::http::problem_code::ProblemCode;

/// Time zone of recurring actions that name none.
pub(super) const TIMEZONE: &str = "UTC";

/// A new recurring action.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateRecurring {
    /// Namespace of the tenant.
    #[schema(example = "notifications", pattern = "^[A-Za-z0-9_.-]{1,128}$")]
    pub(super) namespace: String,
    /// Tenant that owns the recurring action.
    #[schema(example = "tenant-1", pattern = "^[A-Za-z0-9_.-]{1,128}$")]
    pub(super) tenant: String,
    /// Cron expression: five fields, six with seconds first, or seven with the year last.
    #[schema(example = "0 9 * * MON-FRI")]
    pub(super) cron_expr: String,
    /// IANA time zone. Default: UTC.
    #[schema(example = "US/Eastern")]
    timezone: Option<String>,
    /// Name of the provider that delivers the action.
    #[schema(example = "log")]
    provider: String,
    /// Type of the action, for dispatch rules and receivers.
    #[schema(example = "send_digest")]
    action_type: String,
    /// Address in the provider's own terms: a URL for `webhook`, a queue for `queue`. Default: the provider's
    /// default, which is the configured URL for `webhook`, and `action_type` for providers whose target is a
    /// name.
    target: Option<String>,
    /// JSON object for the provider.
    #[schema(value_type = Object)]
    payload: Value,
    /// Metadata of every dispatched action.
    metadata: Option<BTreeMap<String, String>>,
    /// Deduplication key: actions with the same key are sent once. The placeholders `{{recurring_id}}` and
    /// `{{execution_time}}` are replaced.
    dedup_key: Option<String>,
    /// Description for people.
    #[schema(example = "Weekday morning digest")]
    description: Option<String>,
    /// Labels, for selecting recurring actions.
    labels: Option<BTreeMap<String, String>>,
    /// End: no execution at or after this time.
    ends_at: Option<Timestamp>,
    /// Maximum number of executions. Default: no limit.
    #[schema(minimum = 1)]
    max_executions: Option<u64>,
    /// Policy for an execution that is due while an earlier one is still running. Default: `allow_all`.
    overlap_policy: Option<Overlap>,
    /// Whether the recurring action is active. Default: true.
    pub(super) enabled: Option<bool>,
}

impl CreateRecurring {
    /// Returns the definition, with the defaults of the dialect.
    pub(super) fn definition(&self, defaults: &Defaults<'_>) -> Result<Definition, DialectError> {
        let zone = self.timezone.clone().unwrap_or_else(|| TIMEZONE.to_owned());
        let mut spec = Spec::new(Recurrence::Cron(cron(&self.cron_expr)), zone);
        spec.ends_at = self.ends_at;
        spec.max_runs = max_runs(self.max_executions)?;
        let mut action = Action::new(named("provider", &self.provider)?, object(&self.payload)?);
        action.kind = named("action_type", &self.action_type)?.to_owned();
        action.metadata = self.metadata.clone().unwrap_or_default();
        action.dedup_key = self.dedup_key.clone();
        action.target = self.target.clone().unwrap_or_else(|| defaults.target(&action));
        let mut definition = Definition::new(spec, action);
        definition.description = self.description.clone().unwrap_or_default();
        definition.labels = self.labels.clone().unwrap_or_default();
        definition.overlap = self.overlap_policy.unwrap_or(Overlap::AllowAll);
        definition.catch_up = CatchUp::from(CatchUpPolicy::Skip);
        definition.retry = Retry { max_attempts: 1, ..Retry::default() };
        defaults.limit_lateness(&mut definition);
        Ok(definition)
    }
}

fn cron(expression: &str) -> CronRecurrence {
    CronRecurrence { expression: expression.to_owned(), ..CronRecurrence::default() }
}

/// Checks a maximum number of executions.
pub(super) fn max_runs(max_executions: Option<u64>) -> Result<Option<u64>, DialectError> {
    if max_executions == Some(0) {
        let problem = DialectError::new(ProblemCode::OutOfRange, "max_executions 0 would never execute");
        return Err(problem.with_hint("use 1 or more, or null for no limit"));
    }
    Ok(max_executions)
}

/// Rejects a text without a visible character.
pub(super) fn named<'a>(field: &str, text: &'a str) -> Result<&'a str, DialectError> {
    if text.trim().is_empty() {
        return Err(DialectError::new(ProblemCode::MissingValue, format!("{field} must not be empty")));
    }
    Ok(text)
}

/// Rejects a payload that is not an object.
pub(super) fn object(payload: &Value) -> Result<Value, DialectError> {
    if payload.is_object() {
        return Ok(payload.clone());
    }
    Err(DialectError::new(ProblemCode::BadValue, format!("payload must be an object, not {}", kind_of(payload))))
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
