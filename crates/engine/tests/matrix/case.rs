//! One cell of the matrix: a value for each dimension.

use std::fmt;

use refrain::model::{CatchUpPolicy, Delivery, Overlap, Trigger};

/// How a pause ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// No pause.
    None,
    /// Occurrences due during the pause are skipped.
    ResumeNow,
    /// The catch-up policy decides about occurrences due during the pause.
    ResumeCatchUp,
}

/// What ends the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    None,
    MaxRuns,
    EndsAt,
}

/// The settings of one schedule, and the event in the middle of its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    pub(crate) overlap: Overlap,
    pub(crate) catch_up: CatchUpPolicy,
    /// Event in the middle: nothing, an outage, manual runs, a backfill, or a failed occurrence that is reopened.
    pub(crate) trigger: Trigger,
    pub(crate) has_discriminators: bool,
    pub(crate) pause: Pause,
    pub(crate) bound: Bound,
    pub(crate) has_calendar: bool,
    pub(crate) has_jitter: bool,
    pub(crate) delivery: Delivery,
}

/// The index of a value for each dimension.
pub(crate) type Values = [usize; 9];
/// Number of values of each dimension, in the order of the fields of [`Case`].
pub(crate) const SIZES: Values = [5, 4, 5, 2, 3, 3, 2, 2, 2];

const OVERLAPS: [Overlap; 5] =
    [Overlap::Skip, Overlap::BufferOne, Overlap::BufferAll, Overlap::CancelOther, Overlap::AllowAll];
const CATCH_UPS: [CatchUpPolicy; 4] =
    [CatchUpPolicy::Latest, CatchUpPolicy::Skip, CatchUpPolicy::Earliest, CatchUpPolicy::All];
const PAUSES: [Pause; 3] = [Pause::None, Pause::ResumeNow, Pause::ResumeCatchUp];
const BOUNDS: [Bound; 3] = [Bound::None, Bound::MaxRuns, Bound::EndsAt];
const DELIVERIES: [Delivery; 2] = [Delivery::AtLeastOnce, Delivery::AtMostOnce];

impl Case {
    /// Returns the case with these values, given by index. Index 0 is the default of its dimension.
    pub(crate) fn of(values: Values) -> Self {
        let [overlap, catch_up, trigger, discriminators, pause, bound, calendar, jitter, delivery] = values;
        Self {
            overlap: OVERLAPS[overlap],
            catch_up: CATCH_UPS[catch_up],
            trigger: Trigger::ALL[trigger],
            has_discriminators: discriminators == 1,
            pause: PAUSES[pause],
            bound: BOUNDS[bound],
            has_calendar: calendar == 1,
            has_jitter: jitter == 1,
            delivery: DELIVERIES[delivery],
        }
    }

    /// Returns the discriminators of the schedule, or one empty discriminator if it has none.
    pub(crate) fn lanes(&self) -> &'static [&'static str] {
        if self.has_discriminators { &["a", "b", "c"] } else { &[""] }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { overlap, catch_up, trigger, pause, bound, has_calendar, has_jitter, delivery, .. } = self;
        let (overlap, trigger, lanes) = (overlap.as_str(), trigger.as_str(), self.lanes().len());
        write!(f, "overlap={overlap} catch_up={catch_up:?} trigger={trigger} lanes={lanes} pause={pause:?} ")?;
        write!(f, "bound={bound:?} calendar={has_calendar} jitter={has_jitter} delivery={delivery:?}")
    }
}
