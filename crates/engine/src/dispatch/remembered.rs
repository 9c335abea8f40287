//! Short-lived cache of values from the store, so that the store is not read for each action.
//!
//! Each value is read at most once per [`KNOWN_FOR`], and only when it is needed.
//!
//! Invariant: no older value is used, and a store that does not respond is never treated as one without an
//! entry.

use std::fmt::Display;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::SignedDuration;

use crate::clock::Clock;
use crate::event::{Alarm, Events};
use crate::recent::Recent;

/// Time for which a value may be used after it was read.
pub const KNOWN_FOR: SignedDuration = SignedDuration::from_secs(1);
/// Maximum number of reads, when reading takes longer than [`KNOWN_FOR`].
const TRIES: usize = 3;

/// Cached values, by key.
pub(super) struct Remembered<K, T> {
    clock: Arc<dyn Clock>,
    events: Events,
    known: Recent<K, Known<T>>,
}

/// Cache entry of one key.
struct Known<T> {
    last: Mutex<Option<Look<T>>>,
    /// Held while reading, so that others wait for the result instead of reading too.
    looking: tokio::sync::Mutex<()>,
}

/// Result of one read.
struct Look<T> {
    /// Monotonic time at which the read began; for a failed read, the time at which it ended.
    at: SignedDuration,
    found: Result<Arc<T>, String>,
}

impl<K: Clone + Eq + Hash, T> Remembered<K, T> {
    pub(super) fn new(clock: Arc<dyn Clock>, events: Events) -> Self {
        Self { clock, events, known: Recent::default() }
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
        let known = self.known.get_or_keep(key, Known::default);
        known.set(Look { at: self.clock.steady(), found: Ok(Arc::new(found)) });
    }

    /// Returns a value that is at most one second old. Passes the previous value to `read`.
    pub(super) async fn get<F, Fut, E>(&self, key: &K, read: F) -> Result<Arc<T>, String>
    where
        F: Fn(Option<Arc<T>>) -> Fut,
        Fut: Future<Output = Result<T, E>>,
        E: Display,
    {
        let known = self.known.get_or_keep(key, Known::default);
        if let Some(found) = known.as_of(self.clock.steady()) {
            return found;
        }
        let _looking = known.looking.lock().await;
        // Another task may have read the value while this one waited.
        if let Some(found) = known.as_of(self.clock.steady()) {
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

    async fn look<F, Fut, E>(&self, known: &Known<T>, read: F) -> Look<T>
    where
        F: Fn(Option<Arc<T>>) -> Fut,
        Fut: Future<Output = Result<T, E>>,
        E: Display,
    {
        for _ in 0..TRIES {
            let at = self.clock.steady();
            match read(known.before()).await {
                Ok(_) if self.clock.steady().saturating_sub(at) > KNOWN_FOR => {}
                Ok(found) => return Look { at, found: Ok(Arc::new(found)) },
                Err(error) => return Look { at: self.clock.steady(), found: Err(error.to_string()) },
            }
        }
        Look { at: self.clock.steady(), found: Err(format!("no response within {KNOWN_FOR:#} in {TRIES} tries")) }
    }
}

impl<T> Known<T> {
    fn set(&self, look: Look<T>) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(look);
    }

    /// Returns the value of the last successful read.
    fn before(&self) -> Option<Arc<T>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().and_then(|look| look.found.as_ref().ok().cloned())
    }

    /// Returns the result of the last read if it is recent enough.
    fn as_of(&self, now: SignedDuration) -> Option<Result<Arc<T>, String>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let look = last.as_ref().filter(|look| look.at.saturating_add(KNOWN_FOR) > now)?;
        Some(look.found.clone())
    }
}

impl<T> Default for Known<T> {
    fn default() -> Self {
        Self { last: Mutex::new(None), looking: tokio::sync::Mutex::new(()) }
    }
}
