//! The model store with a fault. Operations without a fault are forwarded to the model.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::Fault;
use crate::model::{
    Attempt, AuditEntry, By, NewOccurrence, Occurrence, OccurrenceId, Overlap, Revision, Schedule, ScheduleKey,
    ScheduleUid, Tenant, Tip,
};
use crate::store::model::Model;
use crate::store::{
    Audit, Claim, ClaimResult, ConfirmResult, ExpectedVersion, Lease, Ledger, ListPage, Mark, MarkName, Marks,
    OccurrenceChange, OccurrenceFilter, Page, Plan, PlanResult, Queue, Release, Replan, SaveSchedule, ScheduleFilter,
    SettleResult, Settlement, Store, StoreError, UnreadableSchedule, VerifyResult,
};
use crate::testing::fixture::tenants;
use crate::testing::layer::StoreLayer;

pub(super) struct FaultyStore {
    pub(super) model: Model,
    pub(super) fault: Fault,
}

impl FaultyStore {
    /// Yields, so that other tasks run between two steps that should have been one.
    async fn pause(&self) {
        for _ in 0..3 {
            tokio::task::yield_now().await;
        }
    }

    /// Returns a row, whatever tenant it belongs to.
    async fn row_of_any_tenant(&self, id: OccurrenceId) -> Option<(Occurrence, Vec<Attempt>)> {
        for tenant in tenants() {
            if let Ok(Some(found)) = self.model.occurrence(&tenant, id).await {
                return Some(found);
            }
        }
        None
    }

    async fn schedule_of(&self, uid: ScheduleUid) -> Option<Schedule> {
        for tenant in tenants() {
            let all = self.model.schedules(&tenant, &ScheduleFilter::default(), &Page::first(500)).await.ok()?;
            if let Some(found) = all.rows.into_iter().flatten().find(|schedule| schedule.uid == uid) {
                return Some(found);
            }
        }
        None
    }

    /// Returns the current revision of a schedule.
    async fn revision_of(&self, key: &ScheduleKey) -> Option<Revision> {
        let all = self.model.schedules(&key.tenant, &ScheduleFilter::default(), &Page::first(500)).await.ok()?;
        let known = all.rows.into_iter().map(|listed| match listed {
            Ok(schedule) => (schedule.key, schedule.revision),
            Err(unreadable) => (unreadable.key, unreadable.revision),
        });
        known.into_iter().find(|(known, _)| known == key).map(|(_, revision)| revision)
    }

    /// Plans on the current revision and watermark, whatever the caller had read.
    async fn forced(&self, plan: Plan, now: Timestamp) -> Result<PlanResult, StoreError> {
        let Some(found) = self.schedule_of(plan.uid).await else { return Ok(PlanResult::Stale) };
        let watermark_to = plan.watermark_to.max(found.watermark);
        let forced = Plan { revision: found.revision, watermark: found.watermark, watermark_to, ..plan };
        Ok(self.model.plan(vec![forced], now).await?.remove(0))
    }
}

#[async_trait]
impl StoreLayer for FaultyStore {
    fn below(&self) -> &dyn Store {
        &self.model
    }

