//! Combinations of leaves: unions and intersections of instants, and single leaves minus their exclusions.
//!
//! Every combination can be searched in both directions from any instant, within a budget. An instant shared by
//! several leaves is one occurrence and belongs to the first of those leaves.

use crate::leaf::Leaf;
use crate::resolve::InstantMatch;
use crate::rrule::Direction;
use crate::without::Difference;

#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// Index into the leaves of the recurrence.
    Leaf(u16),
    Any(Box<[Node]>),
    All(Box<[Node]>),
    /// The instants of one leaf minus those that its text excludes.
    Difference(Box<Difference>),
    Nothing,
}

/// Steps that one search may still take, each of about a tenth of a microsecond. A single leaf needs few steps.
/// Parts that almost never coincide, or of which nearly everything is excluded, use up the budget and return
/// nothing within a millisecond.
///
/// Inside an intersection, which queries the same leaves repeatedly, the budget also caches the last answer of each
/// leaf. A rule whose next occurrence is far away, or that has none, is then not searched again at each step.
pub(crate) struct Budget {
    steps: u32,
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
    const STEPS_MAX: u32 = 7_500;
    /// Computing runs of excluded dates may take longer than a query, but not forever.
    const COMPILING_STEPS_MAX: u32 = 200_000;

    pub(crate) fn new() -> Self {
        Self { steps: Self::STEPS_MAX, answers: None }
    }

    pub(crate) fn for_compiling() -> Self {
        Self { steps: Self::COMPILING_STEPS_MAX, answers: None }
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.steps == 0
    }

