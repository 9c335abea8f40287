//! Decides which of the ready occurrences of one schedule may start. A pure function, the same for every store.
//!
//! The store supplies the data that it has just read under its lock: the schedule's gate, the occurrences that
//! are ready, and the other open occurrences of the schedule. It writes the verdicts in the same step, so no two
//! claims decide on the same state.
//!
//! Overlap is judged per lane: the occurrences of a schedule that share a discriminator. Occurrences that were created
//! together, by a backfill or by catch-up, queue behind each other in nominal order (Decision 0053).

mod held;
mod lane;
mod wake;

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};

use crate::model::{
    Delivery, FailReason, Gate, Occurrence, OccurrenceId, Overlap, Reason, Revision, SkipReason, State, Status, Trigger,
};

use held::shares_lane;
pub use held::{HeldRows, LaneRelation, OpenCount, QueueKey};
use lane::{Lane, LaneEffect};
pub use wake::{WaitingOccurrence, resumed, woken};

/// Time after which a waiting occurrence is claimed again even if no completed run has woken it, for each
/// occurrence that waits before it.
pub const WAIT_FOR: SignedDuration = SignedDuration::from_secs(10);
/// Maximum of the time derived from [`WAIT_FOR`].
const WAIT_FOR_MAX: SignedDuration = SignedDuration::from_hours(1);

/// A ready occurrence: due, due soon, or with an expired lease.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// ID of the occurrence.
    pub id: OccurrenceId,
    /// Planned or running.
    pub state: State,
    /// Number of attempts started.
    pub attempt: u32,
    /// Whether the occurrence already waits for another run.
    pub waits: bool,
    /// Whether the worker was asked to stop.
    pub cancel_requested: bool,
    /// Trigger that created the occurrence.
    pub trigger: Trigger,
    /// Revision that created the occurrence.
    pub revision: Revision,
    /// Whether the occurrence is not due yet. It may be leased ahead of time, but the runs that are open now may
    /// be over by then.
    pub is_early: bool,
    /// Instant that the recurrence yields.
    pub nominal_at: Timestamp,
    /// Discriminator, which determines the lane.
    pub discriminator: String,
    /// Number of occurrences of the same backfill that may run at once alongside other runs.
    pub concurrency: Option<u32>,
}

impl Candidate {
    /// Builds the candidate for a row that a claim found at this time.
    pub fn of(row: &Occurrence, now: Timestamp) -> Self {
        Self {
            id: row.id,
            state: row.state,
            attempt: row.attempt,
            waits: row.waits,
            cancel_requested: row.cancel_requested,
            trigger: row.planned.trigger,
            revision: row.revision,
            is_early: row.planned.due_at > now && row.may_be_leased_ahead(),
            nominal_at: row.planned.nominal_at,
            discriminator: row.planned.discriminator.clone(),
            concurrency: row.planned.concurrency,
        }
    }

    fn standing(&self) -> LaneRelation {
        LaneRelation::of(self.trigger, self.concurrency)
    }

    fn is_requested(&self) -> bool {
        match self.standing() {
            LaneRelation::Live | LaneRelation::CatchUp => false,
            LaneRelation::Requested | LaneRelation::Beside => true,
        }
    }

    fn queue_key(&self) -> QueueKey {
        (self.nominal_at, self.id)
    }

    /// Returns the sort key that determines the order in which the candidates of a lane are decided on. Waiting
    /// candidates come before new ones, a backfill comes after all others, and candidates that are not due come
    /// last.
    fn turn(&self) -> (bool, bool, bool, Option<QueueKey>) {
        let is_queued = self.is_requested();
        (self.is_early, is_queued, !self.waits, (is_queued || self.waits).then_some(self.queue_key()))
    }
}

/// Decision on a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The occurrence is leased and its attempt is counted.
    Start,
    /// The occurrence stays planned until another run completes.
    Wait {
        /// The run that the occurrence waits for.
        blocker: Option<OccurrenceId>,
        /// Number of occurrences that wait before this one.
        behind: u32,
    },
    /// The occurrence stays as it is: the decision is made when it is due.
    Later,
    /// The occurrence is settled by the claim.
    End {
        /// Reason, which determines the state.
        reason: Reason,
        /// The run that prevented this one.
        blocker: Option<OccurrenceId>,
    },
}

impl Reason {
    /// Returns the state of an occurrence that was settled for this reason.
    pub const fn state(self) -> State {
        match self {
            Self::Skipped(_) => State::Skipped,
            Self::Failed(_) => State::Failed,
        }
    }
}

/// Decisions on the candidates of a schedule, and on its other open occurrences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Admission {
    /// One verdict for each candidate, in their order.
    pub verdicts: Vec<Verdict>,
    overlap: Overlap,
    /// Effects of new runs on other occurrences, by lane.
    reaches: Vec<(String, LaneEffect)>,
}

