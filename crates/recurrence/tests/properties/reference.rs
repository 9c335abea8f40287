//! Computes the expected occurrences by testing every single second.
//!
//! This is deliberately slow and simple: a predicate on the wall clock, and the policies written out from their
//! definitions.

use jiff::civil::DateTime;
use refrain_recurrence::{Fold, Gap};

use crate::wall::{Stretch, civil};

/// The policy at an offset change, with all defaults resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Policy {
    pub(crate) gap: Gap,
    pub(crate) fold: Fold,
}

impl Policy {
    /// Times that the wall clock skips are skipped, times that it repeats are repeated.
    pub(crate) const THROUGH: Self = Self { gap: Gap::Skip, fold: Fold::Both };
}

/// Returns every second of the segments at which the recurrence has an occurrence.
pub(crate) fn fires(stretches: &[Stretch], policy: Policy, matches: impl Fn(DateTime) -> bool) -> Vec<i64> {
    let mut fires = Vec::new();
    for stretch in stretches {
        for second in stretch.from..stretch.until {
            let shown = stretch.civil(second);
            if matches(shown) && pass_counts(stretch, second, policy.fold)
                || moved_here(stretch, second, policy.gap, &matches)
            {
                fires.push(second);
            }
        }
    }
    fires
}

/// Returns whether this pass of the time counts, in case the wall clock shows it twice.
fn pass_counts(stretch: &Stretch, second: i64, fold: Fold) -> bool {
    let shown = stretch.civil(second);
    // The time was already shown if the wall clock had passed it before being set back.
    let is_repeat = stretch.before.is_some_and(|before| shown < civil(before, stretch.from));
    let comes_again = stretch.after.is_some_and(|after| shown >= civil(after, stretch.until));
    match fold {
        Fold::First => !is_repeat,
        Fold::Last => !comes_again,
        Fold::Both => true,
    }
}

/// Returns whether a time inside the gap before this segment moves to this second.
fn moved_here(stretch: &Stretch, second: i64, gap: Gap, matches: &impl Fn(DateTime) -> bool) -> bool {
    let Some(before) = stretch.before.filter(|before| *before < stretch.offset) else { return false };
    let end = stretch.civil(stretch.from);
    match gap {
        Gap::Skip => false,
        Gap::SameOffset => {
            let meant = civil(before, second);
            meant < end && matches(meant)
        }
        Gap::NextValid => {
            let width = i64::from(stretch.offset.seconds() - before.seconds());
            let mut swallowed = (stretch.from..stretch.from + width).map(|second| civil(before, second));
            second == stretch.from && swallowed.any(|meant| meant.date() == end.date() && matches(meant))
        }
    }
}
