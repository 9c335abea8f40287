//! What a rule should answer, found by looking at every single second.
//!
//! It is slow and stupid on purpose: a predicate on the wall clock, and the policies spelt out from their definition.

use jiff::civil::DateTime;
use refrain_recurrence::{Fold, Gap};

use crate::wall::{Stretch, civil};

/// What a change of offset does, all defaults resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Policy {
    pub(crate) gap: Gap,
    pub(crate) fold: Fold,
}

impl Policy {
    /// What the wall skips is skipped, what it repeats is repeated.
    pub(crate) const THROUGH: Self = Self { gap: Gap::Skip, fold: Fold::Both };
}

/// Every second of the stretches at which the rule fires.
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

/// Whether this showing of the time is one that counts, should the wall show it twice.
fn pass_counts(stretch: &Stretch, second: i64, fold: Fold) -> bool {
    let shown = stretch.civil(second);
    // It was on the wall already when the wall had got further than this before it was set back.
    let is_repeat = stretch.before.is_some_and(|before| shown < civil(before, stretch.from));
    let comes_again = stretch.after.is_some_and(|after| shown >= civil(after, stretch.until));
    match fold {
        Fold::First => !is_repeat,
        Fold::Last => !comes_again,
        Fold::Both => true,
    }
}

/// Whether a time that the gap before this stretch swallowed fires at this second.
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
