//! The compiled recurrence and its queries. Immutable, cheap to query, and independent of any clock.

mod compile;
mod jitter;
mod occurrence;
mod occurrences;
mod period;

use std::sync::Arc;

use jiff::Timestamp;

use crate::definition::{CronRecurrence, Length, Recurrence, Spec};
use crate::error::Error;
use crate::search::{Budget, Leaf, Node, Search};
use crate::zone::{GapPolicy, TransitionPolicy, Zone};

pub use compile::Context;
pub(crate) use occurrence::Origin;
pub use occurrence::{Occurrence, Period};
pub use occurrences::Occurrences;

/// A definition that was checked and compiled for searching.
///
/// A rule is immutable and reads no clock: every query takes its instant as an argument. One rule can serve many
/// threads. [`Spec::max_runs`] is not applied here, because a rule does not know how many runs have started.
///
/// - Create a rule: [`compile`](Self::compile), [`cron`](Self::cron).
/// - Search: [`next_after`](Self::next_after), [`next_from`](Self::next_from), [`prev_before`](Self::prev_before),
///   [`prev_until`](Self::prev_until), [`iter_after`](Self::iter_after), [`between`](Self::between),
///   [`occurrence_at`](Self::occurrence_at).
/// - Identify and delay an occurrence: [`period_of`](Self::period_of), [`period_key`](Self::period_key),
///   [`due_at`](Self::due_at).
/// - Inform people: [`describe`](Self::describe), [`lint`](Self::lint), [`matches`](Self::matches),
///   [`dst_dates`](Self::dst_dates), [`min_gap`](Self::min_gap).
#[derive(Clone, Debug)]
pub struct CompiledRecurrence {
    pub(crate) spec: Spec,
    pub(crate) leaves: Box<[Leaf]>,
    /// RFC 5545 lines that never have an occurrence, in a set with others that do.
    pub(crate) idle_lines: Box<[String]>,
    pub(crate) node: Node,
    pub(crate) zone: Arc<Zone>,
    pub(crate) seed: u64,
    /// No occurrence is before this second, or at or after `ends`.
    pub(crate) starts: i64,
    pub(crate) ends: i64,
    pub(crate) first_run: Option<i64>,
    /// Earliest second of a regular occurrence when there is a first run.
    pub(crate) regular_from: i64,
}

impl CompiledRecurrence {
    /// Checks and compiles a definition.
    ///
    /// # Errors
    /// Returns the first problem of the definition.
    pub fn compile(spec: &Spec, context: &Context<'_>) -> Result<Self, Error> {
        compile::compile(spec, context)
    }

    /// Compiles a cron expression of the `unix` dialect in a time zone, with defaults for everything else.
    ///
    /// # Errors
    /// Returns an error if the expression or the time zone is invalid.
    pub fn cron(expression: &str, timezone: &str) -> Result<Self, Error> {
        let rule = CronRecurrence { expression: expression.to_owned(), ..CronRecurrence::default() };
        Self::compile(&Spec::new(Recurrence::Cron(rule), timezone), &Context::default())
    }

    /// Returns the definition that the rule was compiled from.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Returns the name of the time zone in the spelling of the database.
    pub fn timezone(&self) -> &str {
        self.zone.name()
    }

    /// Returns the delay of an `after_completion` recurrence, which has no occurrences of its own.
    pub fn after_completion(&self) -> Option<Length> {
        match &self.spec.recurrence {
            Recurrence::AfterCompletion(rule) => Some(rule.delay),
            Recurrence::Cron(_)
            | Recurrence::Every(_)
            | Recurrence::Calendar(_)
            | Recurrence::Rrule(_)
            | Recurrence::Once(_)
            | Recurrence::Any(_)
            | Recurrence::All(_) => None,
        }
    }

    /// Returns the first occurrence strictly after the instant.
    #[inline]
    pub fn next_after(&self, after: Timestamp) -> Option<Occurrence> {
        self.at_or_after_second(floor(after) + 1)
    }

