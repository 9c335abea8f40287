//! Finds active schedules that would never be planned because they have no next due time, and sets one.
//!
//! No operation leaves a schedule in this state; a manual change of the store's data can. Each check examines a
//! few schedules and the next check continues with the next ones, so that a check costs the same however many
//! there are.

use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

use super::Engine;
use crate::model::{ScheduleUid, Status};
use crate::observe::Alarm;
use crate::store::{StoreError, listed_uid};

/// Maximum number of schedules per check.
const SCHEDULES_MAX: usize = 100;

/// Position of the round, and the number of active schedules found so far.
#[derive(Debug, Default)]
pub(super) struct Round(Mutex<(Option<ScheduleUid>, u64)>);

impl Round {
    fn place(&self) -> Option<ScheduleUid> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0
    }

    /// Advances the round, or restarts it. Returns the number of active schedules when a round is complete.
    fn move_to(&self, place: Option<ScheduleUid>, active: u64) -> Option<u64> {
        let mut round = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let met = round.1 + active;
        *round = (place, if place.is_some() { met } else { 0 });
        place.is_none().then_some(met)
    }
}

impl Engine {
    /// Checks the next schedules of the round.
    pub(super) async fn check_unplanned(&self, now: Timestamp) -> Result<(), StoreError> {
        let part = self.store.scan(self.round.place(), SCHEDULES_MAX).await?;
        let active = part.iter().flatten().filter(|schedule| schedule.status == Status::Active).count();
        let place = part.last().map(listed_uid).filter(|_| part.len() == SCHEDULES_MAX);
        if let Some(active) = self.round.move_to(place, active as u64) {
            self.events.metrics().active_schedules(active);
        }
        if !self.has_newest_zones().await? {
            return Ok(());
        }
        // Schedules that cannot be read are disabled when they are planned, or shown in lists.
        for schedule in part.into_iter().flatten() {
            let key = schedule.key.clone();
            let is_forgotten = schedule.status == Status::Active && schedule.next_due_at.is_none();
            if is_forgotten && self.planner.repair(&schedule, now).await? {
                self.events.alarm(Alarm::Repaired { schedule: key });
            }
        }
        Ok(())
    }
}
