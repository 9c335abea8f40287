//! Decides on the candidates of one lane: the occurrences of a schedule that share a discriminator.
//!
//! Runs of a lane go in the order of their nominal times. A backfill goes after all others, in its own order.

use super::held::{LaneCounts, LaneRelation, OpenCount, QueueKey, earliest};
use super::{Candidate, Verdict};
use crate::model::{Gate, OccurrenceId, Overlap, Reason, SkipReason};

/// A lane while its candidates are decided on, one by one.
pub(super) struct Lane<'a> {
    gate: &'a Gate,
    open: LaneCounts,
    /// The newest candidate to which the overlap policy applies and which is due.
    newest: Option<OccurrenceId>,
    pub(super) reach: LaneEffect,
}

/// Effect of a new run on others of its lane that are not candidates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LaneEffect {
    /// Whether started occurrences are asked to stop.
    pub(super) cancels_started: bool,
    /// The candidate in whose favor waiting occurrences are skipped.
    pub(super) replaces_waiting: Option<OccurrenceId>,
}

impl<'a> Lane<'a> {
    pub(super) fn new(gate: &'a Gate, open: LaneCounts) -> Self {
        Self { gate, open, newest: None, reach: LaneEffect::default() }
    }

    /// Starts a candidate that has started before: others must wait for it.
    pub(super) fn continue_run(&mut self, candidate: &Candidate) -> Verdict {
        self.start(candidate)
    }

    /// Registers a candidate that has not started, before any of them is decided on.
    pub(super) fn note(&mut self, candidate: &Candidate) {
        if candidate.standing() == LaneRelation::Live && !candidate.is_early {
            // Compared by ID: a released occurrence may come after one that was planned later.
            self.newest = self.newest.max(Some(candidate.id));
        }
    }

    /// Decides on a candidate that has not started. Candidates are passed in the order of the lane.
    pub(super) fn decide(&mut self, candidate: &Candidate) -> Verdict {
        match candidate.standing() {
            LaneRelation::Live if candidate.is_early => self.early(candidate),
            LaneRelation::CatchUp | LaneRelation::Requested | LaneRelation::Beside if candidate.is_early => {
                Verdict::Later
            }
            LaneRelation::Live => self.live(candidate),
            LaneRelation::CatchUp => self.catch_up(candidate),
            LaneRelation::Requested => {
                let LaneCounts { live, catch_up, requested, .. } = self.open;
                let ahead = live.waiting + catch_up.waiting + requested.ahead_of(candidate.queue_key());
                self.start_or_wait(candidate, requested.started == 0 && self.free() > ahead)
            }
            LaneRelation::Beside => {
                let beside = self.open.beside;
                let free = candidate.concurrency.unwrap_or(1).saturating_sub(beside.started);
                let free = if self.gate.overlap == Overlap::AllowAll { free.min(self.free()) } else { free };
                self.start_or_wait(candidate, free > beside.ahead_of(candidate.queue_key()))
            }
        }
    }

    /// Decides on an occurrence that is not due: it takes no slot from one that is, and overlap is not judged
    /// before its time.
    fn early(&mut self, candidate: &Candidate) -> Verdict {
        let ahead = self.open.live.waiting + self.open.catch_up.waiting;
        if self.free() > ahead { self.start(candidate) } else { Verdict::Later }
    }

