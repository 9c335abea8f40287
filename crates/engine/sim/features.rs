//! The features of the engine that a world can exercise, and the pairs that cannot meet on one schedule.
//!
//! A feature of the definition counts when an occurrence is sent under that definition. All other features
//! count when they act: a catch-up policy when it decides on missed occurrences, a throttle when it stops an
//! action, retention when it removes an occurrence.

use refrain::model::{CatchUpPolicy, Definition, Delivery, Overlap};
use refrain::recurrence::Recurrence;

/// Declares the features in order.
macro_rules! features {
    ($($name:ident,)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) enum Feature {
            $($name,)+
        }

        impl Feature {
            pub(crate) const ALL: &[Self] = &[$(Self::$name,)+];
        }
    };
}

features! {
    OverlapSkip,
    OverlapBufferOne,
    OverlapBufferAll,
    OverlapCancelOther,
    OverlapAllowAll,
    CatchUpLatest,
    CatchUpSkip,
    CatchUpEarliest,
    CatchUpAll,
    Discriminators,
    MaxRuns,
    EndsAt,
    Calendar,
    Jitter,
    AtMostOnce,
    AfterCompletion,
    Deadline,
    Timeout,
    Retry,
    ManualRun,
    Backfill,
    BackfillBeside,
    Generate,
    Reopen,
    RunPayload,
    Discard,
    Pause,
    Resume,
    Hold,
    CalendarEdit,
    ScheduleEdit,
    Recreation,
    Reload,
    Rule,
    Dedup,
    Throttle,
    Breaker,
    Retention,
    Restore,
    NodeKill,
    ClockJump,
}

impl Feature {
    fn bit(self) -> u64 {
        1 << (self as u32)
    }

    pub(crate) fn of_overlap(overlap: Overlap) -> Self {
        match overlap {
            Overlap::Skip => Self::OverlapSkip,
            Overlap::BufferOne => Self::OverlapBufferOne,
            Overlap::BufferAll => Self::OverlapBufferAll,
            Overlap::CancelOther => Self::OverlapCancelOther,
            Overlap::AllowAll => Self::OverlapAllowAll,
        }
    }

    pub(crate) fn of_catch_up(policy: CatchUpPolicy) -> Self {
        match policy {
            CatchUpPolicy::Latest => Self::CatchUpLatest,
            CatchUpPolicy::Skip => Self::CatchUpSkip,
            CatchUpPolicy::Earliest => Self::CatchUpEarliest,
            CatchUpPolicy::All => Self::CatchUpAll,
        }
    }

    /// Returns why a pair cannot meet on one schedule, or `None` if it can.
    pub(crate) fn excludes(self, other: Self) -> Option<&'static str> {
        IMPOSSIBLE
            .iter()
            .find(|(one, two, _)| (*one, *two) == (self, other) || (*one, *two) == (other, self))
            .map(|(_, _, reason)| *reason)
    }
}

/// Pairs that cannot meet on one schedule, each with the reason.
const IMPOSSIBLE: &[(Feature, Feature, &str)] = &[
    (Feature::AfterCompletion, Feature::CatchUpLatest, NOTHING_MISSED),
    (Feature::AfterCompletion, Feature::CatchUpSkip, NOTHING_MISSED),
    (Feature::AfterCompletion, Feature::CatchUpEarliest, NOTHING_MISSED),
    (Feature::AfterCompletion, Feature::CatchUpAll, NOTHING_MISSED),
    (Feature::AfterCompletion, Feature::Discriminators, NOT_USED),
    (Feature::AfterCompletion, Feature::Calendar, NOT_USED),
    (Feature::AfterCompletion, Feature::CalendarEdit, NOT_USED),
    (Feature::AfterCompletion, Feature::Jitter, NOT_USED),
];
const NOTHING_MISSED: &str = "the next run is due a delay after the last one ends, so none is ever missed";
const NOT_USED: &str = "an `after_completion` recurrence has no instants that this could apply to";

/// Set of features.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Features(u64);

impl Features {
    pub(crate) fn add(&mut self, feature: Feature) {
        self.0 |= feature.bit();
    }

    pub(crate) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn has(self, feature: Feature) -> bool {
        self.0 & feature.bit() != 0
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.iter().copied().filter(move |feature| self.has(*feature))
    }

    /// Returns the features of a definition.
    pub(crate) fn of(definition: &Definition) -> Self {
        let mut features = Self::default();
        features.add(Feature::of_overlap(definition.overlap));
        let spec = &definition.spec;
        let others = [
            (!definition.discriminators.is_empty(), Feature::Discriminators),
            (spec.max_runs.is_some(), Feature::MaxRuns),
            (spec.ends_at.is_some(), Feature::EndsAt),
            (!spec.calendars.is_empty(), Feature::Calendar),
            (spec.jitter.is_some(), Feature::Jitter),
            (definition.delivery == Delivery::AtMostOnce, Feature::AtMostOnce),
            (matches!(spec.recurrence, Recurrence::AfterCompletion(_)), Feature::AfterCompletion),
            (definition.start_deadline.is_some(), Feature::Deadline),
            (definition.timeout.is_some(), Feature::Timeout),
        ];
        others.into_iter().filter(|(has, _)| *has).for_each(|(_, feature)| features.add(feature));
        features
    }
}
