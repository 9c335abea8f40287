//! The payload of a work item: the work to do, and the occurrence and schedule that enqueued it.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::delivery::OutgoingAction;
use crate::model::{OccurrenceId, ScheduleId, Trigger};

/// Payload of a work item. A work item that no schedule enqueued has only a payload and metadata.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkEnvelope {
    /// Payload of the action: the work to do.
    #[serde(default)]
    pub payload: Value,
    /// Kind of the action.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// Additional metadata for the worker.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub metadata: BTreeMap<String, String>,
    /// ID of the schedule that enqueued the work item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule_id: Option<ScheduleId>,
    /// ID of the occurrence that enqueued the work item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub occurrence_id: Option<OccurrenceId>,
    /// Nominal time of the occurrence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheduled_at: Option<Timestamp>,
    /// Reason why the occurrence exists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trigger: Option<Trigger>,
    /// Key of the period that the occurrence stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period_key: Option<String>,
    /// Start of the period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period_start: Option<Timestamp>,
    /// When the work should be done: the end of the period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due_at: Option<Timestamp>,
    /// Discriminator of the occurrence: the target of the schedule that the work is for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub discriminator: String,
    /// Correlation ID of the request that started a manual run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correlation_id: Option<String>,
}

impl WorkEnvelope {
    /// Creates an envelope for work that a program enqueues itself.
    pub fn new(payload: Value) -> Self {
        Self { payload, ..Self::default() }
    }

    /// Creates an envelope for work that an occurrence enqueues.
    pub(crate) fn of(sending: &OutgoingAction) -> Self {
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

    /// Serializes the envelope as the payload of a work item.
    pub fn to_value(&self) -> Value {
        serde_json::to_value(self).expect("strings, numbers and JSON values serialize as JSON")
    }

    /// Parses the payload of a work item.
    ///
    /// # Errors
    /// Returns the problem as text if the value is not an envelope.
    pub fn read(value: &Value) -> Result<Self, String> {
        // Serde would read an array field by field.
        if !value.is_object() {
            return Err("expected an object".to_owned());
        }
        serde_path_to_error::deserialize(value).map_err(|error| format!("at {}: {}", error.path(), error.inner()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_envelope_round_trips_and_omits_absent_fields() {
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
    fn an_invalid_envelope_is_rejected_with_its_field() {
        let error = WorkEnvelope::read(&json!({"payload": 1, "due_at": "soon"})).unwrap_err();
        assert!(error.contains("due_at"), "{error}");
        assert!(WorkEnvelope::read(&json!({"to": "ann"})).is_err());
        assert!(WorkEnvelope::read(&json!([1])).is_err());
    }
}
