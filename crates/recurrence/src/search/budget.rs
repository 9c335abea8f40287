//! The limit on the work of one search.

use super::leaf::Leaf;
use crate::rrule::Direction;
use crate::zone::InstantMatch;

/// Cost in steps of querying any leaf, and of querying the most expensive one.
pub(super) const LEAF_COST: u32 = 3;
const LEAF_COST_MAX: u32 = 48;

/// Steps that one search may still take, each of about a tenth of a microsecond. A single leaf needs few steps.
/// Parts that almost never coincide, or of which nearly everything is excluded, use up the budget and return
/// nothing within a millisecond.
///
/// Inside an intersection, which queries the same leaves repeatedly, the budget also caches the last answer of each
/// leaf. A rule whose next occurrence is far away, or that has none, is then not searched again at each step.
pub(crate) struct Budget {
    pub(super) steps: u32,
    /// Cached answers by index of the leaf. `None` outside an intersection.
    answers: Option<Vec<Option<Answer>>>,
}

/// A leaf's result for a query from `from`. Every query between `from` and the result has the same result.
#[derive(Clone, Copy)]
struct Answer {
    from: i64,
    found: Option<InstantMatch>,
}

impl Answer {
    fn holds_for(&self, from: i64, way: Direction) -> bool {
        let found = self.found.map(|found| found.at);
        match way {
            Direction::Forward => self.from <= from && found.is_none_or(|found| from <= found),
            Direction::Backward => self.from >= from && found.is_none_or(|found| from >= found),
        }
    }
}

impl Budget {
    pub(super) const STEPS_MAX: u32 = 7_500;
    /// Computing runs of excluded dates may take longer than a query, but not forever.
    const COMPILING_STEPS_MAX: u32 = 200_000;

    pub(crate) fn new() -> Self {
        Self { steps: Self::STEPS_MAX, answers: None }
    }

    pub(crate) fn for_compiling() -> Self {
        Self { steps: Self::COMPILING_STEPS_MAX, answers: None }
    }

    /// Caches the last answer of each leaf from now on.
    #[inline]
    pub(super) fn cache_answers(&mut self) {
        self.answers.get_or_insert_default();
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.steps == 0
    }

    #[inline]
    pub(super) fn query(&mut self, index: u16, leaves: &[Leaf], from: i64, way: Direction) -> Option<InstantMatch> {
        let leaf = &leaves[usize::from(index)];
        if self.answers.is_some() {
            return self.query_cached(index, leaf, from, way);
        }
        self.spend(leaf)?;
        search(leaf, from, way).map(|found| InstantMatch { leaf: index, ..found })
    }

    /// Queries a leaf that may have been queried before, and deducts the cost of the search.
    fn query_cached(&mut self, index: u16, leaf: &Leaf, from: i64, way: Direction) -> Option<InstantMatch> {
        let slot = usize::from(index);
        let known = self.answers.as_ref().and_then(|answers| *answers.get(slot)?);
        if let Some(answer) = known.filter(|answer| answer.holds_for(from, way)) {
            self.take(1)?;
            return answer.found;
        }
        self.spend(leaf)?;
        let found = search(leaf, from, way).map(|found| InstantMatch { leaf: index, ..found });
        self.drain(match found {
            Some(found) => leaf.effort(from, found.at),
            None => leaf.effort_without_result(from, way),
        });
        if let Some(answers) = &mut self.answers {
            if answers.len() <= slot {
                answers.resize(slot + 1, None);
            }
            answers[slot] = Some(Answer { from, found });
        }
        found
    }

    /// Queries each node with an equal share of the remaining budget and deducts what they used. A node that finds
    /// nothing can therefore not use up the share of the others.
    pub(super) fn query_each<T>(
        &mut self,
        nodes: &[T],
        mut query: impl FnMut(&T, &mut Self) -> Option<InstantMatch>,
        is_better: impl Fn(&InstantMatch, &InstantMatch) -> bool,
    ) -> Option<InstantMatch> {
        if self.steps == 0 {
            return None;
        }
        let share = (self.steps / nodes.len().max(1) as u32).max(LEAF_COST_MAX);
        let mut best: Option<InstantMatch> = None;
        for node in nodes {
            let mut part = Self { steps: share, answers: self.answers.take() };
            let found = query(node, &mut part);
            self.steps = self.steps.saturating_sub(share - part.steps);
            self.answers = part.answers;
            // Of two matches at the same instant, the first is kept.
            if let Some(found) = found
                && best.is_none_or(|best| is_better(&found, &best))
            {
                best = Some(found);
            }
        }
        best
    }

    /// Deducts the cost of querying a leaf. A leaf behind a calendar takes several searches.
    fn spend(&mut self, leaf: &Leaf) -> Option<()> {
        self.take(if leaf.days_off.is_some() { LEAF_COST_MAX } else { LEAF_COST })
    }

    /// Deducts the cost of querying a leaf for a nearby occurrence and of testing it against `exrules` excluded rules.
    pub(crate) fn spend_with_exrules(&mut self, leaf: &Leaf, exrules: usize) -> Option<()> {
        let cost = if leaf.rolls() { 4 * LEAF_COST } else { LEAF_COST };
        self.take(cost + 1 + exrules as u32 / 2)
    }

    /// Deducts the cost of examining one year or day of `exrules` excluded rules. Returns whether the budget
    /// covered it.
    pub(crate) fn spend_examination(&mut self, exrules: usize) -> bool {
        self.take(2 + exrules as u32 / 8).is_some()
    }

    /// Deducts this number of steps, or all that are left.
    pub(crate) fn drain(&mut self, steps: u32) {
        self.steps = self.steps.saturating_sub(steps);
    }

    fn take(&mut self, steps: u32) -> Option<()> {
        let is_enough = steps <= self.steps;
        self.drain(steps);
        is_enough.then_some(())
    }
}

#[inline]
fn search(leaf: &Leaf, from: i64, way: Direction) -> Option<InstantMatch> {
    match way {
        Direction::Forward => leaf.at_or_after(from),
        Direction::Backward => leaf.at_or_before(from),
    }
}
