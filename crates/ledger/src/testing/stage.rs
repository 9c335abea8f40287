//! The store under test, with the steps that most cases use. A step that fails fails the case.

use std::ops::Deref;
use std::sync::Arc;

use crate::model::{
    Attempt, AttemptOutcome, AuditEntry, Counters, Definition, Gap, NewOccurrence, Occurrence, OccurrenceId, Revision,
    RevisionRecord, Schedule, ScheduleKey, ScheduleUid, Status, Tenant, WorkItem,
};
use crate::store::{
    Claim, ClaimResult, Ending, NoDefinition, OccurrenceChange, OccurrenceFilter, Page, PlanResult, SettleResult,
    Store, StoreError, WorkFilter,
};
use crate::testing::everything::Everything;
use crate::testing::fixture::{acme, ann, at, change, claim, key, plan, save, settlement};
use crate::testing::subject::Subject;

/// More rows than any case creates.
const ALL: usize = 500;

/// A subject and the handle that the case works with. It dereferences to the store, so all store methods can be
/// called.
pub struct Stage<'a> {
    pub(crate) subject: &'a dyn Subject,
    pub(crate) store: Arc<dyn Store>,
}

impl Deref for Stage<'_> {
    type Target = dyn Store;

    fn deref(&self) -> &Self::Target {
        &*self.store
    }
}

impl<'a> Stage<'a> {
    pub(crate) fn new(subject: &'a dyn Subject) -> Self {
        Self { subject, store: subject.store() }
    }

    /// Saves a schedule of the default tenant of cases.
    pub(crate) async fn saved(&self, name: &str, definition: Definition) -> Schedule {
        self.saved_as(key(name), definition).await
    }

    pub(crate) async fn saved_as(&self, key: ScheduleKey, definition: Definition) -> Schedule {
        self.save(save(key, definition), at(0)).await.unwrap()
    }

    /// Saves a schedule and plans a row for each of these seconds.
    pub(crate) async fn with_rows(&self, name: &str, definition: Definition, dues: &[i64]) -> Schedule {
        self.with_rows_as(key(name), definition, dues).await
    }

    pub(crate) async fn with_rows_as(&self, key: ScheduleKey, definition: Definition, dues: &[i64]) -> Schedule {
        let schedule = self.saved_as(key, definition).await;
        let rows = dues.iter().map(|seconds| crate::testing::fixture::due(*seconds)).collect();
        self.plan_rows(&schedule, rows).await;
        self.schedule_of(&schedule.key).await
    }

    /// Plans rows of a schedule as it was read. All of them must be new.
    pub(crate) async fn plan_rows(&self, schedule: &Schedule, rows: Vec<NewOccurrence>) {
        let inserted = rows.len();
        let planned = self.plan(vec![plan(schedule, rows)], at(0)).await.unwrap();
        assert_eq!(planned, [PlanResult::Done { inserted }]);
    }

    /// Returns the current schedule.
    pub(crate) async fn schedule_of(&self, key: &ScheduleKey) -> Schedule {
        self.schedule(key).await.unwrap().unwrap()
    }

    /// Returns the definition of a revision.
    pub(crate) async fn defined(&self, uid: ScheduleUid, revision: Revision) -> Option<Definition> {
        match self.definitions(&[(uid, revision)]).await.unwrap().remove(0) {
            Ok(definition) => Some((*definition).clone()),
            Err(NoDefinition::Missing) => None,
            Err(problem @ NoDefinition::Damaged(_)) => panic!("{problem}"),
        }
    }

    pub(crate) async fn counters(&self, name: &str) -> Counters {
        self.schedule_of(&key(name)).await.counters
    }

    pub(crate) async fn moved_to(&self, name: &str, to: Status, now: i64) -> Schedule {
        self.change_status(change(&key(name), to), at(now)).await.unwrap()
    }

    pub(crate) async fn claimed(&self, owner: &str, limit: usize, now: i64) -> ClaimResult {
        self.claim(&claim(owner, limit), at(now)).await.unwrap()
    }

