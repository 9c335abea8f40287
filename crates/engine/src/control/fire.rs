//! Manual runs. A manual run does not change the schedule's plan, and repeating a request returns the same occurrence.

use serde_json::Value;

use super::Control;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{
    By, KEY_BYTES_MAX, MANUAL_KEY, NewOccurrence, OccurrenceId, RunPayload, ScheduleKey, State, Trigger,
};
use crate::right::Right;
use crate::rights::Rights;
use crate::store::{Insert, InsertRequest, InsertResult};

/// Request to run a schedule now.
#[derive(Clone, Debug)]
pub struct Fire {
    /// Schedule to run.
    pub key: ScheduleKey,
    /// Name of the request. Repeating the same name returns the same occurrence.
    pub request: String,
    /// Target among the schedule's discriminators. Default: the first one.
    pub discriminator: Option<String>,
    /// Correlation ID that accompanies the occurrence everywhere.
    pub correlation_id: Option<String>,
    /// Payload of this run alone, for every attempt. Default: the payload of the schedule.
    pub payload: Option<Value>,
    /// Caller and reason, for the audit log.
    pub by: By,
}

/// Result of a manual run request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FireResult {
    /// ID of the occurrence.
    pub id: OccurrenceId,
    /// State of the existing occurrence, if the same request was made before.
    pub existing: Option<State>,
}

impl Control<Rights> {
    /// Runs a schedule now, even while it is paused.
    ///
    /// # Errors
    /// Returns an error if there is no such schedule, if it is canceled, if the name of the request is empty or
    /// too long, if it was used with another payload, if the caller may not send the payload, or if the store is
    /// unavailable.
    pub async fn fire(&self, fire: Fire) -> Result<FireResult, Error> {
        self.rights.require(&fire.key.tenant, Right::Fire)?;
        let period_key = format!("{MANUAL_KEY}{}", fire.request);
        if fire.request.is_empty() || period_key.len() > KEY_BYTES_MAX {
            let detail = format!("the request name has {} bytes", fire.request.len());
            return Err(Error::invalid(ErrorCode::BadValue, detail).with_hint("use 1 to 249 bytes"));
        }
        let schedule = self.schedule(&fire.key).await?;
        let now = self.clock.now();
        let payload = match fire.payload {
            None => None,
            Some(payload) => Some(self.permit_run_payload(&schedule, payload).await?),
        };
        let targets = &schedule.definition.discriminators;
        let discriminator = match fire.discriminator {
            None => targets.first().cloned().unwrap_or_default(),
            Some(name) if targets.contains(&name) => name,
            Some(name) => {
                let detail = format!("schedule {} has no discriminator {name:?}", fire.key.id);
                return Err(Error::invalid(ErrorCode::BadValue, detail));
            }
        };
        let occurrence = NewOccurrence {
            period_key,
            discriminator,
            nominal_at: now,
            due_at: now,
            period: None,
            priority: schedule.definition.priority,
            trigger: Trigger::Manual,
            correlation_id: fire.correlation_id,
            note: fire.by.reason.clone(),
            concurrency: None,
            payload: payload.clone(),
        };
        let tzdb = refrain_recurrence::tzdb_version().to_owned();
        let request = InsertRequest::Fire;
        let insert = Insert { key: fire.key.clone(), occurrences: vec![occurrence], tzdb, request, by: fire.by };
        let answers = self.store.insert(insert, now).await?;
        match answers.first() {
            Some(InsertResult::New(id)) => Ok(FireResult { id: *id, existing: None }),
            Some(InsertResult::Existing(id, state)) => {
                self.check_repeated(&fire.key, *id, payload.as_deref()).await?;
                Ok(FireResult { id: *id, existing: Some(*state) })
            }
            None => Err(Error::invalid(ErrorCode::Corrupt, "the store returned no occurrence for a manual run")),
        }
    }

    /// Rejects a repeated request that names another payload than the first one. A person may have replaced the
    /// payload of a reopened occurrence since.
    async fn check_repeated(
        &self,
        key: &ScheduleKey,
        id: OccurrenceId,
        payload: Option<&RunPayload>,
    ) -> Result<(), Error> {
        let Some((row, _)) = self.store.occurrence(&key.tenant, id).await? else { return Ok(()) };
        let values = [row.planned.payload.as_deref(), payload].map(|payload| payload.map(|payload| &payload.value));
        if row.planned.trigger != Trigger::Manual || values[0] == values[1] {
            return Ok(());
        }
        let detail = format!("the request started occurrence {id} with another payload");
        Err(Error::invalid(ErrorCode::IdempotencyKeyReused, detail).with_hint("name the request differently"))
    }
}
