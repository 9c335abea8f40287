//! The only source of randomness: SplitMix64. The same seed always gives the same numbers in the same order.

/// Deterministic random number generator.
#[derive(Clone, Debug)]
pub(crate) struct Seed {
    state: u64,
}

impl Seed {
    pub(crate) fn new(seed: u64) -> Self {
        let mut numbers = Self { state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) };
        numbers.next();
        numbers
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// Returns a number from `low` to `high`, both inclusive.
    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        low + i64::try_from(self.next() % (high - low + 1).unsigned_abs()).expect("a small range")
    }

    /// Returns `true` with a probability of `times` in a thousand.
    pub(crate) fn per_mille(&mut self, times: u32) -> bool {
        self.next() % 1_000 < u64::from(times)
    }

    /// Returns one element of a slice.
    pub(crate) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[usize::try_from(self.next() % of.len() as u64).expect("an index")]
    }
}
