//! The least time between two consecutive occurrences, over the whole pattern and without a "now".
//!
//! `pattern` knows how near the occurrences of one part come to each other where no offset changes, `cross` how near
//! those of two parts come, and `seams` looks at what really happens around every change of offset and every single
//! instant. The least of all is the answer.
//!
//! Invariant: the answer is never more than the truth, so a limit on it cannot be passed by luck. It is the truth itself
//! for rules of one part and for nearly all unions in one zone. It may be less for `all`, for fires that roll to business
//! days, for parts in different zones that do not fire every day, and for rules that end so soon, or start so late, that
//! their nearest pair is outside. A rule that ends after a few occurrences is simply walked.

mod cross;
mod pattern;
mod seams;
#[cfg(test)]
mod tests;

use crate::leaf::Leaf;
use crate::length::Length;
use crate::node::Node;
use crate::rule::Rule;
use crate::zone::INSTANT_MIN;

/// A rule with an end is walked when it has no more occurrences than this.
const WALK_MAX: usize = 1_000;
/// The same for intersections, where each step may be a long search.
const WALK_ALL_MAX: usize = 50;
/// Searches in single leaves before the survey stops and answers one second, the least there is. A rule of one part
/// needs about a thousand.
const SEARCHES_MAX: u32 = 50_000;
/// Days at which the parts of a union are compared before their times alone decide. The calendar's whole cycle of 400
/// years has 4,800 months; a rule for every other week needs two of them.
const MEETINGS_MAX: u32 = 10_000;

/// Occurrences are on whole seconds, so nothing is nearer than this.
const LEAST: i64 = 1;

impl Rule {
    /// The least time between two consecutive occurrences over the whole pattern, for limits on how often something
    /// may run; none when there are never two. An `after_completion` rule has its delay.
    ///
    /// It does not depend on when it is asked. Changes of offset count: a fire that a gap moves may come near its
    /// neighbour, and a repeated hour may fire twice. What cannot be known exactly is answered with less, never more.
    ///
    /// ```
    /// use refrain_recurrence::Rule;
    ///
    /// let rule = Rule::cron("0,55 9 * * *", "UTC")?;
    /// assert_eq!(rule.min_gap().unwrap().to_string(), "55m");
    /// // The clock goes from 01:59 to 03:00 in spring.
    /// let rule = Rule::cron("0 1,3 * * *", "America/New_York")?;
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
        let mut survey = Survey { rule: self, searches_left: SEARCHES_MAX, meetings_left: MEETINGS_MAX };
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
    /// Every occurrence was seen.
    Whole(Option<i64>),
    Unfinished,
}

/// One question about one rule, with a limit on what it may cost.
struct Survey<'a> {
    rule: &'a Rule,
    searches_left: u32,
    meetings_left: u32,
}

impl<'a> Survey<'a> {
    /// Leaves whose union holds every occurrence of the node. It is the node itself but for intersections, which are
    /// within each of their parts: the sparsest stands for them.
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
            Node::Without(without) => vec![&self.rule.leaves[usize::from(without.main)]],
            Node::Nothing => Vec::new(),
        }
    }

    /// The least distance within the union of the parts.
    fn gap_of(&mut self, parts: &[&Leaf]) -> Option<i64> {
        // A part that never fires is slow to ask, so it is asked once.
        let firing: Vec<&Leaf> = parts.iter().copied().filter(|leaf| leaf.at_or_after(INSTANT_MIN).is_some()).collect();
        let parts = firing.as_slice();
        let mut least = parts.iter().filter_map(|leaf| pattern::min_gap(leaf)).min();
        least = self.across(parts, least);
        self.at_seams(parts, least)
    }

    /// Takes so many searches from what is left; answers whether there were enough.
    fn spend(&mut self, searches: usize) -> bool {
        let cost = u32::try_from(searches).unwrap_or(u32::MAX);
        let enough = cost <= self.searches_left;
        self.searches_left = self.searches_left.saturating_sub(cost);
        enough
    }
}

fn has_intersection(node: &Node) -> bool {
    match node {
        Node::Leaf(_) | Node::Without(_) | Node::Nothing => false,
        Node::All(_) => true,
        Node::Any(nodes) => nodes.iter().any(has_intersection),
    }
}

fn lesser(a: Option<i64>, b: Option<i64>) -> Option<i64> {
    a.into_iter().chain(b).min()
}
