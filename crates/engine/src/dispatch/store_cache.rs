//! Short-lived cache of values from the store, so that the store is not read for each action.
//!
//! Each value is read at most once per [`CACHE_TTL`], and only when it is needed. A failed read counts as a read, so
//! that a store that does not respond is not asked for each action.
//!
//! Invariant: no older value is used, and a store that does not respond is never treated as one without an
//! entry.

use std::fmt::Display;
use std::hash::Hash;
use std::sync::Arc;

use crate::clock::Clock;
use crate::fresh_cache::{CACHE_TTL, FreshCache, ReadStart};
use crate::observe::{Alarm, Events};
use crate::recent::RecentCache;

/// Maximum number of reads, when reading takes longer than [`CACHE_TTL`].
const TRIES: usize = 3;

/// Result of a read: the value, or the problem.
type ReadResult<T> = Result<Arc<T>, String>;

/// Results of reads from the store, by key.
pub(super) struct StoreCache<K, T> {
    events: Events,
    known: FreshCache<K, ReadResult<T>>,
    /// Held while reading, so that others wait for the result instead of reading too.
    read_locks: RecentCache<K, tokio::sync::Mutex<()>>,
}

impl<K: Clone + Eq + Hash, T> StoreCache<K, T> {
    pub(super) fn new(clock: Arc<dyn Clock>, events: Events) -> Self {
        Self { events, known: FreshCache::new(clock), read_locks: RecentCache::default() }
    }

    /// Drops a value. The next caller reads it from the store, without waiting for a read that has begun.
    pub(super) fn forget(&self, key: &K) {
        self.read_locks.forget(key);
        self.known.forget(key);
    }

    pub(super) fn forget_all(&self) {
        self.read_locks.forget_all();
        self.known.forget_all();
    }

    /// Stores a value that was just read from or written to the store.
    pub(super) fn learn(&self, key: &K, found: T) {
        self.known.keep(key, self.known.start_read(), Ok(Arc::new(found)));
    }

    /// Returns a value that is at most one second old. Passes the previous value to `read`.
    pub(super) async fn get<F, Fut, E>(&self, key: &K, read: F) -> ReadResult<T>
    where
        F: Fn(Option<Arc<T>>) -> Fut,
        Fut: Future<Output = Result<T, E>>,
        E: Display,
    {
        if let Some(found) = self.known.get(key) {
            return found;
        }
        let read_lock = self.read_locks.get_or_insert_with(key, tokio::sync::Mutex::default);
        let _read_lock = read_lock.lock().await;
        // Another task may have read the value while this one waited.
        if let Some(found) = self.known.get(key) {
            return found;
        }
        let (start, found) = self.read(key, read).await;
        if let Err(problem) = &found {
            self.events.alarm(Alarm::StoreDown { problem: problem.clone() });
        }
        self.known.keep(key, start, found.clone());
        found
    }

    /// Reads the value. The result counts from the beginning of the read; a failure counts from its end.
    async fn read<F, Fut, E>(&self, key: &K, read: F) -> (ReadStart, ReadResult<T>)
    where
        F: Fn(Option<Arc<T>>) -> Fut,
        Fut: Future<Output = Result<T, E>>,
        E: Display,
    {
        let before = self.known.last(key).and_then(Result::ok);
        for _ in 0..TRIES {
            let start = self.known.start_read();
            match read(before.clone()).await {
                Ok(_) if self.known.start_read().at.saturating_sub(start.at) > CACHE_TTL => {}
                Ok(found) => return (start, Ok(Arc::new(found))),
                Err(error) => return (self.known.start_read(), Err(error.to_string())),
            }
        }
        (self.known.start_read(), Err(format!("no response within {CACHE_TTL:#} in {TRIES} tries")))
    }
}
