//! Compares two recurrences: which occurrences in a window are added, removed or moved.
//!
//! Occurrences of both recurrences at one instant are unchanged, whatever their keys. The rest is paired by name,
//! and a pair is a move. Four names are tried in turn:
//!
//! 1. the period key;
//! 2. the local time that the recurrence names, which stays the same when the zone or the DST policy changes;
//! 3. the local date, which stays the same when the hour changes;
//! 4. the nearest occurrence within half of the smaller minimum gap, where there can be no other.
//!
//! A name that both recurrences use equally often is paired in order. Otherwise the name pairs nothing: an
//! occurrence that became two was removed, and two were added.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::hash::Hash;

use jiff::Timestamp;

use crate::compiled::{CompiledRecurrence, Occurrence};
use crate::definition::Length;

/// Maximum number of occurrences compared per recurrence. If there are more, the window ends there and the diff is
/// marked as truncated.
const OCCURRENCES_MAX: usize = 10_000;

/// Result of [`diff`](fn@diff): the occurrences that differ between two rules in a window, each list in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diff {
    /// Occurrences of the new recurrence that the old one does not have.
    pub added: Vec<Occurrence>,
    /// Occurrences of the old recurrence that the new one does not have.
    pub removed: Vec<Occurrence>,
    /// Occurrences of both recurrences that stand for the same thing at different instants, ordered by the old
    /// instant.
    pub moved: Vec<MovedOccurrence>,
    /// Number of occurrences at the same instant in both.
    pub unchanged: usize,
    /// Whether there were too many occurrences, so that only the first part of the window was compared.
    pub truncated: bool,
}

/// An occurrence that has a different instant in the new rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MovedOccurrence {
    /// Occurrence of the old recurrence.
    pub from: Occurrence,
    /// Occurrence of the new recurrence.
    pub to: Occurrence,
}

impl Diff {
    /// Returns whether the recurrences have the same instants, as far as they were compared.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.moved.is_empty()
    }
}

/// Compares the occurrences of two recurrences from `from`, inclusive, to `until`, exclusive.
///
/// Occurrences at the same instant are unchanged. The others are paired by their period key, then by their nominal
/// local time, then by their local date, then by nearness; a pair is a move. An occurrence that moves out of the
/// window is removed, and one that moves into it is added. At most 10,000 occurrences of each rule are compared;
/// [`Diff::truncated`] says whether there were more.
///
/// ```
/// use refrain_recurrence::{CompiledRecurrence, diff};
///
/// let old = CompiledRecurrence::cron("0 9 * * MON", "Europe/Berlin")?;
/// let new = CompiledRecurrence::cron("30 9 * * MON,THU", "Europe/Berlin")?;
/// let (from, until) = ("2026-01-01T00:00:00Z".parse().unwrap(), "2026-02-01T00:00:00Z".parse().unwrap());
/// let diff = diff(&old, &new, from, until);
/// assert_eq!(diff.moved.len(), 4);
/// assert_eq!(diff.moved[0].to.at().to_string(), "2026-01-05T08:30:00Z");
/// assert_eq!((diff.added.len(), diff.removed.len()), (5, 0));
/// # Ok::<(), refrain_recurrence::Error>(())
/// ```
pub fn diff(old: &CompiledRecurrence, new: &CompiledRecurrence, from: Timestamp, until: Timestamp) -> Diff {
    let (mut removed, old_ends) = occurrences(old, from, until);
    let (mut added, new_ends) = occurrences(new, from, until);
    let known_until = old_ends.into_iter().chain(new_ends).min();
    if let Some(known_until) = known_until {
        removed.retain(|occurrence| occurrence.at <= known_until);
        added.retain(|occurrence| occurrence.at <= known_until);
    }
    let unchanged = drop_common(&mut removed, &mut added);
    let mut pairing = Pairing { removed, added, moved: Vec::new() };
    pairing.by_name(|occurrence| old.period_key(occurrence), |occurrence| new.period_key(occurrence));
    pairing.by_name(|occurrence| occurrence.nominal, |occurrence| occurrence.nominal);
    pairing.by_name(|occurrence| occurrence.nominal.day(), |occurrence| occurrence.nominal.day());
    pairing.by_nearness(smaller_gap(old, new));
    let Pairing { removed, added, mut moved } = pairing;
    moved.sort_unstable_by_key(|moved| moved.from.at);
    Diff { added, removed, moved, unchanged, truncated: known_until.is_some() }
}

