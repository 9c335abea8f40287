//! A store over another store: every operation is forwarded, except those that the layer changes. Tests use layers to
//! inject faults and to observe calls.

use std::future::Future;
use std::sync::Arc;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use tokio::sync::{broadcast, watch};

use crate::model::{
    Attempt, AuditEntry, By, Gap, NewEntry, NewWorkItem, Node, NodeId, Occurrence, OccurrenceId, Revision,
    RevisionRecord, Schedule, ScheduleKey, ScheduleUid, Tenant, WorkItem, WorkItemId,
};
use crate::store::{
    Audit, Catalog, ChangeStatus, Claim, ClaimResult, ClaimWork, ConfirmResult, DeadItemChange, DefinitionResult,
    Document, DocumentKey, DocumentKind, DueSchedules, EnqueueResult, ExpectedVersion, Health, Insert, InsertResult,
    Lease, Ledger, ListPage, ListedSchedule, Mark, MarkName, Marks, NextWakeup, OccurrenceChange, OccurrenceFilter,
    Page, Plan, PlanResult, Prune, PruneResult, Queue, Release, RenewResult, SaveSchedule, ScheduleCounts,
    ScheduleFilter, SettleResult, Settlement, Store, StoreError, StoreRollback, UnreadableSchedule, VerifyResult,
    WorkEnding, WorkFilter, WorkLease,
};

/// Defines the operations once: as constants of [`Operation`], as methods of [`StoreLayer`] that forward, and as the
/// store traits of [`LayeredStore`].
macro_rules! operations {
    ($($interface:ident { $(
        $kind:ident $name:ident($($argument:ident: $type:ty),*) -> $answer:ty;
    )+ })+) => {
        /// Operation of a store.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "each is the operation of that name")]
        pub enum Operation { $($($kind,)+)+ }

        /// Layer over a store. By default, every operation is forwarded to the store below; implement the operations
        /// that are different.
        #[async_trait]
        pub trait StoreLayer: Send + Sync + 'static {
            /// Returns the store below.
            fn below(&self) -> &dyn Store;

            /// Runs an operation that is forwarded. Implement this to change all of them in the same way.
            async fn forward<T, F>(&self, _operation: Operation, work: F) -> Result<T, StoreError>
            where
                T: Send,
                F: Future<Output = Result<T, StoreError>> + Send,
            {
                work.await
            }

            /// Returns the hints of the store below.
            fn wakes(&self) -> watch::Receiver<u64> {
                self.below().wakes()
            }

            $($(
                /// Forwards the operation of this name.
                async fn $name(&self, $($argument: $type),*) -> Result<$answer, StoreError> {
                    self.forward(Operation::$kind, self.below().$name($($argument),*)).await
                }
            )+)+
        }

        operations! { @stores $($interface { $($name($($argument: $type),*) -> $answer;)+ })+ }
    };
    (@stores $($interface:ident { $($name:ident($($argument:ident: $type:ty),*) -> $answer:ty;)+ })+) => {
        $(operations! { @store $interface { $($name($($argument: $type),*) -> $answer;)+ } })+
    };
    (@store Store { $($name:ident($($argument:ident: $type:ty),*) -> $answer:ty;)+ }) => {
        #[async_trait]
        impl<L: StoreLayer> Store for LayeredStore<L> {
            $(async fn $name(&self, $($argument: $type),*) -> Result<$answer, StoreError> {
                self.0.$name($($argument),*).await
            })+

            fn wakes(&self) -> watch::Receiver<u64> {
                self.0.wakes()
            }

            fn news(&self) -> Option<broadcast::Receiver<Arc<str>>> {
                self.0.below().news()
            }
        }
    };
    (@store $interface:ident { $($name:ident($($argument:ident: $type:ty),*) -> $answer:ty;)+ }) => {
        #[async_trait]
        impl<L: StoreLayer> $interface for LayeredStore<L> {
            $(async fn $name(&self, $($argument: $type),*) -> Result<$answer, StoreError> {
                self.0.$name($($argument),*).await
            })+
        }
    };
}

/// The store that a layer makes of the store below it.
#[derive(Debug)]
pub struct LayeredStore<L>(pub L);

