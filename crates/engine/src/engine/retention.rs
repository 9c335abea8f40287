//! The retention loop: removes history that is past retention, and expired marks and nodes.
//!
//! One node at a time does it; a mark in the store names that node. A pass consists of small steps, each one call
//! of the store. After a step that reached its limit, the next one follows after a short pause. So retention
//! keeps up with the rate of settled runs, and live work goes first.
//!
//! Invariant: the loop that sends the node's heartbeat never waits for retention.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;

use super::Engine;
use crate::model::Tenant;
use crate::observe::Alarm;
use crate::store::{Mark, MarkName, Prune, PruneResult, StoreError};
use crate::worker::{Stop, guarded};

/// Maximum number of rows of each kind that one step removes: a few milliseconds of a store's time.
const STEP_ROWS: usize = 1_000;
/// Pause between two steps, in which live work gets its turn.
const STEP_PAUSE: Duration = Duration::from_millis(1);
/// Lease of the retention node after its last renewal, as a multiple of `watch_every`.
const LEASE_INTERVALS: i32 = 3;
/// A pass that removes little costs at most one part in this many of the node's time.
const IDLE_PARTS: i32 = 5;

pub(super) async fn run(engine: Arc<Engine>, mut stop: watch::Receiver<Stop>) {
    while *stop.borrow_and_update() == Stop::No {
        let is_stopping = || *stop.borrow() != Stop::No;
        let idle_for = match guarded(engine.retain(is_stopping)).await {
            Ok(idle_for) => idle_for,
            Err(error) => {
                engine.events.alarm(Alarm::StoreDown { problem: error.to_string() });
                SignedDuration::ZERO
            }
        };
        let rest_for = engine.options.watch_every.max(idle_for * (IDLE_PARTS - 1));
        let next_at = engine.clock.now().saturating_add(rest_for).unwrap_or(Timestamp::MAX);
        tokio::select! {
            biased;
            _ = stop.changed() => {}
            () = engine.clock.sleep_until(next_at) => {}
            // A clock that is set back would let the sleeper above oversleep.
            () = tokio::time::sleep(rest_for.unsigned_abs()) => {}
        }
    }
    // Removing the mark saves another node from waiting until it expires.
    if let Err(error) = guarded(engine.leave_retention(engine.clock.now())).await {
        engine.events.alarm(Alarm::StoreDown { problem: error.to_string() });
    }
}

impl Engine {
    /// Makes one pass, if it is this node's turn. Returns the time spent on steps that removed little.
    pub(super) async fn retain(&self, is_stopping: impl Fn() -> bool) -> Result<SignedDuration, StoreError> {
        let mut idle_for = SignedDuration::ZERO;
        let mut renew_at = Timestamp::MIN;
        loop {
            let now = self.clock.now();
            if now >= renew_at {
                if !self.lead_retention(now).await? {
                    self.events.metrics().retention_lag(SignedDuration::ZERO);
                    return Ok(idle_for);
                }
                renew_at = now.saturating_add(self.options.watch_every).unwrap_or(Timestamp::MAX);
            }
            let begun = self.clock.steady();
            let swept = self.store.sweep(STEP_ROWS, now).await?;
            let (prune, pruned) = self.prune_step(now).await?;
            self.events.metrics().retention_lag(lag(&prune, &pruned));
            if pruned.rows() + swept < STEP_ROWS / 10 {
                idle_for += self.clock.steady() - begun;
            }
            if is_stopping() || !(pruned.has_more || swept >= STEP_ROWS) {
                return Ok(idle_for);
            }
            tokio::time::sleep(STEP_PAUSE).await;
        }
    }

    async fn prune_step(&self, now: Timestamp) -> Result<(Prune, PruneResult), StoreError> {
        let before = |keep_for: Option<SignedDuration>| keep_for.and_then(|keep_for| now.checked_sub(keep_for).ok());
        let prune = Prune {
            tenant: None,
            ended_before: before(self.options.keep_for),
            work_done_before: before(self.options.keep_completed_work_for),
            work_dead_before: before(self.options.keep_dead_work_for),
            keep_per_schedule: self.options.keep_per_schedule,
            limit: STEP_ROWS,
        };
        let pruned = self.store.prune(&prune).await?;
        Ok((prune, pruned))
    }

    /// Acquires or renews the right to do retention. Returns whether this node has it.
    async fn lead_retention(&self, now: Timestamp) -> Result<bool, StoreError> {
        let own = self.options.node.as_str();
        let lease_for = self.options.watch_every * LEASE_INTERVALS;
        let Some(held) = self.store.mark_if_absent(&mark_name(), own, lease_for, now).await? else { return Ok(true) };
        if held.value != own {
            return Ok(false);
        }
        let until = now.saturating_add(lease_for).unwrap_or(Timestamp::MAX);
        let renewed = Mark { value: held.value, until };
        self.store.replace_mark(&mark_name(), Some(own), Some(&renewed), now).await
    }

    async fn leave_retention(&self, now: Timestamp) -> Result<(), StoreError> {
        self.store.replace_mark(&mark_name(), Some(self.options.node.as_str()), None, now).await.map(drop)
    }
}

/// Returns how long ago the oldest remaining occurrence should have been removed.
fn lag(prune: &Prune, pruned: &PruneResult) -> SignedDuration {
    let behind = prune.ended_before.zip(pruned.left_since).map(|(before, since)| before.duration_since(since));
    behind.map_or(SignedDuration::ZERO, |behind| behind.max(SignedDuration::ZERO))
}

/// Returns the name of the mark that names the retention node. The engine's own tenant belongs to no user.
fn mark_name() -> MarkName {
    let tenant = Tenant::new("_refrain", "engine").expect("both names are made of letters and an underscore");
    MarkName { tenant, name: "retention".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lag_is_the_time_since_the_oldest_row_should_have_been_removed() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let prune = Prune {
            tenant: None,
            ended_before: Some(at(100)),
            work_done_before: None,
            work_dead_before: None,
            keep_per_schedule: 0,
            limit: 1,
        };
        let behind = |left_since| lag(&prune, &PruneResult { left_since, ..PruneResult::default() }).as_secs();
        assert_eq!((behind(None), behind(Some(at(40))), behind(Some(at(200)))), (0, 60, 0));
    }
}
