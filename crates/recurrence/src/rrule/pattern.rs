//! The pattern of a rule inside one segment of constant offset: certain days, each with the same wall-clock times.
//!
//! The pattern of an excluded rule is a subset of the rule, between its `first` and `last` and at the instants that
//! the main rule can have. The pattern of the main rule is a superset of the rule. If the first covers the second,
//! everything is therefore excluded.

use super::day_search::DaySearch;
use super::day_set::{DaySet, low_bits};
use super::grid_search::GridSearch;
use super::parts::Freq;
use super::stride::Stride;
use super::time_set::TimeSet;
use super::year_masks::YearMasks;
use crate::civil::divisor::{greatest_common_divisor, least_common_multiple};
use crate::civil::{Day, SECONDS_PER_DAY, is_leap};
use crate::zone::Stretch;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Pattern<'a> {
    pub(super) days: Days<'a>,
    /// Wall-clock times. Any of the masks may be empty: not every segment has an occurrence.
    pub(super) times: TimeSet,
    /// First and last instant for which the pattern holds, both inclusive.
    pub(super) first: i64,
    pub(super) last: i64,
    /// Whether the pattern holds only within the hour or minute of the queried instant.
    pub(super) is_local: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Days<'a> {
    Every,
    Passing(&'a YearMasks),
    Counted(&'a DaySearch),
}

impl Days<'_> {
    pub(super) fn of(&self, year: i16, january_first: Day) -> DaySet {
        match self {
            Self::Every => DaySet::first_days(365 + i64::from(is_leap(year))),
            Self::Passing(masks) => *masks.of(year, january_first),
            Self::Counted(search) => search.days_of(year, january_first),
        }
    }
}

impl<'a> Pattern<'a> {
    pub(crate) const EMPTY: Self = Self {
        days: Days::Every,
        times: TimeSet { hours: 0, minutes: 0, seconds: 0 },
        first: 0,
        last: 0,
        is_local: false,
    };

    pub(crate) fn is_local(&self) -> bool {
        self.is_local
    }

    pub(super) fn has_day(&self, day: Day) -> bool {
        matches!(self.days, Days::Every) || {
            let year = day.ymd().year;
            let january_first = Day::from_ymd(year, 1, 1);
            self.days.of(year, january_first).contains(day.0 - january_first.0)
        }
    }
}

/// The main rule, from which others are excluded, as far as they need to know it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MainRule<'a> {
    search: MainSearch<'a>,
    /// Whether occurrences roll to business days, so that the rule's own days do not determine them.
    rolls: bool,
}

#[derive(Clone, Copy, Debug)]
enum MainSearch<'a> {
    Day(&'a DaySearch),
    Grid(&'a GridSearch),
    /// Any of these times on any day.
    Times(TimeSet),
}

impl<'a> MainRule<'a> {
    pub(crate) fn day(search: &'a DaySearch, rolls: bool) -> Self {
        Self { search: MainSearch::Day(search), rolls }
    }

    pub(crate) fn grid(search: &'a GridSearch) -> Self {
        Self { search: MainSearch::Grid(search), rolls: false }
    }

    /// Returns a main rule that may have any occurrence.
    pub(crate) fn unknown() -> Self {
        Self { search: MainSearch::Times(TimeSet::ALL), rolls: false }
    }

    /// Returns a main rule with the times of a day rule, plus the same times `shift` seconds later.
    pub(crate) fn twice(search: &DaySearch, shift: i64) -> Self {
        let TimeSet { minutes, seconds, .. } = search.own_times;
        if shift % 60 != 0 {
            return Self::unknown();
        }
        let moved = shift / 60 % 60;
        let minutes = (minutes | minutes << moved | minutes >> (60 - moved)) & TimeSet::ALL.minutes;
        Self { search: MainSearch::Times(TimeSet { minutes, seconds, ..TimeSet::ALL }), rolls: false }
    }

    /// Returns everything that the rule can have between two instants of a segment.
    pub(crate) fn pattern(&self, stretch: &Stretch, first: i64, last: i64) -> Pattern<'a> {
        let (days, times) = match self.search {
            MainSearch::Day(search) if self.rolls => (Days::Every, search.own_times),
            MainSearch::Day(search) => (search.days(), search.own_times),
            MainSearch::Grid(search) => (search.days(), search.times_in(stretch).0),
            MainSearch::Times(times) => (Days::Every, times),
        };
        Pattern { days, times, first, last, is_local: false }
    }

    /// Returns whether a grid has the same phase at all of the rule's instants in a segment.
    fn stays_in_phase_with(&self, grid: &GridSearch, stretch: &Stretch) -> bool {
        let common_step = match self.search {
            MainSearch::Grid(main) if main.step % grid.step == 0 && main.unit_len() <= grid.unit_len() => return true,
            MainSearch::Grid(main) => {
                let common_step = main.times_in(stretch).0.common_step();
                if main.expansion.is_some() { common_step } else { least_common_multiple(main.step, common_step) }
            }
            MainSearch::Day(main) => match (main.own_times.common_step(), main.freq, main.stride) {
                (SECONDS_PER_DAY, Freq::Daily, Stride::Days { every, .. }) if !self.rolls => every * SECONDS_PER_DAY,
                (common_step, _, _) => common_step,
            },
            MainSearch::Times(times) => times.common_step(),
        };
        common_step % grid.step == 0
    }
}

