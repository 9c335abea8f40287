//! Searches rules that count hours, minutes or seconds: exact elapsed time, filtered by the wall clock of a zone.
//!
//! The grid is the instant of the start plus multiples of the interval. Hours around a clock change are therefore
//! as far apart as any others: there is no hole, and in a fold both passes count. `BYMONTH` to `BYHOUR`, and the
//! parts of the frequency's own unit, are tested against the wall clock at the grid point. Finer parts are expanded
//! within the wall clock's hour or minute that contains the point. Ranges that do not pass are skipped in
//! jumps to the next passing day or time, never stepped through.

use super::day_parts::DayParts;
use super::day_search::{never_fires, seconds};
use super::parts::{Freq, Parts};
use super::picks::SetPositions;
use super::time_set::{ALL_HOURS, ALL_SIXTY, TimeSet, mask};
use super::year_masks::YearMasks;
use crate::civil::{Civil, Day, SECONDS_PER_DAY};
use crate::error::Error;
use crate::zone::{INSTANT_MAX, INSTANT_MIN, Segments, Stretch};

/// Maximum number of jumps of a search. A rule whose grid matches its parts more rarely has no result.
const JUMPS_MAX: usize = 30_000;
/// Cost in jumps of querying a zone for its next segment. Far from the present it takes that much longer.
const STRETCH_JUMPS: usize = 120;
/// The same cost while counting: small for a count of decades, large for one of centuries.
const STRETCH_LOOKS: usize = 20;
/// Maximum distance of a wall clock from UTC. No clock is ever set back by more.
const OFFSET_MAX: i64 = 26 * 3600;

/// One rule with a `FREQ` from `HOURLY` to `SECONDLY`, bound to its start.
#[derive(Clone, Debug)]
pub(crate) struct GridSearch {
    pub(crate) start: i64,
    /// Seconds between grid points.
    pub(super) step: i64,
    /// Latest time of an occurrence: `UNTIL`, the last of `COUNT`, or the end of the calendar.
    pub(crate) last: i64,
    /// Passing days. `None` if every day passes.
    pub(super) days: Option<YearMasks>,
    /// Wall-clock times at which a grid point passes.
    pub(super) times: TimeSet,
    pub(super) expansion: Option<Expansion>,
}

/// The parts below the frequency's unit.
#[derive(Clone, Debug)]
pub(super) struct Expansion {
    /// Minutes to expand to. `None` keeps the minute of the grid point.
    pub(super) minutes: Option<u64>,
    pub(super) seconds: Option<u64>,
    /// Length of the expanded hour or minute, in seconds.
    pub(super) unit_len: i64,
    pub(super) picks: Option<SetPositions>,
    /// Minutes (if `minutes` is set) and seconds (if `seconds` is set) that can have an occurrence.
    pub(super) own_times: TimeSet,
}

