//! The operations of the ledger, each under the lock.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::Model;
use crate::ledger::check;
use crate::model::{
    Attempt, By, Gap, Occurrence, OccurrenceId, Revision, RevisionRecord, Schedule, ScheduleKey, ScheduleUid, Tenant,
};
use crate::store::{
    ChangeStatus, Claim, ClaimResult, ConfirmResult, DefinitionResult, DueSchedules, ExpectedVersion, Insert,
    InsertResult, Lease, Ledger, ListPage, ListedSchedule, NextWakeup, OccurrenceChange, OccurrenceFilter, Page, Plan,
    PlanResult, Prune, PruneResult, Release, RenewResult, SaveSchedule, ScheduleCounts, ScheduleFilter, SettleResult,
    Settlement, StoreError, UnreadableSchedule,
};

#[async_trait]
impl Ledger for Model {
    async fn save(&self, save: SaveSchedule, now: Timestamp) -> Result<Schedule, StoreError> {
        self.with_wake(|state| state.save(&save, now))
    }

    async fn change_status(&self, change: ChangeStatus, now: Timestamp) -> Result<Schedule, StoreError> {
        self.with_wake(|state| state.change_status(&change, now))
    }

    async fn delete(
        &self,
        key: &ScheduleKey,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.with_wake(|state| state.delete(key, expect, by, now))
    }

    async fn quarantine(&self, found: &[UnreadableSchedule], by: &By, now: Timestamp) -> Result<Vec<bool>, StoreError> {
        check::quarantine(found, by)?;
        self.with_wake(|state| found.iter().map(|found| state.quarantine(found, by, now)).collect())
    }

    async fn schedule(&self, key: &ScheduleKey) -> Result<Option<Schedule>, StoreError> {
        self.with(|state| state.live(key).map(|found| state.stored(found).whole()).transpose())
    }

    async fn schedules(
        &self,
        tenant: &Tenant,
        filter: &ScheduleFilter,
        page: &Page,
    ) -> Result<ListPage<ListedSchedule>, StoreError> {
        self.with(|state| state.schedules(tenant, filter, page))
    }

    async fn count_schedules(&self, tenant: &Tenant, limit: usize) -> Result<ScheduleCounts, StoreError> {
        check::batch(limit)?;
        Ok(self.with(|state| state.count_schedules(tenant, limit)))
    }

    async fn revisions(&self, key: &ScheduleKey, page: &Page) -> Result<ListPage<RevisionRecord>, StoreError> {
        self.with(|state| state.revisions(key, page))
    }

    async fn definitions(&self, wanted: &[(ScheduleUid, Revision)]) -> Result<Vec<DefinitionResult>, StoreError> {
        check::batch(wanted.len())?;
        Ok(self.with(|state| wanted.iter().map(|(uid, revision)| state.definition(*uid, *revision)).collect()))
    }

    async fn due_for_planning(&self, until: Timestamp, limit: usize) -> Result<DueSchedules, StoreError> {
        check::batch(limit)?;
        Ok(self.with(|state| state.due_for_planning(until, limit)))
    }

    async fn scan(&self, after: Option<ScheduleUid>, limit: usize) -> Result<Vec<ListedSchedule>, StoreError> {
        check::batch(limit)?;
        Ok(self.with(|state| state.scan(after, limit)))
    }

    async fn plan(&self, plans: Vec<Plan>, now: Timestamp) -> Result<Vec<PlanResult>, StoreError> {
        self.with_wake(|state| state.plan(&plans, now))
    }

    async fn insert(&self, insert: Insert, now: Timestamp) -> Result<Vec<InsertResult>, StoreError> {
        self.with_wake(|state| state.insert(&insert, now))
    }

    async fn claim(&self, claim: &Claim, now: Timestamp) -> Result<ClaimResult, StoreError> {
        check::batch(claim.limit)?;
        let fence_floor = (self.fence_floor)(now);
        Ok(self.with(|state| state.claim(claim, fence_floor, now)))
    }

    async fn confirm(&self, leases: &[Lease], now: Timestamp) -> Result<Vec<ConfirmResult>, StoreError> {
        check::batch(leases.len())?;
        Ok(self.with(|state| state.confirm(leases, now)))
    }

    async fn renew(
        &self,
        leases: &[Lease],
        lease_for: SignedDuration,
        now: Timestamp,
    ) -> Result<Vec<RenewResult>, StoreError> {
        check::batch(leases.len())?;
        Ok(self.with(|state| state.renew(leases, lease_for, now)))
    }

    async fn settle(&self, settlements: Vec<Settlement>, now: Timestamp) -> Result<Vec<SettleResult>, StoreError> {
        self.with_wake(|state| state.settle(&settlements, now))
    }

    async fn release(&self, releases: &[Release], now: Timestamp) -> Result<Vec<bool>, StoreError> {
        check::batch(releases.len())?;
        Ok(self.with_wake(|state| state.release(releases, now)))
    }

    async fn change_occurrence(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
        change: &OccurrenceChange,
        by: &By,
        now: Timestamp,
    ) -> Result<Occurrence, StoreError> {
        self.with_wake(|state| state.change_occurrence(tenant, id, change, by, now))
    }

    async fn occurrences(
        &self,
        tenant: &Tenant,
        filter: &OccurrenceFilter,
        page: &Page,
    ) -> Result<ListPage<Occurrence>, StoreError> {
        self.with(|state| state.occurrences(tenant, filter, page))
    }

    async fn occurrence(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
    ) -> Result<Option<(Occurrence, Vec<Attempt>)>, StoreError> {
        Ok(self.with(|state| state.occurrence(tenant, id)))
    }

    async fn recent(
        &self,
        tenant: &Tenant,
        schedules: &[ScheduleUid],
        limit: usize,
    ) -> Result<Vec<Vec<Occurrence>>, StoreError> {
        check::batch(schedules.len().saturating_mul(limit))?;
        Ok(self.with(|state| state.recent(tenant, schedules, limit)))
    }

    async fn planned(
        &self,
        uid: ScheduleUid,
        after: Option<OccurrenceId>,
        limit: usize,
    ) -> Result<Vec<Occurrence>, StoreError> {
        check::batch(limit)?;
        Ok(self.with(|state| state.planned(uid, after, limit)))
    }

    async fn open_occurrences(
        &self,
        uid: ScheduleUid,
        after: Option<OccurrenceId>,
        limit: usize,
    ) -> Result<Vec<Occurrence>, StoreError> {
        check::batch(limit)?;
        Ok(self.with(|state| state.open_occurrences(uid, after, limit)))
    }

    async fn overdue(&self, before: Timestamp, limit: usize) -> Result<Vec<Occurrence>, StoreError> {
        check::batch(limit)?;
        Ok(self.with(|state| state.overdue(before, limit)))
    }

    async fn gaps(&self, key: &ScheduleKey, page: &Page) -> Result<ListPage<Gap>, StoreError> {
        self.with(|state| state.gaps(key, page))
    }

    async fn prune(&self, prune: &Prune) -> Result<PruneResult, StoreError> {
        check::batch(prune.limit)?;
        Ok(self.with(|state| state.prune(prune)))
    }

    async fn next_wakeup(&self) -> Result<NextWakeup, StoreError> {
        Ok(self.with(|state| state.next_wakeup()))
    }
}
