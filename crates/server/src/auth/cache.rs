//! A cache of values read from the store within the last second.
//!
//! A change made by another node may go unseen for that long. A change made by this node is seen at once.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};

/// Maximum age of a cached value.
pub(super) const CACHE_MAX_AGE: SignedDuration = SignedDuration::from_secs(1);
/// Maximum number of cached values. A dropped value is read again.
const KEPT_MAX: usize = 10_000;

/// Cached values by name, each with the time it was read.
#[derive(Debug)]
pub(super) struct Cache<T> {
    kept: Mutex<HashMap<String, (Timestamp, T)>>,
}

impl<T> Default for Cache<T> {
    fn default() -> Self {
        Self { kept: Mutex::default() }
    }
}

impl<T: Clone> Cache<T> {
    /// Returns the cached value of `name` if it is at most [`CACHE_MAX_AGE`] old.
    pub(super) fn get(&self, name: &str, now: Timestamp) -> Option<T> {
        self.get_within(name, now, CACHE_MAX_AGE)
    }

    /// Returns the cached value of `name` if it is younger than `age_max`.
    pub(super) fn get_within(&self, name: &str, now: Timestamp, age_max: SignedDuration) -> Option<T> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (read_at, value) = kept.get(name)?;
        // A clock that was set back does not make an old value young again.
        let is_young = *read_at <= now && now.duration_since(*read_at) < age_max;
        is_young.then(|| value.clone())
    }

    pub(super) fn keep(&self, name: &str, value: T, now: Timestamp) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT_MAX {
            kept.clear();
        }
        kept.insert(name.to_owned(), (now, value));
    }

    pub(super) fn forget(&self, name: &str) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cached_values_expire_after_a_second() {
        let (cache, read_at) = (Cache::default(), Timestamp::UNIX_EPOCH);
        cache.keep("a", 1, read_at);
        let after = |milliseconds| read_at + SignedDuration::from_millis(milliseconds);
        assert_eq!((cache.get("a", after(999)), cache.get("a", after(1_000))), (Some(1), None));
        assert_eq!((cache.get("a", after(-1)), cache.get("b", read_at)), (None, None));
        cache.forget("a");
        assert_eq!(cache.get("a", read_at), None);
    }
}
