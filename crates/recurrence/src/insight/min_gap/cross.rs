//! Computes the smallest distance between the occurrences of two leaves of a union.
//!
//! Comparing only the times of day gives a lower bound, which is enough for most pairs. Otherwise the days of both
//! leaves are walked over one whole cycle, from each alternation between the leaves to the next.

use std::collections::BTreeSet;

use crate::civil::divisor::{greatest_common_divisor, least_common_multiple};
use crate::civil::{Day, SECONDS_PER_DAY};
use crate::search::Leaf;
use crate::zone::{TABLE_UNTIL, Zone};

use super::pattern::{Days, Profile, Times};
use super::{GAP_MIN, Survey};

/// Number of times compared for the cost of one search.
const TIMES_PER_SEARCH: usize = 16;

impl Survey<'_> {
    /// Returns the smallest distance between occurrences of different parts, or `least` if that is smaller.
    pub(super) fn across(&mut self, parts: &[&Leaf], mut least: Option<i64>) -> Option<i64> {
        if parts.len() < 2 {
            return least;
        }
        let profiles: Vec<Profile<'_>> = parts.iter().filter_map(|leaf| Profile::of(leaf)).collect();
        for (index, one) in profiles.iter().enumerate() {
            for other in &profiles[..index] {
                if least.is_some_and(|least| least <= GAP_MIN) {
                    return least;
                }
                if !self.spend(1 + (one.times.len() + other.times.len()) / TIMES_PER_SEARCH) {
                    return Some(GAP_MIN);
                }
                least = self.between(one, other, least);
            }
        }
        least
    }

    fn between(&mut self, one: &Profile<'_>, other: &Profile<'_>, least: Option<i64>) -> Option<i64> {
        if let (Some(one), Some(other)) = (one.grid, other.grid) {
            let step = greatest_common_divisor(one.step, other.step);
            let phase = (one.anchor - other.anchor).rem_euclid(step);
            let apart = if phase == 0 { step } else { phase.min(step - phase) };
            return super::lesser(least, Some(apart));
        }
        let shifts = shifts(one.zone, other.zone);
        let bound = shifts.iter().map(|shift| one.times.nearest_on_clock(&other.times, *shift)).min();
        if bound.is_none() || least.is_some_and(|least| bound >= Some(least)) {
            return least;
        }
        let exact = match (&one.days, &other.days) {
            (Some(_), Some(_)) if shifts.iter().all(|shift| *shift == 0) => self.met(one, other, bound),
            (Some(_) | None, Some(_) | None) => None,
        };
        super::lesser(least, exact.unwrap_or(bound))
    }

    /// Returns the smallest actual distance, found by walking the days of both leaves, or `None` if that would take
    /// too long. The walk ends early when it reaches the bound, because no distance is smaller.
    fn met(&mut self, one: &Profile<'_>, other: &Profile<'_>, bound: Option<i64>) -> Option<Option<i64>> {
        let (Some(one_days), Some(other_days)) = (&one.days, &other.days) else { return None };
        let from = one_days.first.max(other_days.first);
        let until = from.plus(least_common_multiple(one_days.cycle, other_days.cycle).min(i64::from(i32::MAX)));
        let (mut meeting, mut found) = (DayDistances::default(), None);
        let mut day = one_days.from(from);
        while let Some(here) = day.filter(|day| *day <= until) {
            self.comparisons_left = self.comparisons_left.checked_sub(1)?;
            let (next, changed) = meeting.look(one_days, other_days, here);
            if changed {
                found = meeting.least(&one.times, &other.times);
                if found == bound {
                    break;
                }
            }
            day = next;
        }
        Some(found)
    }
}

/// How close the days of two leaves come to each other.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct DayDistances {
    share_a_day: bool,
    /// Days from a day of the first leaf to one of the second, at least 1.
    one_to_other: Option<i64>,
    other_to_one: Option<i64>,
}

impl DayDistances {
    /// Examines a day of the first leaf. Returns the next day to examine, and whether a smaller distance was found.
    ///
    /// Skips days of the first leaf up to the next day of the second, and vice versa: a day between two days of the
    /// same leaf is farther from the other leaf than they are.
    fn look(&mut self, one: &Days<'_>, other: &Days<'_>, here: Day) -> (Option<Day>, bool) {
        let known = *self;
        let since = |days: &Days<'_>, day: Day| days.before(day).map(|before| day.0 - before.0);
        self.share_a_day |= other.from(here) == Some(here);
        for day in [Some(here), one.from(here.plus(1))].into_iter().flatten() {
            self.other_to_one = super::lesser(self.other_to_one, since(other, day));
        }
        let next_other = other.from(here.plus(1));
        self.one_to_other = super::lesser(self.one_to_other, next_other.and_then(|day| since(one, day)));
        (next_other.and_then(|day| one.from(day)), *self != known)
    }

    fn least(&self, one: &Times<'_>, other: &Times<'_>) -> Option<i64> {
        let (Times::Listed(one), Times::Listed(other)) = (one, other) else { return Some(GAP_MIN) };
        let overnight = |days: Option<i64>, evening: &[i64], morning: &[i64]| {
            Some(days? * SECONDS_PER_DAY - evening.last()? + morning.first()?)
        };
        let within_day = self.share_a_day.then(|| nearest_in_day(one, other)).flatten();
        let nights = [overnight(self.one_to_other, one, other), overnight(self.other_to_one, other, one)];
        nights.into_iter().chain([within_day]).flatten().min()
    }
}

/// Returns the smallest time between a time of one list and a time of the other on one day. Equal times do not count.
fn nearest_in_day(one: &[i64], other: &[i64]) -> Option<i64> {
    let distances = one.iter().flat_map(|time| {
        let before = other[..other.partition_point(|other| other < time)].last();
        let after = other[other.partition_point(|other| other <= time)..].first();
        before.into_iter().chain(after).map(move |near| (near - time).abs())
    });
    distances.min()
}

/// Returns all differences between the clocks of two zones, now or at any other time.
fn shifts(one: Option<&Zone>, other: Option<&Zone>) -> BTreeSet<i64> {
    let is_same = match (one, other) {
        (Some(one), Some(other)) => one.name() == other.name(),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    if is_same {
        return BTreeSet::from([0]);
    }
    let look = |zone: Option<&Zone>, at| {
        zone.map_or((0, i64::MAX), |zone| {
            let segment = zone.segment(at);
            (segment.offset, segment.until)
        })
    };
    let mut shifts = BTreeSet::new();
    let mut at = super::transitions::TRANSITIONS_FROM;
    while at < TABLE_UNTIL {
        let ((one, one_until), (other, other_until)) = (look(one, at), look(other, at));
        shifts.insert(one - other);
        at = one_until.min(other_until);
    }
    shifts
}
