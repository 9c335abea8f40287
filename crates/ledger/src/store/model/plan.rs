//! Inserting occurrences: planned by the recurrence, or requested by a person.

use jiff::Timestamp;

use super::state::State;
use crate::ledger::numbering::numbered;
use crate::ledger::transition::Origin;
use crate::ledger::{change, check};
use crate::model::{NewOccurrence, Occurrence, OccurrenceId, Schedule, ScheduleUid, Status};
use crate::store::{Insert, InsertResult, Plan, PlanResult, StoreError};

impl State {
    pub(super) fn plan(&mut self, plans: &[Plan], now: Timestamp) -> Result<Vec<PlanResult>, StoreError> {
        check::plans(plans)?;
        let mut planned: Vec<PlanResult> = plans.iter().map(|plan| self.advance_schedule(plan, now)).collect();
        for new in numbered(plans) {
            let plan = &plans[new.plan];
            let (PlanResult::Done { inserted }, Some(schedule)) =
                (&mut planned[new.plan], self.schedules.get(&plan.uid))
            else {
                continue;
            };
            let schedule = schedule.clone();
            if let InsertResult::New(_) = self.insert_row(&schedule, &plan.tzdb, new.row, now) {
                *inserted += 1;
            }
        }
        Ok(planned)
    }

    /// Advances a schedule if it is unchanged since the planner read it.
    fn advance_schedule(&mut self, plan: &Plan, now: Timestamp) -> PlanResult {
        let has_open = plan.is_finished && !self.open_rows(plan.uid).is_empty();
        let Some(schedule) = self.schedules.get_mut(&plan.uid) else { return PlanResult::Stale };
        let is_same = schedule.revision == plan.revision && schedule.watermark == plan.watermark;
        if !is_same || has_open || schedule.status != Status::Active {
            return PlanResult::Stale;
        }
        schedule.watermark = plan.watermark_to;
        schedule.next_due_at = plan.next_due_at;
        if plan.is_finished {
            schedule.status = Status::Finished;
        }
        let schedule = schedule.clone();
        for gap in &plan.gaps {
            self.add_gap(&schedule, gap, now);
        }
        PlanResult::Done { inserted: 0 }
    }

    pub(super) fn insert(&mut self, insert: &Insert, now: Timestamp) -> Result<Vec<InsertResult>, StoreError> {
        check::insert(insert)?;
        let schedule = self.stored(self.live_or_error(&insert.key)?).whole()?;
        change::check_insertable(&schedule)?;
        let rows = insert.occurrences.iter();
        let results: Vec<InsertResult> =
            rows.map(|occurrence| self.insert_row(&schedule, &insert.tzdb, occurrence, now)).collect();
        let new = results.iter().filter(|result| matches!(result, InsertResult::New(_))).count();
        if let Some(entry) = change::insert_entry(insert, new) {
            self.append(&insert.key.tenant, entry, now);
        }
        Ok(results)
    }

    /// Inserts a row unless its key exists, or plans a superseded row of this key again. This is the only place
    /// where a row is created.
    pub(super) fn insert_row(
        &mut self,
        schedule: &Schedule,
        tzdb: &str,
        new: &NewOccurrence,
        now: Timestamp,
    ) -> InsertResult {
        let key: (ScheduleUid, String, String) = (schedule.uid, new.period_key.clone(), new.discriminator.clone());
        let id = self.keys.get(&key).copied();
        let origin = Origin {
            schedule: schedule.key.clone(),
            uid: schedule.uid,
            revision: schedule.revision,
            tzdb: tzdb.to_owned(),
        };
        if let Some(row) = id.and_then(|id| self.rows.get_mut(&id)) {
            if !row.is_superseded() {
                return InsertResult::Existing(row.id, row.state);
            }
            row.plan_again(&origin, new.clone(), now);
            return InsertResult::New(row.id);
        }
        let id = OccurrenceId(self.next_number());
        self.keys.insert(key, id);
        self.rows.insert(id, Occurrence::new(id, &origin, new.clone(), now));
        InsertResult::New(id)
    }
}
