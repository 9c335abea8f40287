//! Schedules and their occurrences: the operations that guarantee that nothing is lost and nothing is duplicated.
//!
//! Every operation is one transaction and takes `now` from its caller. A batch is decided row by row, but written
//! together. Every operation may be repeated after an unknown outcome: each is conditional on a revision, a
//! watermark, a key or a fence.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use crate::ledger::{
    ChangeStatus, Claim, ClaimResult, ConfirmResult, DefinitionResult, DueSchedules, ExpectedVersion, Insert,
    InsertResult, Lease, ListPage, ListedSchedule, NextWakeup, OccurrenceChange, OccurrenceFilter, Page, Plan,
    PlanResult, Prune, PruneResult, Release, RenewResult, SaveSchedule, ScheduleCounts, ScheduleFilter, SettleResult,
    Settlement, StoreError, UnreadableSchedule,
};
use crate::model::{
    Attempt, By, Gap, Occurrence, OccurrenceId, Revision, RevisionRecord, Schedule, ScheduleKey, ScheduleUid, Tenant,
};

/// Schedules and occurrences.
#[async_trait]
pub trait Ledger: Send + Sync {
    /// Creates a schedule or replaces its definition. Increments the revision and writes the audit entry.
    ///
    /// A definition that equals the stored one changes nothing and adds no revision. An edit keeps the status,
    /// except that a finished or disabled schedule becomes active again.
    async fn save(&self, save: SaveSchedule, now: Timestamp) -> Result<Schedule, StoreError>;

    /// Pauses, resumes, cancels or disables a schedule. Increments the revision and writes the audit entry.
    ///
    /// Canceling skips the occurrences that are planned and not started, and asks running ones to stop.
    async fn change_status(&self, change: ChangeStatus, now: Timestamp) -> Result<Schedule, StoreError>;

