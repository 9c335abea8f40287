//! A set of times of day as three bit masks: every listed hour with every listed minute and every listed second.

use super::day_set::{low_bits, select_bit};
use super::picks::SetPositions;
use crate::civil::SECONDS_PER_DAY;
use crate::civil::divisor::greatest_common_divisor;

pub(super) const ALL_HOURS: u64 = (1 << 24) - 1;
pub(super) const ALL_SIXTY: u64 = (1 << 60) - 1;

/// Times of day of a rule. None of the three masks is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeSet {
    pub(super) hours: u64,
    pub(super) minutes: u64,
    pub(super) seconds: u64,
}

impl TimeSet {
    pub(super) const ALL: Self = Self { hours: ALL_HOURS, minutes: ALL_SIXTY, seconds: ALL_SIXTY };

    /// Returns the number of times per day.
    #[inline]
    pub(super) fn count(&self) -> i64 {
        ones(self.hours) * ones(self.minutes) * ones(self.seconds)
    }

    #[inline]
    pub(super) fn contains(&self, second_of_day: i64) -> bool {
        let (hour, minute, second) = split(second_of_day);
        has(self.hours, hour) && has(self.minutes, minute) && has(self.seconds, second)
    }

    pub(super) fn first(&self) -> i64 {
        lowest(self.hours) * 3600 + lowest(self.minutes) * 60 + lowest(self.seconds)
    }

    pub(super) fn last(&self) -> i64 {
        highest(self.hours) * 3600 + highest(self.minutes) * 60 + highest(self.seconds)
    }

    /// Returns the first time at or after this second of the day.
    #[inline]
    pub(super) fn at_or_after(&self, second_of_day: i64) -> Option<i64> {
        let (hour, minute, second) = split(second_of_day);
        if has(self.hours, hour) {
            if has(self.minutes, minute)
                && let Some(second) = bit_from(self.seconds, second)
            {
                return Some(hour * 3600 + minute * 60 + second);
            }
            if let Some(minute) = bit_from(self.minutes, minute + 1) {
                return Some(hour * 3600 + minute * 60 + lowest(self.seconds));
            }
        }
        let hour = bit_from(self.hours, hour + 1)?;
        Some(hour * 3600 + lowest(self.minutes) * 60 + lowest(self.seconds))
    }

    /// Returns the last time at or before this second of the day.
    #[inline]
    pub(super) fn at_or_before(&self, second_of_day: i64) -> Option<i64> {
        let (hour, minute, second) = split(second_of_day);
        if has(self.hours, hour) {
            if has(self.minutes, minute)
                && let Some(second) = bit_below(self.seconds, second + 1)
            {
                return Some(hour * 3600 + minute * 60 + second);
            }
            if let Some(minute) = bit_below(self.minutes, minute) {
                return Some(hour * 3600 + minute * 60 + highest(self.seconds));
            }
        }
        let hour = bit_below(self.hours, hour)?;
        Some(hour * 3600 + highest(self.minutes) * 60 + highest(self.seconds))
    }

    /// Returns the number of times before this second of the day; all of them if the second is past the end of the
    /// day.
    pub(super) fn rank(&self, second_of_day: i64) -> i64 {
        if second_of_day <= 0 {
            return 0;
        }
        if second_of_day >= SECONDS_PER_DAY {
            return self.count();
        }
        let (hour, minute, second) = split(second_of_day);
        let per_minute = ones(self.seconds);
        let per_hour = per_minute * ones(self.minutes);
        let mut before = ones(self.hours & low_bits(hour)) * per_hour;
        if has(self.hours, hour) {
            before += ones(self.minutes & low_bits(minute)) * per_minute;
            if has(self.minutes, minute) {
                before += ones(self.seconds & low_bits(second));
            }
        }
        before
    }

    /// Returns the time that has `rank` times before it. The rank must be below the count.
    pub(super) fn select(&self, rank: i64) -> i64 {
        let per_minute = ones(self.seconds);
        let per_hour = per_minute * ones(self.minutes);
        select_bit(self.hours, rank / per_hour) * 3600
            + select_bit(self.minutes, rank % per_hour / per_minute) * 60
            + select_bit(self.seconds, rank % per_minute)
    }

    /// Returns the shortest distance between two times of one day.
    pub(super) fn min_gap(&self) -> Option<i64> {
        let seconds_span = highest(self.seconds) - lowest(self.seconds);
        let minutes_span = (highest(self.minutes) - lowest(self.minutes)) * 60 + seconds_span;
        [
            min_bit_gap(self.seconds),
            min_bit_gap(self.minutes).map(|gap| gap * 60 - seconds_span),
            min_bit_gap(self.hours).map(|gap| gap * 3600 - minutes_span),
        ]
        .into_iter()
        .flatten()
        .min()
    }

    /// Returns the approximate number of runs of consecutive times in a day.
    pub(super) fn runs(&self) -> i64 {
        if self.seconds != ALL_SIXTY {
            self.count()
        } else if self.minutes != ALL_SIXTY {
            ones(self.hours) * ones(self.minutes)
        } else {
            ones(self.hours)
        }
    }

