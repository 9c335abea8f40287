//! Computes the smallest distance between two occurrences by walking one whole cycle of the pattern. The walk stops
//! as soon as it reaches the lower bound that the form of the recurrence implies, usually within a few steps.

use super::CalendarSearch;
use super::grid::Grid;
use super::pattern::Pattern;
use crate::civil::{Day, SECONDS_PER_DAY};

impl CalendarSearch {
    /// Returns the number of days after which the pattern repeats, or the length of the whole calendar for a list
    /// of periods.
    pub(crate) fn cycle_days(&self) -> i64 {
        self.pattern.cycle_days
    }

    /// Returns the first day to examine for the behavior of the pattern.
    pub(crate) fn first_day(&self) -> Day {
        let anchor = match &self.pattern.grid {
            Grid::Custom(_) => None,
            Grid::Days | Grid::Weeks | Grid::Years(_) => self.pattern.anchor_day(),
        };
        anchor.unwrap_or(Day::MIN)
    }

    /// Returns the time of day of every occurrence.
    pub(crate) fn time_of_day(&self) -> i64 {
        (self.second_of_day - self.lead_seconds).rem_euclid(SECONDS_PER_DAY)
    }
}

impl Pattern {
    pub(super) fn min_gap_days(&self) -> Option<i64> {
        let starts = match &self.grid {
            Grid::Custom(_) => Day::MIN,
            Grid::Days | Grid::Weeks | Grid::Years(_) => self.anchor_day()?,
        };
        let ends = starts.plus(self.cycle_days).min(Day::MAX);
        let floor_days = self.gap_floor_days();
        let mut previous = self.day_at_or_after(starts)?;
        let mut least = None;
        // The distance that leads out of the cycle belongs to it.
        while previous <= ends {
            let Some(next) = self.day_at_or_after(previous.plus(1)) else { break };
            let gap_days = next.0 - previous.0;
            if next > Day::MAX {
                break;
            }
            least = Some(least.map_or(gap_days, |least: i64| least.min(gap_days)));
            if gap_days <= floor_days {
                break;
            }
            previous = next;
        }
        least
    }

    fn gap_floor_days(&self) -> i64 {
        let of_grid = match &self.grid {
            Grid::Days => self.interval,
            Grid::Weeks | Grid::Years(_) | Grid::Custom(_) => 1,
        };
        of_grid.max(self.place.gap_floor_days())
    }
}
