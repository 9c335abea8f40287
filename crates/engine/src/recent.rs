//! A bounded cache of recently used values. Unused values are evicted a whole generation at a time, so that a
//! lookup needs no bookkeeping of its own.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// Default number of values in each of the two generations.
const GENERATION_MAX: usize = 32_768;

/// Cache of values by key, from which unused values are evicted.
#[derive(Debug)]
pub(crate) struct RecentCache<K, V> {
    generations: Mutex<Generations<K, V>>,
}

#[derive(Debug)]
struct Generations<K, V> {
    /// Maximum number of values in each generation.
    generation_max: usize,
    new: HashMap<K, Arc<V>>,
    old: HashMap<K, Arc<V>>,
}

impl<K, V> RecentCache<K, V> {
    /// Creates a cache of up to `generation_max` values in each of two generations.
    pub(crate) fn of(generation_max: usize) -> Self {
        Self { generations: Mutex::new(Generations { generation_max, new: HashMap::new(), old: HashMap::new() }) }
    }
}

impl<K: Clone + Eq + Hash, V> RecentCache<K, V> {
    /// Returns the cached value.
    pub(crate) fn get(&self, key: &K) -> Option<Arc<V>> {
        self.generations.lock().unwrap_or_else(PoisonError::into_inner).get(key)
    }

    /// Returns the cached value, or creates and caches a new one. Concurrent callers get the same value.
    pub(crate) fn get_or_insert_with(&self, key: &K, make: impl FnOnce() -> V) -> Arc<V> {
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        generations.get(key).unwrap_or_else(|| {
            let value = Arc::new(make());
            generations.keep(key.clone(), Arc::clone(&value));
            value
        })
    }

    /// Removes one value.
    pub(crate) fn forget(&self, key: &K) {
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        generations.new.remove(key);
        generations.old.remove(key);
    }

    /// Removes all values.
    pub(crate) fn forget_all(&self) {
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        generations.new.clear();
        generations.old.clear();
    }

    /// Inserts a value.
    pub(crate) fn keep(&self, key: K, value: Arc<V>) {
        self.generations.lock().unwrap_or_else(PoisonError::into_inner).keep(key, value);
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
        if self.new.len() >= self.generation_max {
            self.old = std::mem::take(&mut self.new);
        }
        self.new.insert(key, value);
    }
}

impl<K, V> Default for RecentCache<K, V> {
    fn default() -> Self {
        Self::of(GENERATION_MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn used_values_stay_and_unused_ones_are_evicted() {
        let recent = RecentCache::default();
        for n in 0..3 * GENERATION_MAX {
            recent.keep(n, Arc::new(n));
            assert_eq!(recent.get(&0).as_deref(), Some(&0), "used in every round");
        }
        assert_eq!(recent.get(&1), None);
        assert_eq!(*recent.get_or_insert_with(&0, || 7), 0, "a cached value is not created again");
        recent.forget(&0);
        assert_eq!(*recent.get_or_insert_with(&0, || 7), 7);
        assert_eq!(recent.get(&0).as_deref(), Some(&7));
        assert_eq!(recent.get(&(3 * GENERATION_MAX - 1)).as_deref(), Some(&(3 * GENERATION_MAX - 1)));
        recent.forget_all();
        assert_eq!((recent.get(&0), recent.get(&(3 * GENERATION_MAX - 1))), (None, None));
    }
}
