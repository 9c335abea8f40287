//! Days of the month as bit masks, one mask for each length a month can have.

use crate::error::{Error, ErrorCode};

/// Days of the month, with bit d of a mask for day d.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MonthDays {
    /// Masks for months of 28, 29, 30 and 31 days.
    by_length: [u32; 4],
}

/// What happens to a day in a month that is too short for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overflow {
    /// The 31st becomes the last day, and -31 the first. Used for periods, so that every month has its closing day.
    Clamp,
    /// The month has no such day. Used where the list is a filter.
    Skip,
}

const LENGTHS: [u8; 4] = [28, 29, 30, 31];

impl MonthDays {
    pub(super) fn all() -> Self {
        Self { by_length: LENGTHS.map(all_days) }
    }

    pub(super) fn new(days: &[i64], overflow: Overflow) -> Result<Self, Error> {
        if let Some(day) = days.iter().find(|day| !(1..=31).contains(*day) && !(-31..=-1).contains(*day)) {
            return Err(Error::new(ErrorCode::OutOfRange, format!("by_month_day {day} is not a day of the month"))
                .with_hint("use 1 to 31, or -1 to -31 counted from the end of the month"));
        }
        let mask = |length: u8| {
            days.iter().filter_map(|day| day_in_month(*day, length, overflow)).fold(0, |mask, day| mask | 1 << day)
        };
        Ok(Self { by_length: LENGTHS.map(mask) })
    }

    /// Returns the matching days of a month of 28 to 31 days.
    pub(super) fn in_month_of(&self, length: u8) -> u32 {
        self.by_length[usize::from(length - 28)]
    }

    /// Returns whether every month has exactly one matching day.
    pub(super) fn is_one(&self) -> bool {
        self.by_length.iter().all(|mask| mask.count_ones() == 1)
    }

    /// Returns a lower bound on the distance between two matching days.
    pub(super) fn gap_floor_days(&self) -> i64 {
        let first_of_next = self.by_length.iter().map(|mask| mask.trailing_zeros()).min().unwrap_or(1);
        LENGTHS
            .iter()
            .zip(self.by_length)
            .map(|(length, mask)| gap_floor(mask, *length, first_of_next))
            .min()
            .unwrap_or(1)
    }
}

fn all_days(length: u8) -> u32 {
    ((1 << length) - 1) << 1
}

fn day_in_month(day: i64, length: u8, overflow: Overflow) -> Option<i64> {
    let length = i64::from(length);
    let counted = if day > 0 { day } else { length + 1 + day };
    match overflow {
        Overflow::Clamp => Some(counted.clamp(1, length)),
        Overflow::Skip => (1..=length).contains(&counted).then_some(counted),
    }
}

/// Returns the smallest distance within one month and to the first matching day of the next.
fn gap_floor(mask: u32, length: u8, first_of_next: u32) -> i64 {
    let mask = u64::from(mask) | 1 << (u32::from(length) + first_of_next);
    let is_gap = |days: &u32| mask & (mask >> days) != 0;
    i64::from((1..62).find(is_gap).unwrap_or(28))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(days: &[i64], overflow: Overflow, length: u8, expected: &[u32]) {
        let mask = MonthDays::new(days, overflow).unwrap().in_month_of(length);
        let found: Vec<u32> = (0..32).filter(|day| mask >> day & 1 == 1).collect();
        assert_eq!(found, expected, "{days:?} {overflow:?} in a month of {length} days");
    }

    #[test]
    fn a_day_beyond_the_month_is_its_last_and_equal_days_collapse() {
        check(&[31], Overflow::Clamp, 30, &[30]);
        check(&[29, 30, 31, -1], Overflow::Clamp, 28, &[28]);
        check(&[1, 15, -1], Overflow::Clamp, 29, &[1, 15, 29]);
        check(&[-31], Overflow::Clamp, 28, &[1]);
    }

    #[test]
    fn a_filter_never_moves_a_day() {
        check(&[31, -31], Overflow::Skip, 30, &[]);
        check(&[30, -1, -30], Overflow::Skip, 30, &[1, 30]);
    }

    #[test]
    fn the_gap_floor_looks_over_the_month_boundary() {
        let floor = |days: &[i64]| MonthDays::new(days, Overflow::Clamp).unwrap().gap_floor_days();
        assert_eq!(floor(&[1, 15]), 14);
        assert_eq!(floor(&[1, -1]), 1);
        assert_eq!(floor(&[31]), 28);
        assert_eq!(floor(&[2, 28]), 2);
    }
}
