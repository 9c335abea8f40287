//! Implements [`Ledger`] for PostgreSQL. Arguments are checked first; then each method is one call.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::{Postgres, due, lease, plan, revisions};
use refrain_ledger::ledger::check;
use refrain_ledger::model::{
    Attempt, By, Gap, MESSAGE_BYTES_MAX, Occurrence, OccurrenceId, Revision, RevisionRecord, Schedule, ScheduleKey,
    ScheduleUid, Tenant,
};
use refrain_ledger::store::{
    ChangeStatus, Claim, ClaimResult, ConfirmResult, DefinitionResult, DueSchedules, ExpectedVersion, Insert,
    InsertResult, Lease, Ledger, ListPage, ListedSchedule, NextWakeup, OccurrenceChange, OccurrenceFilter, Page, Plan,
    PlanResult, Prune, PruneResult, Release, RenewResult, SaveSchedule, ScheduleCounts, ScheduleFilter, SettleResult,
    Settlement, StoreError, UnreadableSchedule,
};

#[async_trait]
impl Ledger for Postgres {
    async fn save(&self, save: SaveSchedule, now: Timestamp) -> Result<Schedule, StoreError> {
        check::save(&save)?;
        save.definition.to_stored()?;
        let save = &save;
        self.call(|tx| async move { self.save_schedule(&tx, save, now).await }).await
    }

    async fn change_status(&self, change: ChangeStatus, now: Timestamp) -> Result<Schedule, StoreError> {
        check::by(&change.by)?;
        if let Some(text) = &change.text {
            check::text("note", text, MESSAGE_BYTES_MAX)?;
        }
        let change = &change;
        self.call(|tx| async move { self.change_schedule_status(&tx, change, now).await }).await
    }

    async fn delete(
        &self,
        key: &ScheduleKey,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        check::by(by)?;
        self.call(|tx| async move { self.delete_schedule(&tx, (key, expect), by, now).await }).await
    }

    async fn quarantine(&self, found: &[UnreadableSchedule], by: &By, now: Timestamp) -> Result<Vec<bool>, StoreError> {
        check::quarantine(found, by)?;
        self.call(|tx| async move { self.quarantine_all(&tx, found, by, now).await }).await
    }

    async fn schedule(&self, key: &ScheduleKey) -> Result<Option<Schedule>, StoreError> {
        self.call(|tx| async move { self.read_schedule(&tx, key).await }).await
    }

    async fn schedules(
        &self,
        tenant: &Tenant,
        filter: &ScheduleFilter,
        page: &Page,
    ) -> Result<ListPage<ListedSchedule>, StoreError> {
        check::schedule_filter(filter)?;
        self.call(|tx| async move { self.list_schedules(&tx, tenant, filter, page).await }).await
    }

    async fn count_schedules(&self, tenant: &Tenant, limit: usize) -> Result<ScheduleCounts, StoreError> {
        check::batch(limit)?;
        self.call(|tx| async move { self.count_by_status(&tx, tenant, limit).await }).await
    }

    async fn revisions(&self, key: &ScheduleKey, page: &Page) -> Result<ListPage<RevisionRecord>, StoreError> {
        self.call(|tx| async move { self.list_revisions(&tx, key, page).await }).await
    }

    async fn definitions(&self, wanted: &[(ScheduleUid, Revision)]) -> Result<Vec<DefinitionResult>, StoreError> {
        check::batch(wanted.len())?;
        self.call(|tx| async move { revisions::read_definitions(&tx, wanted).await }).await
    }

    async fn due_for_planning(&self, until: Timestamp, limit: usize) -> Result<DueSchedules, StoreError> {
        check::batch(limit)?;
        self.call(|tx| async move { self.list_due(&tx, until, limit).await }).await
    }

    async fn scan(&self, after: Option<ScheduleUid>, limit: usize) -> Result<Vec<ListedSchedule>, StoreError> {
        check::batch(limit)?;
        self.call(|tx| async move { self.list_scanned(&tx, after, limit).await }).await
    }

    async fn plan(&self, plans: Vec<Plan>, now: Timestamp) -> Result<Vec<PlanResult>, StoreError> {
        check::plans(&plans)?;
        let plans = &plans;
        self.call(|tx| async move { plan::plan(&tx, plans, now).await }).await
    }

