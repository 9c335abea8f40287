//! A store that panics or delays an answer on request, and a clock that panics.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use refrain::clock::{Clock, ManualClock};
use refrain::model::{
    Attempt, AuditEntry, By, Gap, NewEntry, NewWorkItem, Node, NodeId, Occurrence, OccurrenceId, Revision,
    RevisionRecord, Schedule, ScheduleKey, ScheduleUid, Tenant, WorkItem, WorkItemId,
};
use refrain::store::model::Model;
use refrain::store::{
    Audit, Catalog, ChangeStatus, Claim, ClaimResult, ClaimWork, ConfirmResult, DeadItemChange, DefinitionResult,
    Document, DocumentKey, DocumentKind, DueSchedules, EnqueueResult, ExpectedVersion, Health, Insert, InsertResult,
    Lease, Ledger, ListPage, ListedSchedule, Mark, MarkName, Marks, NextWakeup, OccurrenceChange, OccurrenceFilter,
    Page, Plan, PlanResult, Prune, PruneResult, Queue, Release, RenewResult, SaveSchedule, ScheduleCounts,
    ScheduleFilter, SettleResult, Settlement, Store, StoreError, UnreadableSchedule, VerifyResult, WorkEnding,
    WorkFilter, WorkLease,
};
use serde_json::Value;
use tokio::sync::{Notify, watch};

/// The model store, except that one method panics on its next call, or completes but returns only when it is
/// released.
pub(crate) struct FaultyStore {
    model: Arc<Model>,
    verb: Mutex<Option<&'static str>>,
    held: Mutex<Option<&'static str>>,
    /// Notified when the answer of the held method is waiting.
    pub(crate) waits: Notify,
    /// Releases the held answer.
    pub(crate) release_answer: Notify,
}

impl FaultyStore {
    pub(crate) fn new(model: Arc<Model>) -> Arc<Self> {
        let (waits, release_answer) = (Notify::new(), Notify::new());
        Arc::new(Self { model, verb: Mutex::new(None), held: Mutex::new(None), waits, release_answer })
    }

    pub(crate) fn panic_at(&self, verb: &'static str) {
        *self.verb.lock().unwrap() = Some(verb);
    }

    /// Returns whether the method has been called since.
    pub(crate) fn has_panicked(&self) -> bool {
        self.verb.lock().unwrap().is_none()
    }

    pub(crate) fn hold_answer_of(&self, verb: &'static str) {
        *self.held.lock().unwrap() = Some(verb);
    }

    async fn hold(&self, verb: &str) {
        let is_held = self.held.lock().unwrap().take_if(|it| *it == verb).is_some();
        if is_held {
            self.waits.notify_one();
            self.release_answer.notified().await;
        }
    }

    fn panic_if_selected(&self, verb: &str) {
        let is_met = self.verb.lock().unwrap().take_if(|it| *it == verb).is_some();
        assert!(!is_met, "{verb} panics as requested by the test");
    }
}

macro_rules! delegate_to_model {
    ($trait:ident: $($verb:ident($($name:ident: $type:ty),*) -> $answer:ty;)+) => {
        #[async_trait]
        impl $trait for FaultyStore {
            $(async fn $verb(&self, $($name: $type),*) -> Result<$answer, StoreError> {
                self.panic_if_selected(stringify!($verb));
                let answer = self.model.$verb($($name),*).await;
                self.hold(stringify!($verb)).await;
                answer
            })+
        }
    };
}

