//! A single leaf without offset changes: how close its occurrences come, and the times of its days.
//!
//! Every wall-clock leaf except a list of single times has the same times on each of its days, and a calendar that
//! excludes or rolls keeps them. Days and times can therefore be examined separately.
//!
//! A new kind of search must add its minimum gap and the times of its days here. One that cannot list them uses
//! `Times::Any`, and a list of single instants has no profile.

use std::borrow::Cow;

use crate::civil::divisor::greatest_common_divisor;
use crate::civil::{Civil, CivilSearch, Day, SECONDS_PER_DAY};
use crate::cron::set::CronSet;
use crate::days_off::DaysOff;
use crate::every::{EveryDays, Grid};
use crate::search::{Elapsed, Leaf, Search, Wall};
use crate::zone::{INSTANT_MAX, Zone};

use super::GAP_MIN;

/// Maximum number of times per day that are listed, one per 15 seconds. A day with more is treated as having all.
const TIMES_MAX: usize = 5_760;

/// Returns the seconds between the two nearest occurrences, as if the offset never changed.
pub(super) fn min_gap(leaf: &Leaf) -> Option<i64> {
    let days_off = leaf.days_off.as_deref();
    match &leaf.search {
        Search::Wall(Wall::Cron(set) | Wall::EveryUnit(set), _) => of_cron(set, days_off),
        Search::Wall(Wall::Every(days), _) => of_every(days, days_off),
        Search::Wall(Wall::Calendar(calendar), _) => {
            let days = calendar.min_gap()? / SECONDS_PER_DAY;
            Some(rolled(days, days_off) * SECONDS_PER_DAY)
        }
        Search::Wall(Wall::Times(times), _) => nearest(times.iter().map(|Civil(time)| *time)),
        Search::Elapsed(Elapsed::Grid(grid)) => {
            grid.anchor.checked_add(grid.step).filter(|second| *second <= INSTANT_MAX).map(|_| grid.step)
        }
        Search::Wall(Wall::Rrule(rule), _) => {
            let reach = days_off.map_or(0, DaysOff::roll_reach_days) * SECONDS_PER_DAY;
            rule.min_gap().map(|gap| (gap - reach).max(GAP_MIN))
        }
        Search::Elapsed(Elapsed::Rrule(rule)) => rule.min_gap(&*leaf.zone),
        Search::Elapsed(Elapsed::Pinned(grid)) => Some(grid.step),
        Search::Elapsed(Elapsed::Instants(instants)) => nearest(instants.iter().copied()),
    }
}

fn of_cron(set: &CronSet, days_off: Option<&DaysOff>) -> Option<i64> {
    let days = days_apart(|off| set.min_gap_days(off), days_off);
    let overnight = days.map(|days| days * SECONDS_PER_DAY - (set.last_time() - set.first_time()));
    super::lesser(overnight, set.gap_within_day())
}

fn of_every(every: &EveryDays, days_off: Option<&DaysOff>) -> Option<i64> {
    let days = days_apart(|off| every.min_gap_days(off), days_off);
    let times = every.times();
    let span = times.last()? - times.first()?;
    super::lesser(days.map(|days| days * SECONDS_PER_DAY - span), nearest(times.iter().copied()))
}

/// Weekdays that are always off are left out. Dates that are off are not, because the pattern continues beyond the
/// list.
fn days_apart(min_gap_days: impl Fn(u8) -> Option<i64>, days_off: Option<&DaysOff>) -> Option<i64> {
    match days_off {
        // An occurrence rolls before exclusion applies, so the excluded days do not tell which days it may come from.
        Some(days_off) if days_off.rolls() => min_gap_days(0).map(|days| rolled(days, Some(days_off))),
        Some(days_off) => min_gap_days(days_off.excluded_weekdays()),
        None => min_gap_days(0),
    }
}

/// Two occurrences that roll onto one day become one, so two occurrences are always at least a day apart.
fn rolled(days: i64, days_off: Option<&DaysOff>) -> i64 {
    (days - days_off.map_or(0, DaysOff::roll_reach_days)).max(1)
}

fn nearest(sorted: impl Iterator<Item = i64>) -> Option<i64> {
    let mut previous = None;
    sorted.filter_map(|at| previous.replace(at).map(|previous: i64| at - previous)).filter(|gap| *gap > 0).min()
}

/// A leaf as compared with another one: its times of day, their zone, and its days.
pub(super) struct Profile<'a> {
    /// Zone of the times. `None` is UTC.
    pub(super) zone: Option<&'a Zone>,
    pub(super) times: Times<'a>,
    /// Days with an occurrence. `None` if they cannot be searched; then it may be any day.
    pub(super) days: Option<Days<'a>>,
    /// Endless grid of instants. Two grids are compared directly.
    pub(super) grid: Option<Grid>,
}

