//! Decides which ready occurrences start, wait or end: overlap per lane, as specified by Decision 0053.

use refrain::model::{Overlap, Trigger};

use super::{End, Occurrence, Oracle, Phase};
use crate::script;

/// Kinds of occurrences in a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Live,
    CatchUp,
    Requested,
}

impl Occurrence {
    fn kind(&self) -> Kind {
        match self.trigger {
            Trigger::Schedule | Trigger::Manual => Kind::Live,
            Trigger::CatchUp => Kind::CatchUp,
            Trigger::Backfill | Trigger::Retry => Kind::Requested,
        }
    }

    fn is_ready(&self, now: i64) -> bool {
        self.phase == Phase::Waiting || (self.phase == Phase::Planned && self.due <= now)
    }
}

impl Oracle<'_> {
    /// Starts, skips or defers everything that is ready, until nothing changes.
    pub(super) fn claim(&mut self, now: i64) {
        loop {
            let before: Vec<Phase> = self.occurrences.iter().map(|it| it.phase).collect();
            self.continue_runs(now);
            self.stop_paused(now);
            for lane in self.lanes() {
                self.claim_lane(&lane, now);
            }
            if self.occurrences.iter().map(|it| it.phase).eq(before) {
                return;
            }
        }
    }

    /// Returns the occurrences of each lane, by index. With `allow_all`, all lanes are one.
    fn lanes(&self) -> Vec<Vec<usize>> {
        let numbers = |lane: Option<&str>| {
            let is_in = |number: &usize| lane.is_none_or(|lane| self.occurrences[*number].name.lane == lane);
            let mut numbers: Vec<usize> = (0..self.occurrences.len()).filter(is_in).collect();
            numbers.sort_by_key(|number| self.occurrences[*number].name.nominal);
            numbers
        };
        match self.case.overlap {
            Overlap::AllowAll => vec![numbers(None)],
            Overlap::Skip | Overlap::BufferOne | Overlap::BufferAll | Overlap::CancelOther => {
                self.case.lanes().iter().map(|lane| numbers(Some(lane))).collect()
            }
        }
    }

    /// Continues or ends runs that had started before: their retry is due, their node died, or they were canceled.
    fn continue_runs(&mut self, now: i64) {
        for number in 0..self.occurrences.len() {
            let it = &self.occurrences[number];
            let (is_canceled, is_stopped) = (it.is_canceled, self.is_paused && !it.is_requested_in_pause);
            let end = match it.phase {
                Phase::Running { .. } if is_canceled => Some(End::Failed("canceled")),
                Phase::Retrying { .. } if is_canceled => Some(End::Failed("canceled")),
                Phase::Retrying { at } if at <= now => is_stopped.then_some(End::Skipped("paused")),
                // A dead node cannot be asked to stop, so the run ends with its lease.
                Phase::Lost { until } if until <= now && is_canceled => Some(End::Failed("canceled")),
                Phase::Lost { until } if until <= now => self.lost(it).or(is_stopped.then_some(End::Skipped("paused"))),
                Phase::Planned | Phase::Waiting | Phase::Ended(_) => continue,
                Phase::Running { .. } | Phase::Retrying { .. } | Phase::Lost { .. } => continue,
            };
            match end {
                Some(end) => self.end(number, end),
                None => self.send(number, now),
            }
        }
    }

    /// After a pause commits, nothing of the schedule starts, except what was requested since.
    fn stop_paused(&mut self, now: i64) {
        for number in 0..self.occurrences.len() {
            let it = &self.occurrences[number];
            if self.is_paused && it.is_ready(now) && !it.is_requested_in_pause {
                self.end(number, End::Skipped("paused"));
            }
        }
    }

    fn claim_lane(&mut self, lane: &[usize], now: i64) {
        for number in lane.iter().copied() {
            if self.occurrences[number].is_ready(now) {
                match self.occurrences[number].kind() {
                    Kind::Live => self.live(number, lane, now),
                    // Catch-up runs start in nominal order with the live ones, and are never skipped because of
                    // another run.
                    Kind::CatchUp => self.start_or_wait(number, lane, now, &[Kind::Live, Kind::CatchUp]),
                    Kind::Requested => {}
                }
            }
        }
        // Requested runs start behind all others, in nominal order.
        for number in lane.iter().copied() {
            let it = &self.occurrences[number];
            if it.is_ready(now) && it.kind() == Kind::Requested {
                self.requested(number, lane, now);
            }
        }
    }

    fn live(&mut self, number: usize, lane: &[usize], now: i64) {
        let is_new = self.occurrences[number].phase == Phase::Planned;
        let has_live_run = self.any(lane, |it| it.is_started() && it.kind() == Kind::Live);
        let waiting = self.count(lane, |it| it.phase == Phase::Waiting && it.kind() == Kind::Live);
        match self.case.overlap {
            Overlap::AllowAll => self.start(number, now),
            // A live occurrence that waits for a backfill blocks others like a run.
            Overlap::Skip if has_live_run || (is_new && waiting > 0) => self.end(number, End::Skipped("overlap")),
            Overlap::BufferOne if is_new && waiting > usize::from(self.waits_for_backfill(number, lane)) => {
                self.end(number, End::Skipped("buffer_full"));
            }
            Overlap::Skip | Overlap::BufferOne | Overlap::BufferAll => {
                self.start_or_wait(number, lane, now, &[Kind::Live, Kind::CatchUp]);
            }
            Overlap::CancelOther => {
                if is_new {
                    self.replace_others(number, lane);
                }
                self.start_or_wait(number, lane, now, &[]);
            }
        }
    }

    /// Returns whether the first live occurrence of the lane waits only for a backfill. It blocks others like a run,
    /// and another one may wait behind it.
    fn waits_for_backfill(&self, number: usize, lane: &[usize]) -> bool {
        let nominal = self.occurrences[number].name.nominal;
        let is_caught_up_before =
            |it: &Occurrence| it.phase == Phase::Waiting && it.kind() == Kind::CatchUp && it.name.nominal < nominal;
        self.any(lane, |it| it.is_started() && it.kind() == Kind::Requested) && !self.any(lane, is_caught_up_before)
    }

    /// Applies `cancel_other`: live and catch-up runs are asked to stop, and waiting ones are skipped.
    /// Backfills are not affected.
    fn replace_others(&mut self, number: usize, lane: &[usize]) {
        for other in lane.iter().copied().filter(|other| *other != number) {
            let it = &mut self.occurrences[other];
            if it.kind() == Kind::Requested {
                continue;
            }
            it.is_canceled |= it.is_started();
            if it.phase == Phase::Waiting {
                self.end(other, End::Skipped("overlap"));
            }
        }
    }

    /// Starts an occurrence if no other of its lane runs and none of the kinds in `behind` waits with an
    /// earlier nominal time.
    fn start_or_wait(&mut self, number: usize, lane: &[usize], now: i64, behind: &[Kind]) {
        let nominal = self.occurrences[number].name.nominal;
        let is_ahead =
            |it: &Occurrence| it.phase == Phase::Waiting && it.name.nominal < nominal && behind.contains(&it.kind());
        let has_one_lane = self.case.overlap == Overlap::AllowAll;
        if has_one_lane || !self.any(lane, |it| it.is_started() || is_ahead(it)) {
            self.start(number, now);
        } else {
            self.occurrences[number].phase = Phase::Waiting;
        }
    }

    /// Starts requested runs one after the other, even where live ones run side by side.
    fn requested(&mut self, number: usize, lane: &[usize], now: i64) {
        let has_one_lane = self.case.overlap == Overlap::AllowAll;
        let is_blocking = |it: &Occurrence| match it.kind() {
            Kind::Requested => it.is_started(),
            Kind::Live | Kind::CatchUp => !has_one_lane && (it.is_started() || it.phase == Phase::Waiting),
        };
        if self.any(lane, is_blocking) {
            self.occurrences[number].phase = Phase::Waiting;
        } else {
            self.start(number, now);
        }
    }

    fn any(&self, lane: &[usize], is_it: impl Fn(&Occurrence) -> bool) -> bool {
        lane.iter().any(|number| is_it(&self.occurrences[*number]))
    }

    fn count(&self, lane: &[usize], is_it: impl Fn(&Occurrence) -> bool) -> usize {
        lane.iter().filter(|number| is_it(&self.occurrences[**number])).count()
    }

    fn start(&mut self, number: usize, now: i64) {
        let it = &self.occurrences[number];
        if it.is_missed(self.case, it.phase == Phase::Waiting, now) {
            return self.end(number, End::Skipped("missed"));
        }
        self.send(number, now);
    }

    fn send(&mut self, number: usize, now: i64) {
        let it = &mut self.occurrences[number];
        it.started_at = now;
        it.attempts += 1;
        it.dispatches += 1;
        it.phase = Phase::Running { until: now + script::duration_at(now) };
    }
}
