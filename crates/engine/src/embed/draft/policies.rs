//! Bounds, time zone and policies of a draft: what happens when runs overlap, are missed or fail. If a policy is
//! set several times, the last call wins.

use jiff::Timestamp;
use refrain_recurrence::builder::{Chain, ClosedStep, Complete};
use refrain_recurrence::{Dst, Jitter, Length, OnDayOff};

use super::Draft;
use crate::model::{CatchUp, Delivery, History, Overlap, Priority, Retry, Scope};

/// Bounds, time zone and calendars.
impl<Step: Complete, Sent> Draft<Chain<Step>, Sent> {
    /// Sets the time zone of the recurrence by its IANA name. Default: UTC.
    pub fn in_zone(self, timezone: impl Into<String>) -> Draft<Chain<ClosedStep>, Sent> {
        let mut draft = self.to(Chain::closed);
        draft.timezone = Some(timezone.into());
        draft
    }

    /// Sets the start: no occurrence before this instant, and intervals are counted from it.
    pub fn starting(self, at: Timestamp) -> Draft<Chain<ClosedStep>, Sent> {
        self.to(|chain| chain.starting(at))
    }

    /// Sets the end: no occurrence at or after this instant.
    pub fn until(self, at: Timestamp) -> Draft<Chain<ClosedStep>, Sent> {
        self.to(|chain| chain.until(at))
    }

    /// Limits the number of occurrences that may start. Combined with `until`, whichever limit is reached first
    /// ends the schedule.
    pub fn max_runs(self, runs: u64) -> Draft<Chain<ClosedStep>, Sent> {
        self.to(|chain| chain.max_runs(runs))
    }

    /// Sets the policy for local times that a DST change skips or repeats.
    pub fn dst(self, dst: Dst) -> Draft<Chain<ClosedStep>, Sent> {
        self.to(|chain| chain.dst(dst))
    }

    /// Adds a deterministic delay that spreads load.
    pub fn jitter(self, jitter: Jitter) -> Draft<Chain<ClosedStep>, Sent> {
        self.to(|chain| chain.jitter(jitter))
    }

    /// Adds a named calendar, and sets what happens to an occurrence on one of its days off. Several calls add up.
    pub fn days_off(self, calendar: impl Into<String>, on_day_off: OnDayOff) -> Draft<Chain<ClosedStep>, Sent> {
        self.to(|chain| chain.calendar(calendar, on_day_off))
    }
}

/// Policies for runs.
impl<Step: Complete, Sent> Draft<Chain<Step>, Sent> {
    /// Sets what happens when an occurrence is due while an earlier run is still open. Default: the occurrence is
    /// skipped.
    pub fn overlap(self, overlap: Overlap) -> Draft<Chain<ClosedStep>, Sent> {
        self.with(move |definition| definition.overlap = overlap)
    }

    /// Limits the number of concurrent runs, and allows runs to overlap.
    pub fn max_concurrent(self, runs: u32) -> Draft<Chain<ClosedStep>, Sent> {
        self.with(move |definition| {
            definition.overlap = Overlap::AllowAll;
            definition.max_concurrent = Some(runs);
        })
    }

    /// Sets how to catch up on missed occurrences: by a [`CatchUpPolicy`](crate::model::CatchUpPolicy) alone, or
    /// by a full [`CatchUp`] with window and limit.
    pub fn catch_up(self, catch_up: impl Into<CatchUp>) -> Draft<Chain<ClosedStep>, Sent> {
        let catch_up = catch_up.into();
        self.with(move |definition| definition.catch_up = catch_up)
    }

    /// Sets the maximum start delay of a run.
    pub fn start_deadline(self, deadline: Length) -> Draft<Chain<ClosedStep>, Sent> {
        self.with(move |definition| definition.start_deadline = Some(deadline))
    }

    /// Sets the retry policy for failed attempts. Default: five attempts at increasing intervals.
    pub fn retry(self, retry: Retry) -> Draft<Chain<ClosedStep>, Sent> {
        self.with(move |definition| definition.retry = retry)
    }

    /// Sets the timeout of one attempt.
    pub fn timeout(self, timeout: Length) -> Draft<Chain<ClosedStep>, Sent> {
        self.with(move |definition| definition.timeout = Some(timeout))
    }

    /// Pauses the schedule after this many consecutive failures.
    pub fn pause_on_failure(self, failures: u32) -> Draft<Chain<ClosedStep>, Sent> {
        self.with(move |definition| definition.pause_on_failure = Some(failures))
    }

    /// Sets whether an occurrence is sent again after a crash in the middle of a run. Default: it is sent again.
    pub fn delivery(self, delivery: Delivery) -> Draft<Chain<ClosedStep>, Sent> {
        self.with(move |definition| definition.delivery = delivery)
    }

    /// Sets the priority of runs among the tenant's runs.
    pub fn priority(self, priority: Priority) -> Draft<Chain<ClosedStep>, Sent> {
        self.with(move |definition| definition.priority = priority)
    }

    /// Sets how much of the output of attempts is kept. Default: the level of the tenant or the node.
    pub fn history(self, level: History) -> Draft<Chain<ClosedStep>, Sent> {
        self.with(move |definition| definition.history = Some(level))
    }

    /// Sets several targets per period, each with an occurrence of its own.
    pub fn discriminators(self, names: impl IntoIterator<Item: Into<String>>) -> Draft<Chain<ClosedStep>, Sent> {
        let names = names.into_iter().map(Into::into).collect();
        self.with(move |definition| definition.discriminators = names)
    }
}

/// Descriptive fields.
impl<Step: Complete, Sent> Draft<Chain<Step>, Sent> {
    /// Sets the description.
    pub fn description(self, text: impl Into<String>) -> Draft<Chain<ClosedStep>, Sent> {
        let text = text.into();
        self.with(move |definition| definition.description = text)
    }

    /// Adds a label by which the schedule can be selected. Several calls add up.
    pub fn label(self, name: impl Into<String>, value: impl Into<String>) -> Draft<Chain<ClosedStep>, Sent> {
        let (name, value) = (name.into(), value.into());
        self.with(move |definition| drop(definition.labels.insert(name, value)))
    }

    /// Sets the object that the schedule belongs to. Holds select by it.
    pub fn scope(self, kind: impl Into<String>, id: impl Into<String>) -> Draft<Chain<ClosedStep>, Sent> {
        let scope = Scope { kind: kind.into(), id: id.into() };
        self.with(move |definition| definition.scope = Some(scope))
    }
}
