//! The operations that the observer watches. All others are only subject to the faults of the connection.

use std::future::Future;
use std::sync::Arc;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use refrain::control::read_calendar;
use refrain::dispatch::Hold;
use refrain::model::{
    AuditEntry, By, Document, DocumentKind, Mark, NewEntry, Occurrence, OccurrenceId, Revision, Schedule, ScheduleKey,
    Status, Tenant,
};
use refrain::store::{
    Audit as _, ChangeStatus, Claim, ClaimResult, ConfirmResult, DocumentKey, ExpectedVersion, Insert, InsertResult,
    Lease, Ledger as _, ListPage, MarkName, OccurrenceChange, OccurrenceFilter, Page, Plan, PlanResult, Prune,
    PruneResult, Release, RenewResult, SaveSchedule, SettleResult, Settlement, Store, StoreError,
};
use refrain_ledger::testing::{Operation, StoreLayer};
use serde_json::Value;
use tokio::sync::watch;

use super::{FaultyStore, ready, step};
use crate::coverage::Point;
use crate::features::Feature;
use crate::trace::Line;

#[async_trait]
impl StoreLayer for FaultyStore {
    fn below(&self) -> &dyn Store {
        &*self.below
    }

    async fn forward<T, F>(&self, operation: Operation, work: F) -> Result<T, StoreError>
    where
        T: Send,
        F: Future<Output = Result<T, StoreError>> + Send,
    {
        let (point, writes) = step(operation);
        let arrived = self.arrive(point, writes).await?;
        let answer = work.await;
        self.answer(arrived, answer).await
    }

    async fn save(&self, save: SaveSchedule, now: Timestamp) -> Result<Schedule, StoreError> {
        let arrived = self.arrive(Point::Change, true).await?;
        let wanted = Arc::new(save.definition.clone());
        let before = ready(self.world.model.schedule(&save.key)).ok().flatten();
        let (tenant, replan) = (save.key.tenant.clone(), save.replan.clone());
        let (key, source) = (save.key.clone(), save.source);
        let entries = ready(self.world.model.verify(&tenant)).ok();
        let superseded = self.superseded();
        let answer = self.below.save(save, now).await;
        self.planned_again(&superseded);
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
        let answer = self.below.change_status(change, now).await;
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
        let answer = self.below.delete(key, expect, by, now).await;
        if let (Ok(()), Some(before)) = (&answer, before) {
            let revision = Revision(before.revision.0 + 1);
            self.changed(&Schedule { status: Status::Deleted, revision, ..before });
        }
        self.answer(arrived, answer).await
    }

