//! What stands around the rule: bounds and zone, and what happens when runs overlap, are missed or fail. The last call of a
//! policy counts.

use jiff::Timestamp;
use refrain_recurrence::builder::{Chain, Closed, Complete};
use refrain_recurrence::{Dst, Jitter, Length, OnDayOff};

use super::Draft;
use crate::definition::Scope;
use crate::history::History;
use crate::policy::{CatchUp, Delivery, Overlap, Priority, Retry};

/// When.
impl<Step: Complete, Sent> Draft<Chain<Step>, Sent> {
    /// The IANA name of the zone whose wall clock the rule follows; UTC without a call.
    pub fn in_zone(self, timezone: impl Into<String>) -> Draft<Chain<Closed>, Sent> {
        let mut draft = self.to(Chain::closed);
        draft.timezone = Some(timezone.into());
        draft
    }

    /// No occurrence before this; intervals are counted from here.
    pub fn starting(self, at: Timestamp) -> Draft<Chain<Closed>, Sent> {
        self.to(|chain| chain.starting(at))
    }

    /// No occurrence at or after this.
    pub fn until(self, at: Timestamp) -> Draft<Chain<Closed>, Sent> {
        self.to(|chain| chain.until(at))
    }

    /// How many occurrences may start. With `until` beside it, whichever is reached first ends the schedule.
    pub fn max_runs(self, runs: u64) -> Draft<Chain<Closed>, Sent> {
        self.to(|chain| chain.max_runs(runs))
    }

    /// What a change of offset does to local times that it skips or repeats.
    pub fn dst(self, dst: Dst) -> Draft<Chain<Closed>, Sent> {
        self.to(|chain| chain.dst(dst))
    }

    /// A deterministic delay that spreads load.
    pub fn jitter(self, jitter: Jitter) -> Draft<Chain<Closed>, Sent> {
        self.to(|chain| chain.jitter(jitter))
    }

    /// A named calendar and what happens to a fire on one of its days off; calls add up.
    pub fn days_off(self, calendar: impl Into<String>, on_day_off: OnDayOff) -> Draft<Chain<Closed>, Sent> {
        self.to(|chain| chain.calendar(calendar, on_day_off))
    }
}

/// What becomes of its runs.
impl<Step: Complete, Sent> Draft<Chain<Step>, Sent> {
    /// What happens when it is due while an earlier run is still open; it is skipped without a call.
    pub fn overlap(self, overlap: Overlap) -> Draft<Chain<Closed>, Sent> {
        self.with(move |definition| definition.overlap = overlap)
    }

    /// How many may run at once; it lets runs overlap.
    pub fn max_concurrent(self, runs: u32) -> Draft<Chain<Closed>, Sent> {
        self.with(move |definition| {
            definition.overlap = Overlap::AllowAll;
            definition.max_concurrent = Some(runs);
        })
    }

    /// What happens to what nobody could run in time: a [`CatchUpPolicy`](crate::policy::CatchUpPolicy), or all of it.
    pub fn catch_up(self, catch_up: impl Into<CatchUp>) -> Draft<Chain<Closed>, Sent> {
        let catch_up = catch_up.into();
        self.with(move |definition| definition.catch_up = catch_up)
    }

    /// How late a run may start.
    pub fn start_deadline(self, deadline: Length) -> Draft<Chain<Closed>, Sent> {
        self.with(move |definition| definition.start_deadline = Some(deadline))
    }

    /// What happens after a failed attempt; five attempts, further and further apart, without a call.
    pub fn retry(self, retry: Retry) -> Draft<Chain<Closed>, Sent> {
        self.with(move |definition| definition.retry = retry)
    }

    /// How long one attempt may take.
    pub fn timeout(self, timeout: Length) -> Draft<Chain<Closed>, Sent> {
        self.with(move |definition| definition.timeout = Some(timeout))
    }

    /// After so many failures in a row it pauses itself.
    pub fn pause_on_failure(self, failures: u32) -> Draft<Chain<Closed>, Sent> {
        self.with(move |definition| definition.pause_on_failure = Some(failures))
    }

    /// What a crash in the middle leaves behind; it is sent again without a call.
    pub fn delivery(self, delivery: Delivery) -> Draft<Chain<Closed>, Sent> {
        self.with(move |definition| definition.delivery = delivery)
    }

    /// Which of the tenant's runs come first.
    pub fn priority(self, priority: Priority) -> Draft<Chain<Closed>, Sent> {
        self.with(move |definition| definition.priority = priority)
    }

    /// How much of its attempts is kept; what its tenant or node says without a call.
    pub fn history(self, level: History) -> Draft<Chain<Closed>, Sent> {
        self.with(move |definition| definition.history = Some(level))
    }

    /// Several targets per period, each with a run of its own.
    pub fn discriminators(self, names: impl IntoIterator<Item: Into<String>>) -> Draft<Chain<Closed>, Sent> {
        let names = names.into_iter().map(Into::into).collect();
        self.with(move |definition| definition.discriminators = names)
    }
}

/// What people see.
impl<Step: Complete, Sent> Draft<Chain<Step>, Sent> {
    /// What it is for, in words.
    pub fn description(self, text: impl Into<String>) -> Draft<Chain<Closed>, Sent> {
        let text = text.into();
        self.with(move |definition| definition.description = text)
    }

    /// What people select it by; calls add up.
    pub fn label(self, name: impl Into<String>, value: impl Into<String>) -> Draft<Chain<Closed>, Sent> {
        let (name, value) = (name.into(), value.into());
        self.with(move |definition| drop(definition.labels.insert(name, value)))
    }

    /// What it belongs to; holds select by it.
    pub fn scope(self, kind: impl Into<String>, id: impl Into<String>) -> Draft<Chain<Closed>, Sent> {
        let scope = Scope { kind: kind.into(), id: id.into() };
        self.with(move |definition| definition.scope = Some(scope))
    }
}
