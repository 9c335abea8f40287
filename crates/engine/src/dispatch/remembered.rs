//! What a node has read about something not long ago, so that it does not ask for each action.
//!
//! The store is asked at most once in [`KNOWN_FOR`] about each thing, and only while someone wants to know.
//!
//! Invariant: nothing that is older is gone by, and a store that cannot be asked is never taken for one that said nothing.

use std::fmt::Display;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::SignedDuration;

use crate::clock::Clock;
use crate::event::{Alarm, Events};
use crate::recent::Recent;

/// How long what was read is gone by.
pub const KNOWN_FOR: SignedDuration = SignedDuration::from_secs(1);
/// An answer that was too long on its way to be gone by is asked for again, so often in all.
const TRIES: usize = 3;

/// What is known, by what it is about.
pub(super) struct Remembered<K, T> {
    clock: Arc<dyn Clock>,
    events: Events,
    known: Recent<K, Known<T>>,
}

/// What is known about one thing.
struct Known<T> {
    last: Mutex<Option<Look<T>>>,
    /// One looks; the others wait for what it finds.
    looking: tokio::sync::Mutex<()>,
}

/// One look.
struct Look<T> {
    /// When the store was asked, or, having failed, answered; in steady time.
    at: SignedDuration,
    found: Result<Arc<T>, String>,
}

impl<K: Clone + Eq + Hash, T> Remembered<K, T> {
    pub(super) fn new(clock: Arc<dyn Clock>, events: Events) -> Self {
        Self { clock, events, known: Recent::default() }
    }

    /// The next who asks is told what the store says then.
    pub(super) fn forget(&self, key: &K) {
        self.known.forget(key);
    }

    pub(super) fn forget_all(&self) {
        self.known.forget_all();
    }

    /// Someone here has just heard it from the store.
    pub(super) fn learn(&self, key: &K, found: T) {
        let known = self.known.get_or_keep(key, Known::default);
        known.set(Look { at: self.clock.steady(), found: Ok(Arc::new(found)) });
    }

    /// What the store said at most a second ago. What was found before is handed to whoever reads.
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
        // Whoever looked meanwhile may have done so for everyone who waited.
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
        Look { at: self.clock.steady(), found: Err(format!("no answer within {KNOWN_FOR:#}, {TRIES} times")) }
    }
}

impl<T> Known<T> {
    fn set(&self, look: Look<T>) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(look);
    }

    /// What was found the last time that something was.
    fn before(&self) -> Option<Arc<T>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().and_then(|look| look.found.as_ref().ok().cloned())
    }

    /// What was found, if that is not long ago.
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
