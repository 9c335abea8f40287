//! The days of occurrences: a place in every n-th period of a grid.
//!
//! A search computes the period directly and steps over periods without a match. It never visits the start.

use super::day_span::DaySpan;
use super::filter::DayFilter;
use super::grid::{DAYS_PER_CYCLE, Grid};
use super::place::Place;
use crate::civil::Day;
use crate::civil::divisor::greatest_common_divisor;

#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub(super) grid: Grid,
    pub(super) place: Place,
    /// Interval in periods, at least 1.
    pub(super) interval: i64,
    /// Period that contains the schedule's start. Intervals are counted from it in both directions.
    anchor: i64,
    /// Number of days after which interval and calendar repeat together.
    pub(super) cycle_days: i64,
}

/// Maximum number of steps of a search, whatever the cycle: no period is shorter than a day.
const STEPS_MAX: i64 = DAYS_PER_CYCLE;

impl Pattern {
    pub(super) fn new(grid: Grid, place: Place, interval: i64, start: Day) -> Self {
        let anchor = grid.nearest_index(start);
        let cycle_days = cycle_days(&grid, interval);
        Self { grid, place, interval, anchor, cycle_days }
    }

    /// Returns the first day of the period that contains the schedule's start.
    pub(super) fn anchor_day(&self) -> Option<Day> {
        self.grid.span(self.anchor).map(|span| span.starts)
    }

    pub(super) fn day_at_or_after(&self, from: Day) -> Option<Day> {
        let first = self.grid.index_at_or_after(from.plus(-self.place.overhang_days()).max(Day::MIN))?;
        let mut index = self.counted_at_or_after(first);
        // If there is no match within a whole cycle, there is none at all.
        let until = from.plus(self.cycle_days);
        for _ in 0..STEPS_MAX {
            let span = self.grid.span(index).filter(|span| span.starts <= until)?;
            if let Some(day) = self.place.first(span, from) {
                return Some(day);
            }
            index = match self.jump_filter() {
                Some(filter) => {
                    let rest = DaySpan { starts: span.ends, ends: Day::MAX.plus(1) };
                    self.counted_at_or_after(filter.first(rest, rest.starts)?.0)
                }
                None => index + self.interval,
            };
        }
        None
    }

    pub(super) fn day_at_or_before(&self, upto: Day) -> Option<Day> {
        let mut index = self.counted_at_or_before(self.grid.index_at_or_before(upto)?);
        let until = upto.plus(-self.cycle_days);
        for _ in 0..STEPS_MAX {
            let span = self.grid.span(index).filter(|span| span.ends >= until)?;
            if let Some(day) = self.place.last(span, upto) {
                return Some(day);
            }
            index = match self.jump_filter() {
                Some(filter) => {
                    let rest = DaySpan { starts: Day::MIN, ends: span.starts };
                    self.counted_at_or_before(filter.last(rest, rest.ends)?.0)
                }
                None => index - self.interval,
            };
        }
        None
    }

    /// Returns the period of an occurrence on this day.
    pub(super) fn period_of(&self, day: Day) -> (i64, DaySpan) {
        let inside = day.plus(-self.place.overhang_days()).clamp(Day::MIN, Day::MAX);
        let index = self.grid.nearest_index(inside);
        let span = self.grid.span(index).unwrap_or(DaySpan { starts: inside, ends: inside.plus(1) });
        (index, span)
    }

    /// Returns whether a period of the grid may contain more than one occurrence, whatever the interval and the start.
    pub(super) fn has_several(&self) -> bool {
        let Place::Days(filter) = &self.place else { return false };
        match &self.grid {
            Grid::Days => false,
            // Depends on the form of the recurrence, not on the list: the list may grow, and existing keys must not
            // change.
            Grid::Custom(_) => !filter.is_one_ordinal(),
            // The form of most recurrences decides it; for the others, a whole cycle is examined.
            Grid::Weeks => filter.by_day.weekdays.count_ones() > 1,
            Grid::Years(parts) if filter.is_one_ordinal() || parts.is_month() && filter.month_days.is_one() => false,
            Grid::Years(_) => {
                let first = self.grid.nearest_index(Day::from_ymd(2000, 1, 1));
                let mut spans =
                    (first..first + self.grid.periods_per_cycle()).filter_map(|index| self.grid.span(index));
                spans.any(|span| filter.first(span, span.starts) != filter.last(span, span.ends))
            }
        }
    }

    /// Returns the filter of a daily recurrence: a day that does not match leads directly to the next day that
    /// passes the filter. If the interval is longer than a month, stepping by the interval is faster.
    fn jump_filter(&self) -> Option<&DayFilter> {
        const JUMP_INTERVAL_MAX: i64 = 31;
        match (&self.grid, &self.place) {
            (Grid::Days, Place::Days(filter)) => Some(filter).filter(|_| self.interval <= JUMP_INTERVAL_MAX),
            (Grid::Days, Place::FirstDay | Place::LastDay | Place::Boundary) => None,
            (Grid::Weeks | Grid::Years(_) | Grid::Custom(_), _) => None,
        }
    }

    fn counted_at_or_after(&self, index: i64) -> i64 {
        index + (self.anchor - index).rem_euclid(self.interval)
    }

    fn counted_at_or_before(&self, index: i64) -> i64 {
        index - (index - self.anchor).rem_euclid(self.interval)
    }
}

fn cycle_days(grid: &Grid, interval: i64) -> i64 {
    match grid {
        Grid::Weeks => 7 * interval,
        // A list has no cycle; it ends.
        Grid::Custom(_) => Day::MAX.0 - Day::MIN.0,
        Grid::Days | Grid::Years(_) => {
            interval / greatest_common_divisor(interval, grid.periods_per_cycle()) * DAYS_PER_CYCLE
        }
    }
}
