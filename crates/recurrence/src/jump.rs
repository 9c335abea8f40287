//! How far around an excluded occurrence everything is excluded, as far as the patterns of rules tell.
//!
//! Each answer lies within one stretch of constant offset. What a gap moved is looked at as the wall would have shown it
//! had the offset not changed.

use crate::leaf::Leaf;
use crate::node::Budget;
use crate::resolve::{self, SeamGap, SeamPolicy, Span};
use crate::rrule::{Cover, Main, Pattern, RULES_MAX, Way};
use crate::without::{RuleSearch, Without};
use crate::zone::Segment;

/// From one occurrence of the main rule onwards or backwards.
pub(crate) struct Jump<'a> {
    pub(crate) without: &'a Without,
    pub(crate) leaves: &'a [Leaf],
    pub(crate) at: i64,
    pub(crate) way: Way,
}

/// A part of a stretch, and how the times of rules are read there.
struct View<'a> {
    main: Main<'a>,
    segment: Segment,
    span: Span,
    reading: Reading,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// As the wall shows them.
    Shown,
    /// The same, where the occurrence may be one that the gap moved.
    ShownBesideMoved,
    /// With the offset before the gap that swallowed them.
    Moved,
}

impl Jump<'_> {
    /// The farthest instant up to which nothing is left; none when the occurrence itself is, or no pattern tells.
    pub(crate) fn farthest(&self, budget: &mut Budget) -> Option<i64> {
        let leaf = &self.leaves[usize::from(self.without.main)];
        let segment = leaf.zone.segment(self.at);
        match RuleSearch::of(leaf)? {
            RuleSearch::Grid(search) => {
                let span = (segment.from, segment.until - 1);
                let shown = View { main: Main::grid(search), segment, span, reading: Reading::Shown };
                self.covered(&shown, budget).or_else(|| {
                    let policy = self.without.rules(self.leaves).find_map(RuleSearch::policy)?;
                    self.covered(&self.moved(Main::unknown(), &segment, policy)?, budget)
                })
            }
            RuleSearch::Day(search, policy) => {
                let main = Main::day(search, leaf.rolls());
                let moved_to = resolve::moved_to(&segment, policy);
                if !(moved_to.0..=moved_to.1).contains(&self.at) {
                    let span = (segment.from.max(moved_to.1 + 1), segment.until - 1);
                    return self.covered(&View { main, segment, span, reading: Reading::Shown }, budget);
                }
                // Here the rule has what the wall shows and what the gap swallowed, both of which must be excluded.
                let moved = self.moved(main, &segment, policy)?;
                let shown = |main| View { main, segment, span: moved_to, reading: Reading::ShownBesideMoved };
                self.covered(&moved, budget)
                    .and_then(|end| Some(self.nearer(end, self.covered(&shown(main), budget)?)))
                    .or_else(|| self.covered(&shown(Main::twice(search, segment.offset - segment.before)), budget))
            }
        }
    }

    fn nearer(&self, a: i64, b: i64) -> i64 {
        match self.way {
            Way::Forward => a.min(b),
            Way::Backward => a.max(b),
        }
    }

    /// Where the gap before the stretch moved each time by its width, if the occurrence is there.
    fn moved<'m>(&self, main: Main<'m>, segment: &Segment, policy: SeamPolicy) -> Option<View<'m>> {
        let span = resolve::moved_to(segment, policy);
        let is_here = policy.gap == SeamGap::SameOffset && (span.0..=span.1).contains(&self.at);
        let segment = Segment { from: span.0, until: span.1 + 1, offset: segment.before, ..*segment };
        is_here.then_some(View { main, segment, span, reading: Reading::Moved })
    }

    fn covered(&self, view: &View<'_>, budget: &mut Budget) -> Option<i64> {
        let mut patterns = [Pattern::EMPTY; RULES_MAX];
        let (mut len, mut wide) = (0, 0);
        for pattern in self.without.rules(self.leaves).filter_map(|rule| self.pattern(rule, view)) {
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
        let rules = self.without.exrules.len();
        // What holds for an hour or a minute alone would end the run there, so it is asked only when it is needed.
        cover.farthest(self.at, wide, || budget.spend_look(rules)).or_else(|| {
            let all = (1 << len) - 1;
            if all == wide { None } else { cover.farthest(self.at, all, || budget.spend_look(rules)) }
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
            // Elapsed time is not moved.
            (RuleSearch::Grid(_), Reading::Moved) => None,
        }
    }
}
