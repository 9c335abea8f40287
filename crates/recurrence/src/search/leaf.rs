//! One searchable rule in its time zone: the leaves of a compiled recurrence.

use std::sync::Arc;

use crate::calendar::CalendarSearch;
use crate::civil::{Civil, CivilMatch, CivilSearch, SECONDS_PER_DAY};
use crate::cron::set::CronSet;
use crate::days_off::{CalendarFilter, DaysOff};
use crate::every::{EveryDays, Grid, PinnedGrid};
use crate::rrule::{DaySearch, Direction, GridSearch};
use crate::zone::{InstantMatch, TransitionPolicy, Zone, resolve};

#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    pub(crate) search: Search,
    pub(crate) zone: Arc<Zone>,
    pub(crate) days_off: Option<Arc<DaysOff>>,
    /// Earliest instant of an occurrence.
    pub(crate) not_before: i64,
    /// Number of earlier leaves that may produce the same period keys. It makes the keys of this leaf distinct.
    pub(crate) earlier_with_same_keys: u16,
}

#[derive(Clone, Debug)]
pub(crate) enum Search {
    /// Wall-clock times, converted to instants by the policy.
    Wall(Wall, TransitionPolicy),
    /// Instants of elapsed time.
    Elapsed(Elapsed),
}

#[derive(Clone, Debug)]
pub(crate) enum Wall {
    Cron(CronSet),
    /// Like `Cron`, but each occurrence is identified by its instant.
    EveryUnit(CronSet),
    Every(EveryDays),
    Calendar(CalendarSearch),
    Rrule(DaySearch),
    /// Single times, sorted.
    Times(Box<[Civil]>),
}

#[derive(Clone, Debug)]
pub(crate) enum Elapsed {
    Grid(Grid),
    Pinned(PinnedGrid),
    Rrule(GridSearch),
    /// Single instants, sorted.
    Instants(Box<[i64]>),
}

/// Cost in budget steps of a sub-daily rule's search that finds nothing.
const GRID_STEPS_WITHOUT_RESULT: u32 = 3_750;
/// Maximum number of runs of days off that an elapsed search jumps over before it stops.
const JUMPS_MAX: usize = 2_000;

impl Leaf {
    #[inline]
    pub(crate) fn at_or_after(&self, from: i64) -> Option<InstantMatch> {
        let from = from.max(self.not_before);
        match &self.search {
            Search::Wall(wall, policy) => match (&self.days_off, wall) {
                // The most common case comes first and takes the shortest path.
                (None, Wall::Cron(set)) => resolve::at_or_after(set, &self.zone, *policy, from),
                (None, wall) => resolve::at_or_after(wall, &self.zone, *policy, from),
                (Some(days_off), wall) => {
                    resolve::at_or_after(&CalendarFilter { search: wall, days_off }, &self.zone, *policy, from)
                }
            },
            Search::Elapsed(elapsed) => self.open_after(elapsed, from).map(|at| self.elapsed_found(at)),
        }
    }

    pub(crate) fn at_or_before(&self, from: i64) -> Option<InstantMatch> {
        let found = match &self.search {
            Search::Wall(wall, policy) => match &self.days_off {
                None => resolve::at_or_before(wall, &self.zone, *policy, from),
                Some(days_off) => {
                    resolve::at_or_before(&CalendarFilter { search: wall, days_off }, &self.zone, *policy, from)
                }
            },
            Search::Elapsed(elapsed) => self.open_before(elapsed, from).map(|at| self.elapsed_found(at)),
        };
        found.filter(|found| found.at >= self.not_before)
    }

    /// Returns whether the two leaves may give the same period key to different instants. That is so for calendar
    /// periods, and for local times that the leaves resolve differently.
    pub(crate) fn may_share_keys_with(&self, other: &Self) -> bool {
        match (&self.search, &other.search) {
            (Search::Wall(Wall::Calendar(_), _), Search::Wall(Wall::Calendar(_), _)) => true,
            (Search::Wall(_, policy), Search::Wall(_, other_policy)) => {
                policy != other_policy && self.zone.name() == other.zone.name()
            }
            (Search::Wall(..) | Search::Elapsed(_), _) => false,
        }
    }

    /// Returns the cost in budget steps of finding `found` from `from`, in addition to the cost of any search.
    /// Jumps are cheap, but there may be tens of thousands.
    pub(crate) fn effort(&self, from: i64, found: i64) -> u32 {
        const JUMPS_PER_STEP: i64 = 8;
        const JUMPS_BEHIND_CALENDAR_MAX: i64 = 400;
        const DAYS_OFF_PER_STEP: i64 = 16;
        // No search goes beyond the rule's own bounds. Those of a day rule are wall-clock times, which is accurate
        // enough.
        let (from, jumps) = match &self.search {
            Search::Wall(Wall::Rrule(rule), _) => {
                let years = rule.years_between(Civil(from), Civil(found));
                (from.clamp(rule.start.0, rule.last.0), years * JUMPS_PER_STEP)
            }
            Search::Elapsed(Elapsed::Rrule(rule)) => {
                let from = from.clamp(rule.start, rule.last);
                // Behind a calendar, most of a long distance is days off. They were not searched, but they are
                // still counted.
                let jumps_max = if self.days_off.is_some() { JUMPS_BEHIND_CALENDAR_MAX } else { i64::MAX };
                (from, rule.jumps_between(from, found).min(jumps_max))
            }
            Search::Wall(
                Wall::Cron(_) | Wall::EveryUnit(_) | Wall::Every(_) | Wall::Calendar(_) | Wall::Times(_),
                _,
            )
            | Search::Elapsed(Elapsed::Grid(_) | Elapsed::Pinned(_) | Elapsed::Instants(_)) => return 0,
        };
        let days_off = if self.days_off.is_some() { (found - from).abs() / SECONDS_PER_DAY } else { 0 };
        u32::try_from(jumps / JUMPS_PER_STEP + days_off / DAYS_OFF_PER_STEP).unwrap_or(u32::MAX)
    }

