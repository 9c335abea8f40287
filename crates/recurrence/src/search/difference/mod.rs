//! One recurrence minus its exclusions: `EXRULE`s by their patterns, `EXDATE`s by runs computed at compile time.
//!
//! The search does not step over excluded occurrences one at a time. It continues after the farthest instant up to
//! which everything is excluded. Only where a rule has no pattern, as with most uses of `BYSETPOS`, single
//! occurrences are tested.

mod jump;
mod runs;

use super::budget::Budget;
use super::leaf::{Elapsed, Leaf, Search, Wall};
use crate::rrule::{DaySearch, Direction, GridSearch};
use crate::zone::{InstantMatch, TransitionPolicy, resolve};

use jump::Jump;

pub(crate) use runs::{Runs, instants};

#[derive(Clone, Debug)]
pub(crate) struct Difference {
    /// Index into the leaves of the recurrence, as are the following indexes. The leaf is an RFC 5545 rule or a
    /// list of dates.
    pub(crate) main: u16,
    /// Rules whose occurrences are excluded. Empty for a list of dates, whose exclusions are all in `runs`.
    pub(crate) exrules: Box<[u16]>,
    pub(crate) runs: Runs,
}

impl Difference {
    pub(crate) fn at_or_after(&self, leaves: &[Leaf], from: i64, budget: &mut Budget) -> Option<InstantMatch> {
        let mut from = from;
        loop {
            let found = self.query(leaves, from, budget, Leaf::at_or_after)?;
            let Some(end) = self.excluded_up_to(leaves, found.at, Direction::Forward, budget) else {
                return Some(found);
            };
            from = end + 1;
        }
    }

    pub(crate) fn at_or_before(&self, leaves: &[Leaf], from: i64, budget: &mut Budget) -> Option<InstantMatch> {
        let mut from = from;
        loop {
            let found = self.query(leaves, from, budget, Leaf::at_or_before)?;
            let Some(end) = self.excluded_up_to(leaves, found.at, Direction::Backward, budget) else {
                return Some(found);
            };
            from = end - 1;
        }
    }

    /// Returns the searches of the excluded rules.
    pub(crate) fn rules<'a>(&self, leaves: &'a [Leaf]) -> impl Iterator<Item = RuleSearch<'a>> {
        self.exrules.iter().filter_map(|index| RuleSearch::of(&leaves[usize::from(*index)]))
    }

    fn query(
        &self,
        leaves: &[Leaf],
        from: i64,
        budget: &mut Budget,
        query: impl Fn(&Leaf, i64) -> Option<InstantMatch>,
    ) -> Option<InstantMatch> {
        let main = &leaves[usize::from(self.main)];
        budget.spend_with_exrules(main, self.exrules.len())?;
        let found = query(main, from)?;
        // The occurrence may be the result whatever its search cost; the cost counts only against the next step.
        budget.drain(main.effort(from, found.at));
        Some(InstantMatch { leaf: self.main, ..found })
    }

    /// Returns the farthest known instant up to which every occurrence from `at` on is excluded, or `None` if the
    /// occurrence at `at` itself is not excluded.
    fn excluded_up_to(&self, leaves: &[Leaf], at: i64, way: Direction, budget: &mut Budget) -> Option<i64> {
        if let Some((first, last)) = self.runs.around(at) {
            return Some(if way == Direction::Forward { last } else { first });
        }
        if self.exrules.is_empty() {
            return None;
        }
        let far = Jump { difference: self, leaves, at, way }.farthest(budget);
        far.or_else(|| is_excluded(&self.exrules, leaves, at).then_some(at))
    }
}

/// Returns whether any of the rules has an occurrence at the instant.
pub(crate) fn is_excluded(exrules: &[u16], leaves: &[Leaf], at: i64) -> bool {
    exrules.iter().map(|index| &leaves[usize::from(*index)]).any(|leaf| {
        let segment = leaf.zone.segment(at);
        match RuleSearch::of(leaf) {
            Some(RuleSearch::Day(search, policy)) => resolve::has(search, &segment, policy, at),
            Some(RuleSearch::Grid(search)) => search.has(at, &segment.stretch()),
            None => false,
        }
    })
}

/// Search of an RFC 5545 rule, borrowed from its leaf.
#[derive(Clone, Copy)]
pub(crate) enum RuleSearch<'a> {
    Day(&'a DaySearch, TransitionPolicy),
    Grid(&'a GridSearch),
}

impl<'a> RuleSearch<'a> {
    pub(crate) fn of(leaf: &'a Leaf) -> Option<Self> {
        match &leaf.search {
            Search::Wall(Wall::Rrule(search), policy) => Some(Self::Day(search, *policy)),
            Search::Elapsed(Elapsed::Rrule(search)) => Some(Self::Grid(search)),
            Search::Wall(
                Wall::Cron(_) | Wall::EveryUnit(_) | Wall::Every(_) | Wall::Calendar(_) | Wall::Times(_),
                _,
            )
            | Search::Elapsed(Elapsed::Grid(_) | Elapsed::Pinned(_) | Elapsed::Instants(_)) => None,
        }
    }

    pub(crate) fn policy(self) -> Option<TransitionPolicy> {
        match self {
            Self::Day(_, policy) => Some(policy),
            Self::Grid(_) => None,
        }
    }
}
