//! The open occurrences of a schedule beside the candidates of a claim, counted by lane.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::model::{Occurrence, OccurrenceId, Overlap, Trigger};

/// Relation of an occurrence to the others of its lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LaneRelation {
    /// Planned on time by the recurrence, or started by hand. The overlap policy applies.
    Live,
    /// Planned late by the recurrence. It waits its turn and is never skipped because of overlap.
    CatchUp,
    /// Backfilled or reopened. It goes after all others and is never skipped because of overlap.
    Requested,
    /// Backfilled with its own concurrency: it runs beside the others of its lane.
    Beside,
}

impl LaneRelation {
    /// Returns the standing of an occurrence with this trigger and, for a backfill, its own concurrency.
    pub fn of(trigger: Trigger, concurrency: Option<u32>) -> Self {
        match trigger {
            Trigger::Schedule | Trigger::Manual => Self::Live,
            Trigger::CatchUp => Self::CatchUp,
            Trigger::Backfill if concurrency.is_some() => Self::Beside,
            Trigger::Backfill | Trigger::Retry => Self::Requested,
        }
    }
}

/// Position of a waiting occurrence in the order of its lane: by nominal time, then by ID.
pub type QueueKey = (Timestamp, OccurrenceId);

/// Counts of the open occurrences of one lane and standing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenCount {
    /// Number of occurrences that have started and not completed.
    pub started: u32,
    /// The lowest ID among the started occurrences.
    pub blocker: Option<OccurrenceId>,
    /// Number of occurrences that wait for another run.
    pub waiting: u32,
    /// The first of the waiting occurrences in the order of the lane.
    pub first_waiting: Option<QueueKey>,
}

impl OpenCount {
    /// Counts one occurrence that has started.
    pub const fn started(id: OccurrenceId) -> Self {
        Self { started: 1, blocker: Some(id), waiting: 0, first_waiting: None }
    }

    /// Counts one occurrence that waits.
    pub const fn waiting(nominal_at: Timestamp, id: OccurrenceId) -> Self {
        Self { started: 0, blocker: None, waiting: 1, first_waiting: Some((nominal_at, id)) }
    }

    /// Counts a row of the ledger. The count is empty if the row is neither started nor waiting.
    pub fn of(row: &Occurrence) -> Self {
        if row.is_started() {
            Self::started(row.id)
        } else if row.waits {
            Self::waiting(row.planned.nominal_at, row.id)
        } else {
            Self::default()
        }
    }

    pub(super) fn add(&mut self, other: Self) {
        self.started = self.started.saturating_add(other.started);
        self.waiting = self.waiting.saturating_add(other.waiting);
        self.blocker = earliest(self.blocker, other.blocker);
        self.first_waiting = earliest(self.first_waiting, other.first_waiting);
    }

    /// Returns the number of waiting occurrences that go before the one with this key. An occurrence that comes
    /// before all of them goes first even if it has not waited: a released one keeps its place. Otherwise the
    /// occurrence that was woken would give way to it, and no completed run would wake either of them.
    pub(super) fn ahead_of(&self, key: QueueKey) -> u32 {
        let is_behind = self.first_waiting.is_some_and(|first| first < key);
        if is_behind { self.waiting } else { 0 }
    }
}

pub(super) fn earliest<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// The open occurrences of one schedule that are not candidates of the claim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeldRows {
    /// Counts by discriminator and standing. `None` is an unknown discriminator: the row was written by a program
    /// that did not support lanes, and counts in every lane.
    lanes: BTreeMap<(Option<String>, LaneRelation), OpenCount>,
}

impl Occurrence {
    /// Returns the relation of the occurrence to the others of its lane.
    pub fn standing(&self) -> LaneRelation {
        LaneRelation::of(self.planned.trigger, self.planned.concurrency)
    }
}

impl HeldRows {
    /// Adds occurrences of one discriminator and standing.
    pub fn add(&mut self, discriminator: Option<&str>, standing: LaneRelation, count: OpenCount) {
        if count != OpenCount::default() {
            self.lanes.entry((discriminator.map(str::to_owned), standing)).or_default().add(count);
        }
    }

    /// Adds a row of the ledger.
    pub fn add_row(&mut self, row: &Occurrence) {
        self.add(Some(&row.planned.discriminator), row.standing(), OpenCount::of(row));
    }

    /// Returns the open occurrences of one lane, or of all lanes if the policy does not separate them.
    pub(super) fn lane(&self, overlap: Overlap, discriminator: &str) -> LaneCounts {
        let mut open = LaneCounts::default();
        for ((of, standing), count) in &self.lanes {
            if shares_lane(overlap, of.as_deref(), discriminator) {
                open.of(*standing).add(*count);
            }
        }
        open
    }
}

/// Returns whether an occurrence with the first discriminator is in the lane of the second. `allow_all` has one
/// lane: its `max_concurrent` limits the schedule as a whole.
pub(super) fn shares_lane(overlap: Overlap, one: Option<&str>, lane: &str) -> bool {
    overlap == Overlap::AllowAll || one.is_none_or(|one| one == lane)
}

/// The open occurrences of one lane, by standing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LaneCounts {
    pub(super) live: OpenCount,
    pub(super) catch_up: OpenCount,
    pub(super) requested: OpenCount,
    pub(super) beside: OpenCount,
}

impl LaneCounts {
    pub(super) fn of(&mut self, standing: LaneRelation) -> &mut OpenCount {
        match standing {
            LaneRelation::Live => &mut self.live,
            LaneRelation::CatchUp => &mut self.catch_up,
            LaneRelation::Requested => &mut self.requested,
            LaneRelation::Beside => &mut self.beside,
        }
    }

    /// Returns the earliest run that takes a slot of the lane.
    pub(super) fn blocker(&self) -> Option<OccurrenceId> {
        [self.live, self.catch_up, self.requested].into_iter().fold(None, |found, count| earliest(found, count.blocker))
    }
}