    /// Returns the cost of a search that found nothing and went as far as the rule does.
    pub(crate) fn effort_without_result(&self, from: i64, way: Direction) -> u32 {
        match &self.search {
            Search::Wall(Wall::Rrule(rule), _) => {
                let end = if way == Direction::Forward { rule.last } else { rule.start };
                self.effort(from, end.0)
            }
            Search::Elapsed(Elapsed::Rrule(rule)) if (rule.start..=rule.last).contains(&from) => {
                GRID_STEPS_WITHOUT_RESULT
            }
            Search::Wall(..) | Search::Elapsed(_) => 0,
        }
    }

    /// Returns whether occurrences roll to business days.
    pub(crate) fn rolls(&self) -> bool {
        self.days_off.as_ref().is_some_and(|days_off| days_off.rolls())
    }

    /// Returns whether the leaf is a finite list of single times.
    pub(crate) fn is_list(&self) -> bool {
        match &self.search {
            Search::Wall(Wall::Times(_), _) | Search::Elapsed(Elapsed::Instants(_)) => true,
            Search::Wall(
                Wall::Cron(_) | Wall::EveryUnit(_) | Wall::Every(_) | Wall::Calendar(_) | Wall::Rrule(_),
                _,
            )
            | Search::Elapsed(Elapsed::Grid(_) | Elapsed::Pinned(_) | Elapsed::Rrule(_)) => false,
        }
    }

    fn elapsed_found(&self, at: i64) -> InstantMatch {
        InstantMatch { at, nominal: self.zone.civil(at), later_pass: None, is_moved: false, leaf: 0 }
    }

    fn open_after(&self, elapsed: &Elapsed, from: i64) -> Option<i64> {
        let Some(days_off) = &self.days_off else { return elapsed.at_or_after(from, &self.zone) };
        let mut from = from;
        for _ in 0..JUMPS_MAX {
            let at = elapsed.at_or_after(from, &self.zone)?;
            let day = self.zone.civil(at).day();
            let open = days_off.open_from(day)?;
            if open == day {
                return Some(at);
            }
            from = self.zone.reached(open.start()).max(at + 1);
        }
        None
    }

    fn open_before(&self, elapsed: &Elapsed, from: i64) -> Option<i64> {
        let Some(days_off) = &self.days_off else { return elapsed.at_or_before(from, &self.zone) };
        let mut from = from;
        for _ in 0..JUMPS_MAX {
            let at = elapsed.at_or_before(from, &self.zone)?;
            let day = self.zone.civil(at).day();
            let open = days_off.open_until(day)?;
            if open == day {
                return Some(at);
            }
            // The last instant of the open day: just before the wall clock reaches the day after it.
            from = (self.zone.reached(open.plus(1).start()) - 1).min(at - 1);
        }
        None
    }
}

impl CivilSearch for Wall {
    fn at_or_after(&self, from: Civil) -> Option<CivilMatch> {
        match self {
            Self::Cron(set) | Self::EveryUnit(set) => set.at_or_after(from),
            Self::Every(days) => days.at_or_after(from),
            Self::Calendar(calendar) => calendar.at_or_after(from),
            Self::Rrule(rule) => rule.at_or_after(from),
            Self::Times(times) => {
                times.get(times.partition_point(|time| *time < from)).map(|time| CivilMatch::exact(*time))
            }
        }
    }

    fn at_or_before(&self, from: Civil) -> Option<CivilMatch> {
        match self {
            Self::Cron(set) | Self::EveryUnit(set) => set.at_or_before(from),
            Self::Every(days) => days.at_or_before(from),
            Self::Calendar(calendar) => calendar.at_or_before(from),
            Self::Rrule(rule) => rule.at_or_before(from),
            Self::Times(times) => {
                let after = times.partition_point(|time| *time <= from);
                after.checked_sub(1).map(|index| CivilMatch::exact(times[index]))
            }
        }
    }
}

impl Elapsed {
    fn at_or_after(&self, from: i64, zone: &Zone) -> Option<i64> {
        match self {
            Self::Grid(grid) => grid.at_or_after(from),
            Self::Pinned(grid) => grid.at_or_after(from, zone),
            Self::Rrule(rule) => rule.at_or_after(from, zone),
            Self::Instants(instants) => instants.get(instants.partition_point(|at| *at < from)).copied(),
        }
    }

    fn at_or_before(&self, from: i64, zone: &Zone) -> Option<i64> {
        match self {
            Self::Grid(grid) => grid.at_or_before(from),
            Self::Pinned(grid) => grid.at_or_before(from, zone),
            Self::Rrule(rule) => rule.at_or_before(from, zone),
            Self::Instants(instants) => {
                instants.partition_point(|at| *at <= from).checked_sub(1).map(|index| instants[index])
            }
        }
    }
}
