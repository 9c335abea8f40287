//! Numbering of new rows. Rows that are due together get consecutive numbers, whichever schedules they belong to.
//! A store that keeps rows by number then finds everything that is due together in one place, although every
//! schedule is planned for many periods at once.
//!
//! Invariant: the rows of one schedule are numbered in the order in which they were planned.

use std::collections::HashSet;

use jiff::Timestamp;

use crate::ledger::Plan;
use crate::model::{NewOccurrence, ScheduleUid};

/// One row of a batch of plans.
#[derive(Clone, Copy, Debug)]
pub struct NumberedRow<'a> {
    /// Index of the plan that contains the row.
    pub plan: usize,
    /// The planned occurrence.
    pub row: &'a NewOccurrence,
}

/// Returns the rows of a batch in the order in which they are numbered: by nominal time, and in the order of the
/// batch for equal times. No row comes before an earlier row of its plan. A second plan for the same schedule
/// comes after everything planned up to then.
pub fn numbered(plans: &[Plan]) -> Vec<NumberedRow<'_>> {
    let mut rows = Vec::with_capacity(plans.iter().map(|plan| plan.occurrences.len()).sum());
    for ((plan, made), round) in plans.iter().enumerate().zip(rounds(plans)) {
        let mut reached = Timestamp::MIN;
        rows.extend(made.occurrences.iter().map(|row| {
            reached = reached.max(row.nominal_at);
            ((round, reached), NumberedRow { plan, row })
        }));
    }
    rows.sort_by_key(|(turn, _)| *turn);
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Splits a batch, in its order, into rounds that contain each schedule at most once. Returns the round of each
/// plan; usually there is only one.
pub fn rounds(plans: &[Plan]) -> Vec<usize> {
    let mut seen: HashSet<ScheduleUid> = HashSet::with_capacity(plans.len());
    let mut round = 0;
    let round_of = |plan: &Plan| {
        if !seen.insert(plan.uid) {
            round += 1;
            seen.clear();
            seen.insert(plan.uid);
        }
        round
    };
    plans.iter().map(round_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Priority, Revision, Trigger};

    fn plan(uid: i64, seconds: &[i64]) -> Plan {
        let at = |second| Timestamp::from_second(second).unwrap();
        let row = |second: &i64| NewOccurrence {
            period_key: format!("{uid} at {second}"),
            discriminator: String::new(),
            nominal_at: at(*second),
            due_at: at(*second),
            period: None,
            priority: Priority::Normal,
            trigger: Trigger::Schedule,
            correlation_id: None,
            note: None,
            concurrency: None,
            payload: None,
        };
        Plan {
            uid: ScheduleUid(uid),
            revision: Revision(1),
            watermark: at(0),
            occurrences: seconds.iter().map(row).collect(),
            gaps: Vec::new(),
            watermark_to: at(100),
            next_due_at: None,
            is_finished: false,
            tzdb: String::new(),
        }
    }

    fn keys(plans: &[Plan]) -> Vec<&str> {
        numbered(plans).into_iter().map(|row| row.row.period_key.as_str()).collect()
    }

    #[test]
    fn rows_due_together_get_consecutive_numbers() {
        let plans = [plan(1, &[1, 2, 3]), plan(2, &[2]), plan(3, &[1, 3])];
        assert_eq!(keys(&plans), ["1 at 1", "3 at 1", "1 at 2", "2 at 2", "1 at 3", "3 at 3"]);
    }

    #[test]
    fn a_plan_keeps_its_own_order() {
        let plans = [plan(1, &[3, 1]), plan(2, &[2, 4])];
        assert_eq!(keys(&plans), ["2 at 2", "1 at 3", "1 at 1", "2 at 4"]);
    }

    #[test]
    fn a_second_plan_of_a_schedule_comes_after_earlier_plans() {
        let plans = [plan(1, &[5]), plan(2, &[6]), plan(1, &[2]), plan(3, &[1])];
        assert_eq!(rounds(&plans), [0, 0, 1, 1]);
        assert_eq!(keys(&plans), ["1 at 5", "2 at 6", "3 at 1", "1 at 2"]);
    }
}
