//! What a rule looks like inside one stretch of constant offset: certain days, each with the same times on the wall.
//!
//! An excluded rule's pattern has nothing that the rule has not, between its `first` and `last` and at the instants that
//! the main rule can have. The main rule's own pattern may have more than the rule does. So where the first covers the
//! second, everything is excluded.

use super::day_search::DaySearch;
use super::day_set::{DaySet, low_bits};
use super::grid_search::GridSearch;
use super::parts::Freq;
use super::segments::Stretch;
use super::stride::Stride;
use super::time_set::TimeSet;
use super::year_masks::YearMasks;
use crate::civil::{Day, SECONDS_PER_DAY, is_leap};
use crate::divisor::{greatest_common_divisor, least_common_multiple};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Pattern<'a> {
    pub(super) days: Days<'a>,
    /// Any of the masks may be empty: not every stretch has an occurrence.
    pub(super) times: TimeSet,
    /// The instants between which it holds, both included.
    pub(super) first: i64,
    pub(super) last: i64,
    /// Whether it holds no farther than the hour or minute it was asked about.
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

/// The rule that others take away from, as far as they must know it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Main<'a> {
    search: MainSearch<'a>,
    /// Fires roll to business days, so that the rule's own days say nothing.
    rolls: bool,
}

#[derive(Clone, Copy, Debug)]
enum MainSearch<'a> {
    Day(&'a DaySearch),
    Grid(&'a GridSearch),
    /// Any of these times on any day.
    Times(TimeSet),
}

impl<'a> Main<'a> {
    pub(crate) fn day(search: &'a DaySearch, rolls: bool) -> Self {
        Self { search: MainSearch::Day(search), rolls }
    }

    pub(crate) fn grid(search: &'a GridSearch) -> Self {
        Self { search: MainSearch::Grid(search), rolls: false }
    }

    /// One that may have anything.
    pub(crate) fn unknown() -> Self {
        Self { search: MainSearch::Times(TimeSet::ALL), rolls: false }
    }

    /// One that has what a day rule has, and the same later by so many seconds.
    pub(crate) fn twice(search: &DaySearch, shift: i64) -> Self {
        let TimeSet { minutes, seconds, .. } = search.own_times;
        if shift % 60 != 0 {
            return Self::unknown();
        }
        let moved = shift / 60 % 60;
        let minutes = (minutes | minutes << moved | minutes >> (60 - moved)) & TimeSet::ALL.minutes;
        Self { search: MainSearch::Times(TimeSet { minutes, seconds, ..TimeSet::ALL }), rolls: false }
    }

    /// All that it can have between two instants of a stretch.
    pub(crate) fn pattern(&self, stretch: &Stretch, first: i64, last: i64) -> Pattern<'a> {
        let (days, times) = match self.search {
            MainSearch::Day(search) if self.rolls => (Days::Every, search.own_times),
            MainSearch::Day(search) => (search.days(), search.own_times),
            MainSearch::Grid(search) => (search.days(), search.times_in(stretch).0),
            MainSearch::Times(times) => (Days::Every, times),
        };
        Pattern { days, times, first, last, is_local: false }
    }

    /// Whether a grid that stands in some relation to one of its instants in a stretch stands so to all of them.
    fn keeps_step_with(&self, grid: &GridSearch, stretch: &Stretch) -> bool {
        let beat = match self.search {
            MainSearch::Grid(main) if main.step % grid.step == 0 && main.unit_len() <= grid.unit_len() => return true,
            MainSearch::Grid(main) => {
                let beat = main.times_in(stretch).0.beat();
                if main.expansion.is_some() { beat } else { least_common_multiple(main.step, beat) }
            }
            MainSearch::Day(main) => match (main.own_times.beat(), main.freq, main.stride) {
                (SECONDS_PER_DAY, Freq::Daily, Stride::Days { every, .. }) if !self.rolls => every * SECONDS_PER_DAY,
                (beat, _, _) => beat,
            },
            MainSearch::Times(times) => times.beat(),
        };
        beat % grid.step == 0
    }
}

impl DaySearch {
    fn days(&self) -> Days<'_> {
        let is_every = self.masks.pass_all && self.stride == Stride::Every;
        if is_every { Days::Every } else { Days::Counted(self) }
    }

    /// What it excludes in a stretch, of which it counts the instants from `first` to `last`; nothing where that is no
    /// pattern, or holds not at the instant.
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

    /// What it excludes in a stretch; nothing where that is no pattern, or holds not at the instant. It reaches farther
    /// where `main`, which has the instant, is known.
    pub(crate) fn excluded(&self, stretch: &Stretch, at: i64, main: Option<&Main<'_>>) -> Option<Pattern<'_>> {
        let has_picks = self.expansion.as_ref().is_some_and(|expansion| expansion.picks.is_some());
        if has_picks || !(self.start..=self.last).contains(&at) {
            return None;
        }
        let (times, tells_all) = self.times_in(stretch);
        let unit_len = self.unit_len();
        // The end of a stretch may cut an hour or a minute and leave the grid point on its other side.
        let wall = |instant: i64| (instant + stretch.offset).rem_euclid(unit_len);
        let unit = (at - wall(at), at - wall(at) + unit_len - 1);
        let whole_units =
            (stretch.from - 1 + unit_len - wall(stretch.from - 1), stretch.until - 1 - wall(stretch.until));
        let is_cut = unit.0 < stretch.from || unit.1 >= stretch.until;
        if (is_cut || !tells_all) && self.point_beside(at, stretch).is_none() {
            return None;
        }
        let is_local = is_cut || !(tells_all || main.is_some_and(|main| main.keeps_step_with(self, stretch)));
        let holds = if is_local { (unit.0.max(stretch.from), unit.1.min(stretch.until - 1)) } else { whole_units };
        Some(Pattern {
            days: self.days(),
            times,
            first: holds.0.max(self.start),
            last: holds.1.min(self.last),
            is_local,
        })
    }

    /// The times on the wall that the rule can have in a stretch, and whether they tell all that its grid does.
    ///
    /// A grid that goes evenly into a minute, an hour or a day always meets the same seconds, minutes or hours.
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

/// The numbers below `len` that differ from `own` by a multiple of `step`, which goes into `len`.
fn every(step: i64, own: i64, len: i64) -> u64 {
    if step == 1 {
        return low_bits(len);
    }
    (own % step..len).step_by(step as usize).fold(0, |mask, value| mask | 1 << value)
}
