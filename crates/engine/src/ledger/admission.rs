//! Which of the ready occurrences of one schedule may start. A pure function, the same for every store.
//!
//! The store brings what it has just read under its lock: the schedule's gate, the occurrences that are ready, and how
//! many others of the schedule are open. What comes back is written in the same step, so no two claims can decide on the
//! same state.

use jiff::{SignedDuration, Timestamp};

use crate::id::{OccurrenceId, Revision};
use crate::moves::State;
use crate::occurrence::{Occurrence, Reason, Trigger};
use crate::planted::{self, Bug};
use crate::policy::{Delivery, Overlap};
use crate::reason::{FailReason, SkipReason};
use crate::schedule::{Gate, Status};

/// What waits is looked at again after this time at the latest, should the end that it waits for not wake it.
pub const WAIT_FOR: SignedDuration = SignedDuration::from_secs(10);

/// A ready occurrence: due, due soon, or with a lease that ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Which.
    pub id: OccurrenceId,
    /// Planned or running.
    pub state: State,
    /// Attempts begun.
    pub attempt: u32,
    /// Whether it waited before.
    pub waits: bool,
    /// Whether it was asked to stop.
    pub cancel_requested: bool,
    /// Why it exists.
    pub trigger: Trigger,
    /// The revision that made it.
    pub revision: Revision,
    /// Whether its time has not come. It may be leased ahead, but what else is open then says nothing of its time.
    pub is_early: bool,
}

impl Candidate {
    /// A row that a claim has found at that time.
    pub fn of(row: &Occurrence, now: Timestamp) -> Self {
        Self {
            id: row.id,
            state: row.state,
            attempt: row.attempt,
            waits: row.waits,
            cancel_requested: row.cancel_requested,
            trigger: row.planned.trigger,
            revision: row.revision,
            is_early: row.planned.due_at > now && row.may_be_leased_ahead() && !planted::is(Bug::OverlapJudgedAhead),
        }
    }
}

/// The open occurrences of the schedule that are not candidates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// How many have begun and not ended.
    pub started: u32,
    /// The earliest of them, by its number.
    pub blocker: Option<OccurrenceId>,
    /// How many wait.
    pub waiting: u32,
}

/// What becomes of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is leased and its attempt counted.
    Start,
    /// It stays planned until another ends.
    Wait,
    /// It stays as it is: whether it may start is decided at its time.
    Later,
    /// It ends here.
    End {
        /// Why; the state follows.
        reason: Reason,
        /// What was in its way.
        blocker: Option<OccurrenceId>,
    },
}

impl Reason {
    /// The state of what ended for this reason.
    pub const fn state(self) -> State {
        match self {
            Self::Skipped(_) => State::Skipped,
            Self::Failed(_) => State::Failed,
        }
    }
}

/// What becomes of all candidates of a schedule, in their order, and of others of the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Admission {
    /// One for each candidate.
    pub verdicts: Vec<Verdict>,
    /// Whether those that have started, and are not candidates, are to be asked to stop.
    pub cancels_started: bool,
    /// The candidate for which those that wait, and are not candidates, are skipped.
    pub replaces_waiting: Option<OccurrenceId>,
}

