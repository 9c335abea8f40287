//! Pseudorandom numbers that are the same on every machine: SplitMix64.

pub(super) struct Random(u64);

impl Random {
    /// Creates the generator of a seed. A salt separates the numbers of different tests.
    pub(super) fn new(seed: u64, salt: u64) -> Self {
        Self(seed.wrapping_mul(0x5851_f42d_4c95_7f2d) ^ salt.wrapping_mul(0x1405_7b7e_f767_814f))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns one of `0..count`.
    pub(super) fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    /// Returns one of `from..=to`.
    pub(super) fn between(&mut self, from: i64, to: i64) -> i64 {
        from + (self.next() % (to - from + 1) as u64) as i64
    }

    /// Returns true with this probability, in percent.
    pub(super) fn percent(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }

    /// Returns a random element.
    pub(super) fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }

    /// Returns a random element, with a probability proportional to its weight.
    pub(super) fn weighted<T: Copy>(&mut self, of: &[(usize, T)]) -> T {
        let mut left = self.below(of.iter().map(|(weight, _)| weight).sum());
        for (weight, value) in of {
            if left < *weight {
                return *value;
            }
            left -= weight;
        }
        unreachable!("the weights add up")
    }
}