/// Effect of a new run on another open occurrence of its lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// The worker of the other occurrence is asked to stop.
    Cancel,
    /// The other occurrence is skipped in favor of this one.
    Skip(OccurrenceId),
}

impl Admission {
    /// Returns whether any open occurrence that is not a candidate may be replaced.
    pub fn replaces_others(&self) -> bool {
        !self.reaches.is_empty()
    }

    /// Returns the effect on an open occurrence that is not a candidate. Nothing replaces a backfill.
    pub fn replacement_of(&self, other: &Occurrence) -> Option<Replacement> {
        match other.standing() {
            LaneRelation::Live | LaneRelation::CatchUp => {}
            LaneRelation::Requested | LaneRelation::Beside => return None,
        }
        let shares =
            |(lane, _): &&(String, LaneEffect)| shares_lane(self.overlap, Some(&other.planned.discriminator), lane);
        let (_, reach) = self.reaches.iter().find(shares)?;
        if other.is_started() {
            return reach.cancels_started.then_some(Replacement::Cancel);
        }
        reach.replaces_waiting.filter(|_| other.waits).map(Replacement::Skip)
    }
}

/// Returns whether the verdicts depend on other open occurrences of the schedule, so that a store must read them.
pub fn depends_on_others(gate: &Gate, candidates: &[Candidate]) -> bool {
    gate.is_limited() || candidates.iter().any(Candidate::is_requested)
}

/// Decides on the candidates of one schedule, given in the order in which they are to be served.
pub fn admit(gate: &Gate, held: &HeldRows, candidates: &[Candidate]) -> Admission {
    let mut verdicts: Vec<Option<Verdict>> = candidates.iter().map(|candidate| refusal(gate, candidate)).collect();
    let mut lanes: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, candidate) in candidates.iter().enumerate() {
        let has_one_lane = gate.overlap == Overlap::AllowAll;
        let lane = if has_one_lane { "" } else { candidate.discriminator.as_str() };
        if verdicts[index].is_none() {
            lanes.entry(lane).or_default().push(index);
        }
    }
    let mut reaches = Vec::new();
    for (name, mut members) in lanes {
        let mut lane = Lane::new(gate, held.lane(gate.overlap, name));
        for index in members.extract_if(.., |index| candidates[*index].attempt > 0) {
            verdicts[index] = Some(lane.continue_run(&candidates[index]));
        }
        members.sort_by_key(|index| candidates[*index].turn());
        for index in &members {
            lane.note(&candidates[*index]);
        }
        for index in members {
            verdicts[index] = Some(lane.decide(&candidates[index]));
        }
        if lane.reach != LaneEffect::default() {
            reaches.push((name.to_owned(), lane.reach));
        }
    }
    Admission { verdicts: verdicts.into_iter().flatten().collect(), overlap: gate.overlap, reaches }
}

/// Returns the verdict on a candidate that must not run, whatever else is open.
fn refusal(gate: &Gate, candidate: &Candidate) -> Option<Verdict> {
    let end = |reason| Some(Verdict::End { reason, blocker: None });
    if candidate.cancel_requested {
        return end(Reason::Failed(FailReason::Canceled));
    }
    // Claims see a running row only after its worker was lost.
    if candidate.state == State::Running {
        if gate.delivery == Delivery::AtMostOnce {
            return end(Reason::Failed(FailReason::OutcomeUnknown));
        }
        if candidate.attempt >= gate.max_attempts {
            return end(Reason::Failed(FailReason::LeaseExhausted));
        }
    }
    stop_reason(gate, candidate.trigger, candidate.revision).and_then(|reason| end(Reason::Skipped(reason)))
}

/// Returns the reason why no occurrence of the schedule may start now. Occurrences that a person requested after
/// a pause run despite it.
pub fn stop_reason(gate: &Gate, trigger: Trigger, revision: Revision) -> Option<SkipReason> {
    let asked_since = trigger.is_user_requested() && revision >= gate.revision;
    match gate.status {
        Status::Active | Status::Finished => None,
        Status::Paused | Status::Disabled if asked_since => None,
        Status::Paused => Some(SkipReason::Paused),
        Status::Disabled => Some(SkipReason::Disabled),
        Status::Canceled => Some(SkipReason::Canceled),
        Status::Deleted => Some(SkipReason::ScheduleDeleted),
    }
}

/// Returns the time at which a waiting occurrence is claimed again without being woken. The further back it
/// waits, the later the time: a long queue must not be read over and over.
pub fn wait_until(now: Timestamp, behind: u32) -> Timestamp {
    let turns = i32::try_from(behind).unwrap_or(i32::MAX).saturating_add(1);
    let wait_for = WAIT_FOR.checked_mul(turns).unwrap_or(WAIT_FOR_MAX).min(WAIT_FOR_MAX);
    now.saturating_add(wait_for).unwrap_or(now)
}

#[cfg(test)]
mod tests;
