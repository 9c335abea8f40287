//! The planner's loop: plans what is due, then sleeps until something will be, or a hint comes.

use std::sync::{Arc, PoisonError};

use jiff::Timestamp;
use tokio::sync::watch;

use super::Engine;
use crate::backoff::Backoff;
use crate::event::Alarm;
use crate::planner::sanity::Sanity;
use crate::store::StoreError;
use crate::worker::Stop;

pub(super) async fn run(engine: Arc<Engine>, mut stop: watch::Receiver<Stop>) {
    let mut wakes = engine.store.wakes();
    let mut backoff = Backoff::new(engine.options.worker.check_every);
    while *stop.borrow_and_update() == Stop::No {
        let now = engine.clock.now();
        let next_at = match engine.plan_due(now).await {
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
        }
    }
}

impl Engine {
    /// Whether the time can be believed.
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
            Sanity::Doubted => false,
        }
    }

    /// Plans one batch and answers when to look again.
    async fn plan_due(&self, now: Timestamp) -> Result<Timestamp, StoreError> {
        let check_at = now.saturating_add(self.options.worker.check_every).unwrap_or(Timestamp::MAX);
        if !self.may_plan() {
            return Ok(check_at);
        }
        let step = self.planner.step(now).await?;
        if step.has_more {
            return Ok(now);
        }
        let plan_at = self.store.next_wakeup().await?.plan_at;
        Ok(plan_at.map_or(check_at, |plan_at| self.planner.look_at(plan_at)).min(check_at))
    }
}
