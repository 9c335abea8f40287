//! One of the two stores: applies steps, and returns the answers with names in place of IDs.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

use jiff::Timestamp;

use super::numbers::{Fences, Numbers};
use super::profile::Profile;
use super::step::Step;
use crate::model::{
    Attempt, AuditEntry, Fence, Gap, Occurrence, OccurrenceId, Schedule, ScheduleKey, ScheduleUid, Tenant, WorkItem,
    WorkItemId,
};
use crate::store::{
    ClaimResult, InsertResult, Lease, ListPage, Page, Plan, Release, Settlement, Store, StoreError, UnreadableSchedule,
    VerifyResult, WorkLease, listed_uid,
};
use crate::testing::everything::Everything;
use crate::testing::fixture::ann;

pub(super) struct Side {
    pub(super) store: Arc<dyn Store>,
    is_ordered: bool,
    pub(super) schedules: Numbers,
    pub(super) rows: Numbers,
    pub(super) fences: Fences,
    gaps: Numbers,
    pub(super) work: Numbers,
    pub(super) work_fences: Fences,
    /// Every lease so far, newest last.
    pub(super) leases: Vec<Lease>,
    pub(super) work_leases: Vec<WorkLease>,
    /// Owner of every row and item, by its name.
    pub(super) row_tenants: BTreeMap<i64, Tenant>,
    pub(super) item_tenants: BTreeMap<i64, Tenant>,
}

impl Side {
    pub(super) fn new(store: Arc<dyn Store>, is_ordered: bool) -> Self {
        Self {
            store,
            is_ordered,
            schedules: Numbers::default(),
            rows: Numbers::default(),
            fences: Fences::default(),
            gaps: Numbers::default(),
            work: Numbers::default(),
            work_fences: Fences::default(),
            leases: Vec::new(),
            work_leases: Vec::new(),
            row_tenants: BTreeMap::new(),
            item_tenants: BTreeMap::new(),
        }
    }

    /// Applies a step, and returns the answer as text.
    pub(super) async fn make(&mut self, step: &Step, now: Timestamp) -> String {
        let store = Arc::clone(&self.store);
        match step {
            Step::Save(save) => {
                let mut save = (**save).clone();
                if let Some(replan) = &mut save.replan {
                    self.name_planned(&save.key).await;
                    replan.supersede.iter_mut().for_each(|id| *id = OccurrenceId(self.rows.number(id.0)));
                }
                let saved = store.save(save, now).await;
                answer_text(saved.map(|schedule| self.schedule(schedule)))
            }
            Step::ChangeStatus(change) => {
                let changed = store.change_status(change.clone(), now).await;
                answer_text(changed.map(|schedule| self.schedule(schedule)))
            }
            Step::Delete(key, expect) => answer_text(store.delete(key, *expect, &ann(), now).await),
            Step::Quarantine(found) => {
                let found: Vec<_> =
                    found.iter().map(|one| UnreadableSchedule { uid: self.uid(one.uid), ..one.clone() }).collect();
                answer_text(store.quarantine(&found, &ann(), now).await)
            }
            Step::Plan(plans) => {
                let plans = plans.iter().map(|plan| Plan { uid: self.uid(plan.uid), ..plan.clone() }).collect();
                answer_text(store.plan(plans, now).await)
            }
            Step::Insert(insert) => {
                let inserted = store.insert(insert.clone(), now).await;
                answer_text(
                    inserted.map(|answers| answers.into_iter().map(|answer| self.inserted(answer)).collect::<Vec<_>>()),
                )
            }
            Step::Claim(claim) => {
                let claimed = store.claim(claim, now).await;
                answer_text(claimed.map(|claimed| self.claimed(claimed)))
            }
            Step::Confirm(leases) => answer_text(store.confirm(&self.held(leases), now).await),
            Step::Renew(leases, lease_for) => answer_text(store.renew(&self.held(leases), *lease_for, now).await),
            Step::Settle(settlements) => answer_text(store.settle(self.settlements(settlements), now).await),
            Step::Release(releases) => {
                let held = |one: &Release| Release { lease: self.lease(one.lease), ..*one };
                let releases: Vec<_> = releases.iter().map(held).collect();
                answer_text(store.release(&releases, now).await)
            }
            Step::ByHand(tenant, id, change) => {
                let id = OccurrenceId(self.rows.number(id.0));
                let changed = store.change_occurrence(tenant, id, change, &ann(), now).await;
                answer_text(changed.map(|row| self.row(row)))
            }
            Step::Prune(prune) => answer_text(store.prune(prune).await),
            Step::Wakeup => answer_text(store.next_wakeup().await),
            Step::Occurrences(..) | Step::Schedules(..) | Step::Gaps(..) | Step::Planned(..) | Step::Definitions(_) => {
                self.read(&store, step).await
            }
            Step::Due(until, limit) => {
                let due = store.due_for_planning(*until, *limit).await;
                answer_text(due.map(|due| (self.due(due.schedules), due.unreadable)))
            }
            Step::Scan(limit) => self.scan(&store, *limit).await,
            Step::Overdue(before, limit) => {
                let overdue = store.overdue(*before, *limit).await;
                answer_text(overdue.map(|rows| self.overdue(rows)))
            }
            Step::Enqueue(_)
            | Step::ClaimWork(_)
            | Step::Extend(..)
            | Step::Finish(..)
            | Step::ChangeDead(..)
            | Step::WorkItems(..) => self.make_queue(&store, step, now).await,
            Step::Put(key, body, expect) => answer_text(store.put(key, body, *expect, &ann(), now).await),
            Step::Remove(key, expect) => answer_text(store.remove(key, *expect, &ann(), now).await),
            Step::Documents(tenant, kind, limit) => {
                pages(async |page| store.documents(tenant, *kind, &page).await, *limit, |document| document).await
            }
            Step::MarkIfAbsent(name, value, ttl) => answer_text(store.mark_if_absent(name, value, *ttl, now).await),
            Step::ReplaceMark(name, expected, mark) => {
                answer_text(store.replace_mark(name, expected.as_deref(), mark.as_ref(), now).await)
            }
            Step::Mark(name) => answer_text(store.mark(name, now).await),
            Step::Count(name, add, window) => answer_text(store.count(name, *add, *window, now).await),
            Step::Beat(node, lease_for) => answer_text(store.beat(node, *lease_for, now).await),
            Step::Leave(node) => answer_text(store.leave(node).await),
            Step::Nodes => answer_text(store.nodes(now).await),
            // A store may have removed some of them by itself.
            Step::Sweep => answer_text(store.sweep(1_000, now).await.map(|_| "swept")),
            Step::Append(tenant, entries) => {
                let appended = store.append(tenant, entries.clone(), now).await;
                answer_text(
                    appended.map(|entries| entries.into_iter().map(|entry| self.entry(entry)).collect::<Vec<_>>()),
                )
            }
            Step::Verify(tenant) => answer_text(store.verify(tenant).await.map(verified)),
        }
    }

