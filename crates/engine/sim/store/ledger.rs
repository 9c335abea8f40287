//! The ledger of the faulty store. Every commit is reported to the observer, and the bugs of stores are
//! planted here.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use refrain::model::{
    Attempt, By, Gap, Occurrence, OccurrenceId, Overlap, Revision, RevisionRecord, Schedule, ScheduleKey, ScheduleUid,
    Status, Tenant,
};
use refrain::store::{
    Audit, ChangeStatus, Claim, ClaimResult, ConfirmResult, DefinitionResult, DueSchedules, ExpectedVersion, Insert,
    InsertResult, Lease, Ledger, ListPage, ListedSchedule, NextWakeup, OccurrenceChange, OccurrenceFilter, Page, Plan,
    Planned, Prune, PruneResult, Release, RenewResult, SaveSchedule, ScheduleCounts, ScheduleFilter, SettleResult,
    Settlement, StoreError, UnreadableSchedule,
};

use super::{FaultyStore, StoreBug, ready};
use crate::coverage::Point;
use crate::features::Feature;
use crate::trace::Line;

#[async_trait]
impl Ledger for FaultyStore {
    async fn save(&self, mut save: SaveSchedule, now: Timestamp) -> Result<Schedule, StoreError> {
        let arrived = self.arrive(Point::Change, true).await?;
        let wanted = std::sync::Arc::new(save.definition.clone());
        if self.world.has(StoreBug::OverlapIgnored) {
            (save.definition.overlap, save.definition.max_concurrent) = (Overlap::AllowAll, None);
        }
        let before = ready(self.world.model.schedule(&save.key)).ok().flatten();
        let (tenant, replan) = (save.key.tenant.clone(), save.replan.clone());
        let (key, source) = (save.key.clone(), save.source);
        let entries = ready(self.world.model.verify(&tenant)).ok();
        let answer = ready(self.world.model.save(save, now));
        if let Ok(schedule) = &answer {
            let is_edit = before.as_ref().is_some_and(|before| before.definition != schedule.definition);
            if before.is_none() && self.world.watch().is_creating_paused {
                self.world.watch().created_paused(schedule);
            }
            self.world.watch().saved(schedule, &key, before.is_some(), is_edit, source);
            if before.is_none_or(|before| before.revision != schedule.revision) {
                self.changed(&Schedule { definition: wanted, ..schedule.clone() });
                self.world.watch().replanned(schedule.uid, replan);
            } else if ready(self.world.model.verify(&tenant)).ok() != entries {
                // The definition is unchanged and the rows were replanned: an audit entry without a new
                // revision.
                self.world.watch().changed(&tenant);
                self.world.watch().replanned_in_place(schedule);
                self.world.watch().replanned(schedule.uid, replan);
            }
        }
        self.answer(arrived, answer).await
    }

    async fn change_status(&self, change: ChangeStatus, now: Timestamp) -> Result<Schedule, StoreError> {
        let arrived = self.arrive(Point::Change, true).await?;
        let before = ready(self.world.model.schedule(&change.key)).ok().flatten();
        let ends_a_pause = change.by == By::engine() && change.to == Status::Active;
        let until = before.and_then(|before| before.status_note.until).filter(|until| ends_a_pause && *until > now);
        let gaps = change.resume.as_ref().map(|resume| resume.gaps.clone()).unwrap_or_default();
        let answer = ready(self.world.model.change_status(change, now));
        if let Ok(schedule) = &answer {
            self.world.watch().gaps.extend(gaps.into_iter().map(|gap| (schedule.uid, gap)));
        }
        if let (Ok(schedule), Some(until)) = (&answer, until) {
            self.world.watch().pause_ended_early(&schedule.key, until, now);
        }
        if let Ok(schedule) = &answer {
            self.world.watch().status_changed(schedule);
            let wanted = self.world.watch().schedules.get(&schedule.uid).map(|known| known.definition.clone());
            let definition = wanted.unwrap_or_else(|| schedule.definition.clone());
            self.changed(&Schedule { definition, ..schedule.clone() });
        }
        self.answer(arrived, answer).await
    }

    async fn delete(
        &self,
        key: &ScheduleKey,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let arrived = self.arrive(Point::Change, true).await?;
        let before = ready(self.world.model.schedule(key)).ok().flatten();
        let answer = ready(self.world.model.delete(key, expect, by, now));
        if let (Ok(()), Some(before)) = (&answer, before) {
            let revision = Revision(before.revision.0 + 1);
            self.changed(&Schedule { status: Status::Deleted, revision, ..before });
        }
        self.answer(arrived, answer).await
    }

    async fn quarantine(&self, found: &[UnreadableSchedule], by: &By, now: Timestamp) -> Result<Vec<bool>, StoreError> {
        self.call(Point::Change, true, self.world.model.quarantine(found, by, now)).await
    }

