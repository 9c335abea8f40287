//! Computes the minimum time between two consecutive occurrences, over the whole pattern and without a current time.
//!
//! `pattern` computes how close the occurrences of one part come to each other without offset changes, and `cross`
//! how close those of two parts come. `transitions` examines the actual occurrences around every offset
//! change and every single instant. The result is the minimum of all three.
//!
//! Invariant: the result is never larger than the true minimum, so no recurrence passes a limit by accident. It is
//! exact for recurrences of one part and for nearly all unions. It may be too small for `all`, for occurrences that
//! roll to business days, and for unions of an RRULE or an interval of elapsed time with other parts. It may also be
//! too small if bounds exclude the closest pair. A recurrence that ends after a few occurrences is simply walked.

mod cross;
mod pattern;
#[cfg(test)]
mod tests;
mod transitions;

use crate::compiled::CompiledRecurrence;
use crate::definition::Length;
use crate::search::{Leaf, Node};
use crate::zone::INSTANT_MIN;

/// Maximum number of occurrences of a bounded recurrence that is walked.
const WALK_MAX: usize = 1_000;
/// The same limit for intersections, where each step may be a long search.
const WALK_ALL_MAX: usize = 50;
/// Maximum number of searches in single leaves. Beyond it, the survey returns one second, the smallest possible
/// gap. A recurrence of one part needs about a thousand.
const SEARCHES_MAX: u32 = 50_000;
/// Maximum number of days at which the parts of a union are compared. Beyond it, only their times of day decide.
/// The whole calendar cycle of 400 years has 4,800 months, and a recurrence of every other week needs two cycles.
const COMPARISONS_MAX: u32 = 10_000;

/// Smallest possible gap: occurrences are on whole seconds.
const GAP_MIN: i64 = 1;

impl CompiledRecurrence {
    /// Returns the minimum time between two consecutive occurrences over the whole pattern, for limits on the run
    /// rate, or `None` if there are never two. For an `after_completion` recurrence, it is the delay.
    ///
    /// The result does not depend on the current time. Offset changes count: an occurrence that a gap moves may
    /// come close to the next one, and a repeated hour may have occurrences on both passes. If the exact value is
    /// unknown, the result is too small, never too large.
    ///
    /// ```
    /// use refrain_recurrence::CompiledRecurrence;
    ///
    /// let rule = CompiledRecurrence::cron("0,55 9 * * *", "UTC")?;
    /// assert_eq!(rule.min_gap().unwrap().to_string(), "55m");
    /// // In spring the clock goes from 01:59 to 03:00.
    /// let rule = CompiledRecurrence::cron("0 1,3 * * *", "America/New_York")?;
    /// assert_eq!(rule.min_gap().unwrap().to_string(), "1h");
    /// # Ok::<(), refrain_recurrence::Error>(())
    /// ```
    pub fn min_gap(&self) -> Option<Length> {
        if let Some(delay) = self.after_completion() {
            return Some(delay);
        }
        let least = match self.walked_gap() {
            Walk::Whole(least) => least,
            Walk::Unfinished => self.surveyed_gap(),
        };
        least.map(Length::from_seconds)
    }

    fn walked_gap(&self) -> Walk {
        let ends = self.ends < i64::MAX || self.leaves.iter().all(Leaf::is_list);
        let limit = match (ends, has_intersection(&self.node)) {
            (false, _) => return Walk::Unfinished,
            (true, false) => WALK_MAX,
            (true, true) => WALK_ALL_MAX,
        };
        let (mut from, mut previous, mut least) = (INSTANT_MIN, None, None);
        for _ in 0..limit {
            let Some(next) = self.at_or_after_second(from) else { return Walk::Whole(least) };
            let at = next.at.as_second();
            least = lesser(least, previous.map(|previous| at - previous));
            (from, previous) = (at + 1, Some(at));
        }
        Walk::Unfinished
    }

    fn surveyed_gap(&self) -> Option<i64> {
        let mut survey = Survey { rule: self, searches_left: SEARCHES_MAX, comparisons_left: COMPARISONS_MAX };
        let parts = survey.parts(&self.node);
        let regular = survey.gap_of(&parts);
        let after_first = self.first_run.and_then(|first| {
            let next = self.at_or_after_second(first.checked_add(1)?)?;
            Some(next.at.as_second() - first)
        });
        lesser(regular, after_first)
    }
}

enum Walk {
    /// Every occurrence was visited.
    Whole(Option<i64>),
    Unfinished,
}

/// The computation for one recurrence, with limits on its cost.
struct Survey<'a> {
    rule: &'a CompiledRecurrence,
    searches_left: u32,
    comparisons_left: u32,
}

impl<'a> Survey<'a> {
    /// Returns leaves whose union contains every occurrence of the node. That is the node itself, except for an
    /// intersection, which is contained in each of its parts: the sparsest part stands for it.
    fn parts(&mut self, node: &Node) -> Vec<&'a Leaf> {
        match node {
            Node::Leaf(index) => vec![&self.rule.leaves[usize::from(*index)]],
            Node::Any(nodes) => nodes.iter().flat_map(|node| self.parts(node)).collect(),
            Node::All(nodes) => {
                let parts = nodes.iter().map(|node| {
                    let parts = self.parts(node);
                    (self.gap_of(&parts).unwrap_or(i64::MAX), parts)
                });
                parts.max_by_key(|(gap, _)| *gap).map_or_else(Vec::new, |(_, parts)| parts)
            }
            Node::Difference(without) => vec![&self.rule.leaves[usize::from(without.main)]],
            Node::Nothing => Vec::new(),
        }
    }

    /// Returns the smallest distance within the union of the parts.
    fn gap_of(&mut self, parts: &[&Leaf]) -> Option<i64> {
        // A part without occurrences is slow to search, so it is removed up front.
        let firing: Vec<&Leaf> = parts.iter().copied().filter(|leaf| leaf.at_or_after(INSTANT_MIN).is_some()).collect();
        let parts = firing.as_slice();
        let mut least = parts.iter().filter_map(|leaf| pattern::min_gap(leaf)).min();
        least = self.across(parts, least);
        self.at_transitions(parts, least)
    }

    /// Deducts `searches` from the remaining budget. Returns whether there were enough.
    fn spend(&mut self, searches: usize) -> bool {
        let cost = u32::try_from(searches).unwrap_or(u32::MAX);
        let enough = cost <= self.searches_left;
        self.searches_left = self.searches_left.saturating_sub(cost);
        enough
    }
}

fn has_intersection(node: &Node) -> bool {
    match node {
        Node::Leaf(_) | Node::Difference(_) | Node::Nothing => false,
        Node::All(_) => true,
        Node::Any(nodes) => nodes.iter().any(has_intersection),
    }
}

fn lesser(a: Option<i64>, b: Option<i64>) -> Option<i64> {
    a.into_iter().chain(b).min()
}
