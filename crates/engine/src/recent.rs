//! A bounded cache of recently used values. Unused values are evicted a whole generation at a time, so that a
//! lookup needs no bookkeeping of its own.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// Default number of values in each of the two generations.
const GENERATION_MAX: usize = 32_768;

/// Cache of values by key, from which unused values are evicted.
#[derive(Debug)]
pub struct Recent<K, V> {
    kept: Mutex<Generations<K, V>>,
}

#[derive(Debug)]
struct Generations<K, V> {
    /// Maximum number of values in each generation.
    most: usize,
    new: HashMap<K, Arc<V>>,
    old: HashMap<K, Arc<V>>,
}

impl<K, V> Recent<K, V> {
    /// Creates a cache of up to `most` values in each of two generations.
    pub fn of(most: usize) -> Self {
        Self { kept: Mutex::new(Generations { most, new: HashMap::new(), old: HashMap::new() }) }
    }
}

impl<K: Clone + Eq + Hash, V> Recent<K, V> {
    /// Returns the cached value.
    pub fn get(&self, key: &K) -> Option<Arc<V>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).get(key)
    }

    /// Returns the cached value, or creates and caches a new one. Concurrent callers get the same value.
    pub fn get_or_keep(&self, key: &K, make: impl FnOnce() -> V) -> Arc<V> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(key).unwrap_or_else(|| {
            let value = Arc::new(make());
            kept.keep(key.clone(), Arc::clone(&value));
            value
        })
    }

    /// Removes one value.
    pub fn forget(&self, key: &K) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.new.remove(key);
        kept.old.remove(key);
    }

    /// Removes all values.
    pub fn forget_all(&self) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.new.clear();
        kept.old.clear();
    }

    /// Inserts a value.
    pub fn keep(&self, key: K, value: Arc<V>) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).keep(key, value);
    }
}

impl<K: Clone + Eq + Hash, V> Generations<K, V> {
    fn get(&mut self, key: &K) -> Option<Arc<V>> {
        if let Some(value) = self.new.get(key) {
            return Some(Arc::clone(value));
        }
        let (key, value) = self.old.remove_entry(key)?;
        self.keep(key, Arc::clone(&value));
        Some(value)
    }

    fn keep(&mut self, key: K, value: Arc<V>) {
        if self.new.len() >= self.most {
            self.old = std::mem::take(&mut self.new);
        }
        self.new.insert(key, value);
    }
}

impl<K, V> Default for Recent<K, V> {
    fn default() -> Self {
        Self::of(GENERATION_MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_stays_and_what_is_not_goes() {
        let recent = Recent::default();
        for n in 0..3 * GENERATION_MAX {
            recent.keep(n, Arc::new(n));
            assert_eq!(recent.get(&0).as_deref(), Some(&0), "used in every round");
        }
        assert_eq!(recent.get(&1), None);
        assert_eq!(*recent.get_or_keep(&0, || 7), 0, "a cached value is not created again");
        recent.forget(&0);
        assert_eq!(*recent.get_or_keep(&0, || 7), 7);
        assert_eq!(recent.get(&0).as_deref(), Some(&7));
        assert_eq!(recent.get(&(3 * GENERATION_MAX - 1)).as_deref(), Some(&(3 * GENERATION_MAX - 1)));
        recent.forget_all();
        assert_eq!((recent.get(&0), recent.get(&(3 * GENERATION_MAX - 1))), (None, None));
    }
}
