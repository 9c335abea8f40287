//! What a node has done since it started, in numbers. Counting is cheap enough to be always on.

use std::sync::atomic::{AtomicU64, Ordering};

/// Declares the counters and how they are read.
macro_rules! stats {
    ($($(#[$doc:meta])+ $name:ident,)+) => {
        /// Counters of one node. They only rise.
        #[derive(Debug, Default)]
        pub struct Stats {
            $($(#[$doc])+ pub $name: Count,)+
        }

        /// What the counters stood at.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct StatsRead {
            $($(#[$doc])+ pub $name: u64,)+
        }

        impl Stats {
            /// All of them, each as it stands now.
            pub fn read(&self) -> StatsRead {
                StatsRead { $($name: self.$name.get(),)+ }
            }
        }
    };
}

stats! {
    /// Rows that were planned.
    planned,
    /// Occurrences that were folded into gaps.
    missed,
    /// Occurrences that were leased.
    claimed,
    /// Attempts that were begun.
    started,
    /// Occurrences that ended as done.
    generated,
    /// Occurrences that were skipped.
    skipped,
    /// Occurrences that failed for good.
    failed,
    /// Attempts after which another follows.
    retried,
    /// Leases that were lost to someone else or given up.
    lease_lost,
}

/// A number that only rises.
#[derive(Debug, Default)]
pub struct Count(AtomicU64);

impl Count {
    /// Adds to it.
    pub fn add(&self, more: usize) {
        self.0.fetch_add(more as u64, Ordering::Relaxed);
    }

    /// What it stands at.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}
