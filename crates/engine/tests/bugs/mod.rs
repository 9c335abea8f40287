//! Planted bugs, which prove that the checks of the simulation and of the policy matrix find them.
//!
//! Every bug is a layer around a correct part: it changes the requests and the answers of a store, a dispatcher or a
//! clock, so that the part behind it behaves as if it had the bug. The code of the engine and of the stores contains no
//! bugs and no switches for them.
//!
//! - [`engine`] lies between a node, or a person, and its connection to the store. The observer of the simulation sees
//!   what a buggy engine sends, and not what a correct one would have sent.
//! - [`ledger`] lies between the connection and the rows. The observer sees the answers of a buggy store.

pub(crate) mod dispatching;
pub(crate) mod engine;
mod ledger;
mod planning;
mod requests;
mod running;

pub(crate) use ledger::buggy_store;

/// Planted bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bug {
    /// Leases are never renewed.
    NoHeartbeat,
    /// A settlement is not retried after its answer was lost.
    SettleNotRetried,
    /// A settlement is not retried after a full disk refused it.
    SettleForgottenWhenFull,
    /// After the clock was set back, nothing is claimed until the clock has caught up.
    ClockBackStalls,
    /// Every attempt has a different idempotency key.
    NewKeyPerAttempt,
    /// An occurrence leased ahead starts at its due time without a confirmation by the store.
    DispatchWithoutConfirm,
    /// An occurrence leased ahead starts immediately.
    StartBeforeDue,
    /// The overlap policy is applied to occurrences that are not due yet.
    OverlapJudgedAhead,
    /// The overlap policy applies among occurrences that were created together.
    CreatedTogetherSkipped,
    /// Overlap is judged per schedule, regardless of discriminators.
    DiscriminatorsIgnored,
    /// A run starts and continues although its lease has expired: the node overestimates its leases.
    LeaseOverestimated,
    /// On-time occurrences are planned from the old watermark, which repeats those that are in a gap.
    CatchUpPlansTwice,
    /// A plan that was cut off at its limit moves the watermark as if it were complete.
    TruncatedPlanCommitted,
    /// A gap also covers the occurrence that follows it.
    GapOffByOne,
    /// Occurrences that are planned ahead are recorded as missed.
    FutureMissed,
    /// Failed attempts are retried without limit.
    AttemptsNotCapped,
    /// Every retry counts as the first attempt.
    RetryNotCounted,
    /// A retry and a takeover forget the payload of the run.
    PayloadForgotten,
    /// A run starts although the confirmation refused it.
    PauseIgnored,
    /// A run continues although its lease could not be renewed.
    SelfFencingMissing,
    /// A node that drains keeps its leases.
    ReleaseOnDrainForgotten,
    /// The end of a run does not set the next due time.
    AfterCompletionNotRearmed,
    /// A schedule whose run was lost is not checked again.
    RecheckForgotten,
    /// A forward jump of the clock is trusted immediately.
    ClockJumpIgnored,
    /// Runs start regardless of their start delay.
    DeadlineIgnored,
    /// Attempts have no timeout.
    TimeoutIgnored,
    /// A panic ends the task of its run.
    PanicEscapes,
    /// An at-most-once run is released after it started.
    AtMostOnceReleased,
    /// An at-most-once run is retried after a timeout.
    AtMostOnceRetried,
    /// A run is not notified that it was canceled.
    CancelIgnored,
    /// More periods are planned than `max_runs` allows.
    MaxRunsIgnored,
    /// A pause ends as soon as its end is within the look-ahead.
    PauseEndsEarly,
    /// The end of a pause does not record a gap for it.
    PauseGapForgotten,
    /// A run starts although a hold covers it.
    HoldIgnored,
    /// If the holds cannot be read, runs start as if there were none.
    UnreadableHoldsIgnored,
    /// A node plans although a newer time zone database was used for planning.
    OldTzdbPlans,
    /// After a restore, fences continue from those in the restored copy.
    FencesReused,
    /// A late run of a schedule with calendars is always treated as too late.
    LatenessWithoutCalendars,
    /// An occurrence that is skipped before it starts counts as a run.
    SkippedRunCounted,
    /// A schedule is finished as soon as its last occurrence is planned.
    FinishedTooEarly,
    /// Saving a calendar does not replan the schedules that use it.
    CalendarNotFollowed,
    /// A backfill recognizes occurrences only by their key under the current definition.
    InstantRunTwice,
    /// A first run whose time has just passed is left out.
    PastFirstRunSkipped,
    /// If a gap is cut off at its limit, only the first part is recorded.
    TruncatedGapRecorded,
    /// A schedule shows the runs of a deleted schedule that had the same name.
    OldRunsShown,
    /// A schedule to be created paused is created active and paused afterwards.
    CreatedActive,
    /// Retention removes old rows that have not ended.
    OpenRowPruned,
    /// A hard stop does not release the leases of the runs it stops.
    HardStopKeepsLeases,
    /// An attempt treats the dedup mark of an earlier attempt of the same occurrence as a duplicate.
    OwnMarkNotRecognized,
    /// An edit during a store outage treats the old recurrence as ended.
    OutageForgetsGap,
    /// A settlement is accepted regardless of its fence.
    FenceNotChecked,
    /// An existing row is inserted again.
    NoUniqueKey,
    /// A plan is written regardless of the revision and watermark it was based on.
    PlanWithoutCompare,
    /// The watermark is moved in one step and the rows are written in another.
    PlanSplitInTwo,
    /// Leases use the clock of a node, which is ahead of the store's.
    LeaseByNodeClock,
    /// Leases are released before they expire.
    BlindReaper,
    /// A leased row may start regardless of the state of its schedule.
    ConfirmBlind,
    /// A settlement is acknowledged and not written.
    SettleLost,
    /// Gaps are not written.
    GapsForgotten,
    /// The overlap policy is ignored.
    OverlapIgnored,
    /// Any tenant that knows the number of a row can access it.
    TenantNotChecked,
}