/// Returns the occurrences in the window, and, if there are too many, the last instant that they cover.
fn occurrences(rule: &CompiledRecurrence, from: Timestamp, until: Timestamp) -> (Vec<Occurrence>, Option<Timestamp>) {
    let mut rest = rule.between(from, until);
    let found: Vec<Occurrence> = rest.by_ref().take(OCCURRENCES_MAX).collect();
    let last = rest.next().and_then(|_| found.last().map(|last| last.at));
    (found, last)
}

/// Removes the instants that both have. Returns their number.
fn drop_common(removed: &mut Vec<Occurrence>, added: &mut Vec<Occurrence>) -> usize {
    let before = removed.len();
    let is_in = |sorted: &[Occurrence], at: Timestamp| sorted.binary_search_by_key(&at, |other| other.at).is_ok();
    let kept = removed.iter().filter(|occurrence| !is_in(added, occurrence.at)).copied().collect();
    added.retain(|occurrence| !is_in(removed, occurrence.at));
    *removed = kept;
    before - removed.len()
}

fn smaller_gap(old: &CompiledRecurrence, new: &CompiledRecurrence) -> i64 {
    // A recurrence with a single occurrence has no minimum gap.
    let seconds = |rule: &CompiledRecurrence| rule.min_gap().map_or(i64::MAX, Length::seconds);
    seconds(old).min(seconds(new))
}

/// The unpaired occurrences, each list in order, and the pairs found so far.
struct Pairing {
    removed: Vec<Occurrence>,
    added: Vec<Occurrence>,
    moved: Vec<MovedOccurrence>,
}

impl Pairing {
    /// Pairs occurrences of the same name, if both recurrences have equally many of them.
    fn by_name<K: Eq + Hash>(&mut self, old_name: impl Fn(&Occurrence) -> K, new_name: impl Fn(&Occurrence) -> K) {
        if self.removed.is_empty() || self.added.is_empty() {
            return;
        }
        let mut named: HashMap<K, (Vec<Occurrence>, Vec<Occurrence>)> = HashMap::new();
        for occurrence in self.removed.drain(..) {
            named.entry(old_name(&occurrence)).or_default().0.push(occurrence);
        }
        for occurrence in self.added.drain(..) {
            named.entry(new_name(&occurrence)).or_default().1.push(occurrence);
        }
        for (removed, added) in named.into_values() {
            if removed.len() == added.len() {
                self.moved.extend(removed.into_iter().zip(added).map(|(from, to)| MovedOccurrence { from, to }));
            } else {
                self.removed.extend(removed);
                self.added.extend(added);
            }
        }
        self.removed.sort_unstable_by_key(|occurrence| occurrence.at);
        self.added.sort_unstable_by_key(|occurrence| occurrence.at);
    }

    /// Pairs occurrences closer to each other than half the gap. No occurrence has two such neighbors, so the pair
    /// is unique.
    fn by_nearness(&mut self, gap: i64) {
        let mut kept = Vec::new();
        for from in self.removed.drain(..) {
            let distance = |to: &Occurrence| (to.at.as_second() - from.at.as_second()).abs();
            let after = self.added.partition_point(|to| to.at < from.at);
            let near = [after.checked_sub(1), Some(after)]
                .into_iter()
                .flatten()
                .find(|index| self.added.get(*index).is_some_and(|to| distance(to).saturating_mul(2) < gap));
            match near {
                Some(index) => self.moved.push(MovedOccurrence { from, to: self.added.remove(index) }),
                None => kept.push(from),
            }
        }
        self.removed = kept;
    }
}
