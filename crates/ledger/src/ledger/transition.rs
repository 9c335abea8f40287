//! The effect of each state transition on a row.

use std::sync::Arc;

use jiff::Timestamp;

use crate::ledger::admission::wait_until;
use crate::ledger::{Ending, Lease, SettleResult};
use crate::model::{
    Attempt, AttemptOutcome, Cause, Fence, MESSAGE_BYTES_MAX, NewOccurrence, NodeId, Occurrence, OccurrenceId, Reason,
    Revision, RunPayload, ScheduleKey, ScheduleUid, State, Trigger, cut, is_legal,
};

/// The schedule and the versions that a new row belongs to.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Key of the schedule.
    pub schedule: ScheduleKey,
    /// Uid of the schedule.
    pub uid: ScheduleUid,
    /// Revision of the schedule.
    pub revision: Revision,
    /// Time zone database that planned the row.
    pub tzdb: String,
}

/// The lease that a claim grants.
#[derive(Clone, Debug)]
pub struct Grant {
    /// Owner of the lease.
    pub owner: NodeId,
    /// Expiry of the lease.
    pub until: Timestamp,
    /// Lower bound of the fence: the granted fence is above it. See [`Fence::floor_at`].
    pub fence_floor: Fence,
}

/// Whether a settlement may be written, judged by its fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettleCheck {
    /// The settlement is written.
    Apply,
    /// Nothing is written, and this is the answer.
    Answer(SettleResult),
}

impl Occurrence {
    /// Creates a planned row.
    pub fn new(id: OccurrenceId, origin: &Origin, planned: NewOccurrence, now: Timestamp) -> Self {
        Self {
            id,
            schedule: origin.schedule.clone(),
            schedule_uid: origin.uid,
            ready_at: planned.due_at,
            planned,
            revision: origin.revision,
            tzdb: origin.tzdb.clone(),
            created_at: now,
            state: State::Planned,
            waits: false,
            attempt: 0,
            fence: Fence(0),
            lease_owner: None,
            lease_until: None,
            cancel_requested: false,
            started_at: None,
            ended_at: None,
            reason: None,
            message: None,
            blocker: None,
            target: None,
            discarded_at: None,
        }
    }

    /// Leases the occurrence. The attempt is counted now, so that work which kills its workers comes to an end.
    ///
    /// Returns the record of the lost attempt if the lease takes over from a lost worker.
    pub fn start(&mut self, grant: &Grant, now: Timestamp) -> Option<Attempt> {
        let lost = self.lost_attempt();
        self.state = State::Running;
        self.attempt += 1;
        self.fence = Fence(self.fence.max(grant.fence_floor).0 + 1);
        self.lease_owner = Some(grant.owner.clone());
        self.lease_until = Some(grant.until);
        self.ready_at = grant.until;
        self.started_at = Some(now);
        self.waits = false;
        self.cancel_requested = false;
        lost
    }

    /// Returns whether the occurrence may be leased before it is ready. One that has started may not: its lease
    /// must expire first, or its next attempt would start too early. One that waits for another run has no known
    /// start time.
    pub fn may_be_leased_ahead(&self) -> bool {
        self.state == State::Planned && self.attempt == 0 && !self.waits
    }

    /// Returns whether the occurrence is planned but cannot be claimed at its due time: it waits for another run
    /// or for its next attempt, or was released until later.
    pub fn is_delayed(&self) -> bool {
        self.state == State::Planned && !(self.may_be_leased_ahead() && self.ready_at == self.planned.due_at)
    }

    /// Returns whether the occurrence waited for another run and is claimable again, so that it starts next.
    pub fn is_woken(&self, now: Timestamp) -> bool {
        self.waits && self.ready_at <= now
    }

    /// Makes the occurrence wait for another run to complete, behind `behind` others.
    pub fn wait(&mut self, blocker: Option<OccurrenceId>, behind: u32, now: Timestamp) {
        self.waits = true;
        self.blocker = blocker;
        self.ready_at = wait_until(now, behind);
    }

    /// Settles the occurrence.
    pub fn end(&mut self, state: State, reason: Option<Reason>, message: Option<&str>, now: Timestamp) {
        assert!(state.is_terminal(), "expected a terminal state");
        self.state = state;
        self.reason = reason;
        self.message = message.map(|message| cut(message, MESSAGE_BYTES_MAX).to_owned());
        self.ended_at = Some(now);
        self.ready_at = now;
        self.lease_until = None;
        self.waits = false;
        self.cancel_requested = false;
    }

