//! Reading the ledger: occurrences with their attempts, gaps, and the next wake-up.

use std::ops::Bound;

use jiff::Timestamp;

use super::state::State;
use crate::ledger::check;
use crate::model::{
    Attempt, Gap, Occurrence, OccurrenceId, Schedule, ScheduleKey, ScheduleUid, State as RowState, Status, Tenant,
};
use crate::store::{ListPage, NextWakeup, OccurrenceFilter, Page, StoreError};

impl State {
    pub(super) fn occurrences(
        &self,
        tenant: &Tenant,
        filter: &OccurrenceFilter,
        page: &Page,
    ) -> Result<ListPage<Occurrence>, StoreError> {
        check::occurrence_filter(filter)?;
        let before = page.number()?.unwrap_or(i64::MAX);
        let rows = self.rows.values().rev();
        let found = rows
            .filter(|row| row.schedule.tenant == *tenant && row.id.0 < before && self.matches(row, filter))
            .take(page.rows() + 1)
            .cloned()
            .collect();
        Ok(ListPage::cut(found, page.rows(), |row: &Occurrence| row.id.to_string()))
    }

    fn matches(&self, row: &Occurrence, filter: &OccurrenceFilter) -> bool {
        let reason = row.reason.map(crate::model::Reason::as_str);
        let has_label = |(name, value): &(String, String)| {
            let schedule = self.schedules.get(&row.schedule_uid);
            schedule.is_some_and(|schedule| {
                schedule.status != Status::Deleted && schedule.definition.labels.get(name) == Some(value)
            })
        };
        filter.schedule.as_ref().is_none_or(|id| row.schedule.id == *id && self.is_of_latest_schedule(row))
            && (filter.states.is_empty() || filter.states.contains(&row.state))
            && (filter.reasons.is_empty()
                || reason.is_some_and(|reason| filter.reasons.iter().any(|wanted| wanted == reason)))
            && filter.from.is_none_or(|from| row.planned.nominal_at >= from)
            && filter.until.is_none_or(|until| row.planned.nominal_at < until)
            && filter.label.as_ref().is_none_or(has_label)
            && filter.is_discarded.is_none_or(|is_discarded| row.discarded_at.is_some() == is_discarded)
    }

    /// Returns whether a row belongs to the current or most recent schedule with its key, and not to an earlier
    /// one.
    fn is_of_latest_schedule(&self, row: &Occurrence) -> bool {
        let last = self.schedules.values().rev().find(|schedule| schedule.key == row.schedule);
        last.is_none_or(|last| last.uid == row.schedule_uid)
    }

    pub(super) fn occurrence(&self, tenant: &Tenant, id: OccurrenceId) -> Option<(Occurrence, Vec<Attempt>)> {
        let row = self.rows.get(&id).filter(|row| row.schedule.tenant == *tenant)?;
        let recorded = self.attempts.get(&id).into_iter().flatten().cloned();
        Some((row.clone(), recorded.chain(row.last_attempt()).collect()))
    }

    pub(super) fn recent(&self, tenant: &Tenant, schedules: &[ScheduleUid], limit: usize) -> Vec<Vec<Occurrence>> {
        let of = |uid: &ScheduleUid| {
            let rows =
                self.rows.values().rev().filter(|row| row.schedule_uid == *uid && row.schedule.tenant == *tenant);
            rows.filter(|row| row.state.is_terminal()).take(limit).cloned().collect()
        };
        schedules.iter().map(of).collect()
    }

    pub(super) fn planned(&self, uid: ScheduleUid, after: Option<OccurrenceId>, limit: usize) -> Vec<Occurrence> {
        let from = after.map_or(Bound::Unbounded, Bound::Excluded);
        let rows = self.rows.range((from, Bound::Unbounded)).map(|(_, row)| row);
        rows.filter(|row| row.schedule_uid == uid && row.is_unstarted()).take(limit).cloned().collect()
    }

    pub(super) fn open_occurrences(
        &self,
        uid: ScheduleUid,
        after: Option<OccurrenceId>,
        limit: usize,
    ) -> Vec<Occurrence> {
        let open = self.open_rows(uid).into_iter().filter(|id| after.is_none_or(|after| *id > after));
        open.filter_map(|id| self.rows.get(&id)).take(limit).cloned().collect()
    }

    pub(super) fn overdue(&self, before: Timestamp, limit: usize) -> Vec<Occurrence> {
        let is_overdue = |row: &&Occurrence| row.state == RowState::Planned && row.planned.due_at < before;
        let mut found: Vec<&Occurrence> = self.rows.values().filter(is_overdue).collect();
        found.sort_by_key(|row| (row.planned.due_at, row.id));
        found.into_iter().take(limit).cloned().collect()
    }

    pub(super) fn gaps(&self, key: &ScheduleKey, page: &Page) -> Result<ListPage<Gap>, StoreError> {
        let before = page.number()?.unwrap_or(i64::MAX);
        let gaps = self.gaps.values().rev().map(|(_, gap)| gap);
        let found = gaps.filter(|gap| gap.schedule == *key && gap.id < before).take(page.rows() + 1).cloned().collect();
        Ok(ListPage::cut(found, page.rows(), |gap: &Gap| gap.id.to_string()))
    }

    pub(super) fn next_wakeup(&self) -> NextWakeup {
        let open = self.rows.values().filter(|row| !row.state.is_terminal());
        NextWakeup {
            plan_at: self.schedules.values().filter_map(Schedule::plan_at).min(),
            claim_at: open.map(|row| row.ready_at).min(),
        }
    }
}