/// Decides on the candidates of one schedule, given in the order they are to be served.
pub fn admit(gate: &Gate, held: Held, candidates: &[Candidate]) -> Admission {
    let mut verdicts: Vec<Option<Verdict>> = candidates.iter().map(|candidate| refusal(gate, candidate)).collect();
    let mut open = held;
    // What has begun goes on: it is itself what others must wait for.
    for (candidate, verdict) in candidates.iter().zip(&mut verdicts) {
        if candidate.attempt > 0 && verdict.is_none() {
            *verdict = Some(Verdict::Start);
            open.start(candidate.id);
        }
    }
    // What waits came before what is new: it is served first and has the first call on every place.
    let mut undecided: Vec<usize> = (0..candidates.len()).filter(|index| verdicts[*index].is_none()).collect();
    // What is not due yet takes no place from what is.
    undecided.sort_by_key(|index| (!candidates[*index].waits, candidates[*index].is_early));
    // By its number: what was given back may be served after what has come since.
    let due = undecided.iter().map(|index| &candidates[*index]).filter(|candidate| !candidate.is_early);
    let newest = due.map(|candidate| candidate.id).max();
    open.waiting += undecided.iter().map(|index| u32::from(candidates[*index].waits)).sum::<u32>();
    let mut cancels_started = false;
    let mut replaces_waiting = None;
    for index in undecided {
        let candidate = &candidates[index];
        let skipped = |reason, blocker| Verdict::End { reason: Reason::Skipped(reason), blocker };
        open.waiting -= u32::from(candidate.waits);
        let free = gate.places().saturating_sub(open.started);
        let is_first = candidate.waits || open.waiting < free;
        verdicts[index] = Some(match gate.overlap {
            _ if candidate.is_early && free > 0 && open.waiting == 0 => open.start(candidate.id),
            _ if candidate.is_early => Verdict::Later,
            // Of several at once the last counts.
            Overlap::CancelOther if Some(candidate.id) != newest => skipped(SkipReason::Overlap, newest),
            Overlap::CancelOther => {
                replaces_waiting = (held.waiting > 0).then_some(candidate.id);
                cancels_started = free == 0;
                if free > 0 { open.start(candidate.id) } else { open.wait() }
            }
            Overlap::Skip if free > 0 => open.start(candidate.id),
            Overlap::Skip => skipped(SkipReason::Overlap, open.blocker),
            Overlap::AllowAll | Overlap::BufferOne | Overlap::BufferAll if free > 0 && is_first => {
                open.start(candidate.id)
            }
            Overlap::AllowAll => open.wait(),
            Overlap::BufferOne if candidate.waits || open.waiting < free.saturating_add(1) => open.wait(),
            Overlap::BufferAll if candidate.waits || open.waiting < free.saturating_add(Overlap::BUFFER_MAX) => {
                open.wait()
            }
            Overlap::BufferOne | Overlap::BufferAll => skipped(SkipReason::BufferFull, open.blocker),
        });
    }
    Admission { verdicts: verdicts.into_iter().flatten().collect(), cancels_started, replaces_waiting }
}