impl GridSearch {
    /// Compiles a rule with the instants of its start and its inclusive `UNTIL`.
    pub(crate) fn compile(parts: &Parts, start: i64, until: Option<i64>, zone: &impl Segments) -> Result<Self, Error> {
        assert!(parts.freq.is_sub_daily(), "rules of days and longer are a DaySearch");
        let start = start.clamp(INSTANT_MIN, INSTANT_MAX);
        let civil = Civil(start + zone.segment(start).offset);
        let day_parts = DayParts::with_defaults(parts, civil);
        let or_all = |values: &[u8], all: u64| if values.is_empty() { all } else { mask(values) };
        let or_own = |values: &[u8]| (!values.is_empty()).then(|| mask(values));
        let by_second = seconds(&parts.by_second);
        let mut times = TimeSet { hours: or_all(&parts.by_hour, ALL_HOURS), ..TimeSet::ALL };
        let (unit_len, mut minutes, mut seconds) = match parts.freq {
            Freq::Hourly => (3600, or_own(&parts.by_minute), or_own(&by_second)),
            Freq::Minutely => {
                times.minutes = or_all(&parts.by_minute, ALL_SIXTY);
                (60, None, or_own(&by_second))
            }
            Freq::Secondly | Freq::Yearly | Freq::Monthly | Freq::Weekly | Freq::Daily => {
                times.minutes = or_all(&parts.by_minute, ALL_SIXTY);
                times.seconds = or_all(&by_second, ALL_SIXTY);
                (1, None, None)
            }
        };
        let members = TimeSet { hours: 1, minutes: minutes.unwrap_or(1), seconds: seconds.unwrap_or(1) };
        let mut own_times = members;
        let mut picks = None;
        if !parts.by_set_pos.is_empty() {
            let positions = SetPositions::new(&parts.by_set_pos, members.count()).ok_or_else(never_fires)?;
            own_times = members.picked(&positions);
            // The same times are picked in every unit. If they are a full product of minutes and seconds, the
            // others can be dropped.
            if own_times.count() == positions.count(members.count()) {
                (minutes, seconds) = (minutes.map(|_| own_times.minutes), seconds.map(|_| own_times.seconds));
            } else {
                picks = Some(positions);
            }
        }
        let expands = minutes.is_some() || seconds.is_some();
        let mut search = Self {
            start,
            step: parts.interval * unit_len,
            last: until.map_or(INSTANT_MAX, |until| until.min(INSTANT_MAX)),
            days: (!day_parts.pass_all()).then(|| YearMasks::new(&day_parts)),
            times,
            expansion: expands.then_some(Expansion { minutes, seconds, unit_len, picks, own_times }),
        };
        if search.days.as_ref().is_some_and(YearMasks::are_empty) || search.at_or_after(start, zone).is_none() {
            return Err(never_fires());
        }
        if let Some(count) = parts.count {
            search.last = search.last.min(search.nth_from_start(count, zone)?.unwrap_or(INSTANT_MAX));
        }
        Ok(search)
    }

    /// Returns the first occurrence at or after the instant.
    pub(crate) fn at_or_after(&self, from: i64, zone: &impl Segments) -> Option<i64> {
        let from = from.max(self.start);
        if from > self.last {
            return None;
        }
        let Some(expansion) = &self.expansion else {
            return self.next_point(from, zone).map(|(point, _)| point).filter(|point| *point <= self.last);
        };
        // The grid point of an occurrence lies within a unit before or after it.
        let mut earliest = from - (expansion.unit_len - 1);
        for _ in 0..JUMPS_MAX {
            let (point, stretch) = self.next_point(earliest, zone)?;
            if let Some(found) = expansion.at_or_after(point, &stretch, from) {
                return (found <= self.last).then_some(found);
            }
            earliest = point + 1;
        }
        None
    }

    /// Returns the last occurrence at or before the instant.
    pub(crate) fn at_or_before(&self, from: i64, zone: &impl Segments) -> Option<i64> {
        let from = from.min(self.last);
        if from < self.start {
            return None;
        }
        let Some(expansion) = &self.expansion else {
            return self.previous_point(from, zone).map(|(point, _)| point);
        };
        let mut latest = from + (expansion.unit_len - 1);
        for _ in 0..JUMPS_MAX {
            let (point, stretch) = self.previous_point(latest, zone)?;
            if let Some(found) = expansion.at_or_before(point, &stretch, from) {
                return (found >= self.start).then_some(found);
            }
            latest = point - 1;
        }
        None
    }

    /// Returns whether every day has the same grid points, so that a passing day never takes a long search without
    /// a match.
    pub(crate) fn divides_day(&self) -> bool {
        SECONDS_PER_DAY % self.step == 0
    }

    /// Returns the approximate number of jumps that a search took over passing days without an occurrence. It is
    /// the number of runs of passing times on those days, and at most the number of grid points.
    pub(crate) fn jumps_between(&self, from: i64, found: i64) -> i64 {
        let day = |instant: i64| Day(instant.div_euclid(SECONDS_PER_DAY));
        // The days at both ends may be incomplete.
        let (first, last) = (day(from.min(found)).plus(1), day(from.max(found)));
        if first >= last || self.divides_day() {
            return 0;
        }
        let days = self.days.as_ref().map_or(last.0 - first.0, |days| days.count_between(first, last));
        ((found - from).abs() / self.step).min(days * self.times.runs())
    }