    async fn save(&self, mut save: SaveSchedule, now: Timestamp) -> Result<Schedule, StoreError> {
        if self.fault == Fault::OverlapIgnored {
            (save.definition.overlap, save.definition.max_concurrent) = (Overlap::AllowAll, None);
        }
        if self.fault == Fault::SaveReadThenWritten && save.expect == ExpectedVersion::New {
            if self.model.schedule(&save.key).await?.is_none() {
                save.expect = ExpectedVersion::Any;
            }
            self.pause().await;
        }
        if self.fault == Fault::ReplanForgotten {
            let found = self.model.schedule(&save.key).await?;
            save.replan = save.replan.filter(|_| found.is_none_or(|found| *found.definition != save.definition));
        }
        if self.fault == Fault::TzdbForgotten
            && let Some(replan) = &mut save.replan
        {
            replan.tzdb = "2026a".to_owned();
        }
        if self.fault == Fault::FinishedReplanned
            && let Some(replan) = &mut save.replan
            && let Some(found) = self.model.schedule(&save.key).await?
        {
            replan.status = found.status;
        }
        if matches!(self.fault, Fault::SupersededForever | Fault::UnnamedSuperseded)
            && let Some(replan) = &mut save.replan
            && let Some(found) = self.model.schedule(&save.key).await?
        {
            let rows =
                self.model.occurrences(&save.key.tenant, &OccurrenceFilter::default(), &Page::first(500)).await?;
            let is_superseded = |new: &NewOccurrence| {
                let is_it = |row: &&Occurrence| {
                    row.schedule_uid == found.uid
                        && (&row.planned.period_key, &row.planned.discriminator)
                            == (&new.period_key, &new.discriminator)
                };
                rows.rows.iter().find(is_it).is_some_and(Occurrence::is_superseded)
            };
            if self.fault == Fault::SupersededForever {
                replan.add.retain(|new| !is_superseded(new));
            } else {
                let planned = self.model.planned(found.uid, None, 500).await?;
                replan.supersede = Replan::keeping(&found, &planned, replan.keep.clone(), "").supersede;
            }
        }
        if self.fault == Fault::WatermarkForgotten
            && let Some(replan) = &mut save.replan
        {
            replan.watermark_to = replan.watermark;
        }
        self.model.save(save, now).await
    }

    async fn quarantine(&self, found: &[UnreadableSchedule], by: &By, now: Timestamp) -> Result<Vec<bool>, StoreError> {
        let mut found = found.to_vec();
        if self.fault == Fault::QuarantineBlind {
            for one in &mut found {
                let current = self.revision_of(&one.key).await;
                one.revision = current.unwrap_or(one.revision);
            }
        }
        self.model.quarantine(&found, by, now).await
    }

    async fn plan(&self, mut plans: Vec<Plan>, now: Timestamp) -> Result<Vec<PlanResult>, StoreError> {
        if self.fault == Fault::NulCut {
            let texts = plans.iter_mut().flat_map(|plan| &mut plan.occurrences);
            texts.for_each(|row| row.period_key.retain(|letter| letter != '\0'));
        }
        if !matches!(self.fault, Fault::PlanWithoutCompare | Fault::PlanComparedTooEarly) {
            return self.model.plan(plans, now).await;
        }
        let mut answers = Vec::new();
        for plan in plans {
            let found = self.schedule_of(plan.uid).await;
            let is_same =
                found.is_some_and(|found| (found.revision, found.watermark) == (plan.revision, plan.watermark));
            self.pause().await;
            let is_written = is_same || self.fault == Fault::PlanWithoutCompare;
            answers.push(if is_written { self.forced(plan, now).await? } else { PlanResult::Stale });
        }
        Ok(answers)
    }

    async fn claim(&self, claim: &Claim, now: Timestamp) -> Result<ClaimResult, StoreError> {
        let mut claim = claim.clone();
        if self.fault == Fault::LeasesNeverEnd {
            claim.lease_for = SignedDuration::from_hours(9_999);
        }
        let early = if self.fault == Fault::Early { SignedDuration::from_secs(1) } else { SignedDuration::ZERO };
        let mut claimed = self.model.claim(&claim, now + early).await?;
        if self.fault == Fault::PayloadForgotten {
            let retried = claimed.started.iter_mut().filter(|row| row.attempt > 1);
            retried.for_each(|row| row.planned.payload = None);
        }
        if self.fault == Fault::LatestFirst {
            claimed.started.reverse();
        }
        Ok(claimed)
    }

    async fn confirm(&self, leases: &[Lease], now: Timestamp) -> Result<Vec<ConfirmResult>, StoreError> {
        let mut answers = self.model.confirm(leases, now).await?;
        if self.fault == Fault::ConfirmBlind {
            let stopped = answers.iter_mut().filter(|answer| matches!(answer, ConfirmResult::Stop(_)));
            stopped.for_each(|answer| *answer = ConfirmResult::Go);
        }
        Ok(answers)
    }