    async fn schedule(&self, key: &ScheduleKey) -> Result<Option<Schedule>, StoreError> {
        self.call(Point::Read, false, self.world.model.schedule(key)).await
    }

    async fn schedules(
        &self,
        tenant: &Tenant,
        filter: &ScheduleFilter,
        page: &Page,
    ) -> Result<ListPage<ListedSchedule>, StoreError> {
        self.call(Point::Read, false, self.world.model.schedules(tenant, filter, page)).await
    }

    async fn count_schedules(&self, tenant: &Tenant, limit: usize) -> Result<ScheduleCounts, StoreError> {
        self.call(Point::Read, false, self.world.model.count_schedules(tenant, limit)).await
    }

    async fn revisions(&self, key: &ScheduleKey, page: &Page) -> Result<ListPage<RevisionRecord>, StoreError> {
        self.call(Point::Read, false, self.world.model.revisions(key, page)).await
    }

    async fn definitions(&self, wanted: &[(ScheduleUid, Revision)]) -> Result<Vec<DefinitionResult>, StoreError> {
        self.call(Point::Read, false, self.world.model.definitions(wanted)).await
    }

    async fn due_for_planning(&self, until: Timestamp, limit: usize) -> Result<DueSchedules, StoreError> {
        self.call(Point::Look, false, self.world.model.due_for_planning(until, limit)).await
    }

    async fn plan(&self, plans: Vec<Plan>, now: Timestamp) -> Result<Vec<Planned>, StoreError> {
        let arrived = self.arrive(Point::Plan, true).await?;
        let told = plans.clone();
        let answer = if self.world.store_bug.is_some() {
            let mut answers = Vec::with_capacity(plans.len());
            for plan in plans {
                answers.push(self.plan_with_bugs(plan, now).await?);
            }
            Ok(answers)
        } else {
            ready(self.world.model.plan(plans, now))
        };
        if let Ok(answers) = &answer {
            let mut watch = self.world.watch();
            for (plan, answer) in told.iter().zip(answers) {
                if let Planned::Done { inserted } = answer {
                    watch.planned(self.node(), plan, *inserted);
                    if plan.is_finished {
                        let is_open = |row: &&Occurrence| row.schedule_uid == plan.uid && !row.state.is_terminal();
                        watch.finished_with(plan.uid, &self.world.model.choose(is_open));
                    }
                }
            }
        }
        self.answer(arrived, answer).await
    }

    async fn insert(&self, insert: Insert, now: Timestamp) -> Result<Vec<InsertResult>, StoreError> {
        let arrived = self.arrive(Point::Change, true).await?;
        let key = insert.key.clone();
        let answer = ready(self.world.model.insert(insert, now));
        if let Ok(inserted) = &answer {
            let mut watch = self.world.watch();
            watch.changed(&key.tenant);
            watch.line(Line::InsertResult { schedule: 0, rows: inserted.len() });
            let uid = watch.schedules.iter().rev().find(|(_, known)| known.key == key).map(|(uid, _)| *uid);
            if let Some(uid) = uid.filter(|_| watch.is_generating) {
                watch.meets(uid, Feature::Generate);
            }
        }
        self.answer(arrived, answer).await
    }

    async fn claim(&self, claim: &Claim, now: Timestamp) -> Result<ClaimResult, StoreError> {
        let arrived = self.arrive(Point::Claim, true).await?;
        if self.world.has(StoreBug::BlindReaper) {
            self.reap(now);
        }
        let answer = ready(self.world.model.claim(claim, self.claim_time(now)));
        if let Ok(claimed) = &answer {
            let call = self.told(&arrived, now);
            let mut watch = self.world.watch();
            for row in &claimed.ended {
                watch.ended_by_claim(call, row);
            }
            for row in &claimed.started {
                watch.leased(call, row);
                watch.claimed_due(row);
            }
            for row in claimed.started.iter().filter(|row| row.attempt == 1) {
                watch.check_concurrency(row, &self.open(row));
            }
        }
        self.answer(arrived, answer).await
    }

    async fn confirm(&self, leases: &[Lease], now: Timestamp) -> Result<Vec<ConfirmResult>, StoreError> {
        let arrived = self.arrive(Point::Confirm, false).await?;
        let mut answer = ready(self.world.model.confirm(leases, now));
        if let Ok(confirmed) = &mut answer {
            for (lease, confirmed) in leases.iter().zip(confirmed) {
                if self.world.has(StoreBug::ConfirmBlind) && matches!(confirmed, ConfirmResult::Stop(_)) {
                    *confirmed = ConfirmResult::Go;
                }
                let trigger = self.row_of_any_tenant(lease.id).map(|row| row.planned.trigger);
                self.world.watch().confirmed(self.node(), *lease, *confirmed, trigger);
            }
        }
        self.answer(arrived, answer).await
    }

