//! An engine with a bug: a layer between a node, or a person, and the store. It changes what a correct engine asks for
//! and what it gets to know.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use refrain::model::{Document, DocumentKind, Mark, Occurrence, Revision, Schedule, ScheduleUid, Tenant};
use refrain::store::{
    ChangeStatus, Claim, ClaimResult, ConfirmResult, DefinitionResult, DocumentKey, DueSchedules, Lease, ListPage,
    ListedSchedule, MarkName, OccurrenceFilter, Page, Plan, PlanResult, Release, RenewResult, SaveSchedule,
    ScheduleFilter, SettleResult, Settlement, Store, StoreError,
};
use refrain_ledger::testing::{LayeredStore, StoreLayer};

use super::{Bug, planning, requests, running};

/// Factor by which a node overestimates its leases.
pub(crate) const OVERESTIMATED_BY: i32 = 10;

/// Facts about the node that has the bug.
#[derive(Clone, Debug, Default)]
pub(crate) struct BuggyNode {
    /// Time zone database of the node.
    pub(crate) tzdb: String,
    /// Leases of the runs that the node has started.
    pub(crate) started: Arc<Mutex<Vec<Lease>>>,
}

/// Returns the store as an engine with the bug uses it.
pub(crate) fn buggy_engine(bug: Option<Bug>, store: Arc<dyn Store>, node: BuggyNode) -> Arc<dyn Store> {
    match bug {
        None => store,
        Some(bug) => Arc::new(LayeredStore(EngineLayer { bug, store, node, seen: Mutex::default() })),
    }
}

struct EngineLayer {
    bug: Bug,
    store: Arc<dyn Store>,
    node: BuggyNode,
    seen: Mutex<Seen>,
}

/// What the layer remembers of earlier answers.
#[derive(Default)]
struct Seen {
    /// Schedules that were read for planning.
    schedules: BTreeMap<ScheduleUid, Schedule>,
    /// Latest time of a claim.
    claimed_at: Option<Timestamp>,
}

impl EngineLayer {
    fn has(&self, bug: Bug) -> bool {
        self.bug == bug
    }

    fn schedule_of(&self, plan: &Plan) -> Option<Schedule> {
        self.seen.lock().unwrap().schedules.get(&plan.uid).cloned()
    }
}

#[async_trait]
impl StoreLayer for EngineLayer {
    fn below(&self) -> &dyn Store {
        &*self.store
    }

    async fn due_for_planning(&self, until: Timestamp, limit: usize) -> Result<DueSchedules, StoreError> {
        let mut due = self.below().due_for_planning(until, limit).await?;
        for schedule in &mut due.schedules {
            self.seen.lock().unwrap().schedules.insert(schedule.uid, schedule.clone());
            planning::change_schedule(self.bug, schedule);
        }
        Ok(due)
    }

    async fn plan(&self, plans: Vec<Plan>, now: Timestamp) -> Result<Vec<PlanResult>, StoreError> {
        let mut changed = Vec::with_capacity(plans.len());
        for mut plan in plans {
            planning::miss_ahead(self.bug, &mut plan, now);
            changed.push(match self.schedule_of(&plan) {
                Some(schedule) => planning::change_plan(self.bug, plan, &schedule, self.below()).await?,
                None => plan,
            });
        }
        self.below().plan(changed, now).await
    }

    async fn change_status(&self, mut change: ChangeStatus, now: Timestamp) -> Result<Schedule, StoreError> {
        planning::change_status(self.bug, &mut change);
        self.below().change_status(change, now).await
    }

    async fn mark(&self, name: &MarkName, now: Timestamp) -> Result<Option<Mark>, StoreError> {
        let found = self.below().mark(name, now).await?;
        Ok(if self.has(Bug::OldTzdbPlans) {
            found.map(|mark| planning::own_tzdb(mark, &self.node.tzdb))
        } else {
            found
        })
    }

    async fn definitions(&self, wanted: &[(ScheduleUid, Revision)]) -> Result<Vec<DefinitionResult>, StoreError> {
        let found = self.below().definitions(wanted).await?;
        Ok(found.into_iter().map(|found| Ok(running::change_definition(self.bug, found?))).collect())
    }

    async fn claim(&self, claim: &Claim, now: Timestamp) -> Result<ClaimResult, StoreError> {
        let latest = *self.seen.lock().unwrap().claimed_at.get_or_insert(now);
        if self.has(Bug::ClockBackStalls) && now < latest {
            return Ok(ClaimResult::default());
        }
        self.seen.lock().unwrap().claimed_at = Some(latest.max(now));
        let mut claim = claim.clone();
        if self.has(Bug::LeaseOverestimated) {
            claim.lease_for /= OVERESTIMATED_BY;
        }
        let mut claimed = self.below().claim(&claim, now).await?;
        claimed.started.iter_mut().for_each(|row| running::change_row(self.bug, row, now));
        Ok(claimed)
    }

