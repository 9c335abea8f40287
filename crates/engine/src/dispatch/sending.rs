//! One action on its way: what is sent, as the steps have left it so far, and the attempt it belongs to.
//!
//! Invariant: what is known about the occurrence comes from its row, never from the payload.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use refrain_recurrence::Length;

use super::cut_off::UnderWay;
use super::{BreakerKey, Run};
use crate::action::Action;
use crate::definition::Definition;
use crate::id::{DocumentName, Tenant};

/// What stands at the beginning of the names of what is known; nobody's own names begin so.
pub const TRUSTED_PREFIX: char = '_';

/// One action on its way.
#[derive(Clone, Debug)]
pub struct Sending {
    /// The attempt.
    pub run: Run,
    /// How long the same key keeps others away, as a rule says.
    pub dedup_for: Option<Length>,
    /// How many of its kind may pass, as a rule says.
    pub throttle: Option<Throttle>,
    /// How many dispatches led to this one; 0 for what a schedule asked for.
    pub hops: u32,
    /// Whether it goes without a schedule: then its occurrence is in no ledger.
    pub is_single: bool,
    /// Whether it may carry secrets that do not say where they may be sent.
    pub takes_unbound_secrets: bool,
    /// The action as the steps changed it; none while it is as its schedule says.
    changed: Option<Box<Action>>,
    /// Which breaker it passed.
    pub(super) breaker: Option<BreakerKey>,
    /// What tells the breaker that it passed if nobody ever hears of it again.
    pub(super) under_way: Option<Arc<UnderWay>>,
}

/// A limit that a rule sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throttle {
    /// Which rule.
    pub rule: DocumentName,
    /// So many.
    pub limit: u32,
    /// In which time.
    pub window: Length,
    /// What is counted together.
    pub key: String,
    /// Whether what is too much waits for the next window, and is not skipped.
    pub waits: bool,
}

impl Sending {
    /// Nothing has been decided yet.
    pub fn new(run: Run) -> Self {
        Self {
            run,
            dedup_for: None,
            throttle: None,
            hops: 0,
            is_single: false,
            takes_unbound_secrets: true,
            changed: None,
            breaker: None,
            under_way: None,
        }
    }

    /// What is sent.
    pub fn action(&self) -> &Action {
        self.changed.as_deref().unwrap_or(&self.run.definition.action)
    }

    /// The same, to be changed.
    pub fn action_mut(&mut self) -> &mut Action {
        self.changed.get_or_insert_with(|| Box::new(self.run.definition.action.clone()))
    }

    /// Whose it is.
    pub fn tenant(&self) -> &Tenant {
        &self.run.occurrence.schedule.tenant
    }

    /// When the attempt is stopped; none when its schedule has no timeout.
    pub fn deadline(&self) -> Option<Timestamp> {
        let timeout = self.run.definition.timeout?;
        Some(self.run.started_at.saturating_add(timeout.duration()).unwrap_or(Timestamp::MAX))
    }

    /// The attempt, with the action that is really sent.
    pub fn run_as_sent(&self) -> Run {
        let mut run = self.run.clone();
        if let Some(action) = &self.changed {
            let action = Action::clone(action);
            run.definition = Arc::new(Definition { action, ..Definition::clone(&run.definition) });
        }
        run
    }

    /// What is known about the occurrence, for receivers.
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
