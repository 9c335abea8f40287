//! Histogram of durations with fixed bounds. Recording a value takes two atomic additions and no lock.

use std::sync::atomic::{AtomicU64, Ordering};

use jiff::SignedDuration;

/// Upper bounds in microseconds, from a millisecond to an hour. One more bucket has no upper bound.
pub(super) const BOUNDS_MICROS: [u64; 14] = [
    1_000,
    5_000,
    10_000,
    50_000,
    100_000,
    500_000,
    1_000_000,
    5_000_000,
    10_000_000,
    30_000_000,
    60_000_000,
    300_000_000,
    1_800_000_000,
    3_600_000_000,
];

const BUCKETS: usize = BOUNDS_MICROS.len() + 1;

/// Histogram of durations.
#[derive(Debug, Default)]
pub(super) struct Histogram {
    buckets: [AtomicU64; BUCKETS],
    sum_micros: AtomicU64,
}

/// Snapshot of a histogram.
#[derive(Debug, PartialEq)]
pub(super) struct HistogramSnapshot {
    /// Cumulative counts: the number of values up to each bound. The last element is the total.
    pub(super) cumulative: [u64; BUCKETS],
    pub(super) sum_seconds: f64,
}

impl Histogram {
    /// Records one duration. A negative one, which happens after the clock was set back, counts as zero.
    pub(super) fn add(&self, took: SignedDuration) {
        let micros = u64::try_from(took.as_micros().max(0)).unwrap_or(u64::MAX);
        let bucket = BOUNDS_MICROS.partition_point(|bound| *bound < micros);
        self.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        self.sum_micros.fetch_add(micros, Ordering::Relaxed);
    }

    pub(super) fn read(&self) -> HistogramSnapshot {
        let mut so_far = 0;
        let cumulative = std::array::from_fn(|bucket| {
            so_far += self.buckets[bucket].load(Ordering::Relaxed);
            so_far
        });
        HistogramSnapshot { cumulative, sum_seconds: self.sum_micros.load(Ordering::Relaxed) as f64 / 1e6 }
    }
}

impl HistogramSnapshot {
    pub(super) fn count(&self) -> u64 {
        self.cumulative[BUCKETS - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_counts_under_the_first_bound_that_it_does_not_exceed() {
        let histogram = Histogram::default();
        for millis in [-5, 0, 1, 2, 100, 101, 3_600_000, 3_600_001] {
            histogram.add(SignedDuration::from_millis(millis));
        }
        let read = histogram.read();
        assert_eq!(read.cumulative, [3, 4, 4, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 8]);
        assert_eq!((read.count(), read.sum_seconds), (8, 7_200.205));
    }
}
