//! The planner's loop: plans due schedules, then sleeps until the next due time or a wake-up.

use std::sync::{Arc, PoisonError};

use jiff::Timestamp;
use tokio::sync::watch;

use super::Engine;
use crate::backoff::Backoff;
use crate::observe::Alarm;
use crate::planner::sanity::Sanity;
use crate::store::StoreError;
use crate::worker::{Stop, guarded};

pub(super) async fn run(engine: Arc<Engine>, mut stop: watch::Receiver<Stop>) {
    let mut wakes = engine.store.wakes();
    let mut backoff = Backoff::new(engine.options.worker.check_every);
    while *stop.borrow_and_update() == Stop::No {
        let now = engine.clock.now();
        let next_at = match guarded(engine.plan_due(now)).await {
            Ok(next_at) => {
                backoff.reset();
                next_at
            }
            Err(error) => {
                engine.events.alarm(Alarm::StoreDown { problem: error.to_string() });
                now.saturating_add(backoff.next_wait()).unwrap_or(now)
            }
        };
        tokio::select! {
            biased;
            _ = stop.changed() => {}
            Ok(()) = wakes.changed() => {}
            () = engine.clock.sleep_until(next_at) => {}
            // A clock that is set back would let the sleeper above oversleep.
            () = tokio::time::sleep(engine.options.worker.check_every.unsigned_abs()) => {}
        }
    }
}

impl Engine {
    /// Returns whether the clock can be trusted.
    pub(super) fn may_plan(&self) -> bool {
        let look = |now, steady| self.time_check.lock().unwrap_or_else(PoisonError::into_inner).look(now, steady);
        match look(self.clock.now(), self.clock.steady()) {
            Sanity::Fine => true,
            Sanity::Back(by) => {
                self.events.alarm(Alarm::ClockBack { by });
                true
            }
            Sanity::Jumped(by) => {
                self.events.alarm(Alarm::ClockAhead { by });
                false
            }
            Sanity::Untrusted => false,
        }
    }

    /// Plans one batch and returns when to plan again.
    async fn plan_due(&self, now: Timestamp) -> Result<Timestamp, StoreError> {
        let check_at = now.saturating_add(self.options.worker.check_every).unwrap_or(Timestamp::MAX);
        if !self.may_plan() || !self.has_newest_zones().await? {
            return Ok(check_at);
        }
        let step = self.planner.step(now).await?;
        if step.has_more {
            return Ok(now);
        }
        let plan_at = self.store.next_wakeup().await?.plan_at;
        let look_at = plan_at.map_or(check_at, |plan_at| self.planner.look_at(plan_at));
        // A pause is visible before it ends, and there is nothing to do about it until then.
        let look_at = step.paused_until.map_or(look_at, |until| look_at.max(until));
        Ok(look_at.min(check_at))
    }
}
