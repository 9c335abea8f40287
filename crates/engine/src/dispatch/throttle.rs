//! The throttle step: enforces a limit set by a dispatch rule, counted across all nodes.
//!
//! Invariant: never more actions pass in a window than the rule allows. A retry is not counted again.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;

use super::dedup::hash_text;
use super::delay_outcome::{STORE_RETRY_DELAY, delay_outcome, lateness_at};
use super::place::{WindowSlot, slot_identity};
use super::{Mode, Step};
use crate::clock::Clock;
use crate::delivery::{OutgoingAction, Throttle};
use crate::model::SkipReason;
use crate::outcome::{Outcome, StepName, Verdict};
use crate::store::{Store, StoreError};

/// Enforces the limits set by dispatch rules.
pub struct Throttling {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
}

impl Throttling {
    /// Creates the step with a store and a clock.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    async fn asked(
        &self,
        throttle: &Throttle,
        sending: &OutgoingAction,
        now: Timestamp,
    ) -> Result<Verdict, StoreError> {
        let place = WindowSlot {
            tenant: sending.tenant(),
            counter: format!("throttle/{}/{}", throttle.rule, hash_text(&throttle.key)),
            one: slot_identity(&sending.run.occurrence),
            limit: throttle.limit,
            window: throttle.window.duration(),
        };
        if place.take(&*self.store, now).await? {
            return Ok(Verdict::PASS);
        }
        let Throttle { rule, limit, window, .. } = throttle;
        let message = Some(format!("rule {rule} allows {limit} per {window}, and the limit is reached"));
        let until = if throttle.waits { Some(place.ends_at(&*self.store, now).await?) } else { None };
        // An action that would be too late after waiting does not wait.
        let until = match until {
            Some(until) if lateness_at(sending, until).await?.is_none() => Some(until),
            Some(_) | None => None,
        };
        Ok(Verdict::stop(match until {
            Some(until) => Outcome::Delayed { until, message },
            None => Outcome::Skipped { reason: SkipReason::Throttled, message },
        }))
    }
}

#[async_trait]
impl Step for Throttling {
    fn name(&self) -> StepName {
        StepName::Throttle
    }

    async fn take(&self, sending: &mut OutgoingAction, mode: Mode) -> Verdict {
        let Some(throttle) = &sending.throttle else { return Verdict::PASS };
        // Only the first attempt counts as a start.
        if sending.run.occurrence.attempt > 1 {
            return Verdict::PASS;
        }
        if mode == Mode::Dry {
            return Verdict::pass("a dry run is not counted");
        }
        let now = self.clock.now();
        self.asked(throttle, sending, now).await.unwrap_or_else(|error| {
            let problem = format!("the limit of rule {} cannot be checked: {error}", throttle.rule);
            Verdict::stop(delay_outcome(now, STORE_RETRY_DELAY, problem))
        })
    }
}
