//! Bugs that can be switched on, so that the simulation can prove it would see them. Without the feature `planted`, which
//! nothing but the simulation asks for, every question is answered by a constant `false` and leaves no code behind.

/// A bug of the engine that the simulation must find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// Leases are never renewed.
    NoHeartbeat,
    /// A settlement whose answer was lost is not made again.
    SettleNotRetried,
    /// A settlement that a full disk refused is not made again.
    SettleForgottenWhenFull,
    /// A clock that goes back puts off everything until it has caught up.
    ClockBackStalls,
    /// Every attempt has an idempotency key of its own.
    NewKeyPerAttempt,
    /// What was leased ahead begins at its time without asking.
    DispatchWithoutConfirm,
    /// What was leased ahead begins at once.
    StartBeforeDue,
    /// What else runs is held against what is not due yet.
    OverlapJudgedAhead,
    /// Occurrences that were created together are judged against each other by the overlap policy.
    CreatedTogetherSkipped,
    /// Overlap is judged per schedule, whatever the discriminators.
    LanesIgnored,
    /// A run begins though its lease is over.
    StartWithoutLease,
    /// What is on time is planned from the old watermark, over what was caught up.
    CatchUpPlansTwice,
    /// A plan that holds only a part moves the watermark over the whole.
    CutForgotten,
    /// A gap covers the occurrence behind it too.
    GapOffByOne,
    /// Failed attempts follow each other without end.
    AttemptsNotCapped,
    /// An attempt that is to be made again is taken for the first.
    RetryNotCounted,
    /// What a confirmation stops begins nevertheless.
    PauseIgnored,
    /// A run goes on though its lease could not be renewed.
    SelfFencingMissing,
    /// A node that drains keeps its leases.
    ReleaseOnDrainForgotten,
    /// The end of a run does not say when the next is.
    AfterCompletionNotRearmed,
    /// A schedule whose run was lost is not looked at again.
    LookAgainForgotten,
    /// A clock that jumps ahead is believed.
    ClockJumpIgnored,
    /// Runs begin however late they are.
    DeadlineIgnored,
    /// Attempts take as long as they like.
    TimeoutIgnored,
    /// A panic ends the task of its run.
    PanicEscapes,
    /// A run that must not be sent twice is given back in the middle.
    AtMostOnceReleased,
    /// A run that must not be sent twice is tried again after a timeout.
    AtMostOnceRetried,
    /// A run that is asked to stop is not told.
    CancelIgnored,
    /// More periods are planned than may run.
    MaxRunsIgnored,
    /// A pause is over as soon as its end is in sight.
    PauseEndsEarly,
    /// A resume leaves no gap where the pause was.
    PauseGapForgotten,
    /// What is under a hold begins nevertheless.
    HoldIgnored,
    /// What holds there are could not be asked, so none is taken to be there.
    HoldsUnknownIgnored,
    /// A node plans though a newer time zone database has planned.
    OlderZonesPlan,
    /// Fences begin again where the restored copy ended.
    FencesReused,
    /// A run of a schedule with calendars that starts late is taken for too late.
    LatenessWithoutCalendars,
    /// An occurrence that is skipped before it starts counts as a run.
    SkippedRunCounted,
    /// A schedule is finished when its last occurrence is planned.
    FinishedTooEarly,
    /// A calendar is saved, and its schedules are left as they were.
    CalendarNotFollowed,
    /// A backfill knows occurrences only by the key that they have under the present definition.
    InstantRunTwice,
    /// A first run whose time has just passed is left out.
    JustPassedForgotten,
    /// Of a gap that is cut at the limit only the first part is recorded.
    CutGapForgotten,
    /// A schedule shows the runs of a deleted one that had its name.
    OldRunsShown,
    /// A schedule that is to be paused is created active and paused afterwards.
    CreatedActive,
    /// Retention removes what is old, whether it has ended or not.
    OpenRowPruned,
    /// A hard stop forgets the leases of the runs that it stops.
    HardStopKeepsLeases,
    /// An attempt takes the mark of the attempt before for that of another occurrence.
    OwnMarkNotKnown,
    /// An edit takes an outage of the store for the end of the old recurrence.
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

    /// The limit of a gap in this thread, unless it is the usual one.
    pub fn gap_count_max() -> Option<u64> {
        GAP_COUNT_MAX.get()
    }

    /// Limits gaps in this thread, so that a short time reaches the limit.
    pub fn limit_gaps(count_max: u64) {
        GAP_COUNT_MAX.set(Some(count_max));
    }

    /// Whether this bug is switched on in this thread.
    pub fn is(bug: Bug) -> bool {
        PLANTED.get() == Some(bug)
    }

    /// Switches one on in this thread, or all off.
    pub fn plant(bug: Option<Bug>) {
        PLANTED.set(bug);
    }
}

#[cfg(not(feature = "planted"))]
mod switch {
    /// Never.
    pub const fn is(_: super::Bug) -> bool {
        false
    }

    /// Always the usual one.
    pub const fn gap_count_max() -> Option<u64> {
        None
    }
}

pub use switch::{gap_count_max, is};
#[cfg(feature = "planted")]
pub use switch::{limit_gaps, plant};