impl DaySearch {
    fn days(&self) -> Days<'_> {
        let is_every = self.masks.pass_all && self.stride == Stride::Every;
        if is_every { Days::Every } else { Days::Counted(self) }
    }

    /// Returns the pattern that the rule excludes in a segment, limited to the instants `counts`. Returns `None` if
    /// there is no pattern, or if it does not hold at the instant.
    pub(crate) fn excluded(&self, stretch: &Stretch, counts: (i64, i64), at: i64) -> Option<Pattern<'_>> {
        let first = counts.0.max(self.start.0 - stretch.offset);
        let last = counts.1.min(self.last.0 - stretch.offset);
        (self.picks.is_none() && (first..=last).contains(&at)).then(|| Pattern {
            days: self.days(),
            times: self.times,
            first,
            last,
            is_local: false,
        })
    }
}

impl GridSearch {
    fn days(&self) -> Days<'_> {
        self.days.as_ref().map_or(Days::Every, Days::Passing)
    }

    /// Returns the pattern that the rule excludes in a segment. Returns `None` if there is no pattern, or if it
    /// does not hold at the instant. The pattern reaches farther if `main`, which has the instant, is known.
    pub(crate) fn excluded(&self, stretch: &Stretch, at: i64, main: Option<&MainRule<'_>>) -> Option<Pattern<'_>> {
        let has_picks = self.expansion.as_ref().is_some_and(|expansion| expansion.picks.is_some());
        if has_picks || !(self.start..=self.last).contains(&at) {
            return None;
        }
        let (times, tells_all) = self.times_in(stretch);
        let unit_len = self.unit_len();
        // The end of a segment may cut an hour or a minute, with the grid point on the other side.
        let wall = |instant: i64| (instant + stretch.offset).rem_euclid(unit_len);
        let unit = (at - wall(at), at - wall(at) + unit_len - 1);
        let whole_units =
            (stretch.from - 1 + unit_len - wall(stretch.from - 1), stretch.until - 1 - wall(stretch.until));
        let is_cut = unit.0 < stretch.from || unit.1 >= stretch.until;
        if (is_cut || !tells_all) && self.grid_point_near(at, stretch).is_none() {
            return None;
        }
        let is_local = is_cut || !(tells_all || main.is_some_and(|main| main.stays_in_phase_with(self, stretch)));
        let holds = if is_local { (unit.0.max(stretch.from), unit.1.min(stretch.until - 1)) } else { whole_units };
        Some(Pattern {
            days: self.days(),
            times,
            first: holds.0.max(self.start),
            last: holds.1.min(self.last),
            is_local,
        })
    }

    /// Returns the wall-clock times that the rule can have in a segment, and whether they describe its grid
    /// completely.
    ///
    /// A grid whose step divides a minute, an hour or a day always hits the same seconds, minutes or hours.
    fn times_in(&self, stretch: &Stretch) -> (TimeSet, bool) {
        let second_of_day = (self.start + stretch.offset).rem_euclid(SECONDS_PER_DAY);
        let mut times = self.times;
        let (minute, second) = (second_of_day / 60 % 60, second_of_day % 60);
        if let Some(expansion) = &self.expansion {
            times.seconds = expansion.seconds.map_or(1 << second, |_| expansion.own_times.seconds);
            if expansion.unit_len == 3600 {
                times.minutes = expansion.minutes.map_or(1 << minute, |_| expansion.own_times.minutes);
            }
        }
        let mut step = self.step / self.unit_len();
        let mut tells_all = false;
        let fields = [
            (1, &mut times.seconds, 60, second),
            (60, &mut times.minutes, 60, minute),
            (3600, &mut times.hours, 24, second_of_day / 3600),
        ];
        for (_, mask, len, own) in fields.into_iter().filter(|(unit_len, ..)| *unit_len >= self.unit_len()) {
            *mask &= every(greatest_common_divisor(step, len), own, len);
            tells_all = len % step == 0;
            if step % len != 0 || tells_all {
                break;
            }
            step /= len;
        }
        (times, tells_all)
    }
}

/// Returns the numbers below `len` that differ from `own` by a multiple of `step`. `step` divides `len`.
fn every(step: i64, own: i64, len: i64) -> u64 {
    if step == 1 {
        return low_bits(len);
    }
    (own % step..len).step_by(step as usize).fold(0, |mask, value| mask | 1 << value)
}
