//! Schedules and their occurrences: the verbs that keep "nothing lost, nothing doubled".
//!
//! Every verb is one transaction and takes `now` from its caller. A batch is decided row by row, but written together.
//! All verbs may be repeated after an unknown outcome: each is conditional on a revision, a watermark, a key or a fence.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use crate::attempt::Attempt;
use crate::audit::By;
use crate::gap::Gap;
use crate::id::{OccurrenceId, Revision, ScheduleId, ScheduleKey, ScheduleUid, Tenant};
use crate::moves::State;
use crate::occurrence::{Occurrence, Trigger};
use crate::schedule::{RevisionRecord, Schedule};
use crate::store::defined::Defined;
use crate::store::edit::{ChangeStatus, Expect, SaveSchedule, ScheduleCounts, ScheduleFilter};
use crate::store::error::StoreError;
use crate::store::lease::{Claim, Claimed, Confirmed, Lease, Release, Renewed, Settled, Settlement};
use crate::store::page::{Page, Paged};
use crate::store::plan::{Insert, Inserted, Plan, Planned};
use crate::store::prune::{Prune, Pruned};
use crate::store::unreadable::{Due, Listed, Unreadable};

/// What a person does to one occurrence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OccurrenceChange {
    /// Opens it again: it is planned for now, or for its time if that has not come, with all its attempts before it.
    Reopen {
        /// [`Trigger::Retry`] or [`Trigger::Backfill`].
        trigger: Trigger,
        /// Number of occurrences of the same backfill that may run at once beside other runs, see
        /// [`NewOccurrence::concurrency`](crate::occurrence::NewOccurrence::concurrency).
        concurrency: Option<u32>,
    },
    /// It will not run.
    Skip,
    /// If it runs, its worker is asked to stop; if not, it will not.
    Cancel,
}

/// Which occurrences are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OccurrenceFilter {
    /// Of this schedule, deleted ones of the same name included.
    pub schedule: Option<ScheduleId>,
    /// In one of these states.
    pub states: Vec<State>,
    /// For one of these reasons, by their text.
    pub reasons: Vec<String>,
    /// Due from then on, by nominal time.
    pub from: Option<Timestamp>,
    /// Due before then.
    pub until: Option<Timestamp>,
    /// Of schedules with this label.
    pub label: Option<(String, String)>,
}

/// When a node must wake.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NextWakeup {
    /// The first schedule to plan.
    pub plan_at: Option<Timestamp>,
    /// The first occurrence to claim, due or with a lease that runs out.
    pub claim_at: Option<Timestamp>,
}

/// Schedules and occurrences.
#[async_trait]
pub trait Ledger: Send + Sync {
    /// Makes a schedule or gives it a new definition, its revision one higher, with its audit entry.
    ///
    /// A definition that is the same as the one stored changes nothing and adds no revision. An edit keeps the status,
    /// except that a finished or disabled schedule becomes active again.
    async fn save(&self, save: SaveSchedule, now: Timestamp) -> Result<Schedule, StoreError>;

    /// Pauses, resumes, cancels or disables, the revision one higher, with its audit entry.
    ///
    /// Canceling skips what is planned and not begun, and asks what runs to stop.
    async fn change_status(&self, change: ChangeStatus, now: Timestamp) -> Result<Schedule, StoreError>;

    /// Removes the definition; the ledger stays. What is planned and not begun is skipped, what runs is asked to stop.
    async fn delete(&self, key: &ScheduleKey, expect: Expect, by: &By, now: Timestamp) -> Result<(), StoreError>;

    /// Disables schedules that cannot be read, with the problem as their note: the revision one higher, with an audit entry
    /// each. Their definitions are not needed for it; an edit brings a new one and makes them active again. Answers which
    /// were as they had been found.
    async fn quarantine(&self, found: &[Unreadable], by: &By, now: Timestamp) -> Result<Vec<bool>, StoreError>;

    /// The schedule of that name; none when it was deleted. Of one that cannot be read, [`StoreError::Corrupt`].
    async fn schedule(&self, key: &ScheduleKey) -> Result<Option<Schedule>, StoreError>;

    /// A tenant's schedules by their names, in order of id. A page looks at so many of them as the filter lets it: it may have fewer rows
    /// than asked for, even none, and still name a next page. One that cannot be read has its place too, with what is known of
    /// it; by what its definition says it is found only where that can still be made out.
    async fn schedules(
        &self,
        tenant: &Tenant,
        filter: &ScheduleFilter,
        page: &Page,
    ) -> Result<Paged<Listed>, StoreError>;

    /// How many schedules a tenant has in each status. Counting ends with the first that is over the limit.
    async fn count_schedules(&self, tenant: &Tenant, limit: usize) -> Result<ScheduleCounts, StoreError>;

    /// Every change of a schedule, the latest first.
    async fn revisions(&self, key: &ScheduleKey, page: &Page) -> Result<Paged<RevisionRecord>, StoreError>;