delegate_to_model! { Ledger:
    save(save: SaveSchedule, now: Timestamp) -> Schedule;
    change_status(change: ChangeStatus, now: Timestamp) -> Schedule;
    delete(key: &ScheduleKey, expect: ExpectedVersion, by: &By, now: Timestamp) -> ();
    quarantine(found: &[UnreadableSchedule], by: &By, now: Timestamp) -> Vec<bool>;
    schedule(key: &ScheduleKey) -> Option<Schedule>;
    schedules(tenant: &Tenant, filter: &ScheduleFilter, page: &Page) -> ListPage<ListedSchedule>;
    count_schedules(tenant: &Tenant, limit: usize) -> ScheduleCounts;
    revisions(key: &ScheduleKey, page: &Page) -> ListPage<RevisionRecord>;
    definitions(wanted: &[(ScheduleUid, Revision)]) -> Vec<DefinitionResult>;
    due_for_planning(until: Timestamp, limit: usize) -> DueSchedules;
    scan(after: Option<ScheduleUid>, limit: usize) -> Vec<ListedSchedule>;
    plan(plans: Vec<Plan>, now: Timestamp) -> Vec<PlanResult>;
    insert(insert: Insert, now: Timestamp) -> Vec<InsertResult>;
    claim(claim: &Claim, now: Timestamp) -> ClaimResult;
    confirm(leases: &[Lease], now: Timestamp) -> Vec<ConfirmResult>;
    renew(leases: &[Lease], lease_for: SignedDuration, now: Timestamp) -> Vec<RenewResult>;
    settle(settlements: Vec<Settlement>, now: Timestamp) -> Vec<SettleResult>;
    release(releases: &[Release], now: Timestamp) -> Vec<bool>;
    change_occurrence(tenant: &Tenant, id: OccurrenceId, change: &OccurrenceChange, by: &By, now: Timestamp) -> Occurrence;
    occurrences(tenant: &Tenant, filter: &OccurrenceFilter, page: &Page) -> ListPage<Occurrence>;
    occurrence(tenant: &Tenant, id: OccurrenceId) -> Option<(Occurrence, Vec<Attempt>)>;
    recent(tenant: &Tenant, schedules: &[ScheduleUid], limit: usize) -> Vec<Vec<Occurrence>>;
    planned(uid: ScheduleUid, after: Option<OccurrenceId>, limit: usize) -> Vec<Occurrence>;
    open_occurrences(uid: ScheduleUid, after: Option<OccurrenceId>, limit: usize) -> Vec<Occurrence>;
    overdue(before: Timestamp, limit: usize) -> Vec<Occurrence>;
    gaps(key: &ScheduleKey, page: &Page) -> ListPage<Gap>;
    prune(prune: &Prune) -> PruneResult;
    next_wakeup() -> NextWakeup;
}

delegate_to_model! { Queue:
    enqueue(items: Vec<NewWorkItem>, now: Timestamp) -> Vec<EnqueueResult>;
    claim_work(claim: &ClaimWork, now: Timestamp) -> Vec<WorkItem>;
    extend(tenant: &Tenant, leases: &[WorkLease], lease_for: SignedDuration, now: Timestamp) -> Vec<bool>;
    finish(tenant: &Tenant, endings: Vec<(WorkLease, WorkEnding)>, now: Timestamp) -> Vec<bool>;
    work_item(tenant: &Tenant, id: WorkItemId) -> Option<WorkItem>;
    work_items(tenant: &Tenant, filter: &WorkFilter, page: &Page) -> ListPage<WorkItem>;
    change_dead(tenant: &Tenant, ids: &[WorkItemId], change: DeadItemChange, by: &By, now: Timestamp) -> Vec<bool>;
}

delegate_to_model! { Catalog:
    put(key: &DocumentKey, body: &Value, expect: ExpectedVersion, by: &By, now: Timestamp) -> Document;
    document(key: &DocumentKey) -> Option<Document>;
    documents(tenant: &Tenant, kind: DocumentKind, page: &Page) -> ListPage<Document>;
    remove(key: &DocumentKey, expect: ExpectedVersion, by: &By, now: Timestamp) -> ();
}

delegate_to_model! { Marks:
    mark_if_absent(name: &MarkName, value: &str, ttl: SignedDuration, now: Timestamp) -> Option<Mark>;
    replace_mark(name: &MarkName, expected: Option<&str>, mark: Option<&Mark>, now: Timestamp) -> bool;
    mark(name: &MarkName, now: Timestamp) -> Option<Mark>;
    count(name: &MarkName, add: u32, window: SignedDuration, now: Timestamp) -> u64;
    beat(node: &Node, lease_for: SignedDuration, now: Timestamp) -> ();
    leave(node: &NodeId) -> ();
    nodes(now: Timestamp) -> Vec<Node>;
    sweep(limit: usize, now: Timestamp) -> usize;
}

delegate_to_model! { Audit:
    append(tenant: &Tenant, entries: Vec<NewEntry>, now: Timestamp) -> Vec<AuditEntry>;
    entries(tenant: &Tenant, page: &Page) -> ListPage<AuditEntry>;
    verify(tenant: &Tenant) -> VerifyResult;
}

#[async_trait]
impl Store for FaultyStore {
    async fn now(&self) -> Result<Timestamp, StoreError> {
        self.model.now().await
    }

    async fn health(&self) -> Result<Health, StoreError> {
        self.model.health().await
    }

    fn wakes(&self) -> watch::Receiver<u64> {
        self.model.wakes()
    }
}

/// A clock that panics once `panics` is set.
pub(crate) struct PanickingClock {
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) panics: AtomicBool,
}

#[async_trait]
impl Clock for PanickingClock {
    fn now(&self) -> Timestamp {
        assert!(!self.panics.load(Ordering::Relaxed), "the clock is broken");
        self.clock.now()
    }

    fn steady(&self) -> SignedDuration {
        self.clock.steady()
    }

    async fn sleep_until(&self, at: Timestamp) {
        self.clock.sleep_until(at).await;
    }
}
