//! What the ledger's verbs need beside the model, and bugs of stores that are planted there.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use refrain::id::OccurrenceId;
use refrain::moves::State;
use refrain::occurrence::Occurrence;
use refrain::schedule::Schedule;
use refrain::store::{Lease, Ledger, OccurrenceFilter, Page, Plan, Planned, Release, StoreError};
use tokio::time::sleep;

use super::{FaultyStore, StoreBug, ready};
use crate::world::tenants;

impl FaultyStore {
    /// A row, whoever asks.
    pub(super) fn anyones(&self, id: OccurrenceId) -> Option<Occurrence> {
        tenants()
            .iter()
            .find_map(|tenant| ready(self.world.model.occurrence(tenant, id)).ok().flatten())
            .map(|(row, _)| row)
    }

    /// The open rows of a schedule.
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

    /// The current fence of a row in place of the one given.
    pub(super) fn current(&self, lease: Lease) -> Lease {
        self.anyones(lease.id).map_or(lease, |row| Lease { fence: row.fence, ..lease })
    }

    pub(super) fn changed(&self, schedule: &Schedule) {
        let mut watch = self.world.watch();
        watch.changed(&schedule.key.tenant);
        watch.schedule_changed(schedule);
    }

    /// Plans on what is there now, whatever the caller had read.
    fn forced(&self, plan: &Plan) -> Plan {
        let watch = self.world.watch();
        let Some(known) = watch.schedules.get(&plan.uid) else { return plan.clone() };
        let watermark_to = plan.watermark_to.max(known.watermark);
        Plan { revision: known.revision, watermark: known.watermark, watermark_to, ..plan.clone() }
    }

    pub(super) async fn planned_as_bugs_say(&self, plan: Plan, now: Timestamp) -> Result<Planned, StoreError> {
        let model = &self.world.model;
        let one = |plan: Plan| ready(model.plan(vec![plan], now)).map(|mut answers| answers.remove(0));
        match self.world.store_bug {
            Some(StoreBug::PlanWithoutCompare) => one(self.forced(&plan)),
            Some(StoreBug::GapsForgotten) => one(Plan { gaps: Vec::new(), ..plan }),
            Some(StoreBug::NoUniqueKey) => {
                let answer = one(plan.clone())?;
                let mut again = self.forced(&plan);
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

    /// What a claim is told the time is.
    pub(super) fn claim_time(&self, now: Timestamp) -> Timestamp {
        let is_ahead = self.world.has(StoreBug::LeaseByNodeClock) && self.node().is_multiple_of(2);
        if is_ahead { now + SignedDuration::from_secs(4) } else { now }
    }

    /// Clears away a lease that is not over.
    pub(super) fn reap(&self, now: Timestamp) {
        let lease = self.world.watch().rows.iter().find_map(|(id, row)| {
            row.lease.as_ref().filter(|lease| lease.until > now).map(|_| Lease { id: *id, fence: row.fence })
        });
        if let Some(lease) = lease.filter(|_| self.world.seed().per_mille(20)) {
            ready(self.world.model.release(&[Release::from(lease)], now)).ok();
        }
    }
}
