//! What a work item's payload says: what is to be done, and which occurrence of which schedule asked for it.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::dispatch::Sending;
use crate::id::{OccurrenceId, ScheduleId};
use crate::occurrence::Trigger;

/// The payload of a work item. Work that no schedule asked for has nothing but a payload and metadata.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkEnvelope {
    /// What is to be done.
    #[serde(default)]
    pub payload: Value,
    /// What kind of thing it is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// What whoever does it should know besides.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub metadata: BTreeMap<String, String>,
    /// The schedule that asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule_id: Option<ScheduleId>,
    /// Its occurrence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub occurrence_id: Option<OccurrenceId>,
    /// What the rule says: the time it stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheduled_at: Option<Timestamp>,
    /// Why the occurrence exists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trigger: Option<Trigger>,
    /// The name of the period it stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period_key: Option<String>,
    /// Where that period begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period_start: Option<Timestamp>,
    /// When it should be done: the end of its period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due_at: Option<Timestamp>,
    /// Which of the schedule's targets it is for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub discriminator: String,
    /// What whoever fired it by hand called their request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correlation_id: Option<String>,
}

impl WorkEnvelope {
    /// Work that a program hands in itself.
    pub fn new(payload: Value) -> Self {
        Self { payload, ..Self::default() }
    }

    /// Work that an occurrence asks for.
    pub(crate) fn of(sending: &Sending) -> Self {
        let (occurrence, action) = (&sending.run.occurrence, sending.action());
        let planned = &occurrence.planned;
        let own = Self {
            payload: action.payload.clone(),
            kind: action.kind.clone(),
            metadata: action.metadata.clone(),
            correlation_id: planned.correlation_id.clone(),
            ..Self::default()
        };
        if sending.is_single {
            return own;
        }
        Self {
            schedule_id: Some(occurrence.schedule.id.clone()),
            occurrence_id: Some(occurrence.id),
            scheduled_at: Some(planned.nominal_at),
            trigger: Some(planned.trigger),
            period_key: Some(planned.period_key.clone()),
            period_start: planned.period.map(|(start, _)| start),
            due_at: planned.period.map(|(_, end)| end),
            discriminator: planned.discriminator.clone(),
            ..own
        }
    }

    /// As a work item carries it.
    pub fn to_value(&self) -> Value {
        serde_json::to_value(self).expect("texts, numbers and JSON are written as JSON")
    }

    /// Reads what a work item carries.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn read(value: &Value) -> Result<Self, String> {
        // A list would be read field by field.
        if !value.is_object() {
            return Err("it is no object".to_owned());
        }
        serde_path_to_error::deserialize(value).map_err(|error| format!("at {}: {}", error.path(), error.inner()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_envelope_reads_back_and_says_no_more_than_it_knows() {
        let plain = WorkEnvelope::new(json!({"to": "ann"}));
        assert_eq!(plain.to_value(), json!({"payload": {"to": "ann"}}));
        let full = WorkEnvelope {
            schedule_id: Some(ScheduleId::new("digest").unwrap()),
            due_at: Some(Timestamp::UNIX_EPOCH),
            trigger: Some(Trigger::Schedule),
            ..plain
        };
        assert_eq!(WorkEnvelope::read(&full.to_value()), Ok(full));
    }

    #[test]
    fn what_is_no_envelope_is_named() {
        let error = WorkEnvelope::read(&json!({"payload": 1, "due_at": "soon"})).unwrap_err();
        assert!(error.contains("due_at"), "{error}");
        assert!(WorkEnvelope::read(&json!({"to": "ann"})).is_err());
        assert!(WorkEnvelope::read(&json!([1])).is_err());
    }
}