    /// Returns whether a settlement under this lease may be written.
    pub fn settle_check(&self, lease: Lease, ending: &Ending) -> SettleCheck {
        if self.fence != lease.fence {
            return SettleCheck::Answer(SettleResult::LeaseLost);
        }
        match self.state {
            State::Running => SettleCheck::Apply,
            // The first report counts, whatever a repeated one says.
            State::Succeeded | State::Skipped | State::Failed => SettleCheck::Answer(SettleResult::Already(self.state)),
            State::Planned if matches!(ending, Ending::Retry { .. }) => {
                SettleCheck::Answer(SettleResult::Already(self.state))
            }
            State::Planned => SettleCheck::Answer(SettleResult::LeaseLost),
        }
    }

    /// Records the result of the run. Returns the record of the attempt if the row itself no longer describes it.
    pub fn settle(&mut self, ending: &Ending, now: Timestamp) -> Option<Attempt> {
        let message = ending.message();
        match ending {
            Ending::Retry { at, .. } => {
                let mut attempt = self.last_attempt()?;
                attempt.outcome = AttemptOutcome::Retried;
                attempt.ended_at = Some(now);
                attempt.message = message.map(|message| cut(message, MESSAGE_BYTES_MAX).to_owned());
                self.state = State::Planned;
                self.ready_at = *at;
                // A row without an owner describes no attempt. This attempt has its own record.
                self.lease_owner = None;
                self.lease_until = None;
                self.message.clone_from(&attempt.message);
                Some(attempt)
            }
            Ending::Succeeded { target, .. } => {
                self.end(State::Succeeded, None, message, now);
                self.target.clone_from(target);
                None
            }
            Ending::Skipped { .. } | Ending::Failed { .. } => {
                self.end(ending.state(), ending.reason(), message, now);
                None
            }
        }
    }

    /// Releases the lease unused.
    pub fn release(&mut self, ready_at: Option<Timestamp>) {
        self.state = State::Planned;
        self.attempt = self.attempt.saturating_sub(1);
        self.fence = Fence(self.fence.0 + 1);
        self.lease_owner = None;
        self.lease_until = None;
        self.cancel_requested = false;
        self.ready_at = self.planned.due_at.max(ready_at.unwrap_or(Timestamp::MIN));
        if self.attempt == 0 {
            self.started_at = None;
        }
    }

    /// Reopens the occurrence. Returns the record of the attempt that settled it.
    ///
    /// The fence is raised, so that a worker that repeats an old report cannot settle the occurrence again.
    pub fn reopen(
        &mut self,
        (trigger, concurrency): (Trigger, Option<u32>),
        payload: Option<&Arc<RunPayload>>,
        revision: Revision,
        now: Timestamp,
    ) -> Option<Attempt> {
        let attempt = self.last_attempt();
        self.state = State::Planned;
        self.planned.trigger = trigger;
        self.planned.concurrency = concurrency;
        if let Some(payload) = payload {
            self.planned.payload = Some(Arc::clone(payload));
        }
        self.revision = revision;
        self.attempt = 0;
        self.fence = Fence(self.fence.0 + 1);
        // An occurrence that was skipped in advance may still be due in the future.
        self.ready_at = now.max(self.planned.due_at);
        self.lease_owner = None;
        self.started_at = None;
        self.ended_at = None;
        self.reason = None;
        self.message = None;
        self.blocker = None;
        self.target = None;
        self.discarded_at = None;
        attempt
    }

    /// Plans a superseded occurrence again, with new content. Only its ID stays, and its fence, which is raised so
    /// that no earlier lease is valid.
    pub fn plan_again(&mut self, origin: &Origin, planned: NewOccurrence, now: Timestamp) {
        *self = Self { fence: Fence(self.fence.0 + 1), ..Self::new(self.id, origin, planned, now) };
    }

    /// Asks the worker to stop the run. An occurrence that waits for its next attempt becomes ready immediately,
    /// and the claim that finds it settles it.
    pub fn request_cancel(&mut self, now: Timestamp) {
        self.cancel_requested = true;
        if self.state == State::Planned {
            self.ready_at = now;
        }
    }

    /// Returns whether this transition is allowed from the current state.
    pub fn may(&self, cause: Cause, to: State) -> bool {
        is_legal(self.state, cause, to)
    }

    /// Returns the record of an attempt whose worker was lost.
    fn lost_attempt(&self) -> Option<Attempt> {
        let attempt = self.last_attempt().filter(|_| self.state == State::Running)?;
        Some(Attempt { outcome: AttemptOutcome::LeaseLost, ended_at: self.lease_until, ..attempt })
    }
}
