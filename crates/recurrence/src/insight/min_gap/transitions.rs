//! Examines the actual occurrences around each offset change: the pairs on both sides of it, and those around
//! occurrences that it moved. Single instants are examined in the same way.
//!
//! Only changes in the years 1970 to 2128 are examined. Later years repeat the last 28 of them; earlier ones are in
//! the past.

use crate::search::{Elapsed, Leaf, Search, Wall};
use crate::zone::{GapPolicy, INSTANT_MAX, INSTANT_MIN, TABLE_UNTIL};

use super::{GAP_MIN, Survey};

/// An occurrence that moves to the end of a gap may keep its seconds field.
const MOVED_FOR_MAX: i64 = 60;

/// A place in time where occurrences may be closer to each other than the pattern implies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    at: i64,
    /// Seconds after the place. Pairs that start before the place or within this time after it are examined.
    reach: i64,
}

impl Survey<'_> {
    pub(super) fn at_transitions(&mut self, parts: &[&Leaf], mut least: Option<i64>) -> Option<i64> {
        let rule = self.rule;
        let mut places: Vec<Place> = parts.iter().flat_map(|leaf| transitions(leaf)).collect();
        if parts.len() > 1 {
            places.extend(parts.iter().flat_map(|leaf| single_instants(leaf)));
        }
        // At the same instant, the widest reach comes first.
        places.sort_unstable_by_key(|place| (place.at, -place.reach));
        places.dedup_by_key(|place| place.at);
        let mut nothing_before = i64::MIN;
        for place in places.iter().filter(|place| place.at >= rule.starts && place.at < rule.ends) {
            if least.is_some_and(|least| least <= GAP_MIN) {
                return least;
            }
            // Occurrences are often far from an offset change, and one search rules out many changes.
            if place.at + place.reach > nothing_before {
                (nothing_before, least) = self.around(parts, *place, least);
            }
        }
        least
    }

    /// Examines the consecutive occurrences around a place. Returns the first occurrence found and the smallest
    /// distance, or `least` if that is smaller.
    fn around(&mut self, parts: &[&Leaf], place: Place, mut least: Option<i64>) -> (i64, Option<i64>) {
        let starts = self.rule.starts.max(self.rule.regular_from);
        let after = |from: i64| {
            let found = parts.iter().filter_map(|leaf| leaf.at_or_after(from.max(starts)));
            found.map(|found| found.at).min().filter(|at| *at < self.rule.ends).unwrap_or(i64::MAX)
        };
        // Without a known gap, any distance is an improvement.
        let known = least.unwrap_or(INSTANT_MAX - INSTANT_MIN);
        let first = after(place.at - known + 1);
        let (mut previous, mut searches) = (first, 1);
        while previous < place.at + place.reach.max(1) && least != Some(GAP_MIN) {
            let next = after(previous + 1);
            searches += 1;
            if next == i64::MAX {
                break;
            }
            least = super::lesser(least, Some(next - previous));
            previous = next;
        }
        let enough = self.spend(searches * parts.len());
        (first, if enough { least } else { Some(GAP_MIN) })
    }
}

/// Offset changes before this instant do not matter for when a schedule will run.
pub(super) const TRANSITIONS_FROM: i64 = 0;

/// Returns the offset changes that affect a leaf.
fn transitions(leaf: &Leaf) -> impl Iterator<Item = Place> {
    let mut segment = leaf.zone.segment(TRANSITIONS_FROM);
    std::iter::from_fn(move || {
        if segment.until >= TABLE_UNTIL {
            return None;
        }
        segment = leaf.zone.segment(segment.until);
        let width = (segment.offset - segment.before).max(0);
        Some(match &leaf.search {
            Search::Wall(_, policy) => match policy.gap {
                GapPolicy::Skip => Place { at: segment.from, reach: 0 },
                GapPolicy::End { .. } => Place { at: segment.from, reach: MOVED_FOR_MAX },
                GapPolicy::SameOffset => Place { at: segment.from, reach: width },
            },
            // The offset into the unit may put a point on the other side of the change.
            Search::Elapsed(Elapsed::Pinned(grid)) => Place { at: segment.from - grid.unit, reach: 2 * grid.unit },
            // The expansion of an hour is cut where the offset changes inside it.
            Search::Elapsed(Elapsed::Rrule(_)) => Place { at: segment.from - 3600, reach: 7200 },
            Search::Elapsed(Elapsed::Grid(_) | Elapsed::Instants(_)) => return None,
        })
    })
}

/// Returns the occurrences of a leaf that is a list, each with the pairs on both sides of it.
fn single_instants(leaf: &Leaf) -> impl Iterator<Item = Place> {
    let is_list = match &leaf.search {
        Search::Wall(Wall::Times(_), _) | Search::Elapsed(Elapsed::Instants(_)) => true,
        Search::Wall(Wall::Cron(_) | Wall::EveryUnit(_) | Wall::Every(_) | Wall::Calendar(_) | Wall::Rrule(_), _)
        | Search::Elapsed(Elapsed::Grid(_) | Elapsed::Pinned(_) | Elapsed::Rrule(_)) => false,
    };
    let mut from = INSTANT_MIN;
    std::iter::from_fn(move || {
        let found = is_list.then(|| leaf.at_or_after(from)).flatten()?;
        from = found.at + 1;
        Some(Place { at: found.at, reach: 1 })
    })
}
