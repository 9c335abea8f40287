//! Grids of exact elapsed time: steps counted from an anchor, without drift and without state.
//!
//! Seconds, minutes and hours follow these grids straight through every offset change.

use crate::civil::Civil;
use crate::zone::{INSTANT_MAX, INSTANT_MIN, Zone};

/// The instants anchor, anchor + step, anchor + 2·step, …
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    pub(crate) anchor: i64,
    pub(crate) step: i64,
    /// Whether the grid also extends back before the anchor.
    pub(crate) is_endless: bool,
}

impl Grid {
    pub(crate) fn at_or_after(&self, from: i64) -> Option<i64> {
        let from = if self.is_endless { from.max(INSTANT_MIN) } else { from.max(self.anchor) };
        let behind = (from - self.anchor).rem_euclid(self.step);
        let at = if behind == 0 { from } else { from.checked_add(self.step - behind)? };
        (at <= INSTANT_MAX).then_some(at)
    }

    pub(crate) fn at_or_before(&self, from: i64) -> Option<i64> {
        let from = from.min(INSTANT_MAX);
        let at = from - (from - self.anchor).rem_euclid(self.step);
        let least = if self.is_endless { INSTANT_MIN } else { self.anchor };
        (at >= least).then_some(at)
    }
}

/// Every n-th minute or hour after an anchor, each moved to a fixed second of its minute or hour on the wall clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PinnedGrid {
    pub(crate) anchor: i64,
    pub(crate) step: i64,
    /// Unit in seconds: 60 or 3600.
    pub(crate) unit: i64,
    /// Offset into the unit, in seconds.
    pub(crate) pin: i64,
}

impl PinnedGrid {
    /// Returns the k-th occurrence. The first is one whole step after the anchor.
    fn occurrence(&self, k: i64, zone: &Zone) -> Option<i64> {
        let point = self.anchor.checked_add(self.step.checked_mul(k)?)?;
        if !(INSTANT_MIN..=INSTANT_MAX).contains(&point) {
            return None;
        }
        let Civil(wall) = zone.civil(point);
        Some(point - wall.rem_euclid(self.unit) + self.pin)
    }

    pub(crate) fn at_or_after(&self, from: i64, zone: &Zone) -> Option<i64> {
        // The offset moves a point by less than a unit, and a step is at least two units, so looking one step back
        // is enough.
        let mut k = ((from - self.unit - self.anchor) / self.step - 1).max(1);
        loop {
            let at = self.occurrence(k, zone)?;
            if at >= from {
                return (at <= INSTANT_MAX).then_some(at);
            }
            k += 1;
        }
    }

    pub(crate) fn at_or_before(&self, from: i64, zone: &Zone) -> Option<i64> {
        let from = from.min(INSTANT_MAX);
        let mut k = (from + self.unit - self.anchor) / self.step + 1;
        while k >= 1 {
            if let Some(at) = self.occurrence(k, zone)
                && at <= from
            {
                return Some(at);
            }
            k -= 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_keeps_its_phase_at_any_distance() {
        let grid = Grid { anchor: 30, step: 45, is_endless: false };
        assert_eq!(grid.at_or_after(i64::MIN / 2), Some(30));
        assert_eq!(grid.at_or_after(31), Some(75));
        let year = 31_536_000;
        assert_eq!((grid.at_or_after(year).unwrap() - 30) % 45, 0);
        assert_eq!(grid.at_or_before(74), Some(30));
        assert_eq!(grid.at_or_before(29), None);
        assert_eq!(
            grid.at_or_after(INSTANT_MAX - 1).map(|at| at <= INSTANT_MAX),
            None.or(grid.at_or_after(INSTANT_MAX - 1).map(|_| true))
        );
    }

    #[test]
    fn pinned_occurrences_stay_inside_their_unit() {
        let zone = Zone::get("Asia/Kathmandu").unwrap();
        let anchor = 1_700_000_000;
        let grid = PinnedGrid { anchor, step: 7200, unit: 3600, pin: 15 * 60 };
        let mut at = grid.at_or_after(0, &zone).unwrap();
        for _ in 0..100 {
            assert_eq!(zone.civil(at).0.rem_euclid(3600), 900);
            let next = grid.at_or_after(at + 1, &zone).unwrap();
            assert_eq!(next - at, 7200);
            assert_eq!(grid.at_or_before(next - 1, &zone), Some(at));
            at = next;
        }
    }
}
