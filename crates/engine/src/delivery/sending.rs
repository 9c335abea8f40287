//! An action being dispatched: the action as the steps have left it so far, and the attempt it belongs to.
//!
//! Invariant: trusted metadata comes from the occurrence's row, never from the payload.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use refrain_recurrence::Length;

use super::Run;
use crate::breaker::{BreakerKey, InFlight};
use crate::model::{Action, Definition, DocumentName, RunPayload, Tenant};

/// Prefix of the names of trusted metadata. User metadata must not begin with it.
pub const TRUSTED_PREFIX: char = '_';

/// An action being dispatched.
#[derive(Clone, Debug)]
pub struct OutgoingAction {
    /// The attempt.
    pub run: Run,
    /// Time for which a dedup key is remembered, if a dispatch rule sets it.
    pub dedup_for: Option<Length>,
    /// Limit, if a dispatch rule sets one.
    pub throttle: Option<Throttle>,
    /// Number of dispatches that led to this one; 0 for an occurrence of a schedule.
    pub hops: u32,
    /// Whether this is a single action without a schedule. Its occurrence is in no ledger.
    pub is_single: bool,
    /// Whether the action may use secrets without allowances.
    pub allows_unbound_secrets: bool,
    /// Dispatch rule that changed the payload, if it was saved without the permission `command`. The payload must
    /// not become the arguments of a program.
    pub(crate) changed_without_command: Option<DocumentName>,
    /// The action as changed by the steps; `None` while it is unchanged.
    changed: Option<Box<Action>>,
    /// Breaker that the action passed.
    pub(crate) breaker: Option<BreakerKey>,
    /// Reports the send to its breaker if it is dropped without an outcome.
    pub(crate) in_flight: Option<Arc<InFlight>>,
}

/// A limit set by a dispatch rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throttle {
    /// Name of the rule.
    pub rule: DocumentName,
    /// Maximum number of actions per window.
    pub limit: u32,
    /// Length of the window.
    pub window: Length,
    /// Key under which actions are counted together.
    pub key: String,
    /// Whether actions beyond the limit wait for the next window instead of being skipped.
    pub waits: bool,
}

impl OutgoingAction {
    /// Creates the state at the beginning of a dispatch.
    pub fn new(run: Run) -> Self {
        Self {
            run,
            dedup_for: None,
            throttle: None,
            hops: 0,
            is_single: false,
            allows_unbound_secrets: true,
            changed_without_command: None,
            changed: None,
            breaker: None,
            in_flight: None,
        }
    }

    /// Returns the action to send.
    pub fn action(&self) -> &Action {
        self.changed.as_deref().unwrap_or(&self.run.definition.action)
    }

    /// Returns the action for changes.
    pub fn action_mut(&mut self) -> &mut Action {
        self.changed.get_or_insert_with(|| Box::new(self.run.definition.action.clone()))
    }

    /// Returns the payload of this run alone, if a person gave it one.
    pub fn run_payload(&self) -> Option<&RunPayload> {
        self.run.occurrence.planned.payload.as_deref()
    }

    /// Returns the tenant that owns the action.
    pub fn tenant(&self) -> &Tenant {
        &self.run.occurrence.schedule.tenant
    }

    /// Returns the time at which the attempt is stopped, or `None` if the schedule has no timeout.
    pub fn deadline(&self) -> Option<Timestamp> {
        let timeout = self.run.definition.timeout?;
        Some(self.run.started_at.saturating_add(timeout.duration()).unwrap_or(Timestamp::MAX))
    }

    /// Returns the attempt with the action that is really sent.
    pub fn run_as_sent(&self) -> Run {
        let mut run = self.run.clone();
        if let Some(action) = &self.changed {
            let action = Action::clone(action);
            run.definition = Arc::new(Definition { action, ..Definition::clone(&run.definition) });
        }
        run
    }

    /// Returns the trusted metadata of the occurrence, for receivers.
    pub fn trusted(&self) -> BTreeMap<&'static str, String> {
        let occurrence = &*self.run.occurrence;
        let planned = &occurrence.planned;
        let mut known = BTreeMap::from([
            ("_recurring_dispatch", (!self.is_single).to_string()),
            ("_recurring_id", occurrence.schedule.id.to_string()),
            ("_occurrence_id", occurrence.id.to_string()),
            ("_period_key", planned.period_key.clone()),
            ("_nominal_at", planned.nominal_at.to_string()),
            ("_attempt", occurrence.attempt.to_string()),
            ("_fence", occurrence.fence.to_string()),
            ("_trigger", planned.trigger.as_str().to_owned()),
        ]);
        if let Some((start, end)) = planned.period {
            known.extend([("_period_start", start.to_string()), ("_period_end", end.to_string())]);
        }
        known.extend(planned.correlation_id.iter().map(|id| ("_correlation_id", id.clone())));
        if !planned.discriminator.is_empty() {
            known.insert("_discriminator", planned.discriminator.clone());
        }
        known
    }
}
