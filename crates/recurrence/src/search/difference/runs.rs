//! Runs of occurrences excluded by single dates, so that a search skips thousands of them in one jump.

use super::Difference;
use crate::search::{Budget, Leaf};
use crate::zone::INSTANT_MIN;
use crate::zone::resolve::Span;

/// Runs in ascending order. Within a run, every occurrence of the main rule that no `EXRULE` excludes is excluded
/// by a date.
#[derive(Clone, Debug, Default)]
pub(crate) struct Runs(Box<[Span]>);

impl Runs {
    /// Returns the run that contains the instant.
    #[inline]
    pub(crate) fn around(&self, at: i64) -> Option<Span> {
        let after = self.0.partition_point(|run| run.0 <= at);
        after.checked_sub(1).map(|index| self.0[index]).filter(|run| at <= run.1)
    }

    /// Returns the runs of ascending `dates` that are excluded from a rule.
    ///
    /// Walks occurrences and dates side by side. If that exceeds the budget, each remaining date becomes a run of
    /// its own.
    pub(crate) fn from_dates(dates: &[i64], rule: &Difference, leaves: &[Leaf], budget: &mut Budget) -> Self {
        let mut runs: Vec<Span> = Vec::new();
        let mut next = |from: i64| rule.at_or_after(leaves, from, budget).map(|found| found.at);
        let mut left = dates;
        // The occurrence after the last run; the run may continue there.
        let mut following = None;
        while let Some((&date, rest)) = left.split_first() {
            following = following.filter(|at| *at >= date);
            let Some(at) = following.or_else(|| next(date)) else {
                if budget.is_spent() {
                    runs.extend(left.iter().map(|date| (*date, *date)));
                }
                break;
            };
            if at > date {
                left = &rest[rest.partition_point(|date| *date < at)..];
                continue;
            }
            match runs.last_mut().filter(|_| following.is_some()) {
                Some(run) => run.1 = date,
                None => runs.push((date, date)),
            }
            following = next(date + 1);
            left = rest;
        }
        Self(runs.into())
    }

    /// Returns the runs of a list of dates that is itself the main rule.
    pub(crate) fn from_list(list: &Leaf, is_excluded: impl Fn(i64) -> bool) -> Self {
        let mut runs: Vec<Span> = Vec::new();
        let mut was_excluded = false;
        for at in instants(list) {
            let is_excluded = is_excluded(at);
            match runs.last_mut().filter(|_| was_excluded) {
                Some(run) if is_excluded => run.1 = at,
                None if is_excluded => runs.push((at, at)),
                Some(_) | None => {}
            }
            was_excluded = is_excluded;
        }
        Self(runs.into())
    }
}

/// Returns all instants of a finite leaf.
pub(crate) fn instants(leaf: &Leaf) -> impl Iterator<Item = i64> {
    let next = |from: i64| leaf.at_or_after(from).map(|found| found.at);
    std::iter::successors(next(INSTANT_MIN), move |at| next(at + 1))
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use crate::search::node::Node;
    use crate::{CompiledRecurrence, Context, Recurrence, RruleRecurrence, Spec};

    fn rule(text: String) -> CompiledRecurrence {
        CompiledRecurrence::compile(&Spec::new(Recurrence::Rrule(RruleRecurrence { text }), "UTC"), &Context::default())
            .unwrap()
    }

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    /// Lists `count` instants from 2026 on, `step` seconds apart.
    fn list(count: i64, step: i64) -> String {
        let first = at("2026-01-01T00:00:00Z").as_second();
        let text = |place| Timestamp::from_second(first + place * step).unwrap().strftime("%Y%m%dT%H%M%S").to_string();
        (0..count).map(text).collect::<Vec<_>>().join(",")
    }

    fn runs_of(rule: &CompiledRecurrence) -> usize {
        match &rule.node {
            Node::Difference(difference) => difference.runs.0.len(),
            other => panic!("{other:?} excludes nothing"),
        }
    }

    #[test]
    fn thousands_of_dates_in_a_row_are_one_run() {
        for (frequency, step, next) in
            [("SECONDLY", 1, "2026-01-01T01:06:40Z"), ("DAILY", 86_400, "2036-12-14T00:00:00Z")]
        {
            let dates = list(4_000, step);
            let rule = rule(format!("DTSTART:20251231T000000\nRRULE:FREQ={frequency}\nEXDATE:{dates}"));
            assert_eq!(runs_of(&rule), 1);
            assert_eq!(rule.next_from(at("2026-01-01T00:00:00Z")).unwrap().at(), at(next));
            let last = Timestamp::from_second(at("2026-01-01T00:00:00Z").as_second() - step).unwrap();
            assert_eq!(rule.prev_before(at(next)).unwrap().at(), last);
        }
    }

    #[test]
    fn an_exrule_does_not_break_a_run_but_a_remaining_occurrence_does() {
        let dates = list(1_800, 2);
        let with = |rest: &str| rule(format!("DTSTART:20260101T000000\nRRULE:FREQ=SECONDLY\nEXDATE:{dates}{rest}"));
        assert_eq!(runs_of(&with("")), 1_800);
        let odd = (1..60).step_by(2).map(|second| second.to_string()).collect::<Vec<_>>().join(",");
        let both = with(&format!("\nEXRULE:FREQ=MINUTELY;BYSECOND={odd}"));
        assert_eq!(runs_of(&both), 1);
        assert_eq!(both.next_after(Timestamp::UNIX_EPOCH).unwrap().at(), at("2026-01-01T01:00:00Z"));
    }

    #[test]
    fn listed_dates_are_excluded_from_each_other() {
        let rule = rule(format!(
            "DTSTART:20260101T000000\nRDATE:{}\nEXDATE:{}\nEXRULE:FREQ=DAILY;INTERVAL=3",
            list(40, 86_400),
            list(20, 86_400)
        ));
        assert_eq!(rule.next_after(Timestamp::UNIX_EPOCH).unwrap().at(), at("2026-01-21T00:00:00Z"));
        assert_eq!(rule.next_after(at("2026-01-21T00:00:00Z")).unwrap().at(), at("2026-01-23T00:00:00Z"));
        assert_eq!(rule.prev_before(at("2026-01-21T00:00:00Z")), None);
        assert_eq!(rule.prev_before(at("2027-01-01T00:00:00Z")).unwrap().at(), at("2026-02-08T00:00:00Z"));
    }
}
