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
}

#[cfg(feature = "planted")]
mod switch {
    use std::cell::Cell;

    use super::Bug;

    thread_local! {
        static PLANTED: Cell<Option<Bug>> = const { Cell::new(None) };
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
}

pub use switch::is;
#[cfg(feature = "planted")]
pub use switch::plant;
