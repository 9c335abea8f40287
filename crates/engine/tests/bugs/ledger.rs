//! A store with a bug: a layer over the model, on the other side of the connection. Some bugs change rows behind the
//! model's back.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use refrain::model::{By, Occurrence, OccurrenceId, Overlap, Schedule, ScheduleUid, State, Status, Tenant, Trigger};
use refrain::store::model::Model;
use refrain::store::{
    Claim, ClaimResult, ConfirmResult, Lease, Ledger, ListPage, OccurrenceChange, OccurrenceFilter, Page, Plan,
    PlanResult, Prune, PruneResult, Release, SaveSchedule, SettleResult, Settlement, Store, StoreError,
};
use refrain_ledger::testing::{LayeredStore, StoreLayer};

use super::Bug;

/// Bugs that this layer makes.
const OF_STORE: [Bug; 19] = [
    Bug::OverlapJudgedAhead,
    Bug::CreatedTogetherSkipped,
    Bug::DiscriminatorsIgnored,
    Bug::SkippedRunCounted,
    Bug::FinishedTooEarly,
    Bug::OldRunsShown,
    Bug::OpenRowPruned,
    Bug::FenceNotChecked,
    Bug::NoUniqueKey,
    Bug::PlanWithoutCompare,
    Bug::PlanSplitInTwo,
    Bug::LeaseByNodeClock,
    Bug::BlindReaper,
    Bug::ConfirmBlind,
    Bug::SettleLost,
    Bug::GapsForgotten,
    Bug::OverlapIgnored,
    Bug::TenantNotChecked,
    Bug::FencesReused,
];
/// Maximum number of schedules in a test.
const SCHEDULES_MAX: usize = 500;
/// Interval, in calls, at which a claim reaps a lease or a settlement is lost.
const EVERY: u64 = 50;
/// Lead of the clock by which a store with the bug leases.
const AHEAD_BY: SignedDuration = SignedDuration::from_secs(4);

/// Returns the model with the bug, as one node uses it.
pub(crate) fn buggy_store(bug: Option<Bug>, model: &Arc<Model>, node: usize) -> Arc<dyn Store> {
    match bug.filter(|bug| OF_STORE.contains(bug)) {
        None => model.clone(),
        Some(bug) => {
            let model = Arc::clone(model);
            Arc::new(LayeredStore(BuggyStore { bug, model, node, calls: AtomicU64::default() }))
        }
    }
}

struct BuggyStore {
    bug: Bug,
    model: Arc<Model>,
    node: usize,
    calls: AtomicU64,
}

impl BuggyStore {
    fn has(&self, bug: Bug) -> bool {
        self.bug == bug
    }

    /// Returns whether a bug that shows now and then shows at this call.
    fn shows(&self, bug: Bug) -> bool {
        self.has(bug) && self.calls.fetch_add(1, Ordering::Relaxed) % EVERY == EVERY - 1
    }

    async fn schedule_of(&self, uid: ScheduleUid) -> Option<Schedule> {
        let all = self.model.scan(None, SCHEDULES_MAX).await.ok()?;
        all.into_iter().flatten().find(|schedule| schedule.uid == uid)
    }

    fn row(&self, id: OccurrenceId) -> Option<Occurrence> {
        self.model.choose(|row| row.id == id).pop()
    }

    async fn plan_one(&self, plan: Plan, now: Timestamp) -> Result<PlanResult, StoreError> {
        Ok(self.model.plan(vec![plan], now).await?.remove(0))
    }

    /// Rebases a plan on the current state, regardless of what the caller read.
    async fn rebased(&self, plan: Plan) -> Plan {
        let Some(found) = self.schedule_of(plan.uid).await else { return plan };
        let watermark_to = plan.watermark_to.max(found.watermark);
        Plan { revision: found.revision, watermark: found.watermark, watermark_to, ..plan }
    }

