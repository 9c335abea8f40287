//! The numbers that a store gives, told by the order in which they were first seen. Two stores that answer alike show
//! their rows in the same order, so equal answers have equal numbers after this, whatever the stores call them.

use std::collections::BTreeMap;

/// What no row is called.
const NOBODY: i64 = 987_654_321;

#[derive(Default)]
pub(super) struct Numbers {
    names: BTreeMap<i64, i64>,
    seen: Vec<i64>,
}

impl Numbers {
    /// The name of a number: its place among those seen.
    pub(super) fn name(&mut self, number: i64) -> i64 {
        let next = self.seen.len() as i64 + 1;
        let name = *self.names.entry(number).or_insert(next);
        if name == next {
            self.seen.push(number);
        }
        name
    }

    /// The number that has a name.
    pub(super) fn number(&self, name: i64) -> i64 {
        let index = usize::try_from(name - 1).ok();
        index.and_then(|index| self.seen.get(index).copied()).unwrap_or(NOBODY)
    }

    /// How many were seen.
    pub(super) fn count(&self) -> i64 {
        self.seen.len() as i64
    }
}

/// Fences, which rise by more than one in some stores: told per row, nought staying nought.
#[derive(Default)]
pub(super) struct Fences(BTreeMap<i64, Numbers>);

impl Fences {
    pub(super) fn name(&mut self, row: i64, fence: i64) -> i64 {
        if fence == 0 { 0 } else { self.0.entry(row).or_default().name(fence) }
    }

    pub(super) fn number(&self, row: i64, name: i64) -> i64 {
        if name == 0 { 0 } else { self.0.get(&row).map_or(NOBODY, |fences| fences.number(name)) }
    }
}
