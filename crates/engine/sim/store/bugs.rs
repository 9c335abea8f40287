//! Helpers of the ledger operations, and the planted bugs of stores.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use refrain::model::{Occurrence, OccurrenceId, Schedule, State};
use refrain::store::{Lease, Ledger, OccurrenceFilter, Page, Plan, Planned, Release, StoreError};
use tokio::time::sleep;

use super::{FaultyStore, StoreBug, ready};
use crate::world::tenants;

impl FaultyStore {
    /// Returns a row of any tenant.
    pub(super) fn row_of_any_tenant(&self, id: OccurrenceId) -> Option<Occurrence> {
        tenants()
            .iter()
            .find_map(|tenant| ready(self.world.model.occurrence(tenant, id)).ok().flatten())
            .map(|(row, _)| row)
    }

    /// Returns the open rows of a schedule.
    pub(super) fn open(&self, row: &Occurrence) -> Vec<Occurrence> {
        let filter = OccurrenceFilter {
            schedule: Some(row.schedule.id.clone()),
            states: vec![State::Planned, State::Running],
            ..OccurrenceFilter::default()
        };
        let found = ready(self.world.model.occurrences(&row.schedule.tenant, &filter, &Page::first(500)));
        let mut rows = found.map(|found| found.rows).unwrap_or_default();
        rows.retain(|open| open.schedule_uid == row.schedule_uid);
        rows
    }

    /// Replaces the fence of a lease with the current fence of its row.
    pub(super) fn current(&self, lease: Lease) -> Lease {
        self.row_of_any_tenant(lease.id).map_or(lease, |row| Lease { fence: row.fence, ..lease })
    }

    pub(super) fn changed(&self, schedule: &Schedule) {
        let mut watch = self.world.watch();
        watch.changed(&schedule.key.tenant);
        watch.schedule_changed(schedule);
    }

    /// Rebases a plan on the current state, regardless of what the caller read.
    fn rebased(&self, plan: &Plan) -> Plan {
        let watch = self.world.watch();
        let Some(known) = watch.schedules.get(&plan.uid) else { return plan.clone() };
        let watermark_to = plan.watermark_to.max(known.watermark);
        Plan { revision: known.revision, watermark: known.watermark, watermark_to, ..plan.clone() }
    }

    pub(super) async fn plan_with_bugs(&self, plan: Plan, now: Timestamp) -> Result<Planned, StoreError> {
        let model = &self.world.model;
        let one = |plan: Plan| ready(model.plan(vec![plan], now)).map(|mut answers| answers.remove(0));
        match self.world.store_bug {
            Some(StoreBug::PlanWithoutCompare) => one(self.rebased(&plan)),
            Some(StoreBug::GapsForgotten) => one(Plan { gaps: Vec::new(), ..plan }),
            Some(StoreBug::NoUniqueKey) => {
                let answer = one(plan.clone())?;
                let mut again = self.rebased(&plan);
                again.occurrences.truncate(1);
                again.occurrences.iter_mut().for_each(|row| row.period_key.push_str("#2"));
                again.gaps.clear();
                one(Plan { next_due_at: plan.next_due_at, watermark: plan.watermark_to, ..again })?;
                Ok(answer)
            }
            Some(StoreBug::PlanSplitInTwo) => {
                let answer = one(Plan { occurrences: Vec::new(), ..plan.clone() })?;
                sleep(Duration::from_millis(5)).await;
                one(Plan { watermark: plan.watermark_to, gaps: Vec::new(), ..plan })?;
                Ok(answer)
            }
            _ => one(plan),
        }
    }

    /// Returns the time that a claim uses.
    pub(super) fn claim_time(&self, now: Timestamp) -> Timestamp {
        let is_ahead = self.world.has(StoreBug::LeaseByNodeClock) && self.node().is_multiple_of(2);
        if is_ahead { now + SignedDuration::from_secs(4) } else { now }
    }

    /// Releases a lease that has not expired.
    pub(super) fn reap(&self, now: Timestamp) {
        let lease = self.world.watch().rows.iter().find_map(|(id, row)| {
            row.lease.as_ref().filter(|lease| lease.until > now).map(|_| Lease { id: *id, fence: row.fence })
        });
        if let Some(lease) = lease.filter(|_| self.world.seed().per_mille(20)) {
            ready(self.world.model.release(&[Release::from(lease)], now)).ok();
        }
    }
}
