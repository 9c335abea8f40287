//! What the dialect's bodies say, and the definitions they become.

use std::collections::BTreeMap;

use jiff::Timestamp;
use refrain::action::Action;
use refrain::definition::Definition;
use refrain::policy::{CatchUp, CatchUpPolicy, Overlap, Retry};
use refrain_recurrence::{CronRule, Recurrence, Spec};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::refusal::Refusal;

/// A new recurring action.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateRecurring {
    /// Where the tenant is known.
    #[schema(example = "notifications")]
    pub(super) namespace: String,
    /// Whose it is.
    #[schema(example = "tenant-1")]
    pub(super) tenant: String,
    /// Five fields, six with seconds first, or seven with the year last.
    #[schema(example = "0 9 * * MON-FRI")]
    pub(super) cron_expr: String,
    /// The IANA name of its zone; UTC without a word.
    #[schema(example = "US/Eastern")]
    pub(super) timezone: Option<String>,
    /// Who sends it.
    #[schema(example = "log")]
    pub(super) provider: String,
    /// What kind of action it is.
    #[schema(example = "send_digest")]
    pub(super) action_type: String,
    /// What is sent: an object.
    #[schema(value_type = Object)]
    pub(super) payload: Value,
    /// Texts that go with it.
    pub(super) metadata: Option<BTreeMap<String, String>>,
    /// The same key is not sent twice; `{{recurring_id}}` and `{{execution_time}}` stand for themselves.
    pub(super) dedup_key: Option<String>,
    /// What it is for.
    #[schema(example = "Weekday morning digest")]
    pub(super) description: Option<String>,
    /// What people select it by.
    pub(super) labels: Option<BTreeMap<String, String>>,
    /// No execution at or after this.
    pub(super) ends_at: Option<Timestamp>,
    /// Whether it is active; true without a word.
    pub(super) enabled: Option<bool>,
}

/// A change: only what is named changes. Null clears what may be absent.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UpdateRecurring {
    #[schema(example = "0 8 * * MON-FRI")]
    cron_expr: Option<String>,
    timezone: Option<String>,
    pub(super) enabled: Option<bool>,
    #[schema(value_type = Option<Object>)]
    payload: Option<Value>,
    metadata: Option<BTreeMap<String, String>>,
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    dedup_key: Option<Option<String>>,
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    description: Option<Option<String>>,
    labels: Option<BTreeMap<String, String>>,
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<Timestamp>)]
    ends_at: Option<Option<Timestamp>>,
    provider: Option<String>,
    action_type: Option<String>,
}

/// Tells what is null from what is absent.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(deserializer).map(Some)
}

impl CreateRecurring {
    /// The definition, with the dialect's defaults.
    pub(super) fn definition(&self) -> Result<Definition, Refusal> {
        let zone = self.timezone.clone().unwrap_or_else(|| "UTC".to_owned());
        let mut spec = Spec::new(cron(&self.cron_expr), zone);
        spec.ends_at = self.ends_at;
        let mut action = Action::new(named("provider", &self.provider)?, object(&self.payload)?);
        action.kind = named("action_type", &self.action_type)?.to_owned();
        action.metadata = self.metadata.clone().unwrap_or_default();
        action.dedup_key = self.dedup_key.clone();
        let mut definition = Definition::new(spec, action);
        definition.description = self.description.clone().unwrap_or_default();
        definition.labels = self.labels.clone().unwrap_or_default();
        definition.overlap = Overlap::AllowAll;
        definition.catch_up = CatchUp::from(CatchUpPolicy::Skip);
        definition.retry = Retry { max_attempts: 1, ..Retry::default() };
        Ok(definition)
    }
}

impl UpdateRecurring {
    /// The definition after the change.
    pub(super) fn applied(self, old: &Definition) -> Result<Definition, Refusal> {
        let mut new = old.clone();
        if let Some(text) = self.cron_expr {
            new.spec.recurrence = cron(&text);
        }
        if let Some(zone) = self.timezone {
            new.spec.timezone = zone;
        }
        if let Some(ends_at) = self.ends_at {
            new.spec.ends_at = ends_at;
        }
        if let Some(payload) = self.payload {
            new.action.payload = object(&payload)?;
        }
        if let Some(provider) = self.provider {
            named("provider", &provider)?.clone_into(&mut new.action.provider);
        }
        if let Some(kind) = self.action_type {
            named("action_type", &kind)?.clone_into(&mut new.action.kind);
        }
        if let Some(metadata) = self.metadata {
            new.action.metadata = metadata;
        }
        if let Some(key) = self.dedup_key {
            new.action.dedup_key = key;
        }
        if let Some(description) = self.description {
            new.description = description.unwrap_or_default();
        }
        if let Some(labels) = self.labels {
            new.labels = labels;
        }
        Ok(new)
    }
}

fn cron(expression: &str) -> Recurrence {
    Recurrence::Cron(CronRule { expression: expression.to_owned(), ..CronRule::default() })
}

fn named<'a>(field: &str, text: &'a str) -> Result<&'a str, Refusal> {
    if text.trim().is_empty() {
        return Err(Refusal::bad_request("missing_value", format!("{field} must not be empty")));
    }
    Ok(text)
}

fn object(payload: &Value) -> Result<Value, Refusal> {
    match payload {
        Value::Object(fields) => Ok(Value::Object(Map::clone(fields))),
        other => Err(Refusal::bad_request("bad_value", format!("payload must be an object, not {}", kind_of(other)))),
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
