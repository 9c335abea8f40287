//! What recurs: a definition with its revision, its status and how far it has been planned.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::definition::Definition;
use crate::id::{Revision, ScheduleKey, ScheduleUid};
use crate::moves::State;
use crate::occurrence::Occurrence;
use crate::planted::{self, Bug};
use crate::policy::{Delivery, Overlap};

/// Whether a schedule fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It does.
    Active,
    /// Not until it is resumed.
    Paused,
    /// Never again; its history stays.
    Canceled,
    /// Not until the error that stopped it is mended.
    Disabled,
    /// It has no occurrence left.
    Finished,
    /// Its definition is gone; its history stays until it is pruned.
    Deleted,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Active, Self::Paused, Self::Canceled, Self::Disabled, Self::Finished, Self::Deleted];

    /// The stable text.
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

    /// The one with this text.
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }

    /// As stores keep it.
    pub const fn code(self) -> i16 {
        self as i16
    }

    /// The one with this code.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.code() == code)
    }

    /// Whether a person may move a schedule from here to there.
    pub const fn may_become(self, to: Self) -> bool {
        match (self, to) {
            (Self::Canceled | Self::Deleted, _) | (_, Self::Deleted) => false,
            (Self::Active, Self::Active) | (Self::Disabled, Self::Disabled) | (_, Self::Finished) => false,
            // Pausing what is paused changes its note or its end.
            (Self::Active | Self::Paused | Self::Disabled | Self::Finished, _) => true,
        }
    }
}

/// Where a schedule comes from; that one may edit it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A person or program through the API.
    #[default]
    Api,
    /// A configuration file.
    File,
    /// The program that embeds the engine.
    Code,
}

impl Source {
    /// The stable text.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Api => "api",
            Self::File => "file",
            Self::Code => "code",
        }
    }

    /// As stores keep it.
    pub const fn code(self) -> i16 {
        self as i16
    }

    /// The one with this code.
    pub fn from_code(code: i16) -> Option<Self> {
        [Self::Api, Self::File, Self::Code].into_iter().find(|source| source.code() == code)
    }
}

/// Why the status is what it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusNote {
    /// Who changed it.
    pub by: String,
    /// In their words, or the error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// When a pause ends by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

/// A schedule as the store knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// Its identity.
    pub uid: ScheduleUid,
    /// Its name.
    pub key: ScheduleKey,
    /// How often it was changed.
    pub revision: Revision,
    /// Whether it fires.
    pub status: Status,
    /// Why.
    pub status_note: StatusNote,
    /// Where it comes from.
    pub source: Source,
    /// What its owner said.
    pub definition: Arc<Definition>,
    /// When planning must look at it next; none when there is nothing left to plan.
    pub next_due_at: Option<Timestamp>,
    /// Everything the rule yields up to here has its row or lies in a gap. It never moves back.
    pub watermark: Timestamp,
    /// What came of it so far.
    pub counters: Counters,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed. It never moves back.
    pub updated_at: Timestamp,
}

impl Schedule {
    /// The time of a change made now: not before the one before, whatever the clock says. What was dealt with is known by it.
    pub(crate) fn changed_at(&self, now: Timestamp) -> Timestamp {
        self.updated_at.max(now)
    }

    /// When planning must look at it: at its next occurrence, or where its pause ends by itself.
    pub fn plan_at(&self) -> Option<Timestamp> {
        match self.status {
            Status::Active => self.next_due_at,
            Status::Paused => self.status_note.until,
            Status::Canceled | Status::Disabled | Status::Finished | Status::Deleted => None,
        }
    }

    /// What a claim must know of it.
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

/// What decides whether an occurrence of a schedule may start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gate {
    /// Whether it fires.
    pub status: Status,
    /// How often it was changed.
    pub revision: Revision,
    /// What happens when runs overlap.
    pub overlap: Overlap,
    /// How many may run at once.
    pub max_concurrent: Option<u32>,
    /// What a lost worker leaves behind.
    pub delivery: Delivery,
    /// Attempts in all.
    pub max_attempts: u32,
}

impl Gate {
    /// Whether occurrences may wait for others to end, so that an end must wake them.
    pub fn may_wait(&self) -> bool {
        self.overlap.may_wait(self.max_concurrent)
    }

    /// How many may run at once.
    pub fn places(&self) -> u32 {
        match self.overlap {
            Overlap::AllowAll => self.max_concurrent.unwrap_or(u32::MAX),
            Overlap::Skip | Overlap::BufferOne | Overlap::BufferAll | Overlap::CancelOther => 1,
        }
    }

    /// Whether it matters what else of the schedule is open.
    pub fn is_limited(&self) -> bool {
        self.overlap == Overlap::Skip || self.may_wait()
    }
}

/// What came of a schedule so far. Counters saturate; they never wrap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// Runs that started, counted when they end. Manual runs and backfills are not counted; catch-up runs are.
    pub runs: u64,
    /// Ended as done.
    pub generated: u64,
    /// Not run.
    pub skipped: u64,
    /// Failed for good.
    pub failed: u64,
    /// Failures since the last success.
    pub failures_in_a_row: u64,
    /// When the last one ended.
    pub last_ended_at: Option<Timestamp>,
    /// When the last one was done.
    pub last_success_at: Option<Timestamp>,
    /// What the last failure said; cleared by a success.
    pub last_error: Option<String>,
}

