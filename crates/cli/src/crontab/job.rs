//! One job of a crontab.

use jiff::Timestamp;
use refrain_recurrence::{CompiledRecurrence, Spec};

use crate::catalog::CommandEntry;
use crate::source::Place;

/// An entry of a crontab, ready to run.
#[derive(Clone, Debug)]
pub struct CronJob {
    /// ID of the schedule. It depends only on the command, not on its position or its times.
    pub id: String,
    /// Place of the entry.
    pub place: Place,
    /// The fields or the macro, as written.
    pub fields: String,
    /// The command, as written.
    pub written: String,
    /// The comment above the entry.
    pub description: Option<String>,
    /// When the command runs.
    pub spec: Spec,
    /// What runs.
    pub command: CommandEntry,
    pub(super) recurrence: CompiledRecurrence,
}

impl CronJob {
    /// Returns the next runs after an instant, in order.
    pub fn next_runs(&self, after: Timestamp, count: usize) -> Vec<Timestamp> {
        self.recurrence.iter_after(after).take(count).map(|occurrence| occurrence.at()).collect()
    }
}