    async fn plan(&self, plans: Vec<Plan>, now: Timestamp) -> Result<Vec<PlanResult>, StoreError> {
        let arrived = self.arrive(Point::Plan, true).await?;
        let reported = plans.clone();
        let superseded = self.superseded();
        let answer = self.below.plan(plans, now).await;
        self.planned_again(&superseded);
        if let Ok(answers) = &answer {
            let mut watch = self.world.watch();
            for (plan, answer) in reported.iter().zip(answers) {
                if let PlanResult::Done { inserted } = answer {
                    watch.planned(self.node(), plan, *inserted, now);
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
        let (key, rows) = (insert.key.clone(), insert.occurrences.clone());
        let superseded = self.superseded();
        let answer = self.below.insert(insert, now).await;
        self.planned_again(&superseded);
        if let Ok(inserted) = &answer {
            let mut watch = self.world.watch();
            for inserted in inserted {
                match inserted {
                    InsertResult::New(id) => watch.row_requested(*id),
                    InsertResult::Existing(..) => {}
                }
            }
            watch.rows_inserted(&rows, inserted);
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
        let answer = self.below.claim(claim, now).await;
        if let Ok(claimed) = &answer {
            let call = self.reported(&arrived, now);
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
        let answer = self.below.confirm(leases, now).await;
        if let Ok(confirmed) = &answer {
            for (lease, confirmed) in leases.iter().zip(confirmed) {
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
        let answer = self.below.renew(leases, lease_for, now).await;
        if let Ok(renewed) = &answer {
            let call = self.reported(&arrived, now);
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
        let answer = self.below.release(releases, now).await;
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
        let answer = self.below.change_occurrence(tenant, id, change, by, now).await;
        let is_discarded_again =
            *change == OccurrenceChange::Discard && before.as_ref().is_some_and(|before| before.discarded_at.is_some());
        if let (Ok(row), Some(before)) = (&answer, before.filter(|_| !is_discarded_again)) {
            let mut watch = self.world.watch();
            watch.changed(tenant);
            watch.row_changed_by_hand(row, change);
            watch.check_tenant(tenant, id, row);
            watch.line(Line::ChangedRow { row: id.0, to: row.state.as_str() });
            let seen = watch.row(row);
            seen.fence = seen.fence.max(row.fence);
            seen.ended = row.state.is_terminal().then_some(row.state);
            if before.state.is_terminal() && !row.state.is_terminal() {
                seen.reopened.push(before);
                watch.row_requested(id);
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
        let answer = self.below.occurrences(tenant, filter, page).await;
        if let (Ok(found), Some(id)) = (&answer, &filter.schedule) {
            self.world.watch().rows_listed(&ScheduleKey { tenant: tenant.clone(), id: id.clone() }, &found.rows);
        }
        self.answer(arrived, answer).await
    }

    async fn prune(&self, prune: &Prune) -> Result<PruneResult, StoreError> {
        let arrived = self.arrive(Point::Housekeeping, true).await?;
        let answer = self.pruned(prune).await;
        self.answer(arrived, answer).await
    }

    async fn put(
        &self,
        key: &DocumentKey,
        body: &Value,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> Result<Document, StoreError> {
        let arrived = self.arrive(Point::Change, true).await?;
        let answer = self.below.put(key, body, expect, by, now).await;
        if answer.is_ok() {
            let mut watch = self.world.watch();
            watch.changed(&key.tenant);
            if key.kind == DocumentKind::Hold {
                watch.hold_saved(
                    &key.tenant,
                    &key.name,
                    Hold::read(body.clone()).expect("people save valid documents"),
                );
            }
            if key.kind == DocumentKind::Calendar {
                let calendar = read_calendar(body.clone()).expect("people save valid documents");
                watch.calendar_saved(&key.tenant, &key.name, calendar);
            }
        }
        self.answer(arrived, answer).await
    }

    async fn remove(
        &self,
        key: &DocumentKey,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let arrived = self.arrive(Point::Change, true).await?;
        let answer = self.below.remove(key, expect, by, now).await;
        if answer.is_ok() {
            let mut watch = self.world.watch();
            watch.changed(&key.tenant);
            if key.kind == DocumentKind::Hold {
                watch.hold_removed(&key.tenant, &key.name);
            }
        }
        self.answer(arrived, answer).await
    }

    async fn mark(&self, name: &MarkName, now: Timestamp) -> Result<Option<Mark>, StoreError> {
        let found = self.forward(Operation::Mark, self.below.mark(name, now)).await?;
        if let Some(mark) = found.as_ref().filter(|_| name.name == "tzdb") {
            self.world.watch().tzdb_record_read(self.node(), &mark.value);
        }
        Ok(found)
    }

    async fn append(
        &self,
        tenant: &Tenant,
        entries: Vec<NewEntry>,
        now: Timestamp,
    ) -> Result<Vec<AuditEntry>, StoreError> {
        let arrived = self.arrive(Point::Change, true).await?;
        let answer = self.below.append(tenant, entries, now).await;
        for _ in answer.iter().flatten() {
            self.world.watch().changed(tenant);
        }
        self.answer(arrived, answer).await
    }

    async fn now(&self) -> Result<Timestamp, StoreError> {
        let arrived = self.arrive(Point::Tick, false).await?;
        let now = self.world.time.now();
        self.answer(arrived, Ok(now)).await
    }

    fn wakes(&self) -> watch::Receiver<u64> {
        self.world.wakes(self.receives_wakes)
    }
}