    /// Deletes the definition; the ledger stays. Occurrences that are planned and not started are skipped, and
    /// running ones are asked to stop.
    async fn delete(
        &self,
        key: &ScheduleKey,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> Result<(), StoreError>;

    /// Disables schedules that cannot be read, with the problem as their note. Increments the revision and writes
    /// one audit entry for each. Their definitions are not needed; an edit supplies a new one and activates the
    /// schedule again.
    ///
    /// Returns for each schedule whether it was unchanged since it was found, and therefore disabled.
    async fn quarantine(&self, found: &[UnreadableSchedule], by: &By, now: Timestamp) -> Result<Vec<bool>, StoreError>;

    /// Returns the schedule with this key, or none if it was deleted. Fails with [`StoreError::Corrupt`] if the
    /// schedule cannot be read.
    async fn schedule(&self, key: &ScheduleKey) -> Result<Option<Schedule>, StoreError>;

    /// Returns a tenant's schedules, ordered by ID.
    ///
    /// A page examines only as many schedules as the filter allows. It may therefore have fewer rows than
    /// requested, even none, and still name a next page. A schedule that cannot be read is listed with its known
    /// fields. Filters on its definition match only as far as the definition can still be read.
    async fn schedules(
        &self,
        tenant: &Tenant,
        filter: &ScheduleFilter,
        page: &Page,
    ) -> Result<ListPage<ListedSchedule>, StoreError>;

    /// Returns the number of a tenant's schedules in each status. Counting stops at the first schedule above the
    /// limit.
    async fn count_schedules(&self, tenant: &Tenant, limit: usize) -> Result<ScheduleCounts, StoreError>;

    /// Returns every change of a schedule, the latest first.
    async fn revisions(&self, key: &ScheduleKey, page: &Page) -> Result<ListPage<RevisionRecord>, StoreError>;

    /// Returns the definitions of revisions, in the order requested, whether or not their schedules still exist.
    /// A definition that is missing or unreadable is the answer for that item and does not affect the others.
    async fn definitions(&self, wanted: &[(ScheduleUid, Revision)]) -> Result<Vec<DefinitionResult>, StoreError>;

    /// Returns the schedules that must be planned up to `until`, the earliest first, across tenants: active
    /// schedules that have something due, and paused schedules whose pause ends by itself.
    async fn due_for_planning(&self, until: Timestamp, limit: usize) -> Result<DueSchedules, StoreError>;

    /// Returns all schedules except deleted ones, across tenants, ordered by uid and starting after `after`.
    /// Fewer than `limit` schedules mean that the scan is complete. Schedules that cannot be read are included.
    async fn scan(&self, after: Option<ScheduleUid>, limit: usize) -> Result<Vec<ListedSchedule>, StoreError>;

    /// Inserts the planned rows and gaps of each schedule and advances its watermark, in one transaction, if its
    /// revision and watermark are unchanged. A row that exists stays as it is and is not counted, except one that an
    /// edit superseded before its first attempt: it is planned again.
    async fn plan(&self, plans: Vec<Plan>, now: Timestamp) -> Result<Vec<PlanResult>, StoreError>;

    /// Inserts rows that a person requested. It advances no schedule, and writes one audit entry for all rows. As
    /// in a plan, a superseded row of the same key is planned again.
    async fn insert(&self, insert: Insert, now: Timestamp) -> Result<Vec<InsertResult>, StoreError>;

    /// Leases ready occurrences: due ones, and those whose lease expired.
    ///
    /// Each of the `n` tenants with ready occurrences gets a fair share of `limit`: `max(1, limit / n)`, rounded
    /// up. The occurrences of a tenant are ordered by priority, then by the time at which they became ready, then
    /// by ID. The first of each tenant come before the second of each; ties are ordered by time and ID. The claim
    /// counts the attempt and raises the fence. It also settles occurrences that must not run, see
    /// [`admission`](crate::ledger::admission).
    async fn claim(&self, claim: &Claim, now: Timestamp) -> Result<ClaimResult, StoreError>;

    /// Returns whether leased occurrences may start now. It changes nothing.
    async fn confirm(&self, leases: &[Lease], now: Timestamp) -> Result<Vec<ConfirmResult>, StoreError>;

    /// Extends leases to `lease_for` from now.
    async fn renew(
        &self,
        leases: &[Lease],
        lease_for: SignedDuration,
        now: Timestamp,
    ) -> Result<Vec<RenewResult>, StoreError>;

    /// Records the results of runs and their consequences: counters, attempts, enqueued work items, and waiting
    /// occurrences.
    async fn settle(&self, settlements: Vec<Settlement>, now: Timestamp) -> Result<Vec<SettleResult>, StoreError>;

    /// Releases leases unused, to be ready again immediately or at a given time. The attempt is not counted. The
    /// fence is raised, so that the old lease is void. Returns which leases were still held.
    async fn release(&self, releases: &[Release], now: Timestamp) -> Result<Vec<bool>, StoreError>;

    /// Changes one occurrence on behalf of a person, and writes the audit entry.
    async fn change_occurrence(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
        change: &OccurrenceChange,
        by: &By,
        now: Timestamp,
    ) -> Result<Occurrence, StoreError>;

    /// Returns a tenant's occurrences, the highest ID first.
    async fn occurrences(
        &self,
        tenant: &Tenant,
        filter: &OccurrenceFilter,
        page: &Page,
    ) -> Result<ListPage<Occurrence>, StoreError>;

    /// Returns one occurrence with its attempts, the first attempt first.
    async fn occurrence(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
    ) -> Result<Option<(Occurrence, Vec<Attempt>)>, StoreError>;

    /// Returns the latest settled occurrences of each of these schedules: at most `limit` per schedule, the
    /// highest ID first, in the order of `schedules`. A store may search only a bounded part of a long ledger,
    /// and then returns fewer.
    async fn recent(
        &self,
        tenant: &Tenant,
        schedules: &[ScheduleUid],
        limit: usize,
    ) -> Result<Vec<Vec<Occurrence>>, StoreError>;

    /// Returns the occurrences of a schedule that are planned and not started, ordered by ID and starting after
    /// `after`. For edits and previews.
    async fn planned(
        &self,
        uid: ScheduleUid,
        after: Option<OccurrenceId>,
        limit: usize,
    ) -> Result<Vec<Occurrence>, StoreError>;

    /// Returns the open occurrences of a schedule, planned or running, ordered by ID and starting after `after`. Fewer
    /// than `limit` occurrences mean that there are no more. The cost does not depend on the history.
    async fn open_occurrences(
        &self,
        uid: ScheduleUid,
        after: Option<OccurrenceId>,
        limit: usize,
    ) -> Result<Vec<Occurrence>, StoreError>;

    /// Returns occurrences across tenants that were due before `before` and are not running, the earliest first:
    /// those that have not started, and those that wait for a retry.
    async fn overdue(&self, before: Timestamp, limit: usize) -> Result<Vec<Occurrence>, StoreError>;

    /// Returns the gaps of a schedule, the latest first.
    async fn gaps(&self, key: &ScheduleKey, page: &Page) -> Result<ListPage<Gap>, StoreError>;

    /// Performs one step of retention and reports whether more is left. Open occurrences are never removed.
    ///
    /// A step costs about the same however long the history is: it examines a bounded part and remembers its
    /// position in memory. Consecutive steps therefore pass over everything that is past retention.
    async fn prune(&self, prune: &Prune) -> Result<PruneResult, StoreError>;

    /// Returns the times at which something must be planned or claimed next.
    async fn next_wakeup(&self) -> Result<NextWakeup, StoreError>;
}