    /// Returns whether the rule has an occurrence at exactly this instant of the segment. It does not search.
    pub(crate) fn has(&self, at: i64, stretch: &Stretch) -> bool {
        let Some(point) = self.grid_point_near(at, stretch).filter(|_| (self.start..=self.last).contains(&at)) else {
            return false;
        };
        let civil = Civil(point + stretch.offset);
        let passes_day = |days: &YearMasks| days.has(civil.day());
        self.times.contains(civil.second_of_day())
            && self.days.as_ref().is_none_or(passes_day)
            && self.expansion.as_ref().is_none_or(|expansion| expansion.at_or_after(point, stretch, at) == Some(at))
    }

    /// Returns the grid point in the wall clock's hour or minute that the rule expands. Without an expansion,
    /// returns the grid point at exactly this instant.
    pub(super) fn grid_point_near(&self, at: i64, stretch: &Stretch) -> Option<i64> {
        let unit_len = self.unit_len();
        let begins = at - (at + stretch.offset).rem_euclid(unit_len);
        let point = self.grid_at_or_after(begins.max(stretch.from));
        (point < (begins + unit_len).min(stretch.until)).then_some(point)
    }

    /// Returns the length of the unit that an occurrence shares with its grid point.
    pub(super) fn unit_len(&self) -> i64 {
        self.expansion.as_ref().map_or(1, |expansion| expansion.unit_len)
    }

    /// Returns the first grid point at or after the instant that the wall clock lets through.
    pub(super) fn next_point(&self, from: i64, zone: &impl Segments) -> Option<(i64, Stretch)> {
        // Empty, so that the first point queries the zone.
        let mut stretch = Stretch { from: 0, until: 0, offset: 0 };
        self.next_point_near(from, &mut stretch, zone, &mut 0).map(|point| (point, stretch))
    }

    /// Like `next_point`, but starts with the segment of the previous result, which is reused while it still
    /// applies. Adds the number of points examined to `looks`.
    pub(super) fn next_point_near(
        &self,
        from: i64,
        stretch: &mut Stretch,
        zone: &impl Segments,
        looks: &mut usize,
    ) -> Option<i64> {
        // An expansion may reach back from a point after the last occurrence.
        let point_max = self.last.saturating_add(3600).min(INSTANT_MAX);
        let mut point = self.grid_at_or_after(from);
        let mut jumps = 0;
        while jumps < JUMPS_MAX && point <= point_max {
            *looks += 1;
            if !(stretch.from..stretch.until).contains(&point) {
                *stretch = zone.segment(point);
                jumps += STRETCH_JUMPS;
                *looks += STRETCH_LOOKS;
            }
            let civil = Civil(point + stretch.offset);
            let Some(opens) = self.next_open_time(civil) else {
                return Some(point);
            };
            let mut target = opens.0 - stretch.offset;
            if target > stretch.until {
                // After the segment, the wall clock may be set back into a passing day. If no passing day is near,
                // the jump may continue, but not so far that another offset would have opened earlier.
                target = if self.is_far_from_open(civil.day()) { opens.0 - OFFSET_MAX } else { stretch.until };
                target = target.max(stretch.until);
            }
            point = self.grid_at_or_after(target);
            jumps += 1;
        }
        None
    }

    /// Returns the last grid point at or before the instant that the wall clock lets through.
    fn previous_point(&self, from: i64, zone: &impl Segments) -> Option<(i64, Stretch)> {
        let mut point = self.grid_at_or_before(from.min(INSTANT_MAX))?;
        let mut stretch = zone.segment(point);
        let mut jumps = 0;
        while jumps < JUMPS_MAX {
            if !(stretch.from..stretch.until).contains(&point) {
                stretch = zone.segment(point);
                jumps += STRETCH_JUMPS;
            }
            let civil = Civil(point + stretch.offset);
            let Some(closed) = self.previous_open_time(civil) else {
                return Some((point, stretch));
            };
            let mut target = closed.0 - stretch.offset;
            if target < stretch.from {
                let edge = stretch.from - 1;
                target = if self.is_far_from_open(civil.day()) { closed.0 + OFFSET_MAX } else { edge };
                target = target.min(edge);
            }
            point = self.grid_at_or_before(target)?;
            jumps += 1;
        }
        None
    }

    /// Returns whether no passing day is so near that a clock change could move the wall clock into it.
    fn is_far_from_open(&self, day: Day) -> bool {
        self.days.as_ref().is_some_and(|days| {
            days.previous(day).is_none_or(|open| open < day.plus(-3))
                && days.next(day).is_none_or(|open| open > day.plus(3))
        })
    }

