//! Token buckets in memory: each name has a burst size and refills over time. Every node counts on its own.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};

/// Maximum number of names. A name that is dropped starts again with a full bucket.
const NAMES_MAX: usize = 10_000;

/// A rate: `count` requests per `window`, which may all come at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Number of requests.
    pub count: u32,
    /// Length of the window.
    pub window: SignedDuration,
}

impl Rate {
    /// Creates a rate per second.
    pub fn per_second(count: u32) -> Self {
        Self { count, window: SignedDuration::from_secs(1) }
    }

    fn refilled(self, elapsed: SignedDuration) -> f64 {
        f64::from(self.count) * elapsed.as_secs_f64().max(0.0) / self.window.as_secs_f64().max(f64::EPSILON)
    }
}

/// Result of taking a token: the remaining tokens, or the time to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TakeResult {
    Granted { left: u32 },
    Empty { retry_after: SignedDuration },
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    level: f64,
    at: Timestamp,
}

/// Buckets by name.
#[derive(Debug)]
pub(crate) struct Buckets<K> {
    kept: Mutex<HashMap<K, Bucket>>,
}

impl<K> Default for Buckets<K> {
    fn default() -> Self {
        Self { kept: Mutex::default() }
    }
}

impl<K: Eq + Hash> Buckets<K> {
    /// Takes a token from the bucket of a name, if one is left.
    pub(crate) fn take(&self, name: K, rate: Rate, now: Timestamp) -> TakeResult {
        let full = f64::from(rate.count);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= NAMES_MAX && !kept.contains_key(&name) {
            kept.retain(|_, bucket| bucket.level + rate.refilled(now.duration_since(bucket.at)) < full);
            if kept.len() >= NAMES_MAX {
                kept.clear();
            }
        }
        let bucket = kept.entry(name).or_insert(Bucket { level: full, at: now });
        bucket.level = (bucket.level + rate.refilled(now.duration_since(bucket.at))).min(full);
        // If the clock is set back, no time counts twice.
        bucket.at = bucket.at.max(now);
        if bucket.level < 1.0 {
            let per_one = rate.window.as_secs_f64() / full.max(f64::EPSILON);
            let wait = SignedDuration::try_from_secs_f64((1.0 - bucket.level) * per_one).unwrap_or(rate.window);
            return TakeResult::Empty { retry_after: wait };
        }
        bucket.level -= 1.0;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and a u32")]
        let left = bucket.level as u32;
        TakeResult::Granted { left }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(milliseconds: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_millis(milliseconds)
    }

    #[test]
    fn bucket_grants_its_tokens_and_refills() {
        let (buckets, rate) = (Buckets::default(), Rate::per_second(2));
        let take = |milliseconds| buckets.take("a", rate, after(milliseconds));
        assert_eq!(take(0), TakeResult::Granted { left: 1 });
        assert_eq!(take(0), TakeResult::Granted { left: 0 });
        assert_eq!(take(100), TakeResult::Empty { retry_after: SignedDuration::from_millis(400) });
        assert_eq!(take(500), TakeResult::Granted { left: 0 });
        assert_eq!(buckets.take("b", rate, after(500)), TakeResult::Granted { left: 1 });
        assert_eq!(take(60_000), TakeResult::Granted { left: 1 });
    }

    #[test]
    fn clock_set_back_grants_no_token_twice() {
        let (buckets, rate) = (Buckets::default(), Rate::per_second(1));
        assert_eq!(buckets.take("a", rate, after(5_000)), TakeResult::Granted { left: 0 });
        assert!(matches!(buckets.take("a", rate, after(0)), TakeResult::Empty { .. }));
        assert!(matches!(buckets.take("a", rate, after(5_500)), TakeResult::Empty { .. }));
        assert_eq!(buckets.take("a", rate, after(6_000)), TakeResult::Granted { left: 0 });
    }

    #[test]
    fn the_number_of_names_is_bounded() {
        let (buckets, rate) = (Buckets::default(), Rate::per_second(1));
        for name in 0..NAMES_MAX * 2 {
            buckets.take(name, rate, after(0));
        }
        assert!(buckets.kept.lock().unwrap().len() <= NAMES_MAX);
    }
}
