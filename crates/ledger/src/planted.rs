//! Planted bugs: bugs that can be switched on, so that the simulation proves it would find them.
//!
//! Only the simulation enables the feature `planted`. Without it, every check is a constant `false` and
//! compiles to nothing.

/// Bug of the engine that the simulation must find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// Leases are never renewed.
    NoHeartbeat,
    /// A settlement is not retried after its answer was lost.
    SettleNotRetried,
    /// A settlement is not retried after a full disk refused it.
    SettleForgottenWhenFull,
    /// After the clock was set back, everything is delayed until the clock has caught up.
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
    /// A run starts although its lease has expired.
    StartWithoutLease,
    /// On-time occurrences are planned from the old watermark, which repeats those that were caught up.
    CatchUpPlansTwice,
    /// A plan that was cut off at its limit moves the watermark as if it were complete.
    TruncatedPlanCommitted,
    /// A gap also covers the occurrence that follows it.
    GapOffByOne,
    /// Failed attempts are retried without limit.
    AttemptsNotCapped,
    /// Every retry counts as the first attempt.
    RetryNotCounted,
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
    /// Resuming a schedule does not record a gap for the pause.
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
}

#[cfg(feature = "planted")]
mod switch {
    use std::cell::Cell;

    use super::Bug;

    thread_local! {
        static PLANTED: Cell<Option<Bug>> = const { Cell::new(None) };
        static GAP_COUNT_MAX: Cell<Option<u64>> = const { Cell::new(None) };
    }

    /// Returns the limit on occurrences per gap in this thread, if it differs from the default.
    pub fn gap_count_max() -> Option<u64> {
        GAP_COUNT_MAX.get()
    }

    /// Limits the number of occurrences per gap in this thread, so that a short simulation reaches the limit.
    pub fn limit_gaps(count_max: u64) {
        GAP_COUNT_MAX.set(Some(count_max));
    }

    /// Returns whether this bug is switched on in this thread.
    pub fn is(bug: Bug) -> bool {
        PLANTED.get() == Some(bug)
    }

    /// Switches on one bug in this thread, or none.
    pub fn plant(bug: Option<Bug>) {
        PLANTED.set(bug);
    }
}

#[cfg(not(feature = "planted"))]
mod switch {
    /// Always returns `false`.
    pub const fn is(_: super::Bug) -> bool {
        false
    }

    /// Always returns `None`: the default limit applies.
    pub const fn gap_count_max() -> Option<u64> {
        None
    }
}

pub use switch::{gap_count_max, is};
#[cfg(feature = "planted")]
pub use switch::{limit_gaps, plant};
