//! Implements [`Ledger`] for Redis. Each method is implemented in its own module. Methods that may make work
//! notify waiting tasks.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::Redis;
use refrain_ledger::ledger::check;
use refrain_ledger::model::{
    Attempt, By, Gap, Occurrence, OccurrenceId, Revision, RevisionRecord, Schedule, ScheduleKey, ScheduleUid, Tenant,
};
use refrain_ledger::store::{
    ChangeStatus, Claim, ClaimResult, ConfirmResult, DefinitionResult, DueSchedules, ExpectedVersion, Insert,
    InsertResult, Lease, Ledger, ListPage, ListedSchedule, NextWakeup, OccurrenceChange, OccurrenceFilter, Page, Plan,
    PlanResult, Prune, PruneResult, Release, RenewResult, SaveSchedule, ScheduleCounts, ScheduleFilter, SettleResult,
    Settlement, StoreError, UnreadableSchedule,
};

#[async_trait]
impl Ledger for Redis {
    async fn save(&self, save: SaveSchedule, now: Timestamp) -> Result<Schedule, StoreError> {
        let saved = self.save_schedule(&save, now).await?;
        self.wake();
        Ok(saved)
    }

    async fn change_status(&self, change: ChangeStatus, now: Timestamp) -> Result<Schedule, StoreError> {
        let changed = self.change_schedule(&change, now).await?;
        self.wake();
        Ok(changed)
    }

    async fn delete(
        &self,
        key: &ScheduleKey,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.delete_schedule(key, expect, by, now).await?;
        self.wake();
        Ok(())
    }

    async fn quarantine(&self, found: &[UnreadableSchedule], by: &By, now: Timestamp) -> Result<Vec<bool>, StoreError> {
        check::quarantine(found, by)?;
        let mut answers = Vec::with_capacity(found.len());
        for one in found {
            answers.push(self.quarantine_one(one, by, now).await?);
        }
        self.wake();
        Ok(answers)
    }

    async fn schedule(&self, key: &ScheduleKey) -> Result<Option<Schedule>, StoreError> {
        self.read_schedule(key).await
    }

    async fn schedules(
        &self,
        tenant: &Tenant,
        filter: &ScheduleFilter,
        page: &Page,
    ) -> Result<ListPage<ListedSchedule>, StoreError> {
        self.list_schedules(tenant, filter, page).await
    }

    async fn count_schedules(&self, tenant: &Tenant, limit: usize) -> Result<ScheduleCounts, StoreError> {
        check::batch(limit)?;
        self.count_by_status(tenant, limit).await
    }

    async fn revisions(&self, key: &ScheduleKey, page: &Page) -> Result<ListPage<RevisionRecord>, StoreError> {
        self.list_revisions(key, page).await
    }

    async fn definitions(&self, wanted: &[(ScheduleUid, Revision)]) -> Result<Vec<DefinitionResult>, StoreError> {
        check::batch(wanted.len())?;
        self.read_definitions(wanted).await
    }

    async fn due_for_planning(&self, until: Timestamp, limit: usize) -> Result<DueSchedules, StoreError> {
        check::batch(limit)?;
        self.due_schedules(until, limit).await
    }

    async fn scan(&self, after: Option<ScheduleUid>, limit: usize) -> Result<Vec<ListedSchedule>, StoreError> {
        check::batch(limit)?;
        self.scan_schedules(after, limit).await
    }

    async fn plan(&self, plans: Vec<Plan>, now: Timestamp) -> Result<Vec<PlanResult>, StoreError> {
        let planned = self.plan_all(&plans, now).await?;
        self.wake();
        Ok(planned)
    }

    async fn insert(&self, insert: Insert, now: Timestamp) -> Result<Vec<InsertResult>, StoreError> {
        let inserted = self.insert_all(&insert, now).await?;
        self.wake();
        Ok(inserted)
    }

    async fn claim(&self, claim: &Claim, now: Timestamp) -> Result<ClaimResult, StoreError> {
        check::batch(claim.limit)?;
        self.claim_ready(claim, now).await
    }

    async fn confirm(&self, leases: &[Lease], now: Timestamp) -> Result<Vec<ConfirmResult>, StoreError> {
        check::batch(leases.len())?;
        self.confirm_leases(leases, now).await
    }

    async fn renew(
        &self,
        leases: &[Lease],
        lease_for: SignedDuration,
        now: Timestamp,
    ) -> Result<Vec<RenewResult>, StoreError> {
        check::batch(leases.len())?;
        self.renew_leases(leases, lease_for, now).await
    }

    async fn settle(&self, settlements: Vec<Settlement>, now: Timestamp) -> Result<Vec<SettleResult>, StoreError> {
        let settled = self.settle_all(&settlements, now).await?;
        self.wake();
        Ok(settled)
    }

    async fn release(&self, releases: &[Release], now: Timestamp) -> Result<Vec<bool>, StoreError> {
        check::batch(releases.len())?;
        let released = self.release_leases(releases, now).await?;
        self.wake();
        Ok(released)
    }

    async fn change_occurrence(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
        change: &OccurrenceChange,
        by: &By,
        now: Timestamp,
    ) -> Result<Occurrence, StoreError> {
        let changed = self.change_row(tenant, id, change, by, now).await?;
        self.wake();
        Ok(changed)
    }

    async fn occurrences(
        &self,
        tenant: &Tenant,
        filter: &OccurrenceFilter,
        page: &Page,
    ) -> Result<ListPage<Occurrence>, StoreError> {
        self.list_occurrences(tenant, filter, page).await
    }

    async fn occurrence(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
    ) -> Result<Option<(Occurrence, Vec<Attempt>)>, StoreError> {
        self.read_occurrence(tenant, id).await
    }

    async fn recent(
        &self,
        tenant: &Tenant,
        schedules: &[ScheduleUid],
        limit: usize,
    ) -> Result<Vec<Vec<Occurrence>>, StoreError> {
        check::batch(schedules.len().saturating_mul(limit))?;
        self.list_recent(tenant, schedules, limit).await
    }

    async fn planned(
        &self,
        uid: ScheduleUid,
        after: Option<OccurrenceId>,
        limit: usize,
    ) -> Result<Vec<Occurrence>, StoreError> {
        check::batch(limit)?;
        self.list_planned(uid, after, limit).await
    }

    async fn open_occurrences(
        &self,
        uid: ScheduleUid,
        after: Option<OccurrenceId>,
        limit: usize,
    ) -> Result<Vec<Occurrence>, StoreError> {
        check::batch(limit)?;
        self.list_open(uid, after, limit).await
    }

    async fn overdue(&self, before: Timestamp, limit: usize) -> Result<Vec<Occurrence>, StoreError> {
        check::batch(limit)?;
        self.overdue_rows(before, limit).await
    }

    async fn gaps(&self, key: &ScheduleKey, page: &Page) -> Result<ListPage<Gap>, StoreError> {
        self.list_gaps(key, page).await
    }

    async fn prune(&self, prune: &Prune) -> Result<PruneResult, StoreError> {
        check::batch(prune.limit)?;
        if prune.limit == 0 {
            return Ok(PruneResult::default());
        }
        self.prune_old(prune).await
    }

    async fn next_wakeup(&self) -> Result<NextWakeup, StoreError> {
        self.first_wakeup().await
    }
}
