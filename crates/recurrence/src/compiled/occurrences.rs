//! Iterator over the occurrences of a recurrence.

use super::CompiledRecurrence;
use super::occurrence::Occurrence;

/// Iterator over the occurrences of a recurrence, created by [`CompiledRecurrence::iter_after`] and
/// [`CompiledRecurrence::between`].
///
/// Each step is one search, so the iterator costs nothing for occurrences that are not read. `rev` starts at the end.
#[derive(Clone, Debug)]
pub struct Occurrences<'a> {
    rule: &'a CompiledRecurrence,
    /// First second that is still included, and first second that is not.
    from: i64,
    until: i64,
}

impl<'a> Occurrences<'a> {
    pub(crate) fn new(rule: &'a CompiledRecurrence, from: i64, until: i64) -> Self {
        Self { rule, from, until }
    }
}

impl Iterator for Occurrences<'_> {
    type Item = Occurrence;

    fn next(&mut self) -> Option<Occurrence> {
        if self.from >= self.until {
            return None;
        }
        let next = self.rule.at_or_after_second(self.from).filter(|next| next.at.as_second() < self.until);
        self.from = next.map_or(self.until, |next| next.at.as_second() + 1);
        next
    }
}

impl DoubleEndedIterator for Occurrences<'_> {
    fn next_back(&mut self) -> Option<Occurrence> {
        if self.from >= self.until {
            return None;
        }
        let last = self.rule.at_or_before_second(self.until - 1).filter(|last| last.at.as_second() >= self.from);
        self.until = last.map_or(self.from, |last| last.at.as_second());
        last
    }
}
