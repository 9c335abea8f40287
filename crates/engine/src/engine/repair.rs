//! Looks for active schedules that planning would never come to, because they have no next time, and gives them one.
//!
//! No verb leaves a schedule so; a hand in the store's files can. A few schedules are looked at each time, the next ones at
//! the next look, so that a look costs the same however many there are.

use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

use super::Engine;
use crate::event::Alarm;
use crate::id::ScheduleUid;
use crate::schedule::Status;
use crate::store::{StoreError, uid_of};

/// So many schedules are looked at each time.
const SCHEDULES_MAX: usize = 100;

/// How far the round has come, and how many active schedules it has met.
#[derive(Debug, Default)]
pub(super) struct Round(Mutex<(Option<ScheduleUid>, u64)>);

impl Round {
    fn place(&self) -> Option<ScheduleUid> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0
    }

    /// Goes on from there, or begins anew. Answers how many were active in the whole round when that is over.
    fn move_to(&self, place: Option<ScheduleUid>, active: u64) -> Option<u64> {
        let mut round = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let met = round.1 + active;
        *round = (place, if place.is_some() { met } else { 0 });
        place.is_none().then_some(met)
    }
}

impl Engine {
    /// Looks at the next schedules of the round.
    pub(super) async fn look_for_forgotten(&self, now: Timestamp) -> Result<(), StoreError> {
        let part = self.store.scan(self.round.place(), SCHEDULES_MAX).await?;
        let active = part.iter().flatten().filter(|schedule| schedule.status == Status::Active).count();
        let place = part.last().map(uid_of).filter(|_| part.len() == SCHEDULES_MAX);
        if let Some(active) = self.round.move_to(place, active as u64) {
            self.events.metrics().active_schedules(active);
        }
        if !self.has_newest_zones().await? {
            return Ok(());
        }
        // What cannot be read is stopped when planning comes to it, or shown in lists.
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