    async fn plan_with_bug(&self, plan: Plan, now: Timestamp) -> Result<PlanResult, StoreError> {
        match self.bug {
            Bug::PlanWithoutCompare => self.plan_one(self.rebased(plan).await, now).await,
            Bug::GapsForgotten => self.plan_one(Plan { gaps: Vec::new(), ..plan }, now).await,
            Bug::NoUniqueKey => {
                let answer = self.plan_one(plan.clone(), now).await?;
                let (next_due_at, watermark) = (plan.next_due_at, plan.watermark_to);
                let mut again = self.rebased(plan).await;
                again.occurrences.truncate(1);
                again.occurrences.iter_mut().for_each(|row| row.period_key.push_str("#2"));
                again.gaps.clear();
                self.plan_one(Plan { next_due_at, watermark, ..again }, now).await?;
                Ok(answer)
            }
            Bug::PlanSplitInTwo => {
                let answer = self.plan_one(Plan { occurrences: Vec::new(), ..plan.clone() }, now).await?;
                tokio::time::sleep(Duration::from_millis(5)).await;
                self.plan_one(Plan { watermark: plan.watermark_to, gaps: Vec::new(), ..plan }, now).await?;
                Ok(answer)
            }
            Bug::FinishedTooEarly if plan.is_finished => {
                let (uid, answer) = (plan.uid, self.plan_one(plan, now).await?);
                if answer == PlanResult::Stale {
                    self.model.edit_schedule(uid, |schedule| schedule.status = Status::Finished);
                }
                Ok(PlanResult::Done { inserted: 0 })
            }
            _ => self.plan_one(plan, now).await,
        }
    }

    /// Releases a lease that has not expired.
    async fn reap(&self, now: Timestamp) {
        let is_leased = |row: &&Occurrence| row.state == State::Running && row.lease_until > Some(now);
        if let Some(row) = self.model.choose(is_leased).first() {
            let lease = Lease { id: row.id, fence: row.fence };
            self.model.release(&[Release::from(lease)], now).await.ok();
        }
    }

    /// Claims while the rows look different to the overlap policy.
    async fn claim_disguised(
        &self,
        claim: &Claim,
        now: Timestamp,
        disguise: impl Fn(&mut Occurrence),
        uncover: impl Fn(&mut Occurrence, &Occurrence),
    ) -> Result<ClaimResult, StoreError> {
        let rows: BTreeMap<OccurrenceId, Occurrence> =
            self.model.choose(|row| !row.state.is_terminal()).into_iter().map(|row| (row.id, row)).collect();
        self.model.edit_rows(|row| {
            if rows.contains_key(&row.id) {
                disguise(row);
            }
        });
        let claimed = self.model.claim(claim, now).await;
        let restore = |row: &mut Occurrence| {
            if let Some(before) = rows.get(&row.id) {
                uncover(row, before);
            }
        };
        self.model.edit_rows(restore);
        let mut claimed = claimed?;
        claimed.started.iter_mut().chain(&mut claimed.ended).for_each(restore);
        Ok(claimed)
    }
}

#[async_trait]
impl StoreLayer for BuggyStore {
    fn below(&self) -> &dyn Store {
        &*self.model
    }

    async fn save(&self, mut save: SaveSchedule, now: Timestamp) -> Result<Schedule, StoreError> {
        if self.has(Bug::OverlapIgnored) {
            (save.definition.overlap, save.definition.max_concurrent) = (Overlap::AllowAll, None);
        }
        self.model.save(save, now).await
    }

    async fn plan(&self, plans: Vec<Plan>, now: Timestamp) -> Result<Vec<PlanResult>, StoreError> {
        let mut answers = Vec::with_capacity(plans.len());
        for plan in plans {
            answers.push(self.plan_with_bug(plan, now).await?);
        }
        Ok(answers)
    }

