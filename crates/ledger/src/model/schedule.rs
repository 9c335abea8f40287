//! Schedules: each is a definition with its revision, its status and its planning progress.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::model::{Definition, Delivery, Occurrence, Overlap, Revision, ScheduleKey, ScheduleUid, State};

/// Status of a schedule, which decides whether it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The schedule runs.
    Active,
    /// The schedule does not run until it is resumed.
    Paused,
    /// The schedule never runs again. Its history stays.
    Canceled,
    /// The schedule does not run until the error that stopped it is fixed.
    Disabled,
    /// The schedule has no occurrence left.
    Finished,
    /// The definition is deleted. The history stays until retention removes it.
    Deleted,
}

impl Status {
    /// All statuses.
    pub const ALL: [Self; 6] =
        [Self::Active, Self::Paused, Self::Canceled, Self::Disabled, Self::Finished, Self::Deleted];

    /// Returns the stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Paused => "paused",
            Self::Canceled => "canceled",
            Self::Disabled => "disabled",
            Self::Finished => "finished",
            Self::Deleted => "deleted",
        }
    }

    /// Returns the status with this name.
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }

    /// Returns the code that stores use.
    pub const fn code(self) -> i16 {
        self as i16
    }

    /// Returns the status with this code.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.code() == code)
    }

    /// Returns whether a person may change the status from this one to `to`.
    pub const fn may_become(self, to: Self) -> bool {
        match (self, to) {
            (Self::Canceled | Self::Deleted, _) | (_, Self::Deleted) => false,
            (Self::Active, Self::Active) | (Self::Disabled, Self::Disabled) | (_, Self::Finished) => false,
            // Pausing a paused schedule changes its note or its end.
            (Self::Active | Self::Paused | Self::Disabled | Self::Finished, _) => true,
        }
    }
}

/// Origin of a schedule. Only this origin may edit the schedule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A person or program, through the API.
    #[default]
    Api,
    /// A configuration file.
    File,
    /// The program that embeds the engine.
    Code,
}

impl Source {
    /// Returns the stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Api => "api",
            Self::File => "file",
            Self::Code => "code",
        }
    }

    /// Returns the code that stores use.
    pub const fn code(self) -> i16 {
        self as i16
    }

    /// Returns the source with this code.
    pub fn from_code(code: i16) -> Option<Self> {
        [Self::Api, Self::File, Self::Code].into_iter().find(|source| source.code() == code)
    }
}

/// Explanation of the current status.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusNote {
    /// Who changed the status.
    pub by: String,
    /// Note of the author, or the error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Time at which the pause ends on its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

/// Schedule as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// Internal identity of the schedule.
    pub uid: ScheduleUid,
    /// Name of the schedule: its tenant and ID.
    pub key: ScheduleKey,
    /// Current revision.
    pub revision: Revision,
    /// Current status.
    pub status: Status,
    /// Explanation of the current status.
    pub status_note: StatusNote,
    /// Origin of the schedule.
    pub source: Source,
    /// Definition, as the owner wrote it.
    pub definition: Arc<Definition>,
    /// Time at which the schedule is next due for planning; `None` if nothing is left to plan.
    pub next_due_at: Option<Timestamp>,
    /// Time up to which planning is complete: every instant that the recurrence yields has a row or is
    /// covered by a gap. The watermark never moves back.
    pub watermark: Timestamp,
    /// Counters of completed occurrences.
    pub counters: Counters,
    /// Time at which the schedule was created.
    pub created_at: Timestamp,
    /// Time at which the schedule was last changed. This time never moves back.
    pub updated_at: Timestamp,
}

impl Schedule {
    /// Returns the time to record for a change made now. It is never before the previous change, even if the
    /// clock was set back: replanning uses it to tell what an edit has already handled.
    pub fn changed_at(&self, now: Timestamp) -> Timestamp {
        self.updated_at.max(now)
    }

    /// Returns when the schedule is due for planning: at its next occurrence, or when its pause ends on its
    /// own.
    pub fn plan_at(&self) -> Option<Timestamp> {
        match self.status {
            Status::Active => self.next_due_at,
            Status::Paused => self.status_note.until,
            Status::Canceled | Status::Disabled | Status::Finished | Status::Deleted => None,
        }
    }