    #[inline]
    fn query(&mut self, index: u16, leaves: &[Leaf], from: i64, way: Direction) -> Option<InstantMatch> {
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
    fn query_each(
        &mut self,
        nodes: &[Node],
        mut query: impl FnMut(&Node, &mut Self) -> Option<InstantMatch>,
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

/// Cost in steps of querying any leaf, and of querying the most expensive one.
const LEAF_COST: u32 = 3;
const LEAF_COST_MAX: u32 = 48;

impl Node {
    #[inline]
    pub(crate) fn at_or_after(&self, leaves: &[Leaf], from: i64, budget: &mut Budget) -> Option<InstantMatch> {
        match self {
            Self::Leaf(index) => budget.query(*index, leaves, from, Direction::Forward),
            Self::Nothing => None,
            Self::Any(nodes) => {
                let query = |node: &Self, part: &mut Budget| node.at_or_after(leaves, from, part);
                budget.query_each(nodes, query, |found, best| found.at < best.at)
            }
            Self::All(nodes) => {
                budget.answers.get_or_insert_default();
                Self::first_common(nodes, from, |node, from| node.at_or_after(leaves, from, budget), i64::max)
            }
            Self::Difference(without) => without.at_or_after(leaves, from, budget),
        }
    }

    pub(crate) fn at_or_before(&self, leaves: &[Leaf], from: i64, budget: &mut Budget) -> Option<InstantMatch> {
        match self {
            Self::Leaf(index) => budget.query(*index, leaves, from, Direction::Backward),
            Self::Nothing => None,
            Self::Any(nodes) => {
                let query = |node: &Self, part: &mut Budget| node.at_or_before(leaves, from, part);
                budget.query_each(nodes, query, |found, best| found.at > best.at)
            }
            Self::All(nodes) => {
                budget.answers.get_or_insert_default();
                Self::first_common(nodes, from, |node, from| node.at_or_before(leaves, from, budget), i64::min)
            }
            Self::Difference(without) => without.at_or_before(leaves, from, budget),
        }
    }

    /// Returns the nearest instant that all nodes share. Each node in turn is queried from the farthest result so far.
    fn first_common(
        nodes: &[Self],
        from: i64,
        mut query: impl FnMut(&Self, i64) -> Option<InstantMatch>,
        farther: impl Fn(i64, i64) -> i64,
    ) -> Option<InstantMatch> {
        let mut at = from;
        loop {
            let mut first = None;
            let mut farthest = at;
            let mut agree = true;
            for node in nodes {
                let found = query(node, farthest)?;
                agree &= first.is_none() || found.at == farthest;
                farthest = farther(farthest, found.at);
                first = first.or(Some(found));
            }
            let first = first?;
            if agree && first.at == farthest {
                return Some(first);
            }
            at = farthest;
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use crate::rule::Rule;
    use crate::spec::Spec;
    use crate::{Context, Error};

    fn rule(recurrence: &str) -> Result<Rule, Error> {
        let text = format!(r#"{{"recurrence": {recurrence}, "timezone": "UTC"}}"#);
        Rule::compile(&serde_json::from_str::<Spec>(&text).unwrap(), &Context::default())
    }

    fn check(recurrence: &str, expected: &[&str]) {
        let from: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        let rule = rule(recurrence).unwrap();
        let given: Vec<String> = rule.iter_after(from).take(expected.len()).map(|next| next.at().to_string()).collect();
        assert_eq!(given, expected, "{recurrence}");
        for pair in given.windows(2) {
            let back = rule.prev_before(pair[1].parse().unwrap()).map(|previous| previous.at().to_string());
            assert_eq!(back.as_ref(), Some(&pair[0]), "{recurrence}");
        }
    }

    const NINE: &str = r#"{"kind": "cron", "expression": "0 9 * * *"}"#;
    const TEN: &str = r#"{"kind": "cron", "expression": "0 10 * * *"}"#;
    const MONDAYS: &str = r#"{"kind": "cron", "expression": "0 9,12 * * MON"}"#;

    #[test]
    fn a_union_has_each_instant_once() {
        check(
            &format!(r#"{{"kind": "any", "of": [{NINE}, {TEN}, {NINE}]}}"#),
            &["2026-01-01T09:00:00Z", "2026-01-01T10:00:00Z", "2026-01-02T09:00:00Z"],
        );
    }

    #[test]
    fn an_intersection_has_what_all_parts_have() {
        check(
            &format!(r#"{{"kind": "all", "of": [{NINE}, {MONDAYS}]}}"#),
            &["2026-01-05T09:00:00Z", "2026-01-12T09:00:00Z"],
        );
    }

    #[test]
    fn parts_that_never_coincide_find_nothing_and_do_not_block_others() {
        let never = format!(r#"{{"kind": "all", "of": [{NINE}, {TEN}]}}"#);
        check(&never, &[]);
        assert!(rule(&never).unwrap().next_after(Timestamp::UNIX_EPOCH).is_none());
        check(&format!(r#"{{"kind": "any", "of": [{never}, {NINE}]}}"#), &["2026-01-01T09:00:00Z"]);
    }

    #[test]
    fn unions_inside_an_intersection_spend_its_budget() {
        let union = |part: &str| format!(r#"{{"kind": "any", "of": [{part}, {part}]}}"#);
        let never = rule(&format!(r#"{{"kind": "all", "of": [{}, {}]}}"#, union(NINE), union(TEN))).unwrap();
        let mut budget = super::Budget::new();
        assert!(never.node.at_or_after(&never.leaves, 0, &mut budget).is_none());
        assert_eq!(budget.steps, 0);
    }

    #[test]
    fn a_rule_with_a_distant_next_occurrence_is_searched_once() {
        // The second rule of the set searches centuries for its next day. The parts coincide after five days of
        // hours that do not match, so the set is queried more than a hundred times.
        let set = r"DTSTART:20260102T000000\nRRULE:FREQ=HOURLY\nRRULE:FREQ=DAILY;INTERVAL=359;BYMONTH=1;BYMONTHDAY=1";
        let cron = |expression: &str| format!(r#"{{"kind": "cron", "expression": "{expression}"}}"#);
        let hours = format!(r#"{{"kind": "any", "of": [{}, {}]}}"#, cron("30 * 1-6 1 *"), cron("0 0 7 1 *"));
        let rule =
            rule(&format!(r#"{{"kind": "all", "of": [{{"kind": "rrule", "text": "{set}"}}, {hours}]}}"#)).unwrap();
        let mut budget = super::Budget::new();
        let found = rule.node.at_or_after(&rule.leaves, 1_767_225_600, &mut budget).map(|found| found.at);
        let expected: Timestamp = "2026-01-07T00:00:00Z".parse().unwrap();
        assert_eq!(found, Some(expected.as_second()));
        let used = super::Budget::STEPS_MAX - budget.steps;
        assert!(used < 3_000, "{used} steps");
    }

    #[test]
    fn parts_without_further_occurrences_leave_the_budget_to_the_others() {
        let far = r"\nRRULE:FREQ=WEEKLY;INTERVAL=1000000".repeat(49);
        let set = format!(r#"{{"kind": "rrule", "text": "DTSTART:20260101T000000\nRRULE:FREQ=HOURLY{far}"}}"#);
        check(
            &format!(r#"{{"kind": "all", "of": [{set}, {{"kind": "cron", "expression": "0 3 * * SUN"}}]}}"#),
            &["2026-01-04T03:00:00Z", "2026-01-11T03:00:00Z"],
        );
        let set = rule(&set).unwrap();
        let mut budget = super::Budget::new();
        assert!(set.node.at_or_after(&set.leaves, 1_800_000_000, &mut budget).is_some());
        assert_eq!(super::Budget::STEPS_MAX - budget.steps, 50 * super::LEAF_COST);
    }

    #[test]
    fn an_exrule_removes_its_instants() {
        let text =
            r"DTSTART:20260101T090000\nRRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY;BYDAY=FR,SA,SU\nEXDATE:20260105T090000";
        check(
            &format!(r#"{{"kind": "rrule", "text": "{text}"}}"#),
            &[
                "2026-01-01T09:00:00Z",
                "2026-01-06T09:00:00Z",
                "2026-01-07T09:00:00Z",
                "2026-01-08T09:00:00Z",
                "2026-01-12T09:00:00Z",
            ],
        );
    }

    #[test]
    fn empty_and_oversized_combinations_are_rejected() {
        assert!(rule(r#"{"kind": "any", "of": []}"#).is_err());
        let many = vec![NINE; 65].join(",");
        assert!(rule(&format!(r#"{{"kind": "any", "of": [{many}]}}"#)).is_err());
        let deep = (0..9).fold(NINE.to_owned(), |inner, _| format!(r#"{{"kind": "all", "of": [{inner}]}}"#));
        assert!(rule(&deep).is_err());
    }
}