    async fn insert(&self, insert: Insert, now: Timestamp) -> Result<Vec<InsertResult>, StoreError> {
        check::insert(&insert)?;
        let insert = &insert;
        self.call(|tx| async move { self.insert_rows(&tx, insert, now).await }).await
    }

    async fn claim(&self, claim: &Claim, now: Timestamp) -> Result<ClaimResult, StoreError> {
        check::batch(claim.limit)?;
        self.call(|tx| async move { self.claim_rows(&tx, claim, now).await }).await
    }

    async fn confirm(&self, leases: &[Lease], now: Timestamp) -> Result<Vec<ConfirmResult>, StoreError> {
        check::batch(leases.len())?;
        self.call(|tx| async move { lease::confirm(&tx, leases, now).await }).await
    }

    async fn renew(
        &self,
        leases: &[Lease],
        lease_for: SignedDuration,
        now: Timestamp,
    ) -> Result<Vec<RenewResult>, StoreError> {
        check::batch(leases.len())?;
        self.call(|tx| async move { lease::renew(&tx, leases, lease_for, now).await }).await
    }

    async fn settle(&self, settlements: Vec<Settlement>, now: Timestamp) -> Result<Vec<SettleResult>, StoreError> {
        check::settlements(&settlements)?;
        let settlements = &settlements;
        let settled = self.call(|tx| async move { self.settle_rows(&tx, settlements, now).await }).await?;
        self.vacuum.after(settled.len(), &self.pool);
        Ok(settled)
    }

    async fn release(&self, releases: &[Release], now: Timestamp) -> Result<Vec<bool>, StoreError> {
        check::batch(releases.len())?;
        self.call(|tx| async move { lease::release(&tx, releases, now).await }).await
    }

    async fn change_occurrence(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
        change: &OccurrenceChange,
        by: &By,
        now: Timestamp,
    ) -> Result<Occurrence, StoreError> {
        check::occurrence_change(change, by)?;
        self.call(|tx| async move { self.change_row(&tx, (tenant, id), change, by, now).await }).await
    }

    async fn occurrences(
        &self,
        tenant: &Tenant,
        filter: &OccurrenceFilter,
        page: &Page,
    ) -> Result<ListPage<Occurrence>, StoreError> {
        check::occurrence_filter(filter)?;
        self.call(|tx| async move { self.list_occurrences(&tx, tenant, filter, page).await }).await
    }

    async fn occurrence(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
    ) -> Result<Option<(Occurrence, Vec<Attempt>)>, StoreError> {
        self.call(|tx| async move { self.read_occurrence(&tx, tenant, id).await }).await
    }

    async fn recent(
        &self,
        tenant: &Tenant,
        schedules: &[ScheduleUid],
        limit: usize,
    ) -> Result<Vec<Vec<Occurrence>>, StoreError> {
        check::batch(schedules.len().saturating_mul(limit))?;
        self.call(|tx| async move { self.list_recent(&tx, tenant, schedules, limit).await }).await
    }

    async fn planned(
        &self,
        uid: ScheduleUid,
        after: Option<OccurrenceId>,
        limit: usize,
    ) -> Result<Vec<Occurrence>, StoreError> {
        check::batch(limit)?;
        self.call(|tx| async move { self.list_planned(&tx, uid, after, limit).await }).await
    }

    async fn open_occurrences(
        &self,
        uid: ScheduleUid,
        after: Option<OccurrenceId>,
        limit: usize,
    ) -> Result<Vec<Occurrence>, StoreError> {
        check::batch(limit)?;
        self.call(|tx| async move { self.list_open(&tx, uid, after, limit).await }).await
    }

    async fn overdue(&self, before: Timestamp, limit: usize) -> Result<Vec<Occurrence>, StoreError> {
        check::batch(limit)?;
        self.call(|tx| async move { self.list_overdue(&tx, before, limit).await }).await
    }

    async fn gaps(&self, key: &ScheduleKey, page: &Page) -> Result<ListPage<Gap>, StoreError> {
        self.call(|tx| async move { self.list_gaps(&tx, key, page).await }).await
    }

    async fn prune(&self, prune: &Prune) -> Result<PruneResult, StoreError> {
        check::batch(prune.limit)?;
        if prune.limit == 0 {
            return Ok(PruneResult::default());
        }
        self.call(|tx| async move { self.prune_rows(&tx, prune).await }).await
    }

    async fn next_wakeup(&self) -> Result<NextWakeup, StoreError> {
        self.call(|tx| async move { due::next_wakeup(&tx).await }).await
    }
}