    async fn settle(&self, mut settlements: Vec<Settlement>, now: Timestamp) -> Result<Vec<SettleResult>, StoreError> {
        if self.fault == Fault::WorkLost {
            settlements.iter_mut().for_each(|settlement| settlement.enqueue.clear());
        }
        if self.fault == Fault::FenceNotChecked {
            for settlement in &mut settlements {
                if let Some((row, _)) = self.row_of_any_tenant(settlement.lease.id).await {
                    settlement.lease.fence = row.fence;
                }
            }
        }
        if self.fault == Fault::WorkOfLostWorker {
            let work = settlements.iter().flat_map(|settlement| settlement.enqueue.clone()).collect();
            self.model.enqueue(work, now).await?;
        }
        self.model.settle(settlements, now).await
    }

    async fn release(&self, releases: &[Release], now: Timestamp) -> Result<Vec<bool>, StoreError> {
        let mut releases = releases.to_vec();
        if self.fault == Fault::DelayForgotten {
            releases.iter_mut().for_each(|release| release.ready_at = None);
        }
        self.model.release(&releases, now).await
    }

    async fn change_occurrence(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
        change: &OccurrenceChange,
        by: &By,
        now: Timestamp,
    ) -> Result<Occurrence, StoreError> {
        let row = self.row_of_any_tenant(id).await.filter(|_| self.fault == Fault::TenantNotChecked);
        let tenant = row.map_or_else(|| tenant.clone(), |(row, _)| row.schedule.tenant);
        self.model.change_occurrence(&tenant, id, change, by, now).await
    }

    async fn occurrences(
        &self,
        tenant: &Tenant,
        filter: &OccurrenceFilter,
        page: &Page,
    ) -> Result<ListPage<Occurrence>, StoreError> {
        let mut filter = filter.clone();
        if self.fault == Fault::DiscardForgotten {
            filter.is_discarded = None;
        }
        let mut found = self.model.occurrences(tenant, &filter, page).await?;
        if self.fault == Fault::LastPage {
            found.next = None;
        }
        Ok(found)
    }

    async fn occurrence(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
    ) -> Result<Option<(Occurrence, Vec<Attempt>)>, StoreError> {
        if self.fault == Fault::TenantNotChecked {
            return Ok(self.row_of_any_tenant(id).await);
        }
        self.model.occurrence(tenant, id).await
    }

    async fn mark_if_absent(
        &self,
        name: &MarkName,
        value: &str,
        ttl: SignedDuration,
        now: Timestamp,
    ) -> Result<Option<Mark>, StoreError> {
        if self.fault != Fault::MarkReadThenWritten {
            return self.model.mark_if_absent(name, value, ttl, now).await;
        }
        let held = self.model.mark(name, now).await?;
        self.pause().await;
        if held.is_none() {
            let current = self.model.mark(name, now).await?.map(|mark| mark.value);
            let mark = Mark { value: value.to_owned(), until: now + ttl };
            self.model.replace_mark(name, current.as_deref(), Some(&mark), now).await?;
        }
        Ok(held)
    }

    async fn mark(&self, name: &MarkName, now: Timestamp) -> Result<Option<Mark>, StoreError> {
        let late = if self.fault == Fault::MarkTooLong { SignedDuration::from_micros(1) } else { SignedDuration::ZERO };
        self.model.mark(name, now - late).await
    }

    async fn entries(&self, tenant: &Tenant, page: &Page) -> Result<ListPage<AuditEntry>, StoreError> {
        let mut found = self.model.entries(tenant, page).await?;
        if self.fault == Fault::AuditForgotten {
            found.rows.retain(|entry| !entry.entry.action.starts_with("occurrence."));
        }
        Ok(found)
    }

    async fn verify(&self, tenant: &Tenant) -> Result<VerifyResult, StoreError> {
        if self.fault == Fault::VerifyBlind {
            let last = self.model.entries(tenant, &Page::first(1)).await?.rows.pop();
            return Ok(VerifyResult::Whole(last.map_or(Tip::START, |last| last.tip())));
        }
        self.model.verify(tenant).await
    }
}
