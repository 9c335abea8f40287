//! Removing history past retention.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::state::State;
use crate::model::{Occurrence, OccurrenceId, ScheduleUid, Status, Tenant};
use crate::store::{Prune, PruneResult};

impl State {
    pub(super) fn prune(&mut self, prune: &Prune) -> PruneResult {
        let is_selected = |tenant: &Tenant| prune.tenant.as_ref().is_none_or(|meant| meant == tenant);
        if prune.limit == 0 {
            return PruneResult::default();
        }
        let mut cut = StepLimit { limit: prune.limit, has_more: false };
        let rows = cut.limited(self.rows_past_retention(prune));
        rows.iter().for_each(|id| self.remove_row(*id));
        let left_since = self.rows_past_retention(prune).iter().filter_map(|id| self.rows[id].ended_at).min();
        let is_old = |created_at: Timestamp| prune.ended_before.is_some_and(|before| created_at < before);
        let gaps = self.gaps.iter().filter(|(_, (_, gap))| is_selected(&gap.schedule.tenant) && is_old(gap.created_at));
        let gaps = cut.limited(gaps.map(|(id, _)| *id).collect());
        gaps.iter().for_each(|id| drop(self.gaps.remove(id)));
        let with_rows: BTreeSet<ScheduleUid> = self.rows.values().map(|row| row.schedule_uid).collect();
        let is_gone = |uid: &ScheduleUid, status| status == Status::Deleted && !with_rows.contains(uid);
        let schedules = self.schedules.iter().filter(|(uid, schedule)| is_gone(uid, schedule.status));
        let schedules = schedules.filter(|(_, schedule)| is_selected(&schedule.key.tenant)).map(|(uid, _)| *uid);
        let schedules = cut.limited(schedules.collect());
        for uid in &schedules {
            self.schedules.remove(uid);
            self.revisions.remove(uid);
        }
        let work = self.work.iter().filter(|(_, item)| {
            let is_old = item.ended_at.zip(prune.work_before(item.state)).is_some_and(|(ended, before)| ended < before);
            is_selected(&item.work.tenant) && is_old
        });
        let work = cut.limited(work.map(|(id, _)| *id).collect());
        work.iter().for_each(|id| drop(self.work.remove(id)));
        self.work_keys.retain(|_, id| self.work.contains_key(id));
        PruneResult {
            occurrences: rows.len(),
            gaps: gaps.len(),
            schedules: schedules.len(),
            work_items: work.len(),
            has_more: cut.has_more,
            left_since,
        }
    }

    pub(super) fn remove_row(&mut self, id: OccurrenceId) {
        if let Some(row) = self.rows.remove(&id) {
            self.keys.remove(&(row.schedule_uid, row.planned.period_key, row.planned.discriminator));
        }
        self.attempts.remove(&id);
    }

    /// Returns the settled rows that may be removed, the lowest ID first.
    fn rows_past_retention(&self, prune: &Prune) -> Vec<OccurrenceId> {
        let is_selected = |tenant: &Tenant| prune.tenant.as_ref().is_none_or(|meant| meant == tenant);
        let is_ended = |row: &&Occurrence| row.state.is_terminal() && is_selected(&row.schedule.tenant);
        let ended = || self.rows.values().filter(is_ended);
        let mut left: BTreeMap<ScheduleUid, u32> = BTreeMap::new();
        ended().for_each(|row| *left.entry(row.schedule_uid).or_default() += 1);
        let above = prune.surplus_above().unwrap_or(u32::MAX);
        let mut surplus: BTreeMap<ScheduleUid, u32> = left
            .into_iter()
            .map(|(uid, rows)| (uid, if rows > above { rows - prune.keep_per_schedule } else { 0 }))
            .collect();
        let may_go = |row: &&Occurrence| {
            let left = surplus.entry(row.schedule_uid).or_default();
            let is_surplus = *left > 0;
            *left -= u32::from(is_surplus);
            let is_old = row.ended_at.zip(prune.ended_before).is_some_and(|(ended_at, before)| ended_at < before);
            is_surplus || is_old
        };
        ended().filter(may_go).map(|row| row.id).collect()
    }
}

/// Keeps a step within its limit.
struct StepLimit {
    limit: usize,
    has_more: bool,
}

impl StepLimit {
    fn limited<T>(&mut self, mut found: Vec<T>) -> Vec<T> {
        self.has_more |= found.len() > self.limit;
        found.truncate(self.limit);
        found
    }
}