    async fn read(&mut self, store: &Arc<dyn Store>, step: &Step) -> String {
        match step {
            Step::Occurrences(tenant, filter, limit) => {
                pages(async |page| store.occurrences(tenant, filter, &page).await, *limit, |row| self.row(row)).await
            }
            Step::Schedules(tenant, filter, limit) => {
                let read = async |page| store.schedules(tenant, filter, &page).await;
                pages(read, *limit, |listed| listed.map(|schedule| self.schedule(schedule))).await
            }
            Step::Gaps(key, limit) => {
                pages(async |page| store.gaps(key, &page).await, *limit, |gap| self.gap(gap)).await
            }
            Step::Planned(uid, limit) => {
                let uid = self.uid(*uid);
                let planned = store.planned(uid, None, *limit).await;
                let open = store.open_occurrences(uid, None, *limit).await;
                let rows = planned.and_then(|planned| open.map(|open| [planned, open]));
                answer_text(
                    rows.map(|lists| lists.map(|rows| rows.into_iter().map(|row| self.row(row)).collect::<Vec<_>>())),
                )
            }
            Step::Definitions(wanted) => {
                let wanted: Vec<_> = wanted.iter().map(|(uid, revision)| (self.uid(*uid), *revision)).collect();
                answer_text(store.definitions(&wanted).await)
            }
            _ => unreachable!("only reads come here"),
        }
    }

    /// Names and returns the planned rows of a schedule, so that a replan can name them.
    pub(super) async fn name_planned(&mut self, key: &ScheduleKey) -> Vec<Occurrence> {
        let Some(found) = self.store.schedule(key).await.unwrap() else { return Vec::new() };
        let (mut rows, mut after) = (Vec::new(), None);
        loop {
            let part = self.store.planned(found.uid, after, 3).await.unwrap();
            after = part.last().map(|row| row.id).or(after);
            let is_last = part.len() < 3;
            rows.extend(part.into_iter().map(|row| self.row(row)));
            if is_last {
                return rows;
            }
        }
    }