    /// Returns the properties that a claim needs.
    pub fn gate(&self) -> Gate {
        let definition = &self.definition;
        Gate {
            status: self.status,
            revision: self.revision,
            overlap: definition.overlap,
            max_concurrent: definition.max_concurrent,
            delivery: definition.delivery,
            max_attempts: definition.retry.max_attempts,
        }
    }
}

/// Properties of a schedule that decide whether one of its occurrences may start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gate {
    /// Current status.
    pub status: Status,
    /// Current revision.
    pub revision: Revision,
    /// Policy for runs that overlap.
    pub overlap: Overlap,
    /// Maximum number of concurrent runs under `allow_all`.
    pub max_concurrent: Option<u32>,
    /// Delivery guarantee after a worker is lost.
    pub delivery: Delivery,
    /// Maximum number of attempts, including the first.
    pub max_attempts: u32,
}

impl Gate {
    /// Returns whether occurrences may wait for other runs to end, so that the end of a run must wake them.
    pub fn may_wait(&self) -> bool {
        self.overlap.may_wait(self.max_concurrent)
    }

    /// Returns the number of slots: the maximum number of concurrent runs.
    pub fn slots(&self) -> u32 {
        match self.overlap {
            Overlap::AllowAll => self.max_concurrent.unwrap_or(u32::MAX),
            Overlap::Skip | Overlap::BufferOne | Overlap::BufferAll | Overlap::CancelOther => 1,
        }
    }

    /// Returns whether other open occurrences of the schedule matter to a claim.
    pub fn is_limited(&self) -> bool {
        self.overlap == Overlap::Skip || self.may_wait()
    }
}

/// Counters of a schedule's completed occurrences. Counters saturate; they never wrap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// Runs that started, counted when they end. Catch-up runs count; manual runs and backfills do not.
    pub runs: u64,
    /// Number of occurrences that succeeded.
    pub succeeded: u64,
    /// Number of occurrences that were skipped.
    pub skipped: u64,
    /// Number of occurrences that failed.
    pub failed: u64,
    /// Number of failures since the last success.
    pub consecutive_failures: u64,
    /// Time at which the last occurrence ended.
    pub last_ended_at: Option<Timestamp>,
    /// Time at which the last successful occurrence ended.
    pub last_success_at: Option<Timestamp>,
    /// Error of the last failure. A success clears it.
    pub last_error: Option<String>,
}

/// Change that a batch of completed occurrences makes to the counters of one schedule. Such changes can be
/// accumulated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CounterChange {
    /// Added to `runs`.
    pub runs: u32,
    /// Added to `succeeded`.
    pub succeeded: u32,
    /// Added to `skipped`.
    pub skipped: u32,
    /// Added to `failed`.
    pub failed: u32,
    /// Whether the batch contains a success, which resets the count of consecutive failures.
    pub has_success: bool,
    /// Number of failures since that success, or in the whole batch.
    pub consecutive_failures: u32,
    /// Time at which the last occurrence of the batch ended.
    pub last_ended_at: Option<Timestamp>,
    /// Time at which the last success of the batch ended.
    pub last_success_at: Option<Timestamp>,
    /// Error of the last failure since the last success.
    pub last_error: Option<String>,
}

/// Completed occurrence, reduced to what the counters need.
#[derive(Clone, Copy, Debug)]
pub struct CompletedRun<'a> {
    /// Final state.
    pub state: State,
    /// Whether the occurrence counts in `runs` if it started.
    pub is_counted: bool,
    /// Whether the occurrence ever started.
    pub was_started: bool,
    /// Time at which the occurrence ended.
    pub at: Timestamp,
    /// Error of a failed occurrence.
    pub message: Option<&'a str>,
}

impl<'a> CompletedRun<'a> {
    /// Describes a row that has just ended.
    pub fn of(row: &'a Occurrence, was_started: bool, at: Timestamp) -> Self {
        let is_counted = row.planned.trigger.is_counted();
        Self { state: row.state, is_counted, was_started, at, message: row.message.as_deref() }
    }
}

