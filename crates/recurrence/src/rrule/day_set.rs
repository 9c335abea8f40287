//! A set of days of one year as bits, day 0 being January 1. The searches are built on next, previous, rank and
//! select.

/// Number of words for the 366 days of a leap year.
const WORDS: usize = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DaySet([u64; WORDS]);

impl DaySet {
    pub(super) const EMPTY: Self = Self([0; WORDS]);

    /// Returns the days `0..len`.
    pub(super) fn first_days(len: i64) -> Self {
        let mut days = Self::EMPTY;
        days.insert_run(0, len);
        days
    }

    /// Returns a set of at most 64 days, bit 0 for day 0.
    pub(super) fn from_bits(bits: u64) -> Self {
        let mut words = [0; WORDS];
        words[0] = bits;
        Self(words)
    }

    pub(super) fn from_words(mut word: impl FnMut(i64) -> u64) -> Self {
        let mut words = [0; WORDS];
        for (index, slot) in words.iter_mut().enumerate() {
            *slot = word(index as i64 * 64);
        }
        Self(words)
    }

    /// Adds one day. A day out of range is ignored.
    pub(super) fn insert(&mut self, day: i64) {
        if let Some(word) = usize::try_from(day).ok().and_then(|day| self.0.get_mut(day / 64)) {
            *word |= 1 << (day % 64);
        }
    }

    /// Adds `len` days starting at `first`. Days before day 0 are ignored.
    pub(super) fn insert_run(&mut self, first: i64, len: i64) {
        let (first, end) = (first.max(0), (first + len).min(64 * WORDS as i64));
        for (index, word) in self.0.iter_mut().enumerate() {
            let base = index as i64 * 64;
            let (low, high) = ((first - base).clamp(0, 64), (end - base).clamp(0, 64));
            if low < high {
                *word |= low_bits(high) & !low_bits(low);
            }
        }
    }

    #[inline]
    pub(super) fn and(&self, other: &Self) -> Self {
        let mut words = self.0;
        for (word, more) in words.iter_mut().zip(other.0) {
            *word &= more;
        }
        Self(words)
    }

    #[inline]
    pub(super) fn without(&self, other: &Self) -> Self {
        let mut words = self.0;
        for (word, less) in words.iter_mut().zip(other.0) {
            *word &= !less;
        }
        Self(words)
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    #[inline]
    pub(super) fn count(&self) -> i64 {
        // A month or a week fills one word, and skipping an empty word is cheaper than counting it.
        self.0.iter().filter(|word| **word != 0).map(|word| i64::from(word.count_ones())).sum()
    }

    /// Returns the number of days before this one.
    pub(super) fn rank(&self, day: i64) -> i64 {
        let mut before = 0;
        for (index, word) in self.0.iter().enumerate() {
            let high = (day - index as i64 * 64).clamp(0, 64);
            if high == 0 {
                break;
            }
            before += i64::from((word & low_bits(high)).count_ones());
        }
        before
    }

    /// Returns the day that has `rank` days before it.
    pub(super) fn select(&self, rank: i64) -> Option<i64> {
        let mut left = rank;
        for (index, &word) in self.0.iter().enumerate() {
            let here = i64::from(word.count_ones());
            if left < here {
                return Some(index as i64 * 64 + select_bit(word, left));
            }
            left -= here;
        }
        None
    }

    #[inline]
    pub(super) fn contains(&self, day: i64) -> bool {
        (0..64 * WORDS as i64).contains(&day) && self.0[(day / 64) as usize] >> (day % 64) & 1 == 1
    }

    /// Returns the first day at or after this one.
    #[inline]
    pub(super) fn next(&self, day: i64) -> Option<i64> {
        let mut index = (day / 64) as usize;
        let mut word = self.0.get(index)? & !low_bits(day % 64);
        while word == 0 {
            index += 1;
            word = *self.0.get(index)?;
        }
        Some(index as i64 * 64 + i64::from(word.trailing_zeros()))
    }

    /// Returns the last day at or before this one.
    #[inline]
    pub(super) fn previous(&self, day: i64) -> Option<i64> {
        let mut index = (day / 64) as usize;
        let mut word = self.0.get(index)? & low_bits(day % 64 + 1);
        while word == 0 {
            index = index.checked_sub(1)?;
            word = self.0[index];
        }
        Some(index as i64 * 64 + 63 - i64::from(word.leading_zeros()))
    }

    /// Returns up to 63 days starting at `first`, shifted down to bit 0.
    pub(super) fn slice(&self, first: i64, len: i64) -> u64 {
        let (index, shift) = ((first / 64) as usize, first % 64);
        let low = self.0[index] >> shift;
        let high = match self.0.get(index + 1) {
            Some(word) if shift > 0 => word << (64 - shift),
            Some(_) | None => 0,
        };
        (low | high) & low_bits(len)
    }
}

/// Returns a word with the lowest `count` bits set, for counts from 0 to 64.
#[inline]
pub(super) fn low_bits(count: i64) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// Returns the position of the set bit that has `rank` set bits below it. The word must have that many.
pub(super) fn select_bit(word: u64, rank: i64) -> i64 {
    let mut rest = word;
    for _ in 0..rank {
        rest &= rest.wrapping_sub(1);
    }
    i64::from(rest.trailing_zeros())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(days: &[i64]) -> DaySet {
        let mut set = DaySet::EMPTY;
        for &day in days {
            set.insert(day);
        }
        set
    }

    #[test]
    fn next_previous_rank_and_select_agree_with_a_plain_list() {
        let days = [0, 1, 31, 63, 64, 127, 128, 200, 364, 365];
        let set = of(&days);
        assert_eq!(set.count(), days.len() as i64);
        for day in 0..384 {
            assert_eq!(set.next(day), days.iter().copied().find(|d| *d >= day), "next {day}");
            assert_eq!(set.previous(day), days.iter().copied().rfind(|d| *d <= day), "previous {day}");
            assert_eq!(set.rank(day), days.iter().filter(|d| **d < day).count() as i64, "rank {day}");
            assert_eq!(set.contains(day), days.contains(&day), "contains {day}");
        }
        for (rank, day) in days.iter().enumerate() {
            assert_eq!(set.select(rank as i64), Some(*day));
        }
        assert_eq!(set.select(days.len() as i64), None);
    }

    #[test]
    fn runs_and_slices_cross_words() {
        let mut set = DaySet::EMPTY;
        set.insert_run(60, 10);
        set.insert_run(-3, 5);
        assert_eq!(set, of(&[0, 1, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69]));
        assert_eq!(set.without(&of(&[1, 64, 300])), of(&[0, 60, 61, 62, 63, 65, 66, 67, 68, 69]));
        assert_eq!(set.slice(59, 12), 0b0111_1111_1110);
        assert_eq!(set.slice(64, 7), 0b011_1111);
        assert_eq!(DaySet::first_days(366).count(), 366);
        assert_eq!(DaySet::first_days(365).previous(383), Some(364));
    }
}
