//! The end of a draft: the action, and saving the schedule.

use std::fmt;

use refrain_recurrence::builder::{Chain, ClosedStep, Complete};
use serde::Serialize;

use super::{Draft, NoAction, WithAction};
use crate::control::{Control, SaveScheduleRequest, UnknownProviders};
use crate::error::Error;
use crate::model::HANDLER_PROVIDER;
use crate::model::{Action, Definition, Schedule, ScheduleKey, Source};
use crate::rights::Rights;
use crate::store::ExpectedVersion;

impl<Step: Complete> Draft<Chain<Step>, NoAction> {
    /// Calls the handler of this name with this payload. Nodes without such a handler leave the occurrences to
    /// nodes that have it.
    pub fn handler(self, name: impl Into<String>, payload: impl Serialize) -> Draft<Chain<ClosedStep>, WithAction> {
        let payload = serde_json::to_value(payload)
            .map_err(|error| Error::invalid("bad_value", format!("the payload cannot be serialized to JSON: {error}")));
        let action = payload.map(|payload| Action { target: name.into(), ..Action::new(HANDLER_PROVIDER, payload) });
        self.with_action(action)
    }

    /// Sets the action to send, through any provider.
    pub fn action(self, action: Action) -> Draft<Chain<ClosedStep>, WithAction> {
        self.with_action(Ok(action))
    }

    fn with_action(self, action: Result<Action, Error>) -> Draft<Chain<ClosedStep>, WithAction> {
        let Draft { refrain, id, step, timezone, edits, sent: NoAction } = self.to(Chain::closed);
        Draft { refrain, id, step, timezone, edits, sent: WithAction(action) }
    }
}

impl<Step: Complete> Draft<Chain<Step>, WithAction> {
    /// Saves the draft as a new schedule, or as a new definition of the schedule with this ID.
    ///
    /// Saving the same definition again changes nothing. A change never starts a run unless a first run was requested.
    ///
    /// # Errors
    /// Returns an error for the first invalid value, for a definition that is invalid as a whole, or if the store
    /// is unavailable.
    pub async fn save(self) -> Result<Schedule, Error> {
        let control = self.refrain.full_control().clone();
        self.save_with(control).await
    }

    /// Saves the draft even if no live node has its provider yet.
    ///
    /// # Errors
    /// Returns the same errors as [`Draft::save`].
    pub async fn save_for_unknown_provider(self) -> Result<Schedule, Error> {
        let control = self.refrain.full_control().clone().with_unknown_providers(UnknownProviders::Allow);
        self.save_with(control).await
    }

    async fn save_with(self, control: Control<Rights>) -> Result<Schedule, Error> {
        let by = self.refrain.by();
        let (key, definition) = self.finish()?;
        control
            .save(SaveScheduleRequest { key, expect: ExpectedVersion::Any, definition, source: Source::Api, by })
            .await
    }

    /// Returns the definition, checked but not saved.
    ///
    /// # Errors
    /// Returns the same errors as [`Draft::save`], except those that only the store can detect.
    pub fn definition(self) -> Result<Definition, Error> {
        self.finish().map(|(_, definition)| definition)
    }

    pub(crate) fn finish(self) -> Result<(ScheduleKey, Definition), Error> {
        let Self { refrain, id, step, timezone, edits, sent } = self;
        let key = refrain.key(&id)?;
        let spec = step.in_zone(timezone.as_deref().unwrap_or("UTC"))?;
        let mut definition = Definition::new(spec, sent.0?);
        for edit in edits {
            edit(&mut definition);
        }
        Ok((key, definition))
    }
}

impl<Step: fmt::Debug, Sent> fmt::Debug for Draft<Step, Sent> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, step, timezone, .. } = self;
        f.debug_struct("Draft").field("id", id).field("step", step).field("timezone", timezone).finish_non_exhaustive()
    }
}