    /// Returns the hours, minutes and seconds of the times that `picks` selects.
    pub(super) fn picked(&self, picks: &SetPositions) -> Self {
        let total = self.count();
        let indexes = std::iter::successors(picks.at_or_after(total, 0), |index| picks.at_or_after(total, index + 1));
        let mut picked = Self { hours: 0, minutes: 0, seconds: 0 };
        for (hour, minute, second) in indexes.map(|index| split(self.select(index))) {
            picked.hours |= 1 << hour;
            picked.minutes |= 1 << minute;
            picked.seconds |= 1 << second;
        }
        picked
    }

    /// Returns whether this set contains every time of the other.
    pub(super) fn covers(&self, other: &Self) -> bool {
        other.hours & !self.hours == 0 && other.minutes & !self.minutes == 0 && other.seconds & !self.seconds == 0
    }

    /// Returns the greatest length that divides the distance between any two times of any two days.
    pub(super) fn common_step(&self) -> i64 {
        [(self.hours, 3600), (self.minutes, 60), (self.seconds, 1)]
            .into_iter()
            .fold(SECONDS_PER_DAY, |common_step, (mask, unit)| {
                greatest_common_divisor(common_step, common_step_of_bits(mask) * unit)
            })
    }
}

/// Returns the greatest number that divides the distance between any two set bits, or 0 if fewer than two bits are
/// set.
fn common_step_of_bits(mask: u64) -> i64 {
    let mut rest = mask & mask.wrapping_sub(1);
    let mut common_step = 0;
    while rest != 0 && common_step != 1 {
        common_step = greatest_common_divisor(common_step, lowest(rest) - lowest(mask));
        rest &= rest - 1;
    }
    common_step
}

/// Returns the mask of a list of small numbers.
pub(super) fn mask(values: &[u8]) -> u64 {
    values.iter().fold(0, |mask, value| mask | 1 << value)
}

#[inline]
pub(super) fn split(second_of_day: i64) -> (i64, i64, i64) {
    let second_of_day = second_of_day as u32;
    (i64::from(second_of_day / 3600), i64::from(second_of_day / 60 % 60), i64::from(second_of_day % 60))
}

#[inline]
fn ones(mask: u64) -> i64 {
    i64::from(mask.count_ones())
}

#[inline]
pub(super) fn has(mask: u64, bit: i64) -> bool {
    mask >> bit & 1 == 1
}

#[inline]
fn lowest(mask: u64) -> i64 {
    i64::from(mask.trailing_zeros())
}

#[inline]
fn highest(mask: u64) -> i64 {
    63 - i64::from(mask.leading_zeros())
}

#[inline]
pub(super) fn bit_from(mask: u64, low: i64) -> Option<i64> {
    let rest = mask & !low_bits(low);
    (rest != 0).then(|| lowest(rest))
}

#[inline]
pub(super) fn bit_below(mask: u64, high: i64) -> Option<i64> {
    let rest = mask & low_bits(high);
    (rest != 0).then(|| highest(rest))
}

fn min_bit_gap(mask: u64) -> Option<i64> {
    (1..64).find(|gap| mask & (mask >> gap) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picked_times_keep_only_their_hours_and_minutes() {
        let times = TimeSet { hours: mask(&[9, 12, 17]), minutes: mask(&[0, 30]), seconds: 1 };
        let picked = |positions: &[i16]| times.picked(&SetPositions::new(positions, times.count()).unwrap());
        assert_eq!(picked(&[1, 2]), TimeSet { hours: mask(&[9]), ..times });
        assert_eq!(picked(&[2, -1]), TimeSet { hours: mask(&[9, 17]), minutes: mask(&[30]), ..times });
        assert_eq!(picked(&[1, -1]), TimeSet { hours: mask(&[9, 17]), ..times });
    }

    #[test]
    fn every_query_agrees_with_the_listed_times() {
        for times in [
            TimeSet { hours: mask(&[6, 18]), minutes: mask(&[0, 15, 59]), seconds: mask(&[6, 7]) },
            TimeSet { hours: mask(&[9]), minutes: mask(&[0]), seconds: mask(&[0]) },
            TimeSet { hours: mask(&[0, 23]), minutes: mask(&[0, 59]), seconds: mask(&[0, 59]) },
        ] {
            let is_listed = |time: &i64| {
                has(times.hours, time / 3600) && has(times.minutes, time / 60 % 60) && has(times.seconds, time % 60)
            };
            let listed: Vec<i64> = (0..SECONDS_PER_DAY).filter(is_listed).collect();
            assert_eq!(times.count(), listed.len() as i64);
            let distances = listed.iter().map(|time| time - listed[0]);
            assert_eq!(times.common_step(), distances.fold(SECONDS_PER_DAY, greatest_common_divisor));
            assert_eq!(times.min_gap(), listed.windows(2).map(|pair| pair[1] - pair[0]).min());
            assert_eq!((times.first(), times.last()), (listed[0], listed[listed.len() - 1]));
            for second in 0..SECONDS_PER_DAY {
                let rank = listed.partition_point(|time| *time < second);
                assert_eq!(times.contains(second), listed.get(rank) == Some(&second));
                assert_eq!(times.rank(second), rank as i64);
                assert_eq!(times.at_or_after(second), listed.get(rank).copied());
                assert_eq!(times.at_or_before(second), listed.iter().copied().rfind(|time| *time <= second));
            }
            for (rank, time) in listed.iter().enumerate() {
                assert_eq!(times.select(rank as i64), *time);
            }
        }
    }
}