    /// Reads all schedules in parts, to the end.
    async fn scan(&mut self, store: &Arc<dyn Store>, limit: usize) -> String {
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let part = store.scan(after, limit).await.unwrap();
            after = part.last().map(listed_uid).or(after);
            let is_last = part.len() < limit;
            found.extend(part.into_iter().map(|listed| listed.unwrap()));
            if is_last {
                break;
            }
        }
        if !self.is_ordered {
            found.sort_by_key(|schedule| schedule.key.tenant.clone());
        }
        let found: Vec<Schedule> = found.into_iter().map(|schedule| self.schedule(schedule)).collect();
        format!("{found:?}")
    }

    /// Returns everything that can be read in the end.
    pub(super) async fn everything(&mut self, profile: Profile) -> String {
        let store = Arc::clone(&self.store);
        let mut everything = Everything::of_tenants(&*store, profile.tenants(), profile.kinds()).await;
        let mut text = String::new();
        for (tenant, belongings) in &mut everything.tenants {
            for schedule in &mut belongings.schedules {
                *schedule = self.schedule(schedule.clone());
            }
            for (row, attempts) in &mut belongings.rows {
                *row = self.row(row.clone());
                for attempt in attempts {
                    *attempt = self.attempt(row.id, attempt.clone());
                }
            }
            for gap in &mut belongings.gaps {
                *gap = self.gap(gap.clone());
            }
            for item in &mut belongings.work {
                *item = self.item(item.clone());
            }
            for entry in &mut belongings.audit {
                *entry = self.entry(entry.clone());
            }
            text += &answer_text(store.verify(tenant).await.map(verified));
        }
        for uid in 1..=self.schedules.count() {
            for revision in [1, 2, 99] {
                let uid = self.uid(ScheduleUid(uid));
                text += &answer_text(store.definitions(&[(uid, crate::model::Revision(revision))]).await);
            }
        }
        for tenant in profile.tenants() {
            for id in ["a", "b"] {
                let key = ScheduleKey { tenant: tenant.clone(), id: crate::testing::fixture::id(id) };
                text += &pages(async |page| store.gaps(&key, &page).await, 3, |gap| self.gap(gap)).await;
            }
        }
        format!("{everything:?} {text}")
    }

    pub(super) fn uid(&self, uid: ScheduleUid) -> ScheduleUid {
        ScheduleUid(self.schedules.number(uid.0))
    }

    fn held(&self, leases: &[Lease]) -> Vec<Lease> {
        leases.iter().map(|lease| self.lease(*lease)).collect()
    }

    fn lease(&self, lease: Lease) -> Lease {
        let fence = Fence(self.fences.number(lease.id.0, lease.fence.0));
        Lease { id: OccurrenceId(self.rows.number(lease.id.0)), fence }
    }

    fn settlements(&self, settlements: &[Settlement]) -> Vec<Settlement> {
        let settlement = |settlement: &Settlement| {
            let mut settlement = Settlement { lease: self.lease(settlement.lease), ..settlement.clone() };
            for item in &mut settlement.enqueue {
                item.occurrence = item.occurrence.map(|id| OccurrenceId(self.rows.number(id.0)));
            }
            settlement
        };
        settlements.iter().map(settlement).collect()
    }

    pub(super) fn schedule(&mut self, schedule: Schedule) -> Schedule {
        Schedule { uid: ScheduleUid(self.schedules.name(schedule.uid.0)), ..schedule }
    }

    /// Where IDs do not order the rows of different tenants, sorts by tenant.
    fn due(&mut self, mut due: Vec<Schedule>) -> Vec<Schedule> {
        if !self.is_ordered {
            due.sort_by_key(|schedule| (schedule.plan_at(), schedule.key.tenant.clone()));
        }
        due.into_iter().map(|schedule| self.schedule(schedule)).collect()
    }

    fn overdue(&mut self, mut rows: Vec<Occurrence>) -> Vec<Occurrence> {
        if !self.is_ordered {
            rows.sort_by_key(|row| (row.planned.due_at, row.schedule.tenant.clone()));
        }
        rows.into_iter().map(|row| self.row(row)).collect()
    }

    fn claimed(&mut self, mut claimed: ClaimResult) -> ClaimResult {
        if !self.is_ordered {
            claimed.started.sort_by_key(|row| row.schedule.tenant.clone());
            claimed.ended.sort_by_key(|row| row.schedule.tenant.clone());
        }
        claimed.started = claimed.started.into_iter().map(|row| self.row(row)).collect();
        claimed.ended = claimed.ended.into_iter().map(|row| self.row(row)).collect();
        self.leases.extend(claimed.started.iter().map(|row| Lease { id: row.id, fence: row.fence }));
        claimed
    }

    pub(super) fn row(&mut self, row: Occurrence) -> Occurrence {
        let id = self.rows.name(row.id.0);
        self.row_tenants.insert(id, row.schedule.tenant.clone());
        Occurrence {
            id: OccurrenceId(id),
            schedule_uid: ScheduleUid(self.schedules.name(row.schedule_uid.0)),
            fence: Fence(self.fences.name(id, row.fence.0)),
            blocker: row.blocker.map(|blocker| OccurrenceId(self.rows.name(blocker.0))),
            ..row
        }
    }

    fn attempt(&mut self, row: OccurrenceId, attempt: Attempt) -> Attempt {
        Attempt { fence: Fence(self.fences.name(row.0, attempt.fence.0)), ..attempt }
    }

    fn inserted(&mut self, inserted: InsertResult) -> InsertResult {
        match inserted {
            InsertResult::New(id) => InsertResult::New(OccurrenceId(self.rows.name(id.0))),
            InsertResult::Existing(id, state) => InsertResult::Existing(OccurrenceId(self.rows.name(id.0)), state),
        }
    }

    fn gap(&mut self, gap: Gap) -> Gap {
        Gap { id: self.gaps.name(gap.id), ..gap }
    }

    pub(super) fn item(&mut self, item: WorkItem) -> WorkItem {
        let id = self.work.name(item.id.0);
        self.item_tenants.insert(id, item.work.tenant.clone());
        let mut work = item.work;
        work.occurrence = work.occurrence.map(|row| OccurrenceId(self.rows.name(row.0)));
        let fence = Fence(self.work_fences.name(id, item.fence.0));
        WorkItem { id: WorkItemId(id), work, fence, ..item }
    }

    /// Returns an entry without the parts that depend on the IDs in it.
    fn entry(&mut self, mut chained: AuditEntry) -> AuditEntry {
        let entry = &mut chained.entry;
        if let Some(number) = entry.object.strip_prefix("occurrence/") {
            entry.object = format!("occurrence/{}", self.rows.name(number.parse().unwrap()));
        }
        if ["work_item.replay", "work_item.discard"].contains(&entry.action.as_str()) {
            let detail: serde_json::Value = serde_json::from_str(&entry.detail).unwrap();
            let ids = detail["ids"].as_array().unwrap().iter().map(|id| self.work.name(id.as_i64().unwrap()));
            entry.detail = format!("{:?}", ids.collect::<Vec<_>>());
        }
        chained.previous = crate::model::EntryHash::NONE;
        chained.hash = crate::model::EntryHash::NONE;
        chained
    }
}