    /// Returns the first occurrence at or after the instant.
    pub fn next_from(&self, from: Timestamp) -> Option<Occurrence> {
        let found = self.at_or_after_second(ceil(from))?;
        if found.at() == from && self.is_missed_by_inclusive_search(&found) {
            self.next_after(from)
        } else {
            Some(found)
        }
    }

    /// Returns whether the dialect does not find an occurrence that a gap moved when the search starts exactly on it.
    fn is_missed_by_inclusive_search(&self, occurrence: &Occurrence) -> bool {
        let Origin::Leaf { index, is_moved: true, .. } = occurrence.origin else { return false };
        matches!(
            &self.leaves[usize::from(index)].search,
            Search::Wall(_, TransitionPolicy { gap: GapPolicy::End { found_from_end: false, .. }, .. })
        )
    }

    /// Returns the last occurrence strictly before the instant.
    pub fn prev_before(&self, before: Timestamp) -> Option<Occurrence> {
        self.at_or_before_second(ceil(before) - 1)
    }

    /// Returns the last occurrence at or before the instant.
    pub fn prev_until(&self, until: Timestamp) -> Option<Occurrence> {
        self.at_or_before_second(floor(until))
    }

    /// Returns all occurrences strictly after the instant, in order.
    pub fn iter_after(&self, after: Timestamp) -> Occurrences<'_> {
        Occurrences::new(self, floor(after) + 1, i64::MAX)
    }

    /// Returns all occurrences from `from`, inclusive, to `until`, exclusive, in order.
    ///
    /// ```
    /// use refrain_recurrence::CompiledRecurrence;
    ///
    /// let rule = CompiledRecurrence::cron("0 9 * * MON-FRI", "UTC")?;
    /// let week = rule.between("2026-01-05T00:00:00Z".parse()?, "2026-01-12T00:00:00Z".parse()?);
    /// assert_eq!(week.clone().count(), 5);
    /// assert_eq!(week.rev().next().unwrap().at().to_string(), "2026-01-09T09:00:00Z");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn between(&self, from: Timestamp, until: Timestamp) -> Occurrences<'_> {
        Occurrences::new(self, ceil(from), ceil(until))
    }

    /// Returns the occurrence exactly at the instant, if there is one.
    pub fn occurrence_at(&self, at: Timestamp) -> Option<Occurrence> {
        self.at_or_after_second(ceil(at)).filter(|occurrence| occurrence.at() == at)
    }

    #[inline]
    pub(crate) fn at_or_after_second(&self, from: i64) -> Option<Occurrence> {
        let from = from.max(self.starts);
        if let Some(first) = self.first_run
            && from <= first
        {
            return if first < self.ends { self.first_run_occurrence() } else { None };
        }
        let found = self.node.at_or_after(&self.leaves, from.max(self.regular_from), &mut Budget::new())?;
        if found.at < self.ends { Occurrence::new(found) } else { None }
    }

    pub(crate) fn at_or_before_second(&self, until: i64) -> Option<Occurrence> {
        let until = until.min(self.ends.saturating_sub(1));
        if until >= self.regular_from
            && let Some(found) = self.node.at_or_before(&self.leaves, until, &mut Budget::new())
            && found.at >= self.starts.max(self.regular_from)
        {
            return Occurrence::new(found);
        }
        self.first_run
            .filter(|first| *first <= until && (self.starts..self.ends).contains(first))
            .and_then(|_| self.first_run_occurrence())
    }

    fn first_run_occurrence(&self) -> Option<Occurrence> {
        let at = self.first_run?;
        let timestamp = Timestamp::from_second(at).ok()?;
        Some(Occurrence { at: timestamp, nominal: self.zone.civil(at), origin: Origin::FirstRun })
    }
}

fn floor(at: Timestamp) -> i64 {
    at.as_second() - i64::from(at.subsec_nanosecond() < 0)
}

fn ceil(at: Timestamp) -> i64 {
    at.as_second() + i64::from(at.subsec_nanosecond() > 0)
}
