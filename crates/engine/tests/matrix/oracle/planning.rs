//! Decides which slots get a row, and which a gap.

use refrain::model::{CatchUpPolicy, Trigger};

use super::{ON_TIME_FOR, Occurrence, Oracle};
use crate::case::{Bound, Case};
use crate::script;

impl Oracle<'_> {
    /// Gives every slot up to now its rows or its gap. A paused or finished schedule plans nothing.
    pub(super) fn plan(&mut self, now: i64) {
        if self.is_paused || self.is_finished || self.periods_left() == Some(0) {
            return;
        }
        let slots = self.slots_until(now + script::AHEAD_FOR);
        let (late, on_time): (Vec<i64>, Vec<i64>) = slots.into_iter().partition(|slot| now - slot > ON_TIME_FOR);
        let caught_up = self.caught_up(&late, now);
        for slot in late {
            let is_caught_up = caught_up.contains(&slot);
            if is_caught_up && self.periods_left() == Some(0) {
                return;
            }
            match is_caught_up {
                true => self.add_slot(slot, Trigger::CatchUp),
                false => drop(self.gaps.insert(slot, "missed")),
            }
            self.watermark = slot;
        }
        for slot in on_time {
            if self.periods_left() == Some(0) {
                return;
            }
            self.add_slot(slot, Trigger::Schedule);
            self.watermark = slot;
        }
        self.watermark = self.watermark.max(now);
    }

    /// Returns the slots that have neither rows nor a gap.
    pub(super) fn slots_until(&self, until: i64) -> Vec<i64> {
        script::slots(self.watermark + 1, until, self.case.has_calendar, self.case.bound)
    }

    /// Returns the late slots that the catch-up policy runs, within the window. The default policy is `latest`.
    fn caught_up(&self, late: &[i64], now: i64) -> Vec<i64> {
        let has_calendar = self.case.has_calendar;
        let mut within = late.iter().copied().filter(|slot| now - slot <= script::catch_up_for(*slot, has_calendar));
        match self.case.catch_up {
            CatchUpPolicy::Skip => Vec::new(),
            CatchUpPolicy::Latest => within.next_back().into_iter().collect(),
            CatchUpPolicy::Earliest => within.take(1).collect(),
            CatchUpPolicy::All => within.collect(),
        }
    }

    /// Returns the number of slots that may still be planned. A schedule never plans more occurrences than it
    /// may still run.
    fn periods_left(&self) -> Option<usize> {
        let lanes = self.case.lanes().len();
        let open = self.occurrences.iter().filter(|it| it.is_counted() && it.is_open()).count();
        match self.case.bound {
            Bound::MaxRuns => Some((script::RUNS_MAX * lanes).saturating_sub(self.runs + open).div_ceil(lanes)),
            Bound::None | Bound::EndsAt => None,
        }
    }
}

impl Occurrence {
    /// Decision 0016: the catch-up policy decides about a start more than a minute late, unless the occurrence
    /// had to wait. Manual runs, backfills and retries are exempt, and catch-up runs were decided when they
    /// were planned.
    pub(super) fn is_missed(&self, case: &Case, has_waited: bool, now: i64) -> bool {
        let is_judged = self.trigger == Trigger::Schedule && self.attempts == 0 && !has_waited;
        let late_for = now - self.due;
        let window = script::catch_up_for(self.name.nominal, case.has_calendar);
        let is_worth_it = case.catch_up != CatchUpPolicy::Skip && late_for <= window;
        is_judged && late_for > ON_TIME_FOR && !is_worth_it
    }
}