    async fn renew(
        &self,
        leases: &[Lease],
        lease_for: SignedDuration,
        now: Timestamp,
    ) -> Result<Vec<RenewResult>, StoreError> {
        let arrived = self.arrive(Point::Renew, true).await?;
        let answer = ready(self.world.model.renew(leases, lease_for, now));
        if let Ok(renewed) = &answer {
            let call = self.told(&arrived, now);
            let mut watch = self.world.watch();
            for (lease, renewed) in leases.iter().zip(renewed) {
                watch.renewed(call, *lease, *renewed, now + lease_for);
            }
        }
        self.answer(arrived, answer).await
    }

    async fn settle(&self, settlements: Vec<Settlement>, now: Timestamp) -> Result<Vec<SettleResult>, StoreError> {
        let leases: Vec<Lease> = settlements.iter().map(|settlement| settlement.lease).collect();
        self.world.watch().settlement_sent(self.node(), &leases);
        let answer = self.settle_once(settlements, now).await;
        if answer.is_err() {
            self.world.watch().settlement_failed(self.node(), &leases);
        }
        answer
    }

    async fn release(&self, releases: &[Release], now: Timestamp) -> Result<Vec<bool>, StoreError> {
        let arrived = self.arrive(Point::Release, true).await?;
        let answer = ready(self.world.model.release(releases, now));
        if let Ok(released) = &answer {
            let mut watch = self.world.watch();
            for (release, was_held) in releases.iter().zip(released) {
                watch.released(self.node(), release.lease, *was_held);
            }
        }
        self.answer(arrived, answer).await
    }

    async fn change_occurrence(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
        change: &OccurrenceChange,
        by: &By,
        now: Timestamp,
    ) -> Result<Occurrence, StoreError> {
        let arrived = self.arrive(Point::Change, true).await?;
        let before = self.row_of_any_tenant(id);
        let owner = before.as_ref().map(|row| row.schedule.tenant.clone());
        let whose = owner.filter(|_| self.world.has(StoreBug::TenantNotChecked)).unwrap_or_else(|| tenant.clone());
        let answer = ready(self.world.model.change_occurrence(&whose, id, change, by, now));
        if let (Ok(row), Some(before)) = (&answer, before) {
            let mut watch = self.world.watch();
            watch.changed(&whose);
            watch.check_tenant(tenant, id, row);
            watch.line(Line::ChangedRow { row: id.0, to: row.state.as_str() });
            let seen = watch.row(row);
            seen.fence = seen.fence.max(row.fence);
            seen.ended = row.state.is_terminal().then_some(row.state);
            if before.state.is_terminal() {
                seen.reopened.push(before);
            }
        }
        self.answer(arrived, answer).await
    }

    async fn occurrences(
        &self,
        tenant: &Tenant,
        filter: &OccurrenceFilter,
        page: &Page,
    ) -> Result<ListPage<Occurrence>, StoreError> {
        let arrived = self.arrive(Point::Read, false).await?;
        let answer = ready(self.world.model.occurrences(tenant, filter, page));
        if let (Ok(found), Some(id)) = (&answer, &filter.schedule) {
            self.world.watch().rows_listed(&ScheduleKey { tenant: tenant.clone(), id: id.clone() }, &found.rows);
        }
        self.answer(arrived, answer).await
    }

    async fn occurrence(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
    ) -> Result<Option<(Occurrence, Vec<Attempt>)>, StoreError> {
        self.call(Point::Read, false, self.world.model.occurrence(tenant, id)).await
    }

    async fn recent(
        &self,
        tenant: &Tenant,
        schedules: &[ScheduleUid],
        limit: usize,
    ) -> Result<Vec<Vec<Occurrence>>, StoreError> {
        self.call(Point::Read, false, self.world.model.recent(tenant, schedules, limit)).await
    }

    async fn planned(&self, uid: ScheduleUid, limit: usize) -> Result<Vec<Occurrence>, StoreError> {
        self.call(Point::Read, false, self.world.model.planned(uid, limit)).await
    }

    async fn gaps(&self, key: &ScheduleKey, page: &Page) -> Result<ListPage<Gap>, StoreError> {
        self.call(Point::Read, false, self.world.model.gaps(key, page)).await
    }

    async fn prune(&self, prune: &Prune) -> Result<PruneResult, StoreError> {
        let arrived = self.arrive(Point::Housekeeping, true).await?;
        let answer = self.pruned(prune);
        self.answer(arrived, answer).await
    }

    async fn scan(&self, after: Option<ScheduleUid>, limit: usize) -> Result<Vec<ListedSchedule>, StoreError> {
        self.call(Point::Housekeeping, false, self.world.model.scan(after, limit)).await
    }

    async fn overdue(&self, before: Timestamp, limit: usize) -> Result<Vec<Occurrence>, StoreError> {
        self.call(Point::Housekeeping, false, self.world.model.overdue(before, limit)).await
    }

    async fn next_wakeup(&self) -> Result<NextWakeup, StoreError> {
        self.call(Point::Look, false, self.world.model.next_wakeup()).await
    }
}
