//! Series by the value of a label, no more than so many. What comes beyond is counted together, under [`OTHER`]: a metric
//! must not cost more because someone makes up names.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{PoisonError, RwLock};

/// The value of every label of what was counted together. No tenant and no schedule can be called so.
pub(super) const OTHER: &str = "(other)";

/// Series by their labels.
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

    /// Counts in the series of these labels. Nothing is allocated for a series that is there.
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
        // Others may have been added since it was looked for.
        if series.len() >= self.series_max && !series.contains_key(key) {
            return count(&self.other);
        }
        count(series.entry(key.clone()).or_default());
    }

    /// Counts in the series of these labels if there is one.
    pub(super) fn with_known(&self, key: &K, count: impl FnOnce(&S)) {
        let series = self.series.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(one) = series.get(key) {
            count(one);
        }
    }

    /// The next labels after these in order, up to a limit.
    pub(super) fn after(&self, last: Option<&K>, limit: usize) -> Vec<K> {
        let series = self.series.read().unwrap_or_else(PoisonError::into_inner);
        let mut keys: Vec<&K> = series.keys().filter(|key| last.is_none_or(|last| *key > last)).collect();
        keys.sort();
        keys.into_iter().take(limit).cloned().collect()
    }

    /// Removes the series of these labels.
    pub(super) fn remove(&self, key: &K) {
        self.series.write().unwrap_or_else(PoisonError::into_inner).remove(key);
    }

    /// All series in the order of their labels, and last what was counted together.
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
    use crate::stats::Count;

    #[test]
    fn what_comes_beyond_the_limit_is_counted_together() {
        let family = Family::<&str, Count>::new(2);
        for name in ["b", "a", "b", "c", "d", "a", "b"] {
            family.with(&name, |count| count.add(1));
        }
        family.with_known(&"a", |count| count.add(1));
        family.with_known(&"e", |count| count.add(1));
        let mut seen = Vec::new();
        family.each(|key, count| seen.push((key.copied(), count.get())));
        assert_eq!(seen, [(Some("a"), 3), (Some("b"), 3), (None, 2)]);
    }
}