/// Returns the length of an intact chain.
fn verified(verified: VerifyResult) -> Result<i64, i64> {
    match verified {
        VerifyResult::Whole(tip) => Ok(tip.seq),
        VerifyResult::BrokenAt(seq) => Err(seq),
    }
}

/// Returns an answer as text. For an error, the text contains what a caller may rely on.
pub(super) fn answer_text<T: Debug>(answer: Result<T, StoreError>) -> String {
    match answer {
        Ok(answer) => format!("{answer:?}"),
        Err(StoreError::Conflict { expected, found, .. }) => format!("conflict: {expected}, not {found}"),
        Err(StoreError::IllegalMove { state, wanted, .. }) => format!("illegal: {state} to {wanted}"),
        Err(StoreError::Invalid { field, .. }) => format!("invalid: {field}"),
        Err(error) if error.is_transient() => panic!("the store is not available: {error}"),
        Err(error) => format!("error: {}", error.code()),
    }
}

/// Reads a list to its end, including its page boundaries.
pub(super) async fn pages<T: Debug>(
    mut read: impl AsyncFnMut(Page) -> Result<ListPage<T>, StoreError>,
    limit: usize,
    mut name: impl FnMut(T) -> T,
) -> String {
    let mut text = String::new();
    let mut page = Page::first(limit);
    loop {
        match read(page).await {
            Ok(found) => {
                let rows: Vec<T> = found.rows.into_iter().map(&mut name).collect();
                text += &format!("{rows:?} / ");
                let Some(next) = found.next else { return text };
                page = Page::after(limit, next);
            }
            Err(error) => return text + &answer_text::<()>(Err(error)),
        }
    }
}
