//! Firing by hand. It moves no schedule, and the same request twice is one occurrence.

use super::Control;
use crate::audit::By;
use crate::error::Error;
use crate::id::{OccurrenceId, ScheduleKey};
use crate::moves::State;
use crate::occurrence::{KEY_BYTES_MAX, MANUAL_KEY, NewOccurrence, Trigger};
use crate::rights::{Right, Rights};
use crate::store::{Insert, InsertRequest, Inserted};

/// Asks for one occurrence now.
#[derive(Clone, Debug)]
pub struct Fire {
    /// Which schedule.
    pub key: ScheduleKey,
    /// What the request is called: the same name again is the same occurrence.
    pub request: String,
    /// Which of the schedule's targets; the first when absent.
    pub discriminator: Option<String>,
    /// What goes with the occurrence everywhere.
    pub correlation_id: Option<String>,
    /// Who asks, and why.
    pub by: By,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fired {
    /// Which occurrence it is.
    pub id: OccurrenceId,
    /// Where it stood before, when the same request had been made already.
    pub existing: Option<State>,
}

impl Control<Rights> {
    /// Fires a schedule by hand, also while it is paused.
    ///
    /// # Errors
    /// When there is no such schedule, it has ended for good, the request's name is not usable, or the store is not.
    pub async fn fire(&self, fire: Fire) -> Result<Fired, Error> {
        self.rights.require(&fire.key.tenant, Right::Fire)?;
        let period_key = format!("{MANUAL_KEY}{}", fire.request);
        if fire.request.is_empty() || period_key.len() > KEY_BYTES_MAX {
            let detail = format!("the request's name has {} bytes", fire.request.len());
            return Err(Error::invalid("bad_value", detail).with_hint("give it 1 to 249 bytes"));
        }
        let schedule = self.schedule(&fire.key).await?;
        let now = self.clock.now();
        let targets = &schedule.definition.discriminators;
        let discriminator = match fire.discriminator {
            None => targets.first().cloned().unwrap_or_default(),
            Some(name) if targets.contains(&name) => name,
            Some(name) => {
                let detail = format!("schedule {} has no discriminator {name:?}", fire.key.id);
                return Err(Error::invalid("bad_value", detail));
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
        };
        let tzdb = refrain_recurrence::tzdb_version().to_owned();
        let request = InsertRequest::Fire;
        let insert = Insert { key: fire.key.clone(), occurrences: vec![occurrence], tzdb, request, by: fire.by };
        let answers = self.store.insert(insert, now).await?;
        match answers.first() {
            Some(Inserted::New(id)) => Ok(Fired { id: *id, existing: None }),
            Some(Inserted::Existing(id, state)) => Ok(Fired { id: *id, existing: Some(*state) }),
            None => Err(Error::invalid("corrupt", "the store gave no answer to a fire")),
        }
    }
}