impl CounterChange {
    /// Adds one more completed occurrence. Call this in the order in which they ended.
    pub fn add(&mut self, ended: CompletedRun<'_>) {
        match ended.state {
            State::Succeeded => {
                self.succeeded += 1;
                self.has_success = true;
                self.consecutive_failures = 0;
                self.last_error = None;
                self.last_success_at = Some(ended.at);
            }
            State::Skipped => self.skipped += 1,
            State::Failed => {
                self.failed += 1;
                self.consecutive_failures += 1;
                self.last_error = Some(ended.message.unwrap_or_default().to_owned());
            }
            State::Planned | State::Running => return,
        }
        self.runs += u32::from(ended.is_counted && ended.was_started);
        self.last_ended_at = Some(ended.at);
    }

    /// Applies the change to the counters.
    pub fn apply(&self, counters: &mut Counters) {
        counters.runs = counters.runs.saturating_add(self.runs.into());
        counters.succeeded = counters.succeeded.saturating_add(self.succeeded.into());
        counters.skipped = counters.skipped.saturating_add(self.skipped.into());
        counters.failed = counters.failed.saturating_add(self.failed.into());
        if self.has_success {
            counters.consecutive_failures = 0;
            counters.last_error = None;
            counters.last_success_at = self.last_success_at;
        }
        counters.consecutive_failures = counters.consecutive_failures.saturating_add(self.consecutive_failures.into());
        if self.last_error.is_some() {
            counters.last_error.clone_from(&self.last_error);
        }
        counters.last_ended_at = self.last_ended_at.or(counters.last_ended_at);
    }
}

/// Record of one change to a schedule, kept forever.
#[derive(Clone, Debug, PartialEq)]
pub struct RevisionRecord {
    /// Number of the revision.
    pub revision: Revision,
    /// Time at which the change was made.
    pub at: Timestamp,
    /// Who made the change.
    pub by: String,
    /// Kind of change: `save`, `pause`, `resume`, `cancel`, `disable`, `delete`.
    pub change: String,
    /// Definition from this revision on; `None` if the change did not touch it.
    pub definition: Option<Arc<Definition>>,
    /// Reason why the definition of this revision can no longer be read.
    pub problem: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(state: State) -> CompletedRun<'static> {
        let message = (state == State::Failed).then_some("refused");
        CompletedRun {
            state,
            is_counted: true,
            was_started: state != State::Skipped,
            at: Timestamp::UNIX_EPOCH,
            message,
        }
    }

    #[test]
    fn a_batch_counts_as_its_parts_one_by_one() {
        let states = [State::Failed, State::Succeeded, State::Skipped, State::Failed, State::Failed];
        let mut batch = CounterChange::default();
        let mut one_by_one = Counters { runs: 5, ..Counters::default() };
        let mut at_once = one_by_one.clone();
        for state in states {
            batch.add(ended(state));
            let mut single = CounterChange::default();
            single.add(ended(state));
            single.apply(&mut one_by_one);
        }
        batch.apply(&mut at_once);
        assert_eq!(at_once, one_by_one);
        assert_eq!((at_once.consecutive_failures, at_once.runs), (2, 9));
        assert_eq!(at_once.last_error.as_deref(), Some("refused"));
    }

    #[test]
    fn counters_saturate() {
        let mut counters = Counters { succeeded: u64::MAX, runs: u64::MAX, ..Counters::default() };
        let mut change = CounterChange::default();
        change.add(ended(State::Succeeded));
        change.add(ended(State::Skipped));
        change.apply(&mut counters);
        assert_eq!((counters.succeeded, counters.runs), (u64::MAX, u64::MAX));
    }

    #[test]
    fn canceled_and_deleted_are_final() {
        for to in Status::ALL {
            assert!(!Status::Canceled.may_become(to) && !Status::Deleted.may_become(to));
            assert_eq!(Status::from_code(to.code()), Some(to));
            assert_eq!(Status::from_text(to.as_str()), Some(to));
        }
        assert!(Status::Active.may_become(Status::Paused) && Status::Paused.may_become(Status::Active));
    }
}
