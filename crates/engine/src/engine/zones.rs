//! Keeps nodes with an older time zone database from planning, and replans schedules under a newer one.
//!
//! The store remembers the newest database that has planned, in a mark. A node reads the mark when it starts and
//! at every check of its watchman, not for every plan. A node with a newer database writes the mark first and
//! then walks through all schedules, part by part. The same mark records the position of the walk, so that after
//! a crash any node with the same database continues it.
//!
//! Invariant: all schedules are walked through once for each new time zone database, never because time has
//! passed.

use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

use super::Engine;
use crate::model::ScheduleUid;
use crate::observe::Alarm;
use crate::store::{Mark, StoreError, listed_uid};
use crate::timing::{TzdbComparison, TzdbRecord, compare_versions, mark_name};

/// Maximum number of schedules that are replanned before the position is recorded.
const SCHEDULES_MAX: usize = 100;
/// Maximum number of attempts to write the mark while other nodes write it, too.
const TRIES: usize = 5;
/// The mark does not expire: this is the last whole second, since stores keep no later instant.
const NO_EXPIRY: Timestamp = Timestamp::constant(253_402_207_200, 0);

/// The node's knowledge of whether its time zone database is the newest.
#[derive(Debug, Default)]
pub(super) struct ZoneCheck {
    known: Mutex<ZoneState>,
}

#[derive(Clone, Debug, Default)]
struct ZoneState {
    /// None before the first check. Once false, it stays false.
    may_plan: Option<bool>,
    /// The last reported alarm, so that each one is raised once.
    last_alarm: Option<Alarm>,
    /// The walk in progress.
    walk: Option<TzdbRecord>,
}

impl ZoneCheck {
    fn with<T>(&self, with: impl FnOnce(&mut ZoneState) -> T) -> T {
        with(&mut self.known.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns whether schedules are still to be replanned.
    pub(super) fn has_walk(&self) -> bool {
        self.with(|known| known.walk.is_some())
    }
}

impl Engine {
    /// Returns whether no newer time zone database has planned. The store is asked only once.
    pub(super) async fn has_newest_zones(&self) -> Result<bool, StoreError> {
        if let Some(may_plan) = self.zones.with(|known| known.may_plan) {
            return Ok(may_plan);
        }
        self.check_zones(self.clock.now()).await?;
        Ok(self.zones.with(|known| known.may_plan).unwrap_or(false))
    }

    /// Compares this node's time zone database with the newest one that has planned.
    pub(super) async fn check_zones(&self, now: Timestamp) -> Result<(), StoreError> {
        let own = &self.options.tzdb;
        let name = mark_name();
        for _ in 0..TRIES {
            let mark = self.store.mark(&name, now).await?;
            let remembered = mark.as_ref().map(|mark| mark.value.as_str());
            match compare_versions(own, remembered) {
                TzdbComparison::Newest(record) => {
                    self.set_state(true, None, Some(record).filter(|record| !record.is_done));
                    return Ok(());
                }
                TzdbComparison::Older { newest } => {
                    self.set_state(false, Some(Alarm::OldTzdbVersion { own: own.clone(), newest }), None);
                    return Ok(());
                }
                TzdbComparison::Unknown { found, is_own_comparable } => {
                    self.set_state(true, Some(Alarm::UnknownTzdbVersion { found }), None);
                    if !is_own_comparable {
                        return Ok(());
                    }
                }
                TzdbComparison::Newer => {}
            }
            let record = TzdbRecord::for_version(own);
            if self.remember(remembered, &record, now).await? {
                self.set_state(true, None, Some(record));
                return Ok(());
            }
            // Another node was faster.
        }
        Ok(())
    }

    /// Replans the next schedules, if a walk is in progress.
    ///
    /// # Errors
    /// If the store fails. The walk continues at the next call.
    pub(super) async fn continue_walk(&self, now: Timestamp) -> Result<(), StoreError> {
        let Some(record) = self.zones.with(|known| known.walk.clone()) else { return Ok(()) };
        if !self.may_plan() {
            // A clock that is not trusted must not decide which occurrences are late.
            self.zones.with(|known| known.walk = None);
            return Ok(());
        }
        let part = self.store.scan(record.after.map(ScheduleUid), SCHEDULES_MAX).await?;
        let last = part.last().map(listed_uid).filter(|_| part.len() == SCHEDULES_MAX);
        for listed in part {
            let schedule = listed.as_ref().ok().map(|schedule| schedule.key.clone());
            let moved = self.planner.replan(listed, now).await?;
            if let Some(schedule) = schedule.filter(|_| moved > 0) {
                self.events.alarm(Alarm::OccurrencesMoved { schedule, moved });
            }
        }
        let next = record.until(last);
        let is_ours = self.remember(Some(&record.to_text()), &next, now).await?;
        self.zones.with(|known| known.walk = Some(next).filter(|next| is_ours && !next.is_done));
        if !is_ours {
            // Another node walks, too, or a node with a newer database has started.
            self.check_zones(now).await?;
        }
        Ok(())
    }

    async fn remember(
        &self,
        remembered: Option<&str>,
        record: &TzdbRecord,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let mark = Mark { value: record.to_text(), until: NO_EXPIRY };
        self.store.replace_mark(&mark_name(), remembered, Some(&mark), now).await
    }

    fn set_state(&self, may_plan: bool, alarm: Option<Alarm>, walk: Option<TzdbRecord>) {
        let is_new = self.zones.with(|known| {
            // A node that has seen a newer database stays older. Two checks may be answered in another order than
            // they were made.
            if may_plan && known.may_plan == Some(false) {
                return false;
            }
            let is_new = alarm.is_some() && known.last_alarm != alarm;
            *known = ZoneState { may_plan: Some(may_plan), last_alarm: alarm.clone(), walk };
            is_new
        });
        if let Some(alarm) = alarm.filter(|_| is_new) {
            self.events.alarm(alarm);
        }
    }
}
