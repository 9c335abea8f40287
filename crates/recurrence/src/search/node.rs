//! Combinations of leaves: unions and intersections of instants, and single leaves minus their exclusions.
//!
//! Every combination can be searched in both directions from any instant, within a budget. An instant shared by
//! several leaves is one occurrence and belongs to the first of those leaves.

use super::budget::Budget;
use super::difference::Difference;
use super::leaf::Leaf;
use crate::rrule::Direction;
use crate::zone::InstantMatch;

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
                budget.cache_answers();
                Self::first_common(nodes, from, |node, from| node.at_or_after(leaves, from, budget), i64::max)
            }
            Self::Difference(difference) => difference.at_or_after(leaves, from, budget),
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
                budget.cache_answers();
                Self::first_common(nodes, from, |node, from| node.at_or_before(leaves, from, budget), i64::min)
            }
            Self::Difference(difference) => difference.at_or_before(leaves, from, budget),
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

    use crate::compiled::CompiledRecurrence;
    use crate::definition::Spec;
    use crate::{Context, Error};

    fn rule(recurrence: &str) -> Result<CompiledRecurrence, Error> {
        let text = format!(r#"{{"recurrence": {recurrence}, "timezone": "UTC"}}"#);
        CompiledRecurrence::compile(&serde_json::from_str::<Spec>(&text).unwrap(), &Context::default())
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
        assert_eq!(super::Budget::STEPS_MAX - budget.steps, 50 * crate::search::budget::LEAF_COST);
    }

    #[test]
    fn a_list_of_2000_dates_costs_an_intersection_as_much_as_a_list_of_two() {
        let date = |hour: usize| format!("2026{:02}{:02}T{:02}0000", hour / 672 + 1, hour / 24 % 28 + 1, hour % 24);
        let all = |dates: &[String], cron: &str| {
            let set = format!(r#"{{"kind": "rrule", "text": "RDATE:{}"}}"#, dates.join(","));
            let cron = format!(r#"{{"kind": "cron", "expression": "{cron}"}}"#);
            rule(&format!(r#"{{"kind": "all", "of": [{set}, {cron}]}}"#)).unwrap()
        };
        let search = |rule: &CompiledRecurrence| {
            let mut budget = super::Budget::new();
            let found = rule.node.at_or_after(&rule.leaves, 0, &mut budget).map(|found| found.at);
            (found, super::Budget::STEPS_MAX - budget.steps)
        };
        let dates: Vec<String> = (0..2000).map(date).collect();
        let last: Timestamp = "2026-03-28T07:00:00Z".parse().unwrap();
        let (found, steps) = search(&all(&dates, "0 7 28 3 *"));
        assert_eq!(found, Some(last.as_second()));
        let first_and_last = [dates[0].clone(), dates[1999].clone()];
        assert_eq!(search(&all(&first_and_last, "0 7 28 3 *")), (found, steps));
        // No date is at half past, so the search walks the list and ends with the budget.
        assert_eq!(search(&all(&dates, "30 * * * *")), (None, super::Budget::STEPS_MAX));
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
