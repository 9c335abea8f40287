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

/// How far the round has come.
#[derive(Debug, Default)]
pub(super) struct Round(Mutex<Option<ScheduleUid>>);

impl Round {
    fn place(&self) -> Option<ScheduleUid> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn move_to(&self, place: Option<ScheduleUid>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = place;
    }
}

impl Engine {
    /// Looks at the next schedules of the round.
    pub(super) async fn look_for_forgotten(&self, now: Timestamp) -> Result<(), StoreError> {
        let part = self.store.scan(self.round.place(), SCHEDULES_MAX).await?;
        self.round.move_to(part.last().map(uid_of).filter(|_| part.len() == SCHEDULES_MAX));
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
