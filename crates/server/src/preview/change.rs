//! The effect of changing a recurrence on the occurrences of a window.

use jiff::Timestamp;
use refrain_recurrence::{CompiledRecurrence, Occurrence};
use serde::Serialize;
use utoipa::ToSchema;

/// Occurrences added, removed and moved, each list in order.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Change {
    /// Start of the compared window, inclusive.
    pub(crate) from: Timestamp,
    /// End of the compared window, exclusive.
    pub(crate) until: Timestamp,
    /// Occurrences that only the new recurrence has.
    pub(crate) added: Vec<DiffOccurrence>,
    /// Occurrences that only the old recurrence has.
    pub(crate) removed: Vec<DiffOccurrence>,
    /// Occurrences that move to another instant.
    pub(crate) moved: Vec<OccurrenceMove>,
    /// Whether the lists were truncated.
    pub(crate) truncated: bool,
}

/// One occurrence.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DiffOccurrence {
    /// Nominal time of the occurrence.
    pub(crate) at: Timestamp,
    /// Period key.
    #[schema(example = "2026-03-29T02:30:00[Europe/Berlin]")]
    pub(crate) period_key: String,
}

/// An occurrence that moves.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OccurrenceMove {
    /// The occurrence before the change.
    pub(crate) from: DiffOccurrence,
    /// The occurrence after the change.
    pub(crate) to: DiffOccurrence,
}

impl DiffOccurrence {
    fn new(rule: &CompiledRecurrence, occurrence: &Occurrence) -> Self {
        Self { at: occurrence.at(), period_key: rule.period_key(occurrence) }
    }
}

impl Change {
    /// Compares two recurrences in a window.
    pub(crate) fn between(
        old: &CompiledRecurrence,
        new: &CompiledRecurrence,
        from: Timestamp,
        until: Timestamp,
    ) -> Self {
        let diff = refrain_recurrence::diff(old, new, from, until);
        Self {
            from,
            until,
            added: diff.added.iter().map(|occurrence| DiffOccurrence::new(new, occurrence)).collect(),
            removed: diff.removed.iter().map(|occurrence| DiffOccurrence::new(old, occurrence)).collect(),
            moved: diff
                .moved
                .iter()
                .map(|moved| OccurrenceMove {
                    from: DiffOccurrence::new(old, &moved.from),
                    to: DiffOccurrence::new(new, &moved.to),
                })
                .collect(),
            truncated: diff.truncated,
        }
    }

    /// Truncates each list to `listed_max` entries.
    pub(crate) fn cut(mut self, listed_max: usize) -> Self {
        let most = self.added.len().max(self.removed.len()).max(self.moved.len());
        self.truncated |= most > listed_max;
        self.added.truncate(listed_max);
        self.removed.truncate(listed_max);
        self.moved.truncate(listed_max);
        self
    }
}
