//! Policies at offset changes, in the detail that the seven cron dialects need.

use crate::definition::{Fold, Gap};

/// Behavior of a recurrence at offset transitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TransitionPolicy {
    pub(crate) gap: GapPolicy,
    pub(crate) fold: FoldPolicy,
}

/// Which pass of a repeated civil time has the occurrence. More detailed than the user's options, as for gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FoldPolicy {
    First,
    Last,
    Both,
    /// The last pass if the later offset is UTC or east of it, otherwise both passes.
    LastInEast,
}

impl FoldPolicy {
    /// Returns the meaning of the policy at a change to this offset.
    pub(crate) fn at(self, later_offset: i64) -> Fold {
        match self {
            Self::First => Fold::First,
            Self::Last => Fold::Last,
            Self::Both => Fold::Both,
            Self::LastInEast if later_offset >= 0 => Fold::Last,
            Self::LastInEast => Fold::Both,
        }
    }
}

impl From<Fold> for FoldPolicy {
    fn from(fold: Fold) -> Self {
        match fold {
            Fold::First => Self::First,
            Fold::Last => Self::Last,
            Fold::Both => Self::Both,
        }
    }
}

/// What happens to civil times inside a gap. More detailed than the user's options, because cron libraries differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GapPolicy {
    Skip,
    /// All of them become one occurrence at the end of the gap.
    End {
        across: AcrossMidnight,
        /// Whether the occurrence keeps the seconds field of the first skipped time.
        keeps_seconds: bool,
        /// Whether a search that starts exactly at the end of the gap, inclusive, finds the occurrence there.
        found_from_end: bool,
    },
    /// Each is later by the width of the gap.
    SameOffset,
}

/// Whether an occurrence may move to the end of a gap that is on a later date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AcrossMidnight {
    Never,
    /// If the later date has occurrences of its own and the gap is not a whole lost day.
    ToMatchingDate,
    Always,
}

impl GapPolicy {
    pub(crate) const NEXT_VALID: Self =
        Self::End { across: AcrossMidnight::Never, keeps_seconds: false, found_from_end: true };
    /// croner checks whether the date at the end of the gap matches.
    pub(crate) const GAP_END_ON_MATCHING_DATE: Self =
        Self::End { across: AcrossMidnight::ToMatchingDate, keeps_seconds: false, found_from_end: true };
    /// croniter steps out of the gap minute by minute.
    pub(crate) const GAP_END_KEEPING_SECONDS: Self =
        Self::End { across: AcrossMidnight::Always, keeps_seconds: true, found_from_end: true };
    /// Cronos searches civil time, where the end of the gap is later than the times inside it.
    pub(crate) const GAP_END_NOT_FOUND_FROM_END: Self =
        Self::End { across: AcrossMidnight::Always, keeps_seconds: false, found_from_end: false };
}

impl From<Gap> for GapPolicy {
    fn from(gap: Gap) -> Self {
        match gap {
            Gap::NextValid => Self::NEXT_VALID,
            Gap::Skip => Self::Skip,
            Gap::SameOffset => Self::SameOffset,
        }
    }
}

impl TransitionPolicy {
    /// Follows elapsed time: times that the wall clock skips are skipped, times that it repeats are repeated.
    pub(crate) const THROUGH: Self = Self { gap: GapPolicy::Skip, fold: FoldPolicy::Both };
}
