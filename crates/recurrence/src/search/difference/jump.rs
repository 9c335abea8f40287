//! Finds how far around an excluded occurrence everything is excluded, based on the patterns of the rules.
//!
//! Each result lies within one segment of constant offset. Occurrences that a gap moved are examined with the
//! wall-clock time they would have had if the offset had not changed.

use super::{Difference, RuleSearch};
use crate::rrule::{Cover, Direction, MainRule, Pattern, RULES_MAX};
use crate::search::{Budget, Leaf};
use crate::zone::resolve::Span;
use crate::zone::{GapPolicy, Segment, TransitionPolicy, resolve};

/// A search for the end of an excluded run, forward or backward from one occurrence of the main rule.
pub(crate) struct Jump<'a> {
    pub(crate) difference: &'a Difference,
    pub(crate) leaves: &'a [Leaf],
    pub(crate) at: i64,
    pub(crate) way: Direction,
}

/// A part of a segment, and how the times of rules are read in it.
struct View<'a> {
    main: MainRule<'a>,
    segment: Segment,
    span: Span,
    reading: Reading,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// As the wall clock shows them.
    Shown,
    /// As the wall clock shows them, where the occurrence may be one that the gap moved.
    ShownBesideMoved,
    /// With the offset from before the gap that they fall into.
    Moved,
}

impl Jump<'_> {
    /// Returns the farthest instant up to which everything is excluded. Returns `None` if the occurrence itself is
    /// not excluded, or if no pattern decides it.
    pub(crate) fn farthest(&self, budget: &mut Budget) -> Option<i64> {
        let leaf = &self.leaves[usize::from(self.difference.main)];
        let segment = leaf.zone.segment(self.at);
        match RuleSearch::of(leaf)? {
            RuleSearch::Grid(search) => {
                let span = (segment.from, segment.until - 1);
                let shown = View { main: MainRule::grid(search), segment, span, reading: Reading::Shown };
                self.covered(&shown, budget).or_else(|| {
                    let policy = self.difference.rules(self.leaves).find_map(RuleSearch::policy)?;
                    self.covered(&self.moved(MainRule::unknown(), &segment, policy)?, budget)
                })
            }
            RuleSearch::Day(search, policy) => {
                let main = MainRule::day(search, leaf.rolls());
                let moved_to = resolve::moved_to(&segment, policy);
                if !(moved_to.0..=moved_to.1).contains(&self.at) {
                    let span = (segment.from.max(moved_to.1 + 1), segment.until - 1);
                    return self.covered(&View { main, segment, span, reading: Reading::Shown }, budget);
                }
                // Here the rule has the times that the wall clock shows and the times inside the gap. Both must be
                // excluded.
                let moved = self.moved(main, &segment, policy)?;
                let shown = |main| View { main, segment, span: moved_to, reading: Reading::ShownBesideMoved };
                self.covered(&moved, budget)
                    .and_then(|end| Some(self.nearer(end, self.covered(&shown(main), budget)?)))
                    .or_else(|| self.covered(&shown(MainRule::twice(search, segment.offset - segment.before)), budget))
            }
        }
    }

    fn nearer(&self, a: i64, b: i64) -> i64 {
        match self.way {
            Direction::Forward => a.min(b),
            Direction::Backward => a.max(b),
        }
    }

    /// Returns the part of the segment into which the gap before it moved each time by its width, if the occurrence
    /// is there.
    fn moved<'m>(&self, main: MainRule<'m>, segment: &Segment, policy: TransitionPolicy) -> Option<View<'m>> {
        let span = resolve::moved_to(segment, policy);
        let is_here = policy.gap == GapPolicy::SameOffset && (span.0..=span.1).contains(&self.at);
        let segment = Segment { from: span.0, until: span.1 + 1, offset: segment.before, ..*segment };
        is_here.then_some(View { main, segment, span, reading: Reading::Moved })
    }

    fn covered(&self, view: &View<'_>, budget: &mut Budget) -> Option<i64> {
        let mut patterns = [Pattern::EMPTY; RULES_MAX];
        let (mut len, mut wide) = (0, 0);
        for pattern in self.difference.rules(self.leaves).filter_map(|rule| self.pattern(rule, view)) {
            wide |= u64::from(!pattern.is_local()) << len;
            patterns[len] = pattern;
            len += 1;
        }
        let stretch = view.segment.stretch();
        let cover = Cover {
            offset: stretch.offset,
            main: view.main.pattern(&stretch, view.span.0, view.span.1),
            excluded: &patterns[..len],
            way: self.way,
        };
        let rules = self.difference.exrules.len();
        // A pattern that holds for a single hour or minute would end the run there, so it is used only if necessary.
        cover.farthest(self.at, wide, || budget.spend_examination(rules)).or_else(|| {
            let all = (1 << len) - 1;
            if all == wide { None } else { cover.farthest(self.at, all, || budget.spend_examination(rules)) }
        })
    }

    fn pattern<'r>(&self, rule: RuleSearch<'r>, view: &View<'_>) -> Option<Pattern<'r>> {
        let stretch = view.segment.stretch();
        match (rule, view.reading) {
            (RuleSearch::Day(search, policy), Reading::Shown | Reading::ShownBesideMoved) => {
                search.excluded(&stretch, resolve::counted(&view.segment, policy), self.at)
            }
            (RuleSearch::Day(search, _), Reading::Moved) => search.excluded(&stretch, view.span, self.at),
            (RuleSearch::Grid(search), Reading::Shown) => search.excluded(&stretch, self.at, Some(&view.main)),
            (RuleSearch::Grid(search), Reading::ShownBesideMoved) => search.excluded(&stretch, self.at, None),
            // Elapsed time is not moved by a gap.
            (RuleSearch::Grid(_), Reading::Moved) => None,
        }
    }
}
