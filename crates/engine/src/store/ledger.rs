//! Schedules and their occurrences: the verbs that keep "nothing lost, nothing doubled".
//!
//! Every verb is one transaction and takes `now` from its caller. A batch is decided row by row, but written together.
//! All verbs may be repeated after an unknown outcome: each is conditional on a revision, a watermark, a key or a fence.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use crate::attempt::Attempt;
use crate::audit::By;
use crate::definition::Definition;
use crate::gap::{Gap, NewGap};
use crate::id::{Fence, NodeId, OccurrenceId, Revision, ScheduleId, ScheduleKey, ScheduleUid, Tenant};
use crate::moves::State;
use crate::occurrence::{NewOccurrence, Occurrence, Reason, Target, Trigger};
use crate::reason::{FailReason, SkipReason};
use crate::schedule::{RevisionRecord, Schedule, Source, Status};
use crate::store::error::StoreError;
use crate::store::page::{Page, Paged};
use crate::work_item::NewWorkItem;

/// What a change expects to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    /// Nothing yet.
    New,
    /// Whatever there is, or nothing.
    Any,
    /// Exactly this revision or version.
    Exactly(i64),
}

/// Makes a schedule, or gives it a new definition.
#[derive(Clone, Debug, PartialEq)]
pub struct SaveSchedule {
    /// Its name.
    pub key: ScheduleKey,
    /// What must be there before.
    pub expect: Expect,
    /// What it is from now on.
    pub definition: Definition,
    /// Where it comes from.
    pub source: Source,
    /// When planning must look at it first.
    pub next_due_at: Option<Timestamp>,
    /// For a new schedule, where planning begins. An edit leaves the watermark alone.
    pub watermark: Timestamp,
    /// What an edit does to the occurrences that are planned and not begun.
    pub replan: Option<Replan>,
    /// Who asks.
    pub by: By,
}

/// What an edit does to planned occurrences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replan {
    /// The watermark that the caller saw: had planning gone on since, its rows would be missing from `keep`.
    pub watermark: Timestamp,
    /// Those that still match keep their key and get these times. All others are skipped as superseded.
    pub keep: Vec<Kept>,
}

/// A planned occurrence that an edit keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its period.
    pub period_key: String,
    /// Which of several.
    pub discriminator: String,
    /// What the new rule says.
    pub nominal_at: Timestamp,
    /// Nominal and jitter.
    pub due_at: Timestamp,
}

/// Pauses, resumes, cancels or disables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeStatus {
    /// Which schedule.
    pub key: ScheduleKey,
    /// What must be there before; [`Expect::New`] finds nothing to change.
    pub expect: Expect,
    /// What it is from now on.
    pub to: Status,
    /// Why, or the error.
    pub text: Option<String>,
    /// When a pause ends by itself.
    pub until: Option<Timestamp>,
    /// When resuming: what was left out, the new watermark (it only rises) and when planning must look next.
    pub resume: Option<Resume>,
    /// Who asks.
    pub by: By,
}

/// Where planning goes on after a pause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resume {
    /// Slots of the pause, recorded as one gap.
    pub gap: Option<NewGap>,
    /// Everything up to here is dealt with.
    pub watermark: Timestamp,
    /// When planning must look next.
    pub next_due_at: Option<Timestamp>,
}

/// Which schedules are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScheduleFilter {
    /// In one of these; any but deleted when empty.
    pub statuses: Vec<Status>,
    /// With all of these labels.
    pub labels: Vec<(String, String)>,
    /// Whose name begins so.
    pub id_prefix: Option<String>,
}

/// What planning found for one schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Which schedule.
    pub uid: ScheduleUid,
    /// As it was when read; otherwise nothing of this plan is written.
    pub revision: Revision,
    /// As it was when read.
    pub watermark: Timestamp,
    /// The rows to insert.
    pub occurrences: Vec<NewOccurrence>,
    /// What is folded.
    pub gaps: Vec<NewGap>,
    /// Everything up to here is dealt with. Not before the old one.
    pub watermark_to: Timestamp,
    /// When planning must look next.
    pub next_due_at: Option<Timestamp>,
    /// Whether the rule has nothing left.
    pub is_finished: bool,
    /// The time zone database that was used.
    pub tzdb: String,
}

/// What came of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Planned {
    /// The schedule has moved on; so many rows were new, the others existed already.
    Done {
        /// How many rows were new.
        inserted: usize,
    },
    /// The schedule was changed or planned by someone else meanwhile. Nothing was written.
    Stale,
}

/// Occurrences a person asks for: a fire, a backfill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insert {
    /// Which schedule.
    pub key: ScheduleKey,
    /// The rows.
    pub occurrences: Vec<NewOccurrence>,
    /// The time zone database that was used.
    pub tzdb: String,
    /// Who asks.
    pub by: By,
}

/// What came of one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// It is there now.
    New(OccurrenceId),
    /// It was there before.
    Existing(OccurrenceId, State),
}

/// Asks for work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Who will do it.
    pub owner: NodeId,
    /// How long it may take until it must be renewed.
    pub lease_for: SignedDuration,
    /// How many at most.
    pub limit: usize,
    /// How far ahead of their time occurrences may be leased that have not begun and wait for no other. They may only begin
    /// after [`Ledger::confirm`].
    pub ahead_for: SignedDuration,
}

/// What a claim gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Claimed {
    /// Leased to the owner, in the order they are to begin.
    pub started: Vec<Occurrence>,
    /// Ended by the claim itself: skipped for overlap or a pause, failed for lost leases.
    pub ended: Vec<Occurrence>,
    /// Whether more may be ready.
    pub has_more: bool,
}

