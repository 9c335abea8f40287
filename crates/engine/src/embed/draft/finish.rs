//! The end of a draft: saving the schedule.

use std::fmt;

use super::order::{HasAction, HasRecurrence};
use super::{Draft, RegisterFunction};
use crate::control::{Control, SaveScheduleRequest, UnknownProviders};
use crate::embed::Refrain;
use crate::error::Error;
use crate::model::{Definition, Schedule, ScheduleKey, Source};
use crate::rights::Rights;
use crate::store::ExpectedVersion;

/// A draft whose definition is complete and valid.
pub(crate) struct FinishedDraft {
    pub(crate) key: ScheduleKey,
    pub(crate) definition: Definition,
    refrain: Refrain,
    function: Option<RegisterFunction>,
}

impl FinishedDraft {
    /// Registers the function of the schedule, if it has one, and saves the schedule.
    pub(crate) async fn save(self, control: &Control<Rights>, source: Source) -> Result<Schedule, Error> {
        let Self { key, definition, refrain, function } = self;
        let id = key.id.clone();
        if let Some(register) = function {
            register(&refrain.shared.handlers, &key).map_err(|error| error.with_schedule(&id))?;
        }
        let save = SaveScheduleRequest { key, expect: ExpectedVersion::Any, definition, source, by: refrain.by() };
        control.save(save).await.map_err(|error| error.with_schedule(&id))
    }
}

impl<Step, Sent> Draft<Step, Sent> {
    /// Saves the draft as a new schedule, or as a new definition of the schedule with this ID.
    ///
    /// Saving the same definition again changes nothing. A change never starts a run unless a first run was requested.
    ///
    /// # Errors
    /// Returns an error for the first invalid value, for a definition that is invalid as a whole, for a handler that
    /// this program has not registered, or if the store is unavailable.
    pub async fn save(self) -> Result<Schedule, Error>
    where
        Step: HasRecurrence,
        Sent: HasAction,
    {
        let control = self.refrain.full_control().clone();
        self.finish()?.save(&control, Source::Api).await
    }

    /// Saves the draft even if no live node has its provider yet, or if this program has not registered its handler.
    ///
    /// # Errors
    /// Returns the same errors as [`Draft::save`].
    pub async fn save_for_unknown_provider(self) -> Result<Schedule, Error>
    where
        Step: HasRecurrence,
        Sent: HasAction,
    {
        let control = self.refrain.full_control().clone().with_unknown_providers(UnknownProviders::Allow);
        self.finish()?.save(&control, Source::Api).await
    }

    /// Returns the definition, checked but not saved.
    ///
    /// # Errors
    /// Returns the same errors as [`Draft::save`], except those that only the store or the registered handlers can
    /// detect.
    pub fn definition(self) -> Result<Definition, Error>
    where
        Step: HasRecurrence,
        Sent: HasAction,
    {
        self.finish().map(|finished| finished.definition)
    }

    pub(crate) fn finish(self) -> Result<FinishedDraft, Error>
    where
        Step: HasRecurrence,
        Sent: HasAction,
    {
        let Self { refrain, id, step, timezone, edits, sent } = self;
        let key = refrain.key(&id)?;
        let sent = sent.into_action();
        let spec = step.into_closed().in_zone(timezone.as_deref().unwrap_or("UTC"));
        let spec = spec.map_err(|error| Error::from(error).with_schedule(&key.id))?;
        let action = sent.action.map_err(|error| error.with_schedule(&key.id))?;
        let mut definition = Definition::new(spec, action);
        for edit in edits {
            edit(&mut definition);
        }
        Ok(FinishedDraft { key, definition, refrain, function: sent.function })
    }
}

impl<Step: fmt::Debug, Sent> fmt::Debug for Draft<Step, Sent> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, step, timezone, .. } = self;
        f.debug_struct("Draft").field("id", id).field("step", step).field("timezone", timezone).finish_non_exhaustive()
    }
}
