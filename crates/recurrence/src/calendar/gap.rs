//! The smallest distance between two occurrences: a walk over one whole cycle of the pattern, cut short as soon as the
//! floor that the rule's own form sets is reached. Most rules reach it within a few steps.

use super::CalendarSearch;
use super::grid::Grid;
use super::pattern::Pattern;
use crate::civil::{Day, SECONDS_PER_DAY};

impl CalendarSearch {
    /// After how many days the pattern repeats; the length of all time for a list of periods.
    pub(crate) fn cycle_days(&self) -> i64 {
        self.pattern.cycle_days
    }

    /// The first day worth looking at for what the pattern does.
    pub(crate) fn first_day(&self) -> Day {
        let anchor = match &self.pattern.grid {
            Grid::Custom(_) => None,
            Grid::Days | Grid::Weeks | Grid::Years(_) => self.pattern.anchor_day(),
        };
        anchor.unwrap_or(Day::MIN)
    }

    /// The time of day at which every occurrence stands.
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
        // The gap that leads out of the cycle belongs to it.
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
