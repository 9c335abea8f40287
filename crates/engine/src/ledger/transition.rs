//! What each move does to a row.

use jiff::Timestamp;

use crate::attempt::{Attempt, AttemptOutcome};
use crate::id::{Fence, NodeId, OccurrenceId, Revision, ScheduleKey, ScheduleUid};
use crate::ledger::admission::wait_until;
use crate::ledger::check::cut;
use crate::moves::{Cause, State, is_legal};
use crate::occurrence::{MESSAGE_BYTES_MAX, NewOccurrence, Occurrence, Reason, Trigger};
use crate::store::{Ending, Lease, Settled};

/// What a new row belongs to.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The schedule.
    pub schedule: ScheduleKey,
    /// Its identity.
    pub uid: ScheduleUid,
    /// Its revision.
    pub revision: Revision,
    /// The time zone database that planned it.
    pub tzdb: String,
}

/// What a claim gives.
#[derive(Clone, Debug)]
pub struct Grant {
    /// To whom.
    pub owner: NodeId,
    /// Until when.
    pub until: Timestamp,
    /// Fences are above this. See [`Fence::floor_at`].
    pub fence_floor: Fence,
}

/// What a settlement may do, judged by its fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettleCheck {
    /// It is written.
    Apply,
    /// Nothing is written, and this is the answer.
    Answer(Settled),
}

impl Occurrence {
    /// A row as planned.
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
        }
    }

    /// Leases it. The attempt is counted now, so that work which kills its workers comes to an end.
    ///
    /// Answers the record of the attempt whose worker was lost, if this takes over from one.
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

    /// Whether it may be leased before it is ready. What was begun may not: its lease must end first, or its next attempt
    /// would come too early. What waits for another run has no time to be ahead of.
    pub fn may_be_leased_ahead(&self) -> bool {
        self.state == State::Planned && self.attempt == 0 && !self.waits
    }

    /// Whether nobody runs it and a claim will not find it at the time it is due: it waits for another run, for its next
    /// attempt, or was given back until later.
    pub fn is_put_off(&self) -> bool {
        self.state == State::Planned && !(self.may_be_leased_ahead() && self.ready_at == self.planned.due_at)
    }

    /// Lets it wait for another run to complete, behind others that wait.
    pub fn wait(&mut self, blocker: Option<OccurrenceId>, behind: u32, now: Timestamp) {
        self.waits = true;
        self.blocker = blocker;
        self.ready_at = wait_until(now, behind);
    }

    /// Ends it.
    pub fn end(&mut self, state: State, reason: Option<Reason>, message: Option<&str>, now: Timestamp) {
        assert!(state.is_terminal(), "an end is terminal");
        self.state = state;
        self.reason = reason;
        self.message = message.map(|message| cut(message, MESSAGE_BYTES_MAX).to_owned());
        self.ended_at = Some(now);
        self.ready_at = now;
        self.lease_until = None;
        self.waits = false;
        self.cancel_requested = false;
    }

    /// Whether a settlement under this lease may be written.
    pub fn settle_check(&self, lease: Lease, ending: &Ending) -> SettleCheck {
        if self.fence != lease.fence {
            return SettleCheck::Answer(Settled::LeaseLost);
        }
        match self.state {
            State::Running => SettleCheck::Apply,
            // The first report stands, whatever a repeated one says.
            State::Generated | State::Skipped | State::Failed => SettleCheck::Answer(Settled::Already(self.state)),
            State::Planned if matches!(ending, Ending::Retry { .. }) => {
                SettleCheck::Answer(Settled::Already(self.state))
            }
            State::Planned => SettleCheck::Answer(Settled::LeaseLost),
        }
    }

    /// Writes down how its run went. Answers the record of the attempt, when the row itself will not tell of it.
    pub fn settle(&mut self, ending: &Ending, now: Timestamp) -> Option<Attempt> {
        let message = ending.message();
        match ending {
            Ending::Retry { at, .. } => {
                let mut attempt = self.own_attempt()?;
                attempt.outcome = AttemptOutcome::Retried;
                attempt.ended_at = Some(now);
                attempt.message = message.map(|message| cut(message, MESSAGE_BYTES_MAX).to_owned());
                self.state = State::Planned;
                self.ready_at = *at;
                // Without an owner the row tells of no attempt of its own: this one has its record.
                self.lease_owner = None;
                self.lease_until = None;
                self.message.clone_from(&attempt.message);
                Some(attempt)
            }
            Ending::Generated { target, .. } => {
                self.end(State::Generated, None, message, now);
                self.target.clone_from(target);
                None
            }
            Ending::Skipped { .. } | Ending::Failed { .. } => {
                self.end(ending.state(), ending.reason(), message, now);
                None
            }
        }
    }

    /// Gives it back unused.
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

    /// Opens it again. Answers the record of the attempt that had ended it.
    ///
    /// The fence is raised, so that a worker which repeats an old report cannot end it again.
    pub fn reopen(
        &mut self,
        (trigger, concurrency): (Trigger, Option<u32>),
        revision: Revision,
        now: Timestamp,
    ) -> Option<Attempt> {
        let attempt = self.own_attempt();
        self.state = State::Planned;
        self.planned.trigger = trigger;
        self.planned.concurrency = concurrency;
        self.revision = revision;
        self.attempt = 0;
        self.fence = Fence(self.fence.0 + 1);
        // What was skipped in advance still has its time before it.
        self.ready_at = now.max(self.planned.due_at);
        self.lease_owner = None;
        self.started_at = None;
        self.ended_at = None;
        self.reason = None;
        self.message = None;
        self.blocker = None;
        self.target = None;
        attempt
    }

    /// Asks its worker to stop. What only waits for its next attempt is ready at once, and the claim that finds it ends it.
    pub fn request_cancel(&mut self, now: Timestamp) {
        self.cancel_requested = true;
        if self.state == State::Planned {
            self.ready_at = now;
        }
    }

    /// Whether it may move so from where it stands.
    pub fn may(&self, cause: Cause, to: State) -> bool {
        is_legal(self.state, cause, to)
    }

    /// The record of an attempt whose worker was not heard of again.
    fn lost_attempt(&self) -> Option<Attempt> {
        let attempt = self.own_attempt().filter(|_| self.state == State::Running)?;
        Some(Attempt { outcome: AttemptOutcome::LeaseLost, ended_at: self.lease_until, ..attempt })
    }
}