    async fn confirm(&self, leases: &[Lease], now: Timestamp) -> Result<Vec<ConfirmResult>, StoreError> {
        if self.has(Bug::DispatchWithoutConfirm) {
            return Ok(vec![ConfirmResult::Go; leases.len()]);
        }
        let mut answers = self.below().confirm(leases, now).await?;
        if self.has(Bug::PauseIgnored) {
            let stopped = answers.iter_mut().filter(|answer| matches!(answer, ConfirmResult::Stop(_)));
            stopped.for_each(|answer| *answer = ConfirmResult::Go);
        }
        Ok(answers)
    }

    async fn renew(
        &self,
        leases: &[Lease],
        lease_for: SignedDuration,
        now: Timestamp,
    ) -> Result<Vec<RenewResult>, StoreError> {
        let held = RenewResult::Held { cancel_requested: false };
        if self.has(Bug::NoHeartbeat) {
            return Ok(vec![held; leases.len()]);
        }
        let lease_for = if self.has(Bug::LeaseOverestimated) { lease_for / OVERESTIMATED_BY } else { lease_for };
        match self.below().renew(leases, lease_for, now).await {
            Ok(_) | Err(_) if self.has(Bug::SelfFencingMissing) => Ok(vec![held; leases.len()]),
            Ok(answers) if self.has(Bug::CancelIgnored) => {
                let is_held = |answer: &RenewResult| matches!(answer, RenewResult::Held { .. });
                Ok(answers.into_iter().map(|answer| if is_held(&answer) { held } else { answer }).collect())
            }
            answer => answer,
        }
    }

    async fn settle(&self, settlements: Vec<Settlement>, now: Timestamp) -> Result<Vec<SettleResult>, StoreError> {
        running::settle(self.bug, self.below(), settlements, now).await
    }

    async fn release(&self, releases: &[Release], now: Timestamp) -> Result<Vec<bool>, StoreError> {
        let is_kept = self.has(Bug::ReleaseOnDrainForgotten) && releases.iter().all(|it| it.ready_at.is_none());
        if is_kept {
            return Ok(vec![true; releases.len()]);
        }
        let is_stopped_run = |release: &Release| {
            release.ready_at.is_none() && self.node.started.lock().unwrap().contains(&release.lease)
        };
        let mut left = releases.to_vec();
        left.retain(|release| !self.has(Bug::HardStopKeepsLeases) || !is_stopped_run(release));
        let mut answers = self.below().release(&left, now).await?.into_iter();
        Ok(releases.iter().map(|it| !left.contains(it) || answers.next() == Some(true)).collect())
    }

    async fn documents(
        &self,
        tenant: &Tenant,
        kind: DocumentKind,
        page: &Page,
    ) -> Result<ListPage<Document>, StoreError> {
        let found = self.below().documents(tenant, kind, page).await;
        let is_ignored = match self.bug {
            Bug::HoldIgnored => kind == DocumentKind::Hold,
            Bug::UnreadableHoldsIgnored => kind == DocumentKind::Hold && found.is_err(),
            _ => false,
        };
        if is_ignored { Ok(ListPage { rows: Vec::new(), next: None }) } else { found }
    }

    async fn mark_if_absent(
        &self,
        name: &MarkName,
        value: &str,
        ttl: SignedDuration,
        now: Timestamp,
    ) -> Result<Option<Mark>, StoreError> {
        let found = self.below().mark_if_absent(name, value, ttl, now).await?;
        Ok(if self.has(Bug::OwnMarkNotRecognized) { found.map(running::foreign_mark) } else { found })
    }

    async fn save(&self, mut save: SaveSchedule, now: Timestamp) -> Result<Schedule, StoreError> {
        requests::change_save(self.bug, &mut save, now);
        self.below().save(save, now).await
    }

    async fn schedules(
        &self,
        tenant: &Tenant,
        filter: &ScheduleFilter,
        page: &Page,
    ) -> Result<ListPage<ListedSchedule>, StoreError> {
        if self.has(Bug::CalendarNotFollowed) && requests::is_of_followers(filter) {
            return Ok(ListPage { rows: Vec::new(), next: None });
        }
        self.below().schedules(tenant, filter, page).await
    }

    async fn occurrences(
        &self,
        tenant: &Tenant,
        filter: &OccurrenceFilter,
        page: &Page,
    ) -> Result<ListPage<Occurrence>, StoreError> {
        let mut found = self.below().occurrences(tenant, filter, page).await?;
        if self.has(Bug::InstantRunTwice) {
            found.rows.iter_mut().for_each(requests::hide_instant);
        }
        Ok(found)
    }

    async fn document(&self, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        match self.below().document(key).await {
            Err(_) if self.has(Bug::OutageForgetsGap) && key.kind == DocumentKind::Calendar => Ok(None),
            found => found,
        }
    }
}
