//! A search for occurrences: a number of them before or after an instant, and whether there are more.

use jiff::Timestamp;
use refrain_recurrence::{CompiledRecurrence, Occurrence};

/// Maximum number of occurrences of one search.
pub(crate) const COUNT_MAX: usize = 10_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Next,
    Prev,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct OccurrenceSearch {
    pub(crate) from: Timestamp,
    /// Whether an occurrence exactly at `from` counts.
    pub(crate) inclusive: bool,
    pub(crate) direction: Direction,
    pub(crate) count: usize,
    /// Bound of the search: exclusive for a forward search, inclusive for a backward search.
    pub(crate) until: Option<Timestamp>,
    /// Maximum number of runs of the schedule.
    pub(crate) runs_max: Option<u64>,
}

impl OccurrenceSearch {
    /// Calls `each` for every occurrence, in the direction of the search. Returns whether there are no more.
    pub(crate) fn ask(&self, rule: &CompiledRecurrence, mut each: impl FnMut(&Occurrence)) -> bool {
        let runs_max = self.runs_max.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX));
        let mut found = self.first(rule);
        let mut count = 0;
        while let Some(occurrence) = found {
            if count == runs_max {
                return true;
            }
            if count == self.count {
                return false;
            }
            each(&occurrence);
            count += 1;
            found = self.within(match self.direction {
                Direction::Next => rule.next_after(occurrence.at()),
                Direction::Prev => rule.prev_before(occurrence.at()),
            });
        }
        true
    }

    fn first(&self, rule: &CompiledRecurrence) -> Option<Occurrence> {
        self.within(match (self.direction, self.inclusive) {
            (Direction::Next, false) => rule.next_after(self.from),
            (Direction::Next, true) => rule.next_from(self.from),
            (Direction::Prev, false) => rule.prev_before(self.from),
            (Direction::Prev, true) => rule.prev_until(self.from),
        })
    }

    fn within(&self, found: Option<Occurrence>) -> Option<Occurrence> {
        found.filter(|occurrence| {
            self.until.is_none_or(|until| match self.direction {
                Direction::Next => occurrence.at() < until,
                Direction::Prev => occurrence.at() >= until,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_reports_whether_there_are_more() {
        let rule = CompiledRecurrence::cron("0 9 * * *", "UTC").unwrap();
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let question = OccurrenceSearch {
            from: at("2026-01-01T09:00:00Z"),
            inclusive: false,
            direction: Direction::Next,
            count: 2,
            until: None,
            runs_max: None,
        };
        let check = |question: OccurrenceSearch, expected: &[&str], exhausted| {
            let mut found = Vec::new();
            let was_all = question.ask(&rule, |occurrence| found.push(occurrence.at().to_string()));
            assert_eq!(found, expected, "{question:?}");
            assert_eq!(was_all, exhausted, "{question:?}");
        };
        let (first, second, third) = ("2026-01-01T09:00:00Z", "2026-01-02T09:00:00Z", "2026-01-03T09:00:00Z");
        check(question, &[second, third], false);
        check(OccurrenceSearch { inclusive: true, ..question }, &[first, second], false);
        check(OccurrenceSearch { runs_max: Some(1), ..question }, &[second], true);
        check(OccurrenceSearch { runs_max: Some(2), ..question }, &[second, third], true);
        check(OccurrenceSearch { runs_max: Some(0), ..question }, &[], true);
        check(OccurrenceSearch { until: Some(at(third)), ..question }, &[second], true);
        let back = OccurrenceSearch { direction: Direction::Prev, from: at(third), ..question };
        check(back, &[second, first], false);
        check(OccurrenceSearch { inclusive: true, until: Some(at(second)), ..back }, &[third, second], true);
    }
}