    #[inline]
    fn grid_at_or_after(&self, instant: i64) -> i64 {
        let elapsed = (instant - self.start).max(0);
        self.start + (elapsed + self.step - 1) / self.step * self.step
    }

    #[inline]
    fn grid_at_or_before(&self, instant: i64) -> Option<i64> {
        let elapsed = instant - self.start;
        (elapsed >= 0).then(|| instant - elapsed % self.step)
    }

    /// Returns the next wall-clock time that may pass, or `None` if this one passes.
    #[inline]
    fn next_open_time(&self, civil: Civil) -> Option<Civil> {
        let day = civil.day();
        if let Some(days) = &self.days {
            let open = days.next(day).unwrap_or(Day::MAX.plus(1));
            if open != day {
                return Some(Civil::new(open, self.times.first()));
            }
        }
        match self.times.at_or_after(civil.second_of_day()) {
            Some(time) if time == civil.second_of_day() => None,
            Some(time) => Some(Civil::new(day, time)),
            None => Some(Civil::new(day.plus(1), self.times.first())),
        }
    }

    /// Returns the last wall-clock time before this one that may pass, or `None` if this one passes.
    #[inline]
    fn previous_open_time(&self, civil: Civil) -> Option<Civil> {
        let day = civil.day();
        if let Some(days) = &self.days {
            let open = days.previous(day).unwrap_or(Day::MIN.plus(-1));
            if open != day {
                return Some(Civil::new(open, self.times.last()));
            }
        }
        match self.times.at_or_before(civil.second_of_day()) {
            Some(time) if time == civil.second_of_day() => None,
            Some(time) => Some(Civil::new(day, time)),
            None => Some(Civil::new(day.plus(-1), self.times.last())),
        }
    }
}

impl Expansion {
    /// Returns the times of day in the unit around a wall-clock time.
    fn times(&self, second_of_day: i64) -> TimeSet {
        TimeSet {
            hours: 1 << (second_of_day / 3600),
            minutes: self.minutes.unwrap_or(1 << (second_of_day / 60 % 60)),
            seconds: self.seconds.unwrap_or(1 << (second_of_day % 60)),
        }
    }

    /// Returns the first expanded instant of a grid point at or after `from`. The end of a segment cuts the unit.
    pub(super) fn at_or_after(&self, point: i64, stretch: &Stretch, from: i64) -> Option<i64> {
        let civil = Civil(point + stretch.offset);
        let times = self.times(civil.second_of_day());
        let midnight = civil.day().start().0 - stretch.offset;
        let rank = times.rank(from.max(stretch.from) - midnight);
        let index = match &self.picks {
            Some(picks) => picks.at_or_after(times.count(), rank)?,
            None => rank,
        };
        let found = (index < times.count()).then(|| midnight + times.select(index))?;
        (found < stretch.until).then_some(found)
    }

    fn at_or_before(&self, point: i64, stretch: &Stretch, from: i64) -> Option<i64> {
        let civil = Civil(point + stretch.offset);
        let times = self.times(civil.second_of_day());
        let midnight = civil.day().start().0 - stretch.offset;
        let rank = times.rank(from.min(stretch.until - 1) + 1 - midnight);
        let index = match &self.picks {
            Some(picks) => picks.before(times.count(), rank)?,
            None => rank - 1,
        };
        let found = (index >= 0).then(|| midnight + times.select(index))?;
        (found >= stretch.from).then_some(found)
    }

    /// Returns the number of instants in a unit that neither a segment nor the start cuts.
    pub(super) fn whole_count(&self) -> i64 {
        let members = i64::from(self.minutes.map_or(1, u64::count_ones) * self.seconds.map_or(1, u64::count_ones));
        self.picks.as_ref().map_or(members, |picks| picks.count(members))
    }

    /// Returns whether the unit around a grid point lies completely inside a segment and after an instant.
    pub(super) fn is_whole(&self, point: i64, stretch: &Stretch, start: i64) -> bool {
        let begins = point - (point + stretch.offset).rem_euclid(self.unit_len);
        begins >= stretch.from.max(start) && begins + self.unit_len <= stretch.until
    }
}