pub(super) enum Times<'a> {
    /// Sorted seconds of the day, not empty.
    Listed(Cow<'a, [i64]>),
    /// Too many to list.
    Any,
}

pub(super) struct Days<'a> {
    search: &'a Wall,
    pub(super) first: Day,
    pub(super) cycle: i64,
}

impl<'a> Profile<'a> {
    /// Returns the profile of a leaf, or `None` for single instants, which `transitions` examines one by one.
    pub(super) fn of(leaf: &'a Leaf) -> Option<Self> {
        let rolls = leaf.days_off.as_deref().is_some_and(DaysOff::rolls);
        let wall = |times, search, first, cycle| {
            let days = (!rolls).then_some(Days { search, first, cycle });
            Some(Self { zone: Some(&leaf.zone), times, days, grid: None })
        };
        match &leaf.search {
            Search::Wall(search @ (Wall::Cron(set) | Wall::EveryUnit(set)), _) => {
                let listed = set.times_per_day() <= TIMES_MAX;
                let times = if listed { Times::Listed(set.times().collect()) } else { Times::Any };
                wall(times, search, set.first_day(), set.cycle_days())
            }
            Search::Wall(search @ Wall::Every(every), _) => {
                wall(Times::Listed(Cow::Borrowed(every.times())), search, every.first_day(), every.cycle_days())
            }
            Search::Wall(search @ Wall::Calendar(calendar), _) => {
                let times = Times::Listed(Cow::Owned(vec![calendar.time_of_day()]));
                wall(times, search, calendar.first_day(), calendar.cycle_days())
            }
            Search::Wall(Wall::Times(_), _) | Search::Elapsed(Elapsed::Instants(_)) => None,
            Search::Wall(Wall::Rrule(_), _) | Search::Elapsed(Elapsed::Rrule(_)) => {
                Some(Self { zone: Some(&leaf.zone), times: Times::Any, days: None, grid: None })
            }
            Search::Elapsed(Elapsed::Grid(grid)) => {
                let step = greatest_common_divisor(grid.step, SECONDS_PER_DAY);
                Some(Self { zone: None, times: Times::each(grid.anchor, step), days: None, grid: Some(*grid) })
            }
            Search::Elapsed(Elapsed::Pinned(grid)) => {
                Some(Self { zone: Some(&leaf.zone), times: Times::each(grid.pin, grid.unit), days: None, grid: None })
            }
        }
    }
}

impl Times<'_> {
    /// Returns every `step` seconds of the day at the phase of the anchor. `step` divides the day.
    fn each(anchor: i64, step: i64) -> Self {
        if step <= SECONDS_PER_DAY / TIMES_MAX as i64 {
            return Self::Any;
        }
        let phase = anchor.rem_euclid(step);
        Self::Listed((0..SECONDS_PER_DAY / step).map(|n| phase + n * step).collect())
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Listed(times) => times.len(),
            Self::Any => 0,
        }
    }

    /// Returns the smallest time between one of these times and one of the others on a 24-hour dial. The others are
    /// later by `shift`. Equal times do not count.
    pub(super) fn nearest_on_clock(&self, others: &Self, shift: i64) -> i64 {
        let (Self::Listed(times), Self::Listed(others)) = (self, others) else { return GAP_MIN };
        let (Some(first), Some(last)) = (others.first(), others.last()) else { return SECONDS_PER_DAY };
        let distance = |time: &i64| {
            let time = (time - shift).rem_euclid(SECONDS_PER_DAY);
            let before = others[..others.partition_point(|other| *other < time)].last();
            let after = others[others.partition_point(|other| *other <= time)..].first();
            let before = before.map_or(time + SECONDS_PER_DAY - last, |before| time - before);
            let after = after.map_or(first + SECONDS_PER_DAY - time, |after| after - time);
            before.min(after)
        };
        times.iter().map(distance).min().unwrap_or(SECONDS_PER_DAY)
    }
}

impl Days<'_> {
    /// Returns the first matching day from this one on.
    pub(super) fn from(&self, day: Day) -> Option<Day> {
        self.search.at_or_after(day.start()).map(|hit| hit.at.day())
    }

    /// Returns the last matching day before this one.
    pub(super) fn before(&self, day: Day) -> Option<Day> {
        self.search.at_or_before(day.start().plus(-1)).map(|hit| hit.at.day())
    }
}