    async fn claim(&self, claim: &Claim, now: Timestamp) -> Result<ClaimResult, StoreError> {
        if self.shows(Bug::BlindReaper) {
            self.reap(now).await;
        }
        let mut claimed = match self.bug {
            Bug::OverlapJudgedAhead => self.model.claim(claim, now + claim.ahead_for).await?,
            Bug::LeaseByNodeClock if self.node.is_multiple_of(2) => self.model.claim(claim, now + AHEAD_BY).await?,
            Bug::CreatedTogetherSkipped => {
                let live = |row: &mut Occurrence| {
                    if row.planned.trigger != Trigger::Manual {
                        row.planned.trigger = Trigger::Schedule;
                    }
                };
                let uncover = |row: &mut Occurrence, before: &Occurrence| row.planned.trigger = before.planned.trigger;
                self.claim_disguised(claim, now, live, uncover).await?
            }
            Bug::DiscriminatorsIgnored => {
                let one_lane = |row: &mut Occurrence| row.planned.discriminator.clear();
                let uncover = |row: &mut Occurrence, before: &Occurrence| {
                    row.planned.discriminator.clone_from(&before.planned.discriminator);
                };
                self.claim_disguised(claim, now, one_lane, uncover).await?
            }
            _ => self.model.claim(claim, now).await?,
        };
        if self.has(Bug::SkippedRunCounted) {
            let is_counted = |row: &&mut Occurrence| row.state == State::Skipped && row.planned.trigger.is_counted();
            for row in claimed.ended.iter_mut().filter(is_counted) {
                self.model.edit_schedule(row.schedule_uid, |schedule| schedule.counters.runs += 1);
            }
        }
        Ok(claimed)
    }

    async fn confirm(&self, leases: &[Lease], now: Timestamp) -> Result<Vec<ConfirmResult>, StoreError> {
        let mut answers = self.model.confirm(leases, now).await?;
        if self.has(Bug::ConfirmBlind) {
            let stopped = answers.iter_mut().filter(|answer| matches!(answer, ConfirmResult::Stop(_)));
            stopped.for_each(|answer| *answer = ConfirmResult::Go);
        }
        Ok(answers)
    }

    async fn settle(&self, mut settlements: Vec<Settlement>, now: Timestamp) -> Result<Vec<SettleResult>, StoreError> {
        if self.shows(Bug::SettleLost) {
            return Ok(vec![SettleResult::Done; settlements.len()]);
        }
        if self.has(Bug::FenceNotChecked) {
            for settlement in &mut settlements {
                let row = self.row(settlement.lease.id);
                settlement.lease.fence = row.map_or(settlement.lease.fence, |row| row.fence);
            }
        }
        self.model.settle(settlements, now).await
    }

    async fn change_occurrence(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
        change: &OccurrenceChange,
        by: &By,
        now: Timestamp,
    ) -> Result<Occurrence, StoreError> {
        let owner = self.row(id).map(|row| row.schedule.tenant).filter(|_| self.has(Bug::TenantNotChecked));
        self.model.change_occurrence(&owner.unwrap_or_else(|| tenant.clone()), id, change, by, now).await
    }

    async fn occurrences(
        &self,
        tenant: &Tenant,
        filter: &OccurrenceFilter,
        page: &Page,
    ) -> Result<ListPage<Occurrence>, StoreError> {
        let mut found = self.model.occurrences(tenant, filter, page).await?;
        if let Some(id) = filter.schedule.as_ref().filter(|_| self.has(Bug::OldRunsShown)) {
            let is_named = |row: &&Occurrence| row.schedule.tenant == *tenant && row.schedule.id == *id;
            found.rows = self.model.choose(is_named);
            found.rows.reverse();
            found.rows.truncate(page.rows());
        }
        Ok(found)
    }

    async fn prune(&self, prune: &Prune) -> Result<PruneResult, StoreError> {
        let mut pruned = self.model.prune(prune).await?;
        if let Some(before) = prune.ended_before.filter(|_| self.has(Bug::OpenRowPruned)) {
            let old = self.model.choose(|row| !row.state.is_terminal() && row.created_at < before);
            old.iter().for_each(|row| self.model.remove_row(row.id));
            pruned.occurrences += old.len();
        }
        Ok(pruned)
    }
}
