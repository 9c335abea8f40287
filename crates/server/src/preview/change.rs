//! What another rule does to the fires of a window.

use jiff::Timestamp;
use refrain_recurrence::{Occurrence, Rule};
use serde::Serialize;
use utoipa::ToSchema;

/// Which fires come, go and move, each list in order.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Change {
    /// Compared from this instant on.
    pub(crate) from: Timestamp,
    /// And before this one.
    pub(crate) until: Timestamp,
    /// Fires that the old rule does not have.
    pub(crate) added: Vec<ToldOccurrence>,
    /// Fires that the new rule does not have.
    pub(crate) removed: Vec<ToldOccurrence>,
    /// Fires that come at another instant.
    pub(crate) moved: Vec<ToldMove>,
    /// Whether there are more than are listed.
    pub(crate) truncated: bool,
}

/// One fire.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ToldOccurrence {
    /// When.
    pub(crate) at: Timestamp,
    /// What it stands for.
    #[schema(example = "2026-03-29T02:30:00[Europe/Berlin]")]
    pub(crate) period_key: String,
}

/// One fire and where it goes.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ToldMove {
    /// As it was.
    pub(crate) from: ToldOccurrence,
    /// As it will be.
    pub(crate) to: ToldOccurrence,
}

impl ToldOccurrence {
    fn new(rule: &Rule, occurrence: &Occurrence) -> Self {
        Self { at: occurrence.at(), period_key: rule.period_key(occurrence) }
    }
}

impl Change {
    /// Compares two rules in a window.
    pub(crate) fn between(old: &Rule, new: &Rule, from: Timestamp, until: Timestamp) -> Self {
        let diff = refrain_recurrence::diff(old, new, from, until);
        Self {
            from,
            until,
            added: diff.added.iter().map(|occurrence| ToldOccurrence::new(new, occurrence)).collect(),
            removed: diff.removed.iter().map(|occurrence| ToldOccurrence::new(old, occurrence)).collect(),
            moved: diff
                .moved
                .iter()
                .map(|moved| ToldMove {
                    from: ToldOccurrence::new(old, &moved.from),
                    to: ToldOccurrence::new(new, &moved.to),
                })
                .collect(),
            truncated: diff.truncated,
        }
    }

    /// The same with at most so many of each.
    pub(crate) fn cut(mut self, listed_max: usize) -> Self {
        let most = self.added.len().max(self.removed.len()).max(self.moved.len());
        self.truncated |= most > listed_max;
        self.added.truncate(listed_max);
        self.removed.truncate(listed_max);
        self.moved.truncate(listed_max);
        self
    }
}