    fn live(&mut self, candidate: &Candidate) -> Verdict {
        let LaneCounts { live, catch_up, .. } = self.open;
        let free = self.free();
        let caught_up = catch_up.ahead_of(candidate.queue_key());
        match self.gate.overlap {
            Overlap::Skip if live.started > 0 => skipped(SkipReason::Overlap, live.blocker),
            Overlap::Skip if live.waiting > 0 && !candidate.waits => {
                skipped(SkipReason::Overlap, live.first_waiting.map(|(_, id)| id))
            }
            Overlap::Skip => self.start_or_wait(candidate, free > caught_up),
            Overlap::CancelOther if Some(candidate.id) != self.newest => skipped(SkipReason::Overlap, self.newest),
            Overlap::CancelOther => {
                let has_waiting = live.waiting > 0 || catch_up.waiting > 0;
                // A backfill is not canceled: the new run waits for it.
                let has_started = live.started > 0 || catch_up.started > 0;
                self.reach.replaces_waiting = has_waiting.then_some(candidate.id);
                self.reach.cancels_started = free == 0 && has_started;
                (self.open.live.waiting, self.open.catch_up.waiting) = (0, 0);
                self.start_or_wait(candidate, free > 0)
            }
            Overlap::AllowAll | Overlap::BufferOne | Overlap::BufferAll => {
                // A waiting candidate was woken by a completed run, so it is its turn.
                let ahead = caught_up + if candidate.waits { 0 } else { live.ahead_of(candidate.queue_key()) };
                // An occurrence that waits only for a backfill counts like a run, so that others may wait behind it.
                let taken = live.started + catch_up.started + caught_up;
                let like_runs = self.gate.slots().saturating_sub(taken);
                let is_full = match self.gate.overlap {
                    Overlap::BufferOne => live.waiting > like_runs,
                    Overlap::BufferAll => live.waiting >= like_runs.saturating_add(Overlap::BUFFER_MAX),
                    Overlap::AllowAll | Overlap::Skip | Overlap::CancelOther => false,
                };
                if free <= ahead && is_full && !candidate.waits {
                    let running = earliest(live.blocker, catch_up.blocker);
                    let blocker = running.or(earliest(live.first_waiting, catch_up.first_waiting).map(|(_, id)| id));
                    return skipped(SkipReason::BufferFull, blocker);
                }
                self.start_or_wait(candidate, free > ahead)
            }
        }
    }

    fn catch_up(&mut self, candidate: &Candidate) -> Verdict {
        if self.gate.overlap == Overlap::CancelOther && self.newest.is_some() {
            return skipped(SkipReason::Overlap, self.newest);
        }
        let key = candidate.queue_key();
        let ahead = self.open.live.ahead_of(key) + self.open.catch_up.ahead_of(key);
        self.start_or_wait(candidate, self.free() > ahead)
    }

    /// Returns the number of free slots. A backfill with its own concurrency takes none, except under
    /// `allow_all`, where the limit covers all runs.
    pub(super) fn free(&self) -> u32 {
        let LaneCounts { live, catch_up, requested, beside } = self.open;
        let beside = if self.gate.overlap == Overlap::AllowAll { beside.started } else { 0 };
        self.gate.slots().saturating_sub(live.started + catch_up.started + requested.started + beside)
    }

    fn start_or_wait(&mut self, candidate: &Candidate, may_start: bool) -> Verdict {
        if may_start { self.start(candidate) } else { self.wait(candidate) }
    }

    fn start(&mut self, candidate: &Candidate) -> Verdict {
        self.open.of(candidate.standing()).add(OpenCount::started(candidate.id));
        Verdict::Start
    }

    fn wait(&mut self, candidate: &Candidate) -> Verdict {
        let standing = candidate.standing();
        let LaneCounts { live, catch_up, requested, beside } = self.open;
        let ahead = match standing {
            LaneRelation::Live | LaneRelation::CatchUp => &[live, catch_up][..],
            LaneRelation::Requested => &[live, catch_up, requested],
            LaneRelation::Beside => &[beside],
        };
        let first_waiting = ahead.iter().filter_map(|count| count.first_waiting).min().map(|(_, id): QueueKey| id);
        let running = if standing == LaneRelation::Beside { beside.blocker } else { self.open.blocker() };
        let behind = ahead.iter().map(|count| count.waiting).sum();
        let (nominal_at, id) = candidate.queue_key();
        self.open.of(standing).add(OpenCount::waiting(nominal_at, id));
        Verdict::Wait { blocker: running.or(first_waiting), behind }
    }
}

fn skipped(reason: SkipReason, blocker: Option<OccurrenceId>) -> Verdict {
    Verdict::End { reason: Reason::Skipped(reason), blocker }
}
