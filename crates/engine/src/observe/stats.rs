//! Counters of what a node has done since it started. Counting is cheap enough to be always on.

use std::sync::atomic::{AtomicU64, Ordering};

/// Declares the counters and their snapshot.
macro_rules! stats {
    ($($(#[$doc:meta])+ $name:ident,)+) => {
        /// Counters of one node. They only increase.
        #[derive(Debug, Default)]
        pub struct Stats {
            $($(#[$doc])+ pub $name: Count,)+
        }

        /// Snapshot of the counters.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct StatsSnapshot {
            $($(#[$doc])+ pub $name: u64,)+
        }

        impl Stats {
            /// Returns the current value of every counter.
            pub fn read(&self) -> StatsSnapshot {
                StatsSnapshot { $($name: self.$name.get(),)+ }
            }
        }
    };
}

stats! {
    /// Occurrences that were planned.
    planned,
    /// Occurrences that were collapsed into gaps.
    missed,
    /// Occurrences that were leased.
    claimed,
    /// Attempts that were started.
    started,
    /// Occurrences that succeeded.
    succeeded,
    /// Occurrences that were skipped.
    skipped,
    /// Occurrences that failed.
    failed,
    /// Attempts that are followed by another.
    retried,
    /// Leases that were lost to another node or given up.
    lease_lost,
}

/// Counter that only increases.
#[derive(Debug, Default)]
pub struct Count(AtomicU64);

impl Count {
    /// Adds to the counter.
    pub fn add(&self, more: usize) {
        self.0.fetch_add(more as u64, Ordering::Relaxed);
    }

    /// Returns the current value.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}