/// What a batch of ended occurrences does to the counters of one schedule, in a form that adds up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CounterChange {
    /// Added to `runs`.
    pub runs: u32,
    /// Added to `generated`.
    pub generated: u32,
    /// Added to `skipped`.
    pub skipped: u32,
    /// Added to `failed`.
    pub failed: u32,
    /// Whether a success began the row of failures anew.
    pub has_success: bool,
    /// Failures since that success, or in all.
    pub failures_in_a_row: u32,
    /// When the last of them ended.
    pub last_ended_at: Option<Timestamp>,
    /// When the last success was.
    pub last_success_at: Option<Timestamp>,
    /// What the last failure since the last success said.
    pub last_error: Option<String>,
}

/// One occurrence that ended, as far as counters care.
#[derive(Clone, Copy, Debug)]
pub struct Ended<'a> {
    /// How; a terminal state.
    pub state: State,
    /// Whether it counts in `runs` if it started.
    pub is_counted: bool,
    /// Whether it ever began.
    pub was_started: bool,
    /// When.
    pub at: Timestamp,
    /// What a failure said.
    pub message: Option<&'a str>,
}

impl<'a> Ended<'a> {
    /// A row that has just ended.
    pub fn of(row: &'a Occurrence, was_started: bool, at: Timestamp) -> Self {
        let is_counted = row.planned.trigger.is_counted();
        Self { state: row.state, is_counted, was_started, at, message: row.message.as_deref() }
    }
}

impl CounterChange {
    /// Adds one more that ended, in order.
    pub fn add(&mut self, ended: Ended<'_>) {
        match ended.state {
            State::Generated => {
                self.generated += 1;
                self.has_success = true;
                self.failures_in_a_row = 0;
                self.last_error = None;
                self.last_success_at = Some(ended.at);
            }
            State::Skipped => self.skipped += 1,
            State::Failed => {
                self.failed += 1;
                self.failures_in_a_row += 1;
                self.last_error = Some(ended.message.unwrap_or_default().to_owned());
            }
            State::Planned | State::Running => return,
        }
        let was_started = ended.was_started || planted::is(Bug::SkippedRunCounted);
        self.runs += u32::from(ended.is_counted && was_started);
        self.last_ended_at = Some(ended.at);
    }

    /// Applies the change.
    pub fn apply(&self, counters: &mut Counters) {
        counters.runs = counters.runs.saturating_add(self.runs.into());
        counters.generated = counters.generated.saturating_add(self.generated.into());
        counters.skipped = counters.skipped.saturating_add(self.skipped.into());
        counters.failed = counters.failed.saturating_add(self.failed.into());
        if self.has_success {
            counters.failures_in_a_row = 0;
            counters.last_error = None;
            counters.last_success_at = self.last_success_at;
        }
        counters.failures_in_a_row = counters.failures_in_a_row.saturating_add(self.failures_in_a_row.into());
        if self.last_error.is_some() {
            counters.last_error.clone_from(&self.last_error);
        }
        counters.last_ended_at = self.last_ended_at.or(counters.last_ended_at);
    }
}

/// One change of a schedule, kept for ever.
#[derive(Clone, Debug, PartialEq)]
pub struct RevisionRecord {
    /// Its number.
    pub revision: Revision,
    /// When it was made.
    pub at: Timestamp,
    /// By whom.
    pub by: String,
    /// What it did: `save`, `pause`, `resume`, `cancel`, `disable`, `delete`.
    pub change: String,
    /// The definition from then on; none when it was not touched.
    pub definition: Option<Arc<Definition>>,
    /// Why the definition that it brought cannot be read any more.
    pub problem: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(state: State) -> Ended<'static> {
        let message = (state == State::Failed).then_some("refused");
        Ended { state, is_counted: true, was_started: state != State::Skipped, at: Timestamp::UNIX_EPOCH, message }
    }

    #[test]
    fn a_batch_counts_as_its_parts_one_by_one() {
        let states = [State::Failed, State::Generated, State::Skipped, State::Failed, State::Failed];
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
        assert_eq!((at_once.failures_in_a_row, at_once.runs), (2, 9));
        assert_eq!(at_once.last_error.as_deref(), Some("refused"));
    }

    #[test]
    fn counters_saturate() {
        let mut counters = Counters { generated: u64::MAX, runs: u64::MAX, ..Counters::default() };
        let mut change = CounterChange::default();
        change.add(ended(State::Generated));
        change.add(ended(State::Skipped));
        change.apply(&mut counters);
        assert_eq!((counters.generated, counters.runs), (u64::MAX, u64::MAX));
    }

    #[test]
    fn nothing_leaves_what_is_canceled_or_deleted() {
        for to in Status::ALL {
            assert!(!Status::Canceled.may_become(to) && !Status::Deleted.may_become(to));
            assert_eq!(Status::from_code(to.code()), Some(to));
            assert_eq!(Status::from_text(to.as_str()), Some(to));
        }
        assert!(Status::Active.may_become(Status::Paused) && Status::Paused.may_become(Status::Active));
    }
}