/// A worker's right to one occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lease {
    /// Which.
    pub id: OccurrenceId,
    /// The number it was given.
    pub fence: Fence,
}

/// Whether a leased occurrence may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmed {
    /// It may.
    Go,
    /// Its time has not come by the store's clock.
    Early(Timestamp),
    /// Its schedule no longer allows it: settle it as skipped for this reason.
    Stop(SkipReason),
    /// Someone else has it.
    LeaseLost,
}

/// What came of extending a lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renewed {
    /// It is held until then.
    Held {
        /// Whether the worker is asked to stop.
        cancel_requested: bool,
    },
    /// Someone else has it, or it has ended.
    LeaseLost,
}

/// How a run went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It was done.
    Generated {
        /// What it made.
        target: Option<Target>,
    },
    /// It was not run after all.
    Skipped {
        /// Why.
        reason: SkipReason,
        /// In words.
        message: Option<String>,
    },
    /// It failed for good.
    Failed {
        /// Why.
        reason: FailReason,
        /// In words.
        message: Option<String>,
    },
    /// It is to be tried again.
    Retry {
        /// When.
        at: Timestamp,
        /// What went wrong.
        message: Option<String>,
    },
}

impl Ending {
    /// The state it leads to.
    pub const fn state(&self) -> State {
        match self {
            Self::Generated { .. } => State::Generated,
            Self::Skipped { .. } => State::Skipped,
            Self::Failed { .. } => State::Failed,
            Self::Retry { .. } => State::Planned,
        }
    }

    /// Why.
    pub const fn reason(&self) -> Option<Reason> {
        match self {
            Self::Generated { .. } | Self::Retry { .. } => None,
            Self::Skipped { reason, .. } => Some(Reason::Skipped(*reason)),
            Self::Failed { reason, .. } => Some(Reason::Failed(*reason)),
        }
    }

    /// In words.
    pub fn message(&self) -> Option<&str> {
        match self {
            Self::Generated { .. } => None,
            Self::Skipped { message, .. } | Self::Failed { message, .. } | Self::Retry { message, .. } => {
                message.as_deref()
            }
        }
    }
}

/// What a worker says about one lease, and what follows from it in the same transaction.
#[derive(Clone, Debug, PartialEq)]
pub struct Settlement {
    /// Which, and with what right.
    pub lease: Lease,
    /// How it went.
    pub ending: Ending,
    /// Work to hand to a queue, if this settlement holds.
    pub enqueue: Vec<NewWorkItem>,
    /// When the schedule is due next, for rules that count from completion.
    pub next_due_at: Option<Timestamp>,
}

/// What came of a settlement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// It holds.
    Done,
    /// It held already: the same lease settled it so before.
    Already(State),
    /// Someone else has it; drop the work and do not retry.
    LeaseLost,
}

/// What a person does to one occurrence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OccurrenceChange {
    /// Opens it again: it is planned for now, or for its time if that has not come, with all its attempts before it.
    Reopen {
        /// [`Trigger::Retry`] or [`Trigger::Backfill`].
        trigger: Trigger,
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

/// What may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prune {
    /// Whose; everybody's when nobody is named.
    pub tenant: Option<Tenant>,
    /// Occurrences, gaps and work that ended before this.
    pub ended_before: Option<Timestamp>,
    /// All but the latest so many ended occurrences of each schedule. 0 is "off".
    pub keep_per_schedule: u32,
    /// How many occurrences at most in one go.
    pub limit: usize,
}

/// What went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Occurrences, with their attempts.
    pub occurrences: usize,
    /// Gaps.
    pub gaps: usize,
    /// Deleted schedules without a row left.
    pub schedules: usize,
    /// Ended work items.
    pub work_items: usize,
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

    /// The schedule of that name; none when it was deleted.
    async fn schedule(&self, key: &ScheduleKey) -> Result<Option<Schedule>, StoreError>;

    /// A tenant's schedules by their names, in order of id.
    async fn schedules(
        &self,
        tenant: &Tenant,
        filter: &ScheduleFilter,
        page: &Page,
    ) -> Result<Paged<Schedule>, StoreError>;

    /// Every change of a schedule, the latest first.
    async fn revisions(&self, key: &ScheduleKey, page: &Page) -> Result<Paged<RevisionRecord>, StoreError>;

    /// The definition that a revision had, whether or not the schedule still exists.
    async fn definition(&self, uid: ScheduleUid, revision: Revision) -> Result<Option<Definition>, StoreError>;

    /// Schedules that planning must look at until then, the earliest first, across tenants: the active ones that have
    /// something due, and paused ones whose pause ends by itself.
    async fn due_for_planning(&self, until: Timestamp, limit: usize) -> Result<Vec<Schedule>, StoreError>;

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

    /// Gives leases back unused: the attempt is not counted, the fence is raised, so that the old lease is worth nothing.
    /// Answers which were still held.
    async fn release(&self, leases: &[Lease], now: Timestamp) -> Result<Vec<bool>, StoreError>;

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

    /// What is planned and not begun of a schedule, by its number; for edits and previews.
    async fn planned(&self, uid: ScheduleUid, limit: usize) -> Result<Vec<Occurrence>, StoreError>;

    /// The gaps of a schedule, the latest first.
    async fn gaps(&self, key: &ScheduleKey, page: &Page) -> Result<Paged<Gap>, StoreError>;

    /// Removes old history. Nothing open is ever removed.
    async fn prune(&self, prune: &Prune) -> Result<Pruned, StoreError>;

    /// When something must be planned or claimed next.
    async fn next_wakeup(&self) -> Result<NextWakeup, StoreError>;
}
