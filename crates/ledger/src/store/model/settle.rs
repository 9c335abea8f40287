//! Recording the results of runs, and changes that people make to single occurrences.

use jiff::Timestamp;

use super::state::State;
use crate::ledger::transition::SettleCheck;
use crate::ledger::{change, check};
use crate::model::{By, Occurrence, OccurrenceId, State as RowState, Status, Tenant};
use crate::store::{OccurrenceChange, SettleResult, Settlement, StoreError};

impl State {
    pub(super) fn settle(
        &mut self,
        settlements: &[Settlement],
        now: Timestamp,
    ) -> Result<Vec<SettleResult>, StoreError> {
        check::settlements(settlements)?;
        for settlement in settlements {
            if let Some(row) = self.rows.get(&settlement.lease.id) {
                check::work_of(&row.schedule.tenant, &settlement.enqueue)?;
            }
        }
        let mut settled: Vec<SettleResult> =
            settlements.iter().map(|settlement| self.settle_one(settlement, now)).collect();
        for (settlement, answer) in settlements.iter().zip(&mut settled) {
            if let SettleResult::Failed { in_a_row } = answer {
                let schedule =
                    self.rows.get(&settlement.lease.id).and_then(|row| self.schedules.get(&row.schedule_uid));
                *in_a_row = schedule.map_or(0, |schedule| schedule.counters.consecutive_failures);
            }
        }
        Ok(settled)
    }

    fn settle_one(&mut self, settlement: &Settlement, now: Timestamp) -> SettleResult {
        let id = settlement.lease.id;
        let Some(row) = self.rows.get_mut(&id) else { return SettleResult::LeaseLost };
        match row.settle_check(settlement.lease, &settlement.ending) {
            SettleCheck::Answer(answer) => return answer,
            SettleCheck::Apply => {}
        }
        let attempt = row.settle(&settlement.ending, now);
        let (uid, state) = (row.schedule_uid, row.state);
        let was_started = !row.was_stopped_before_start();
        let lane = row.planned.discriminator.clone();
        self.attempts.entry(id).or_default().extend(attempt);
        if state.is_terminal() {
            self.count_end(id, was_started, now);
            self.wake_lane(uid, &lane, now);
        }
        if let (Some(next_due_at), Some(schedule)) = (settlement.next_due_at, self.schedules.get_mut(&uid))
            && schedule.status == Status::Active
        {
            schedule.next_due_at = Some(next_due_at);
        }
        for item in &settlement.enqueue {
            self.enqueue_one(item, now);
        }
        SettleResult::recorded(state)
    }

    pub(super) fn change_occurrence(
        &mut self,
        tenant: &Tenant,
        id: OccurrenceId,
        change: &OccurrenceChange,
        by: &By,
        now: Timestamp,
    ) -> Result<Occurrence, StoreError> {
        check::occurrence_change(change, by)?;
        let not_found = || StoreError::NotFound(format!("occurrence {id}"));
        let row = self.rows.get(&id).filter(|row| row.schedule.tenant == *tenant).ok_or_else(not_found)?;
        let (uid, was_started) = (row.schedule_uid, row.is_started());
        let schedule = self.stored(self.schedules.get(&uid).ok_or_else(not_found)?).whole()?;
        let moved = change::change_occurrence(row, &schedule, change, now)?;
        if !moved.is_changed {
            return Ok(moved.row);
        }
        let key = moved.row.schedule.clone();
        let (has_ended, wakes_lane) = (moved.row.state == RowState::Skipped, moved.wakes_lane);
        let lane = moved.row.planned.discriminator.clone();
        self.rows.insert(id, moved.row);
        self.attempts.entry(id).or_default().extend(moved.attempt);
        if has_ended {
            self.count_end(id, was_started, now);
            if wakes_lane {
                self.wake_lane(uid, &lane, now);
            }
        }
        self.append(tenant, change::occurrence_entry(&key, id, change, by), now);
        self.rows.get(&id).cloned().ok_or_else(not_found)
    }
}