/// Why a candidate must not run whatever else is open.
fn refusal(gate: &Gate, candidate: &Candidate) -> Option<Verdict> {
    let end = |reason| Some(Verdict::End { reason, blocker: None });
    if candidate.cancel_requested {
        return end(Reason::Failed(FailReason::Canceled));
    }
    // Only a worker that was lost leaves a running row to a claim.
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

/// Why no occurrence of the schedule may start now. What a person asked for after a pause runs beside it.
pub fn stop_reason(gate: &Gate, trigger: Trigger, revision: Revision) -> Option<SkipReason> {
    let asked_since = trigger.is_by_hand() && revision >= gate.revision;
    match gate.status {
        Status::Active | Status::Finished => None,
        Status::Paused | Status::Disabled if asked_since => None,
        Status::Paused => Some(SkipReason::Paused),
        Status::Disabled => Some(SkipReason::Disabled),
        Status::Canceled => Some(SkipReason::Canceled),
        Status::Deleted => Some(SkipReason::ScheduleDeleted),
    }
}

impl Held {
    fn start(&mut self, id: OccurrenceId) -> Verdict {
        self.started += 1;
        self.blocker = Some(self.blocker.map_or(id, |blocker| blocker.min(id)));
        Verdict::Start
    }

    fn wait(&mut self) -> Verdict {
        self.waiting += 1;
        Verdict::Wait
    }
}

/// When a row that waits is looked at again.
pub fn wait_until(now: Timestamp) -> Timestamp {
    now.saturating_add(WAIT_FOR).unwrap_or(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(overlap: Overlap) -> Gate {
        Gate {
            status: Status::Active,
            revision: Revision(1),
            overlap,
            max_concurrent: None,
            delivery: Delivery::AtLeastOnce,
            max_attempts: 3,
        }
    }

    fn fresh(id: i64) -> Candidate {
        Candidate {
            id: OccurrenceId(id),
            state: State::Planned,
            attempt: 0,
            waits: false,
            cancel_requested: false,
            trigger: Trigger::Schedule,
            revision: Revision(1),
            is_early: false,
        }
    }

    fn early(id: i64) -> Candidate {
        Candidate { is_early: true, ..fresh(id) }
    }

    fn lost(id: i64, attempt: u32) -> Candidate {
        Candidate { state: State::Running, attempt, ..fresh(id) }
    }

    fn skipped(reason: SkipReason, blocker: Option<i64>) -> Verdict {
        Verdict::End { reason: Reason::Skipped(reason), blocker: blocker.map(OccurrenceId) }
    }

    fn failed(reason: FailReason) -> Verdict {
        Verdict::End { reason: Reason::Failed(reason), blocker: None }
    }

    fn verdicts(gate: &Gate, started: u32, candidates: &[Candidate]) -> Vec<Verdict> {
        let blocker = (started > 0).then_some(OccurrenceId(1));
        admit(gate, Held { started, blocker, waiting: 0 }, candidates).verdicts
    }

    /// A run of a second ago may well be over by then.
    #[test]
    fn what_is_not_due_yet_starts_beside_nothing_or_is_decided_on_later() {
        let all = [Overlap::Skip, Overlap::BufferOne, Overlap::BufferAll, Overlap::CancelOther];
        for overlap in all {
            let gate = gate(overlap);
            assert_eq!(verdicts(&gate, 0, &[early(7), early(8)]), [Verdict::Start, Verdict::Later], "{overlap:?}");
            let admission = admit(&gate, Held { started: 1, blocker: None, waiting: 1 }, &[early(7)]);
            let untouched =
                Admission { verdicts: vec![Verdict::Later], cancels_started: false, replaces_waiting: None };
            assert_eq!(admission, untouched, "{overlap:?}");
            assert_eq!(verdicts(&gate, 0, &[early(7), fresh(8)]), [Verdict::Later, Verdict::Start], "{overlap:?}");
        }
        assert_eq!(verdicts(&gate(Overlap::AllowAll), 9, &[early(7), early(8)]), [Verdict::Start, Verdict::Start]);
    }

    #[test]
    fn a_skip_names_its_blocker() {
        let overlap = gate(Overlap::Skip);
        assert_eq!(verdicts(&overlap, 1, &[fresh(7)]), [skipped(SkipReason::Overlap, Some(1))]);
        assert_eq!(
            verdicts(&overlap, 0, &[fresh(7), fresh(8)]),
            [Verdict::Start, skipped(SkipReason::Overlap, Some(7))]
        );
    }

    #[test]
    fn a_retry_and_a_take_over_go_on_and_block_others() {
        let retry = Candidate { attempt: 1, ..fresh(5) };
        let blocked = skipped(SkipReason::Overlap, Some(5));
        assert_eq!(verdicts(&gate(Overlap::Skip), 0, &[fresh(4), retry]), [blocked, Verdict::Start]);
        assert_eq!(verdicts(&gate(Overlap::Skip), 0, &[lost(5, 1), fresh(6)]), [Verdict::Start, blocked]);
    }

    #[test]
    fn buffers_hold_one_or_a_thousand() {
        let waits = [Verdict::Wait, skipped(SkipReason::BufferFull, Some(1))];
        assert_eq!(verdicts(&gate(Overlap::BufferOne), 1, &[fresh(2), fresh(3)]), waits);
        assert_eq!(verdicts(&gate(Overlap::BufferAll), 1, &[fresh(2), fresh(3)]), [Verdict::Wait, Verdict::Wait]);
        let full = Held { started: 1, blocker: Some(OccurrenceId(1)), waiting: Overlap::BUFFER_MAX };
        assert_eq!(admit(&gate(Overlap::BufferAll), full, &[fresh(2)]).verdicts, [waits[1]]);
        // What waits already keeps its place.
        let waiting = Candidate { waits: true, ..fresh(2) };
        assert_eq!(admit(&gate(Overlap::BufferAll), full, &[waiting]).verdicts, [Verdict::Wait]);
        assert_eq!(verdicts(&gate(Overlap::BufferOne), 0, &[waiting, fresh(3)]), [Verdict::Start, Verdict::Wait]);
    }

    #[test]
    fn what_waits_is_served_before_what_is_new() {
        let waiting = Candidate { waits: true, ..fresh(2) };
        let full = skipped(SkipReason::BufferFull, Some(1));
        // The new one comes first in its turn, having been due before the other was to be looked at again.
        assert_eq!(verdicts(&gate(Overlap::BufferOne), 1, &[fresh(3), waiting]), [full, Verdict::Wait]);
        assert_eq!(verdicts(&gate(Overlap::BufferOne), 0, &[fresh(3), waiting]), [Verdict::Wait, Verdict::Start]);
        let replaced = [Verdict::Wait, skipped(SkipReason::Overlap, Some(3))];
        assert_eq!(verdicts(&gate(Overlap::CancelOther), 1, &[fresh(3), waiting]), replaced);
        // One that waits and is not in this claim keeps its call on the place.
        let held = Held { started: 0, blocker: None, waiting: 1 };
        for overlap in [Overlap::BufferOne, Overlap::BufferAll] {
            assert_eq!(admit(&gate(overlap), held, &[fresh(3)]).verdicts, [Verdict::Wait]);
        }
        let limited = Gate { max_concurrent: Some(2), ..gate(Overlap::AllowAll) };
        assert_eq!(admit(&limited, held, &[fresh(3), fresh(4)]).verdicts, [Verdict::Start, Verdict::Wait]);
    }

    #[test]
    fn a_limit_of_runs_lets_so_many_start() {
        let limited = Gate { max_concurrent: Some(2), ..gate(Overlap::AllowAll) };
        assert_eq!(verdicts(&limited, 1, &[fresh(2), fresh(3)]), [Verdict::Start, Verdict::Wait]);
        assert_eq!(verdicts(&gate(Overlap::AllowAll), 9, &[fresh(2)]), [Verdict::Start]);
    }

    #[test]
    fn the_newest_replaces_what_runs_and_what_waits() {
        let held = Held { started: 1, blocker: Some(OccurrenceId(1)), waiting: 1 };
        let admission = admit(&gate(Overlap::CancelOther), held, &[fresh(3), fresh(4)]);
        assert_eq!(admission.verdicts, [skipped(SkipReason::Overlap, Some(4)), Verdict::Wait]);
        assert!(admission.cancels_started);
        assert_eq!(admission.replaces_waiting, Some(OccurrenceId(4)));
        let free = admit(&gate(Overlap::CancelOther), Held::default(), &[fresh(4)]);
        assert_eq!((free.verdicts, free.cancels_started), (vec![Verdict::Start], false));
        // An earlier one that was given back does not replace what has come since and waits for it.
        let waiting = Candidate { waits: true, ..fresh(6) };
        let given_back = verdicts(&gate(Overlap::CancelOther), 0, &[fresh(5), waiting]);
        assert_eq!(given_back, [skipped(SkipReason::Overlap, Some(6)), Verdict::Start]);
    }

    #[test]
    fn what_killed_its_workers_ends_and_is_not_sent_twice_when_that_was_promised() {
        assert_eq!(verdicts(&gate(Overlap::Skip), 0, &[lost(1, 3)]), [failed(FailReason::LeaseExhausted)]);
        let at_most_once = Gate { delivery: Delivery::AtMostOnce, ..gate(Overlap::Skip) };
        assert_eq!(verdicts(&at_most_once, 0, &[lost(1, 1)]), [failed(FailReason::OutcomeUnknown)]);
        let asked_to_stop = Candidate { cancel_requested: true, ..lost(1, 1) };
        assert_eq!(verdicts(&gate(Overlap::Skip), 0, &[asked_to_stop]), [failed(FailReason::Canceled)]);
    }

    #[test]
    fn nothing_starts_after_a_pause_but_what_was_asked_for_since() {
        let paused = Gate { status: Status::Paused, revision: Revision(4), ..gate(Overlap::AllowAll) };
        let before = Candidate { trigger: Trigger::Manual, revision: Revision(3), ..fresh(1) };
        let since = Candidate { trigger: Trigger::Manual, revision: Revision(4), ..fresh(2) };
        let stopped = skipped(SkipReason::Paused, None);
        let given = verdicts(&paused, 0, &[fresh(9), before, since, lost(3, 1)]);
        assert_eq!(given, [stopped, stopped, Verdict::Start, stopped]);
        for (status, reason) in [
            (Status::Canceled, SkipReason::Canceled),
            (Status::Disabled, SkipReason::Disabled),
            (Status::Deleted, SkipReason::ScheduleDeleted),
        ] {
            assert_eq!(verdicts(&Gate { status, ..paused }, 0, &[fresh(9)]), [skipped(reason, None)]);
        }
    }
}