    /// Claims `ahead` seconds ahead of time.
    pub(crate) async fn claimed_ahead(&self, owner: &str, ahead: i64, now: i64) -> ClaimResult {
        let claim = Claim { ahead_for: crate::testing::fixture::seconds(ahead), ..claim(owner, 100) };
        self.claim(&claim, at(now)).await.unwrap()
    }

    /// Claims the only row that can be claimed.
    pub(crate) async fn started(&self, owner: &str, now: i64) -> Occurrence {
        let claimed = self.claimed(owner, 100, now).await;
        assert_eq!(claimed.started.len(), 1, "{claimed:?}");
        claimed.started.into_iter().next().unwrap()
    }

    pub(crate) async fn settled(&self, row: &Occurrence, ending: Ending, now: i64) -> SettleResult {
        self.settle(vec![settlement(row, ending)], at(now)).await.unwrap()[0]
    }

    /// Settles a run, and checks that the settlement was accepted.
    pub(crate) async fn ends(&self, row: &Occurrence, ending: Ending, now: i64) {
        assert!(self.settled(row, ending, now).await.is_recorded());
    }

    /// Changes a row as a person would.
    pub(crate) async fn by_hand(
        &self,
        id: OccurrenceId,
        change: OccurrenceChange,
        now: i64,
    ) -> Result<Occurrence, StoreError> {
        self.change_occurrence(&acme(), id, &change, &ann(), at(now)).await
    }

    /// Returns all rows of the default tenant of cases, oldest first.
    pub(crate) async fn rows(&self) -> Vec<Occurrence> {
        self.rows_of(&acme()).await
    }

    pub(crate) async fn rows_of(&self, tenant: &Tenant) -> Vec<Occurrence> {
        let page = self.occurrences(tenant, &OccurrenceFilter::default(), &Page::first(ALL)).await.unwrap();
        assert_eq!(page.next, None);
        page.rows.into_iter().rev().collect()
    }

    /// Returns the current row.
    pub(crate) async fn again(&self, row: &Occurrence) -> Occurrence {
        self.occurrence(&row.schedule.tenant, row.id).await.unwrap().unwrap().0
    }

    pub(crate) async fn attempts(&self, row: &Occurrence) -> Vec<Attempt> {
        self.occurrence(&row.schedule.tenant, row.id).await.unwrap().unwrap().1
    }

    /// Returns the outcomes of the attempts of a row, with their numbers.
    pub(crate) async fn outcomes(&self, row: &Occurrence) -> Vec<(u32, AttemptOutcome)> {
        self.attempts(row).await.iter().map(|attempt| (attempt.number, attempt.outcome)).collect()
    }

    pub(crate) async fn gaps_of(&self, name: &str) -> Vec<Gap> {
        self.gaps(&key(name), &Page::first(ALL)).await.unwrap().rows
    }

    pub(crate) async fn revisions_of(&self, name: &str) -> Vec<RevisionRecord> {
        self.revisions(&key(name), &Page::first(ALL)).await.unwrap().rows
    }

    pub(crate) async fn work(&self) -> Vec<WorkItem> {
        let page = self.work_items(&acme(), &WorkFilter::default(), &Page::first(ALL)).await.unwrap();
        page.rows.into_iter().rev().collect()
    }

    /// Returns the audit entries of the tenant, oldest first.
    pub(crate) async fn audit(&self) -> Vec<AuditEntry> {
        self.audit_of(&acme()).await
    }

    pub(crate) async fn audit_of(&self, tenant: &Tenant) -> Vec<AuditEntry> {
        self.entries(tenant, &Page::first(ALL)).await.unwrap().rows.into_iter().rev().collect()
    }

    /// Returns actions and objects of the audit entries, in order.
    pub(crate) async fn actions(&self) -> Vec<String> {
        self.audit().await.iter().map(|entry| format!("{} {}", entry.entry.action, entry.entry.object)).collect()
    }

    /// Returns everything that can be read from the tenants that cases use.
    pub(crate) async fn everything(&self) -> Everything {
        Everything::of(&*self.store).await
    }
}
