//! Replaces the IDs that a store assigns by the order in which they were first seen. Two stores that behave
//! alike return their rows in the same order, so equal answers contain equal names, whatever IDs the stores
//! assign.

use std::collections::BTreeMap;

/// An ID that no row has.
const UNKNOWN_ID: i64 = 987_654_321;

#[derive(Default)]
pub(super) struct Numbers {
    names: BTreeMap<i64, i64>,
    seen: Vec<i64>,
}

impl Numbers {
    /// Returns the name of an ID: its position among those seen.
    pub(super) fn name(&mut self, number: i64) -> i64 {
        let next = self.seen.len() as i64 + 1;
        let name = *self.names.entry(number).or_insert(next);
        if name == next {
            self.seen.push(number);
        }
        name
    }

    /// Returns the ID with this name.
    pub(super) fn number(&self, name: i64) -> i64 {
        let index = usize::try_from(name - 1).ok();
        index.and_then(|index| self.seen.get(index).copied()).unwrap_or(UNKNOWN_ID)
    }

    /// Returns the number of IDs seen.
    pub(super) fn count(&self) -> i64 {
        self.seen.len() as i64
    }
}

/// Fences, which increase by more than one in some stores. They are named per row; zero stays zero.
#[derive(Default)]
pub(super) struct Fences(BTreeMap<i64, Numbers>);

impl Fences {
    pub(super) fn name(&mut self, row: i64, fence: i64) -> i64 {
        if fence == 0 { 0 } else { self.0.entry(row).or_default().name(fence) }
    }

    pub(super) fn number(&self, row: i64, name: i64) -> i64 {
        if name == 0 { 0 } else { self.0.get(&row).map_or(UNKNOWN_ID, |fences| fences.number(name)) }
    }
}
