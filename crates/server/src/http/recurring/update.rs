//! The body that updates a recurring action, and its merge into a definition.

use std::collections::BTreeMap;

use jiff::Timestamp;
use refrain::model::{Definition, Overlap};
use refrain_recurrence::{CronRecurrence, Recurrence};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use utoipa::ToSchema;

use super::body::{TIMEZONE, max_runs, named, object};
use super::defaults::Defaults;
use super::refusal::DialectError;

/// A partial update. Absent fields stay as they are; null restores the default of a field that has one.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UpdateRecurring {
    /// Cron expression, in the cron dialect of the recurring action.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = String, required = false, example = "0 8 * * MON-FRI")]
    cron_expr: Option<String>,
    /// IANA time zone. Null: UTC.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    timezone: Option<Option<String>>,
    /// Whether the recurring action is active.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = bool, required = false)]
    pub(super) enabled: Option<bool>,
    /// JSON object for the provider.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Object, required = false)]
    payload: Option<Value>,
    /// Metadata of every dispatched action. Null: none.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<BTreeMap<String, String>>)]
    metadata: Option<Option<BTreeMap<String, String>>>,
    /// Deduplication key: actions with the same key are sent once. Null: no key.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    dedup_key: Option<Option<String>>,
    /// Description for people. Null: none.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    description: Option<Option<String>>,
    /// Labels, for selecting recurring actions. Null: none.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<BTreeMap<String, String>>)]
    labels: Option<Option<BTreeMap<String, String>>>,
    /// End: no execution at or after this time. Null: no end.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<Timestamp>)]
    ends_at: Option<Option<Timestamp>>,
    /// Maximum number of executions. Null: no limit.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<u64>, minimum = 1)]
    max_executions: Option<Option<u64>>,
    /// Policy for an execution that is due while an earlier one is still running.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Overlap, required = false)]
    overlap_policy: Option<Overlap>,
    /// Name of the provider that delivers the action.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = String, required = false)]
    provider: Option<String>,
    /// Type of the action.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = String, required = false)]
    action_type: Option<String>,
    /// Address in the provider's own terms. Null: the provider's default.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    target: Option<Option<String>>,
}

/// Distinguishes null from absent: a field that is present is read as its type, which accepts null or rejects
/// it.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl UpdateRecurring {
    /// Returns the definition after the update.
    pub(super) fn apply_to(&self, old: &Definition, defaults: &Defaults<'_>) -> Result<Definition, DialectError> {
        let mut new = old.clone();
        let asked = self.clone();
        if let Some(expression) = asked.cron_expr {
            new.spec.recurrence = with_expression(&old.spec.recurrence, expression);
        }
        if let Some(zone) = asked.timezone {
            new.spec.timezone = zone.unwrap_or_else(|| TIMEZONE.to_owned());
        }
        new.spec.ends_at = asked.ends_at.unwrap_or(new.spec.ends_at);
        if let Some(max_executions) = asked.max_executions {
            new.spec.max_runs = max_runs(max_executions)?;
        }
        self.apply_action(&mut new, defaults)?;
        new.overlap = asked.overlap_policy.unwrap_or(new.overlap);
        if let Some(description) = asked.description {
            new.description = description.unwrap_or_default();
        }
        if let Some(labels) = asked.labels {
            new.labels = labels.unwrap_or_default();
        }
        defaults.rederive(old, &mut new, self.target.is_some());
        Ok(new)
    }

    fn apply_action(&self, new: &mut Definition, defaults: &Defaults<'_>) -> Result<(), DialectError> {
        let action = &mut new.action;
        if let Some(payload) = &self.payload {
            action.payload = object(payload)?;
        }
        if let Some(provider) = &self.provider {
            named("provider", provider)?.clone_into(&mut action.provider);
        }
        if let Some(kind) = &self.action_type {
            named("action_type", kind)?.clone_into(&mut action.kind);
        }
        if let Some(metadata) = &self.metadata {
            action.metadata = metadata.clone().unwrap_or_default();
        }
        if let Some(key) = &self.dedup_key {
            action.dedup_key.clone_from(key);
        }
        if let Some(target) = &self.target {
            action.target = target.clone().unwrap_or_else(|| defaults.target(action));
        }
        Ok(())
    }
}

/// Returns the recurrence with another cron expression: the dialect and its settings stay.
fn with_expression(old: &Recurrence, expression: String) -> Recurrence {
    match old {
        Recurrence::Cron(rule) => Recurrence::Cron(CronRecurrence { expression, ..rule.clone() }),
        Recurrence::Every(_)
        | Recurrence::Calendar(_)
        | Recurrence::Rrule(_)
        | Recurrence::Once(_)
        | Recurrence::AfterCompletion(_)
        | Recurrence::Any(_)
        | Recurrence::All(_) => Recurrence::Cron(CronRecurrence { expression, ..CronRecurrence::default() }),
    }
}