    /// The definitions that revisions had, whether or not their schedules still exist, in the order asked. One that is not
    /// there or cannot be read is that item's answer and takes nothing from the others.
    async fn definitions(&self, wanted: &[(ScheduleUid, Revision)]) -> Result<Vec<Defined>, StoreError>;

    /// Schedules that planning must look at until then, the earliest first, across tenants: the active ones that have
    /// something due, and paused ones whose pause ends by itself.
    async fn due_for_planning(&self, until: Timestamp, limit: usize) -> Result<Due, StoreError>;

    /// All schedules but deleted ones, across tenants, in the order of their identities, after one of them. Fewer than
    /// `limit` are the last. One that cannot be read has its place too.
    async fn scan(&self, after: Option<ScheduleUid>, limit: usize) -> Result<Vec<Listed>, StoreError>;

    /// Inserts the planned rows and gaps of each schedule and moves its watermark, in one transaction, if its revision
    /// and watermark are as they were. A row that exists is left as it is and not counted.
    async fn plan(&self, plans: Vec<Plan>, now: Timestamp) -> Result<Vec<Planned>, StoreError>;

    /// Inserts rows that a person asked for. It moves no schedule. One audit entry for all of them.
    async fn insert(&self, insert: Insert, now: Timestamp) -> Result<Vec<Inserted>, StoreError>;

    /// Leases ready occurrences: due ones, and those whose lease ran out.
    ///
    /// Each of the `n` tenants that have some ready gets a fair share of `limit`, `max(1, limit / n)` rounded up, its
    /// occurrences by priority, then by the time they were ready, then by number; the first of each tenant come before
    /// the second of each, ties by time and number. The attempt is counted, the fence raised. What must not run ends
    /// here, see [`admission`](crate::ledger::admission).
    async fn claim(&self, claim: &Claim, now: Timestamp) -> Result<Claimed, StoreError>;

    /// Whether leased occurrences may begin now. It changes nothing.
    async fn confirm(&self, leases: &[Lease], now: Timestamp) -> Result<Vec<Confirmed>, StoreError>;

    /// Extends leases to `lease_for` from now.
    async fn renew(
        &self,
        leases: &[Lease],
        lease_for: SignedDuration,
        now: Timestamp,
    ) -> Result<Vec<Renewed>, StoreError>;

    /// Records how runs went, with what follows from it: counters, attempts, work for queues, waiting occurrences.
    async fn settle(&self, settlements: Vec<Settlement>, now: Timestamp) -> Result<Vec<Settled>, StoreError>;

    /// Gives leases back unused, to be ready again at once or at a time: the attempt is not counted, the fence is raised, so
    /// that the old lease is worth nothing. Answers which were still held.
    async fn release(&self, releases: &[Release], now: Timestamp) -> Result<Vec<bool>, StoreError>;

    /// What a person does to one occurrence, with its audit entry.
    async fn change_occurrence(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
        change: &OccurrenceChange,
        by: &By,
        now: Timestamp,
    ) -> Result<Occurrence, StoreError>;

    /// A tenant's occurrences, the latest number first.
    async fn occurrences(
        &self,
        tenant: &Tenant,
        filter: &OccurrenceFilter,
        page: &Page,
    ) -> Result<Paged<Occurrence>, StoreError>;

    /// One occurrence with its attempts, the first attempt first.
    async fn occurrence(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
    ) -> Result<Option<(Occurrence, Vec<Attempt>)>, StoreError>;

    /// What ended last of each of these schedules, in the order in which they are named: no more than so many of each, the
    /// latest number first. A store may look only so far back in a long ledger, and then has fewer.
    async fn recent(
        &self,
        tenant: &Tenant,
        schedules: &[ScheduleUid],
        limit: usize,
    ) -> Result<Vec<Vec<Occurrence>>, StoreError>;

    /// What is planned and not begun of a schedule, by its number; for edits and previews.
    async fn planned(&self, uid: ScheduleUid, limit: usize) -> Result<Vec<Occurrence>, StoreError>;

    /// Occurrences across tenants that were due before then and that nobody runs, the earliest first: those that have not
    /// begun, and those that wait for another attempt.
    async fn overdue(&self, before: Timestamp, limit: usize) -> Result<Vec<Occurrence>, StoreError>;

    /// The gaps of a schedule, the latest first.
    async fn gaps(&self, key: &ScheduleKey, page: &Page) -> Result<Paged<Gap>, StoreError>;

    /// Makes one step of retention and says whether more is left. Nothing open is ever removed. A step costs about the same
    /// however long the history is: it looks at a bounded part and remembers in memory how far it came, so that steps
    /// made one after the other are a pass over everything that is past retention.
    async fn prune(&self, prune: &Prune) -> Result<Pruned, StoreError>;

    /// When something must be planned or claimed next.
    async fn next_wakeup(&self) -> Result<NextWakeup, StoreError>;
}
