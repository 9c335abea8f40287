//! Removing old history.

use std::collections::{BTreeMap, BTreeSet};

use super::state::State;
use crate::id::{OccurrenceId, ScheduleUid, Tenant};
use crate::schedule::Status;
use crate::store::{Prune, Pruned};

impl State {
    pub(super) fn prune(&mut self, prune: &Prune) -> Pruned {
        let is_meant = |tenant: &Tenant| prune.tenant.as_ref().is_none_or(|meant| meant == tenant);
        let is_old = |ended_at: Option<jiff::Timestamp>| {
            ended_at.zip(prune.ended_before).is_some_and(|(ended_at, before)| ended_at < before)
        };
        let mut kept: BTreeMap<ScheduleUid, u32> = BTreeMap::new();
        let mut gone: Vec<OccurrenceId> = Vec::new();
        for row in self.rows.values().rev() {
            if !row.state.is_terminal() || !is_meant(&row.schedule.tenant) {
                continue;
            }
            let count = kept.entry(row.schedule_uid).or_default();
            *count += 1;
            let is_one_too_many = prune.keep_per_schedule > 0 && *count > prune.keep_per_schedule;
            if is_old(row.ended_at) || is_one_too_many {
                gone.push(row.id);
            }
        }
        // The oldest go first.
        gone.reverse();
        gone.truncate(prune.limit);
        for id in &gone {
            if let Some(row) = self.rows.remove(id) {
                self.keys.remove(&(row.schedule_uid, row.planned.period_key, row.planned.discriminator));
            }
            self.attempts.remove(id);
        }
        let gaps = self.gaps.len();
        self.gaps.retain(|_, (_, gap)| !(is_meant(&gap.schedule.tenant) && is_old(Some(gap.created_at))));
        let with_rows: BTreeSet<ScheduleUid> = self.rows.values().map(|row| row.schedule_uid).collect();
        let schedules = self.schedules.len();
        self.schedules.retain(|uid, schedule| {
            schedule.status != Status::Deleted || with_rows.contains(uid) || !is_meant(&schedule.key.tenant)
        });
        self.revisions.retain(|uid, _| self.schedules.contains_key(uid));
        let work_items = self.work.len();
        self.work.retain(|_, item| {
            let is_old = item.ended_at.zip(prune.work_before(item.state)).is_some_and(|(ended, before)| ended < before);
            !(is_meant(&item.work.tenant) && is_old)
        });
        self.work_keys.retain(|_, id| self.work.contains_key(id));
        Pruned {
            occurrences: gone.len(),
            gaps: gaps - self.gaps.len(),
            schedules: schedules - self.schedules.len(),
            work_items: work_items - self.work.len(),
        }
    }
}
