//! The watchman's loop: sends the node's heartbeat, and looks for anything overdue.

use std::sync::Arc;

use jiff::Timestamp;
use tokio::sync::watch;

use super::Engine;
use crate::model::Node;
use crate::observe::Alarm;
use crate::store::{StoreError, StoreRollback};
use crate::timing::ON_TIME_FOR;
use crate::worker::{Stop, guarded};

/// Number of missed heartbeats after which a node counts as gone.
pub(super) const HEARTBEATS_MAX: i32 = 3;
/// Maximum number of overdue schedules reported by each check.
const STALE_MAX: usize = 100;

pub(super) async fn run(engine: Arc<Engine>, mut stop: watch::Receiver<Stop>) {
    let started_at = engine.clock.now();
    while *stop.borrow_and_update() == Stop::No {
        let now = engine.clock.now();
        if let Err(error) = guarded(engine.watch_once(started_at, now)).await {
            engine.events.alarm(Alarm::StoreDown { problem: error.to_string() });
        }
        let next_at = now.saturating_add(engine.options.watch_every).unwrap_or(Timestamp::MAX);
        // A long walk continues between two checks, and does not delay the heartbeat.
        while engine.zones.has_walk() && engine.clock.now() < next_at && *stop.borrow() == Stop::No {
            if let Err(error) = guarded(engine.continue_walk(engine.clock.now())).await {
                engine.events.alarm(Alarm::StoreDown { problem: error.to_string() });
                break;
            }
        }
        tokio::select! {
            biased;
            _ = stop.changed() => {}
            () = engine.clock.sleep_until(next_at) => {}
            // A clock that is set back would let the sleeper above oversleep.
            () = tokio::time::sleep(engine.options.watch_every.unsigned_abs()) => {}
        }
    }
    if let Err(error) = guarded(engine.store.leave(&engine.options.node)).await {
        engine.events.alarm(Alarm::StoreDown { problem: error.to_string() });
    }
}

impl Engine {
    /// Performs one check.
    pub(super) async fn watch_once(&self, started_at: Timestamp, now: Timestamp) -> Result<(), StoreError> {
        let node = Node {
            id: self.options.node.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            tzdb: self.options.tzdb.clone(),
            started_at,
        };
        // The providers are announced first: a live node without an announcement may have any provider.
        self.announce(now).await?;
        self.store.beat(&node, self.options.watch_every * HEARTBEATS_MAX, now).await?;
        if let Some(StoreRollback { seen, found }) = self.store.restored().await? {
            self.events.alarm(Alarm::StoreRestored { seen, found });
        }
        self.check_zones(now).await?;
        self.continue_walk(now).await?;
        self.check_overdue(now).await?;
        self.check_missed(now).await?;
        self.check_unplanned(now).await?;
        self.check_series().await
    }

    /// Reports schedules that were not planned and occurrences that were not claimed in time.
    async fn check_overdue(&self, now: Timestamp) -> Result<(), StoreError> {
        let overdue_at = now.saturating_sub(ON_TIME_FOR).unwrap_or(Timestamp::MIN);
        let next = self.store.next_wakeup().await?;
        if let Some(since) = next.claim_at.filter(|at| *at < overdue_at) {
            self.events.alarm(Alarm::Overdue { since });
        }
        let mut stale = 0;
        if next.plan_at.is_some_and(|at| at < overdue_at) {
            let due = self.store.due_for_planning(overdue_at, STALE_MAX).await?;
            stale = due.schedules.len() + due.unreadable.len();
            for schedule in due.schedules {
                let due_at = schedule.plan_at().unwrap_or(overdue_at);
                self.events.alarm(Alarm::Stale { schedule: schedule.key, due_at });
            }
            for unreadable in due.unreadable {
                self.events.alarm(Alarm::Stale { schedule: unreadable.key, due_at: overdue_at });
            }
        }
        self.events.metrics().stale_schedules(stale);
        Ok(())
    }
}
