//! The occurrences that a recurrence yields in a past range, up to a limit. Reads no rows.
//!
//! Invariant: at most `limit` occurrences are held, and a period is held with all its discriminators or not at all.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{CompiledRecurrence, Occurrence as Instant};

use super::Backfill;
use crate::model::{NewOccurrence, Schedule, Trigger};
use crate::planner::window;
use crate::timing::Pace;

/// The occurrences of a range.
#[derive(Debug)]
pub(super) struct Range {
    /// Occurrences in order, as planning would create them now.
    pub(super) rows: Vec<NewOccurrence>,
    /// First nominal time.
    pub(super) first: Option<Timestamp>,
    /// Last nominal time.
    pub(super) last: Option<Timestamp>,
    /// Whether the range contains more than the limit.
    pub(super) is_cut: bool,
    /// End of what was taken, exclusive: the next instant if the limit was reached, or else the end of the range.
    pub(super) until: Timestamp,
    periods: BTreeSet<String>,
    instants: BTreeSet<Timestamp>,
}

impl Range {
    /// Evaluates the recurrence in the range of a backfill. Yields to other tasks.
    pub(super) async fn new(schedule: &Schedule, rule: &CompiledRecurrence, backfill: &Backfill) -> Self {
        let periods_max = backfill.limit / rows_per_period(schedule);
        let until = after(backfill.to);
        let (rows, periods, instants) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        let mut range = Self { rows, first: None, last: None, is_cut: false, until, periods, instants };
        let mut pace = Pace::default();
        for instant in rule.between(backfill.from, until) {
            if range.instants.len() >= periods_max {
                range.is_cut = true;
                range.until = instant.at();
                break;
            }
            range.first = range.first.or(Some(instant.at()));
            range.last = Some(instant.at());
            range.instants.insert(instant.at());
            range.periods.insert(rule.period_key(&instant));
            for row in window::rows(schedule, rule, &instant, Trigger::Backfill) {
                range.rows.push(row);
                pace.step().await;
            }
        }
        range
    }

    /// Returns whether an existing occurrence has the period or the instant of one of the range.
    pub(super) fn contains(&self, row: &NewOccurrence) -> bool {
        self.periods.contains(&row.period_key) || self.instants.contains(&row.nominal_at)
    }
}

/// Counts the occurrences of instants until there are more than `rows_max`. Yields to other tasks.
pub(in crate::control) async fn count_rows(
    schedule: &Schedule,
    instants: impl Iterator<Item = Instant>,
    rows_max: usize,
) -> usize {
    let mut pace = Pace::default();
    let mut count = 0;
    for _ in instants {
        count += rows_per_period(schedule);
        if count > rows_max {
            break;
        }
        pace.step().await;
    }
    count
}

fn rows_per_period(schedule: &Schedule) -> usize {
    schedule.definition.discriminators.len().max(1)
}

fn after(at: Timestamp) -> Timestamp {
    at.saturating_add(SignedDuration::from_secs(1)).unwrap_or(at)
}
