//! Series by label value, up to a limit. Everything beyond the limit is counted together under [`OTHER`], so
//! that made-up names cannot make a metric more expensive.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{PoisonError, RwLock};

/// Label value of everything that is counted together. No tenant and no schedule can have this name.
pub(super) const OTHER: &str = "(other)";

/// Series of one metric by their labels.
#[derive(Debug)]
pub(super) struct Family<K, S> {
    series: RwLock<HashMap<K, S>>,
    other: S,
    series_max: usize,
}

impl<K: Clone + Ord + Hash, S: Default> Family<K, S> {
    pub(super) fn new(series_max: usize) -> Self {
        Self { series: RwLock::default(), other: S::default(), series_max }
    }

    /// Updates the series with these labels, and creates it if necessary. Updating an existing series
    /// allocates nothing.
    pub(super) fn with(&self, key: &K, count: impl FnOnce(&S)) {
        {
            let series = self.series.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(one) = series.get(key) {
                return count(one);
            }
            if series.len() >= self.series_max {
                return count(&self.other);
            }
        }
        let mut series = self.series.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have added series since the check above.
        if series.len() >= self.series_max && !series.contains_key(key) {
            return count(&self.other);
        }
        count(series.entry(key.clone()).or_default());
    }

    /// Updates the series with these labels, if it exists.
    pub(super) fn with_existing(&self, key: &K, count: impl FnOnce(&S)) {
        let series = self.series.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(one) = series.get(key) {
            count(one);
        }
    }

    /// Returns the labels that follow these in order, up to a limit.
    pub(super) fn after(&self, last: Option<&K>, limit: usize) -> Vec<K> {
        let series = self.series.read().unwrap_or_else(PoisonError::into_inner);
        let mut keys: Vec<&K> = series.keys().filter(|key| last.is_none_or(|last| *key > last)).collect();
        keys.sort();
        keys.into_iter().take(limit).cloned().collect()
    }

    /// Removes the series with these labels.
    pub(super) fn remove(&self, key: &K) {
        self.series.write().unwrap_or_else(PoisonError::into_inner).remove(key);
    }

    /// Visits all series in the order of their labels, and then the one that is counted together.
    pub(super) fn each(&self, mut look: impl FnMut(Option<&K>, &S)) {
        let series = self.series.read().unwrap_or_else(PoisonError::into_inner);
        let mut keys: Vec<&K> = series.keys().collect();
        keys.sort();
        keys.into_iter().for_each(|key| look(Some(key), &series[key]));
        look(None, &self.other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Count;

    #[test]
    fn series_beyond_the_limit_are_counted_together() {
        let family = Family::<&str, Count>::new(2);
        for name in ["b", "a", "b", "c", "d", "a", "b"] {
            family.with(&name, |count| count.add(1));
        }
        family.with_existing(&"a", |count| count.add(1));
        family.with_existing(&"e", |count| count.add(1));
        let mut seen = Vec::new();
        family.each(|key, count| seen.push((key.copied(), count.get())));
        assert_eq!(seen, [(Some("a"), 3), (Some("b"), 3), (None, 2)]);
    }
}
