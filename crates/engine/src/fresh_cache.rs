//! A bounded cache of values that are known for a moment, at most [`CACHE_TTL`], after they were read from the store.
//!
//! The age is measured on the monotonic clock from when the store was *asked*, so neither a slow response nor a step of
//! the wall clock makes it longer. The cache never reads anything itself.
//!
//! Invariant: a value that was read before [`FreshCache::forget`] is not returned after it, even if the read ends
//! later.

use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use jiff::SignedDuration;

use crate::clock::Clock;
use crate::recent::RecentCache;

/// Time for which a value may be used after it was read.
pub const CACHE_TTL: SignedDuration = SignedDuration::from_secs(1);

/// Values by key, each with the time of its read.
pub struct FreshCache<K, V> {
    clock: Arc<dyn Clock>,
    known: RecentCache<K, DatedValue<V>>,
    /// Number of times that anything was dropped.
    drops: AtomicU64,
}

/// A value, and the monotonic time at which its read began.
struct DatedValue<V> {
    read_at: SignedDuration,
    value: V,
}

/// Beginning of a read.
#[derive(Clone, Copy, Debug)]
pub struct ReadStart {
    pub(crate) at: SignedDuration,
    drops: u64,
}

impl<K: Clone + Eq + Hash, V: Clone> FreshCache<K, V> {
    /// Creates an empty cache with the clock that measures the age of its values.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, known: RecentCache::default(), drops: AtomicU64::new(0) }
    }

    /// Returns the value of a key if it is younger than [`CACHE_TTL`].
    pub fn get(&self, key: &K) -> Option<V> {
        self.get_within(key, CACHE_TTL)
    }

    /// Returns the value of a key if it is younger than `age_max`.
    pub fn get_within(&self, key: &K, age_max: SignedDuration) -> Option<V> {
        let now = self.clock.steady();
        let dated = self.known.get(key)?;
        // A manual clock can be set back, which does not make an old value young again.
        let is_fresh = dated.read_at <= now && now.saturating_sub(dated.read_at) < age_max;
        is_fresh.then(|| dated.value.clone())
    }

    /// Returns the last value of a key, however old it is.
    pub(crate) fn last(&self, key: &K) -> Option<V> {
        self.known.get(key).map(|dated| dated.value.clone())
    }

    /// Returns the beginning of a read. Call it before the store is asked.
    pub fn start_read(&self) -> ReadStart {
        ReadStart { drops: self.drops.load(Ordering::SeqCst), at: self.clock.steady() }
    }

    /// Keeps the result of a read, unless something was dropped since the read began.
    pub fn keep(&self, key: &K, start: ReadStart, value: V) {
        if self.drops.load(Ordering::SeqCst) != start.drops {
            return;
        }
        self.known.keep(key.clone(), Arc::new(DatedValue { read_at: start.at, value }));
        // A drop right before the value was kept found nothing to drop.
        if self.drops.load(Ordering::SeqCst) != start.drops {
            self.known.forget(key);
        }
    }

    /// Drops the value of a key. The next caller reads it from the store.
    pub fn forget(&self, key: &K) {
        self.drops.fetch_add(1, Ordering::SeqCst);
        self.known.forget(key);
    }

    /// Drops all values.
    pub(crate) fn forget_all(&self) {
        self.drops.fetch_add(1, Ordering::SeqCst);
        self.known.forget_all();
    }
}

#[cfg(test)]
mod tests {
    use async_trait::async_trait;
    use jiff::Timestamp;

    use super::*;
    use crate::clock::ManualClock;

    /// Clock whose wall time stands still while monotonic time passes.
    struct SteadyClock(ManualClock);

    #[async_trait]
    impl Clock for SteadyClock {
        fn now(&self) -> Timestamp {
            Timestamp::UNIX_EPOCH
        }

        fn steady(&self) -> SignedDuration {
            self.0.steady()
        }

        async fn sleep_until(&self, _: Timestamp) {}
    }

    fn cache() -> (FreshCache<&'static str, u8>, Arc<SteadyClock>) {
        let clock = Arc::new(SteadyClock(ManualClock::new(Timestamp::UNIX_EPOCH)));
        (FreshCache::new(clock.clone()), clock)
    }

    #[test]
    fn a_value_is_known_for_a_second_from_the_start_of_its_read() {
        let (cache, clock) = cache();
        let start = cache.start_read();
        clock.0.advance(SignedDuration::from_millis(600));
        cache.keep(&"a", start, 1);
        clock.0.advance(SignedDuration::from_millis(399));
        assert_eq!((cache.get(&"a"), cache.get(&"b")), (Some(1), None));
        assert_eq!(cache.get_within(&"a", SignedDuration::from_millis(400)), None);
        clock.0.advance(SignedDuration::from_millis(1));
        assert_eq!((cache.get(&"a"), cache.last(&"a")), (None, Some(1)), "the wall clock has not moved");
        clock.0.set(Timestamp::UNIX_EPOCH - SignedDuration::from_secs(1));
        assert_eq!(cache.get(&"a"), None, "a clock that was set back makes nothing young");
    }

    #[test]
    fn a_read_that_began_before_a_change_is_not_kept_after_it() {
        let (cache, _) = cache();
        let start = cache.start_read();
        cache.forget(&"a");
        cache.keep(&"a", start, 1);
        assert_eq!(cache.get(&"a"), None);
        cache.keep(&"a", cache.start_read(), 2);
        assert_eq!(cache.get(&"a"), Some(2));
        cache.forget_all();
        assert_eq!((cache.get(&"a"), cache.last(&"a")), (None, None));
    }
}