operations! {
    Ledger {
        Save save(save: SaveSchedule, now: Timestamp) -> Schedule;
        ChangeStatus change_status(change: ChangeStatus, now: Timestamp) -> Schedule;
        Delete delete(key: &ScheduleKey, expect: ExpectedVersion, by: &By, now: Timestamp) -> ();
        Quarantine quarantine(found: &[UnreadableSchedule], by: &By, now: Timestamp) -> Vec<bool>;
        Schedule schedule(key: &ScheduleKey) -> Option<Schedule>;
        Schedules schedules(tenant: &Tenant, filter: &ScheduleFilter, page: &Page) -> ListPage<ListedSchedule>;
        CountSchedules count_schedules(tenant: &Tenant, limit: usize) -> ScheduleCounts;
        Revisions revisions(key: &ScheduleKey, page: &Page) -> ListPage<RevisionRecord>;
        Definitions definitions(wanted: &[(ScheduleUid, Revision)]) -> Vec<DefinitionResult>;
        DueForPlanning due_for_planning(until: Timestamp, limit: usize) -> DueSchedules;
        Scan scan(after: Option<ScheduleUid>, limit: usize) -> Vec<ListedSchedule>;
        Plan plan(plans: Vec<Plan>, now: Timestamp) -> Vec<PlanResult>;
        Insert insert(insert: Insert, now: Timestamp) -> Vec<InsertResult>;
        Claim claim(claim: &Claim, now: Timestamp) -> ClaimResult;
        Confirm confirm(leases: &[Lease], now: Timestamp) -> Vec<ConfirmResult>;
        Renew renew(leases: &[Lease], lease_for: SignedDuration, now: Timestamp) -> Vec<RenewResult>;
        Settle settle(settlements: Vec<Settlement>, now: Timestamp) -> Vec<SettleResult>;
        Release release(releases: &[Release], now: Timestamp) -> Vec<bool>;
        ChangeOccurrence change_occurrence(
            tenant: &Tenant, id: OccurrenceId, change: &OccurrenceChange, by: &By, now: Timestamp
        ) -> Occurrence;
        Occurrences occurrences(tenant: &Tenant, filter: &OccurrenceFilter, page: &Page) -> ListPage<Occurrence>;
        Occurrence occurrence(tenant: &Tenant, id: OccurrenceId) -> Option<(Occurrence, Vec<Attempt>)>;
        Recent recent(tenant: &Tenant, schedules: &[ScheduleUid], limit: usize) -> Vec<Vec<Occurrence>>;
        Planned planned(uid: ScheduleUid, after: Option<OccurrenceId>, limit: usize) -> Vec<Occurrence>;
        OpenOccurrences open_occurrences(
            uid: ScheduleUid, after: Option<OccurrenceId>, limit: usize
        ) -> Vec<Occurrence>;
        Overdue overdue(before: Timestamp, limit: usize) -> Vec<Occurrence>;
        Gaps gaps(key: &ScheduleKey, page: &Page) -> ListPage<Gap>;
        Prune prune(prune: &Prune) -> PruneResult;
        NextWakeup next_wakeup() -> NextWakeup;
    }
    Queue {
        Enqueue enqueue(items: Vec<NewWorkItem>, now: Timestamp) -> Vec<EnqueueResult>;
        ClaimWork claim_work(claim: &ClaimWork, now: Timestamp) -> Vec<WorkItem>;
        Extend extend(
            tenant: &Tenant, leases: &[WorkLease], lease_for: SignedDuration, now: Timestamp
        ) -> Vec<bool>;
        Finish finish(tenant: &Tenant, endings: Vec<(WorkLease, WorkEnding)>, now: Timestamp) -> Vec<bool>;
        WorkItem work_item(tenant: &Tenant, id: WorkItemId) -> Option<WorkItem>;
        WorkItems work_items(tenant: &Tenant, filter: &WorkFilter, page: &Page) -> ListPage<WorkItem>;
        ChangeDead change_dead(
            tenant: &Tenant, ids: &[WorkItemId], change: DeadItemChange, by: &By, now: Timestamp
        ) -> Vec<bool>;
    }
    Catalog {
        Put put(
            key: &DocumentKey, body: &Value, expect: ExpectedVersion, by: &By, now: Timestamp
        ) -> Document;
        Document document(key: &DocumentKey) -> Option<Document>;
        Documents documents(tenant: &Tenant, kind: DocumentKind, page: &Page) -> ListPage<Document>;
        Remove remove(key: &DocumentKey, expect: ExpectedVersion, by: &By, now: Timestamp) -> ();
    }
    Marks {
        MarkIfAbsent mark_if_absent(
            name: &MarkName, value: &str, ttl: SignedDuration, now: Timestamp
        ) -> Option<Mark>;
        ReplaceMark replace_mark(
            name: &MarkName, expected: Option<&str>, mark: Option<&Mark>, now: Timestamp
        ) -> bool;
        Mark mark(name: &MarkName, now: Timestamp) -> Option<Mark>;
        Count count(name: &MarkName, add: u32, window: SignedDuration, now: Timestamp) -> u64;
        Beat beat(node: &Node, lease_for: SignedDuration, now: Timestamp) -> ();
        Leave leave(node: &NodeId) -> ();
        Nodes nodes(now: Timestamp) -> Vec<Node>;
        Sweep sweep(limit: usize, now: Timestamp) -> usize;
    }
    Audit {
        Append append(tenant: &Tenant, entries: Vec<NewEntry>, now: Timestamp) -> Vec<AuditEntry>;
        Entries entries(tenant: &Tenant, page: &Page) -> ListPage<AuditEntry>;
        Verify verify(tenant: &Tenant) -> VerifyResult;
    }
    Store {
        Now now() -> Timestamp;
        Health health() -> Health;
        Restored restored() -> Option<StoreRollback>;
        Tell tell(news: &[String]) -> ();
    }
}
