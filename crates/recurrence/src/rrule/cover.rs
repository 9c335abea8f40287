//! Finds how far around an instant everything is excluded, within one segment of constant offset.
//!
//! Seconds, minutes, hours and days are examined in turn: if nothing of a minute is left, the run of such minutes
//! counts, and so on up to days. Several excluded rules may together exclude what none of them excludes alone, such
//! as one for the odd and one for the even seconds. No occurrence is walked and nothing is allocated.

use super::day_set::DaySet;
use super::pattern::{Days, Pattern};
use super::time_set::{bit_below, bit_from, has, split};
use crate::civil::{Civil, Day, YEAR_MAX, YEAR_MIN};

/// Direction of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Forward,
    Backward,
}

/// A set of excluded rules: a bit mask over their positions in the list.
pub(crate) type RuleMask = u64;

/// Patterns of the main rule and of the excluded rules that have a pattern at the queried instant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cover<'a> {
    pub(crate) offset: i64,
    pub(crate) main: Pattern<'a>,
    pub(crate) excluded: &'a [Pattern<'a>],
    pub(crate) way: Direction,
}

impl Cover<'_> {
    /// Returns the farthest instant in the search direction up to which `selected` rules exclude everything of the
    /// main rule from `at` on. Returns `None` if `at` itself is not excluded. Calls `may_look` before it examines a
    /// year or a day.
    pub(crate) fn farthest(&self, at: i64, selected: RuleMask, may_look: impl FnMut() -> bool) -> Option<i64> {
        let patterns = self.members(selected).chain([&self.main]);
        // A segment may extend far beyond the calendar, where there are no days to count.
        let bound = match self.way {
            Direction::Forward => patterns.map(|pattern| pattern.last).fold(Civil::MAX.0, i64::min),
            Direction::Backward => patterns.map(|pattern| pattern.first).fold(Civil::MIN.0, i64::max),
        };
        let end = self.end_of_run(Civil(at + self.offset), selected, Civil(bound + self.offset).day(), may_look)?;
        Some(match self.way {
            Direction::Forward => bound.min(end.0 - self.offset),
            Direction::Backward => bound.max(end.0 - self.offset),
        })
    }

    fn end_of_run(&self, at: Civil, selected: RuleMask, bound: Day, may_look: impl FnMut() -> bool) -> Option<Civil> {
        let day = at.day();
        let (hour, minute, second) = split(at.second_of_day());
        let times = &self.main.times;
        if self.main.has_day(day) {
            let on_day = self.on_day(selected, day);
            if has(times.hours, hour) {
                let in_hour = self.in_hour(on_day, hour);
                if has(times.minutes, minute) {
                    let left = times.seconds & !self.seconds(in_hour, minute);
                    if has(left, second) {
                        return None;
                    }
                    if left != 0 {
                        return Some(at.plus(-second).plus(self.run_end(left, second, 1)));
                    }
                }
                let left = self.minutes_left(in_hour);
                if left != 0 {
                    return Some(at.plus(-second - 60 * minute).plus(self.run_end(left, minute, 60)));
                }
            }
            let left = self.hours_left(on_day);
            if left != 0 {
                return Some(day.start().plus(self.run_end(left, hour, 3600)));
            }
        }
        let last = self.last_day(day, selected, bound, may_look);
        Some(match self.way {
            Direction::Forward => last.plus(1).start().plus(-1),
            Direction::Backward => last.start(),
        })
    }

    /// Returns the last of the run of days on which nothing is left, or `bound` if the run continues beyond it.
    fn last_day(&self, day: Day, selected: RuleMask, bound: Day, mut may_look: impl FnMut() -> bool) -> Day {
        let always = self.only(selected, |pattern| matches!(pattern.days, Days::Every));
        if self.hours_left(always) == 0 {
            return bound;
        }
        let alone = self.only(selected, |pattern| pattern.times.covers(&self.main.times));
        // Rules that together left nothing of a previous day; they are likely to do so again.
        let mut together = 0;
        let mut year = day.ymd().year;
        loop {
            let january_first = Day::from_ymd(year, 1, 1);
            if !may_look() {
                return match self.way {
                    Direction::Forward => january_first.plus(-1).max(day),
                    Direction::Backward => Day::from_ymd(year + 1, 1, 1).min(day),
                };
            }
            let days = |pattern: &Pattern<'_>| pattern.days.of(year, january_first);
            let mut left = self.members(alone).fold(days(&self.main), |left, pattern| left.without(&days(pattern)));
            loop {
                if together != 0 {
                    let shared = self.members(together).map(days).reduce(|shared, days| shared.and(&days));
                    left = left.without(&shared.unwrap_or(DaySet::EMPTY));
                }
                let next = match self.way {
                    Direction::Forward => left.next((day.0 + 1 - january_first.0).max(0)),
                    Direction::Backward => left.previous((day.0 - 1 - january_first.0).min(365)),
                };
                let Some(next) = next.map(|next| january_first.plus(next)) else { break };
                together = self.on_day(selected, next);
                if together == 0 || !may_look() || self.hours_left(together) != 0 {
                    return next.plus(if self.way == Direction::Forward { -1 } else { 1 });
                }
            }
            let (next_year, is_over) = match self.way {
                Direction::Forward => (year + 1, year >= YEAR_MAX || Day::from_ymd(year + 1, 1, 1) > bound),
                Direction::Backward => (year - 1, year <= YEAR_MIN || january_first <= bound),
            };
            if is_over {
                return bound;
            }
            year = next_year;
        }
    }

    /// Returns where the run of unset bits around a place ends, in seconds from the start of its minute, hour or
    /// day. The places are `unit` seconds long and fill the whole.
    fn run_end(&self, left: u64, place: i64, unit: i64) -> i64 {
        let len = if unit == 3600 { 24 } else { 60 };
        match self.way {
            Direction::Forward => bit_from(left, place).unwrap_or(len) * unit - 1,
            Direction::Backward => bit_below(left, place).map_or(0, |below| below + 1) * unit,
        }
    }

    fn members(&self, selected: RuleMask) -> impl Iterator<Item = &Pattern<'_>> {
        bits(selected).map(|place| &self.excluded[place as usize])
    }

    fn only(&self, selected: RuleMask, holds: impl Fn(&Pattern<'_>) -> bool) -> RuleMask {
        bits(selected).filter(|place| holds(&self.excluded[*place as usize])).fold(0, |only, place| only | 1 << place)
    }

    fn on_day(&self, selected: RuleMask, day: Day) -> RuleMask {
        self.only(selected, |pattern| pattern.has_day(day))
    }

    fn in_hour(&self, selected: RuleMask, hour: i64) -> RuleMask {
        self.only(selected, |pattern| has(pattern.times.hours, hour))
    }

    /// Returns the seconds of a minute that `selected` rules exclude.
    fn seconds(&self, selected: RuleMask, minute: i64) -> u64 {
        let in_minute = self.members(selected).filter(|pattern| has(pattern.times.minutes, minute));
        in_minute.fold(0, |seconds, pattern| seconds | pattern.times.seconds)
    }

    /// Returns the minutes of which `selected` rules leave something.
    fn minutes_left(&self, selected: RuleMask) -> u64 {
        let seconds = self.main.times.seconds;
        let alone = self.members(selected).filter(|pattern| seconds & !pattern.times.seconds == 0);
        let left = alone.fold(self.main.times.minutes, |left, pattern| left & !pattern.times.minutes);
        let is_left = |minute: &u32| seconds & !self.seconds(selected, i64::from(*minute)) != 0;
        bits(left).filter(is_left).fold(0, |left, minute| left | 1 << minute)
    }

    /// Returns the hours of which `selected` rules leave something.
    fn hours_left(&self, selected: RuleMask) -> u64 {
        if self.members(selected).any(|pattern| pattern.times.covers(&self.main.times)) {
            return 0;
        }
        let mut left = 0;
        // Most hours have the same rules as the hour before.
        let mut known = None;
        for hour in bits(self.main.times.hours) {
            let in_hour = self.in_hour(selected, i64::from(hour));
            let is_left = match known {
                Some((before, is_left)) if before == in_hour => is_left,
                Some(_) | None => self.minutes_left(in_hour) != 0,
            };
            known = Some((in_hour, is_left));
            left |= u64::from(is_left) << hour;
        }
        left
    }
}

fn bits(mask: u64) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(mask), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|rest| *rest != 0)
        .map(u64::trailing_zeros)
}
