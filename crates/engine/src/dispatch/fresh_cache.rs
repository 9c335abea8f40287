//! Short-lived cache of values from the store, so that the store is not read for each action.
//!
//! Each value is read at most once per [`CACHE_TTL`], and only when it is needed.
//!
//! Invariant: no older value is used, and a store that does not respond is never treated as one without an
//! entry.

use std::fmt::Display;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::SignedDuration;

use crate::clock::Clock;
use crate::observe::{Alarm, Events};
use crate::recent::RecentCache;

/// Time for which a value may be used after it was read.
pub const CACHE_TTL: SignedDuration = SignedDuration::from_secs(1);
/// Maximum number of reads, when reading takes longer than [`CACHE_TTL`].
const TRIES: usize = 3;

/// Cached values, by key.
pub(super) struct FreshCache<K, T> {
    clock: Arc<dyn Clock>,
    events: Events,
    known: RecentCache<K, CacheEntry<T>>,
}

/// Cache entry of one key.
struct CacheEntry<T> {
    last: Mutex<Option<ReadResult<T>>>,
    /// Held while reading, so that others wait for the result instead of reading too.
    read_lock: tokio::sync::Mutex<()>,
}

/// Result of one read.
struct ReadResult<T> {
    /// Monotonic time at which the read began; for a failed read, the time at which it ended.
    at: SignedDuration,
    found: Result<Arc<T>, String>,
}

impl<K: Clone + Eq + Hash, T> FreshCache<K, T> {
    pub(super) fn new(clock: Arc<dyn Clock>, events: Events) -> Self {
        Self { clock, events, known: RecentCache::default() }
    }

    /// Drops a value. The next caller reads it from the store.
    pub(super) fn forget(&self, key: &K) {
        self.known.forget(key);
    }

    pub(super) fn forget_all(&self) {
        self.known.forget_all();
    }

    /// Stores a value that was just read from or written to the store.
    pub(super) fn learn(&self, key: &K, found: T) {
        let known = self.known.get_or_insert_with(key, CacheEntry::default);
        known.set(ReadResult { at: self.clock.steady(), found: Ok(Arc::new(found)) });
    }

    /// Returns a value that is at most one second old. Passes the previous value to `read`.
    pub(super) async fn get<F, Fut, E>(&self, key: &K, read: F) -> Result<Arc<T>, String>
    where
        F: Fn(Option<Arc<T>>) -> Fut,
        Fut: Future<Output = Result<T, E>>,
        E: Display,
    {
        let known = self.known.get_or_insert_with(key, CacheEntry::default);
        if let Some(found) = known.get_fresh(self.clock.steady()) {
            return found;
        }
        let _read_lock = known.read_lock.lock().await;
        // Another task may have read the value while this one waited.
        if let Some(found) = known.get_fresh(self.clock.steady()) {
            return found;
        }
        let look = self.look(&known, read).await;
        if let Err(problem) = &look.found {
            self.events.alarm(Alarm::StoreDown { problem: problem.clone() });
        }
        let found = look.found.clone();
        known.set(look);
        found
    }

    async fn look<F, Fut, E>(&self, known: &CacheEntry<T>, read: F) -> ReadResult<T>
    where
        F: Fn(Option<Arc<T>>) -> Fut,
        Fut: Future<Output = Result<T, E>>,
        E: Display,
    {
        for _ in 0..TRIES {
            let at = self.clock.steady();
            match read(known.before()).await {
                Ok(_) if self.clock.steady().saturating_sub(at) > CACHE_TTL => {}
                Ok(found) => return ReadResult { at, found: Ok(Arc::new(found)) },
                Err(error) => return ReadResult { at: self.clock.steady(), found: Err(error.to_string()) },
            }
        }
        ReadResult { at: self.clock.steady(), found: Err(format!("no response within {CACHE_TTL:#} in {TRIES} tries")) }
    }
}

impl<T> CacheEntry<T> {
    fn set(&self, look: ReadResult<T>) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(look);
    }

    /// Returns the value of the last successful read.
    fn before(&self) -> Option<Arc<T>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().and_then(|look| look.found.as_ref().ok().cloned())
    }

    /// Returns the result of the last read if it is recent enough.
    fn get_fresh(&self, now: SignedDuration) -> Option<Result<Arc<T>, String>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let look = last.as_ref().filter(|look| look.at.saturating_add(CACHE_TTL) > now)?;
        Some(look.found.clone())
    }
}

impl<T> Default for CacheEntry<T> {
    fn default() -> Self {
        Self { last: Mutex::new(None), read_lock: tokio::sync::Mutex::new(()) }
    }
}
