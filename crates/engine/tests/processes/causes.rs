//! Why an occurrence was begun more than once. Every time has a cause with a name: a retry, or something that was done to
//! the node that had it or to the database, at that time. What has none is a finding.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use refrain::attempt::AttemptOutcome;

use crate::faults::{Fault, Kind};
use crate::ledger::Row;
use crate::node::LEASE;
use crate::receiver::{Effect, Phase};

/// Why something was begun again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cause {
    RetryAfterFailure,
    LeaseLostAfterKill,
    LeaseLostAfterStop,
    DatabaseAwayWhileRunning,
    DatabaseAwayWhileSettling,
    /// It was done, and a node that stood still in the middle of a transaction was in the way of writing it down.
    SettlingHeldUpByStop,
}

/// How often each was found.
pub(crate) type Causes = BTreeMap<Cause, usize>;

/// What was done and when.
pub(crate) struct Faults(pub(crate) Vec<Fault>);

impl Faults {
    /// How many there were of a kind.
    pub(crate) fn count(&self, is_kind: impl Fn(Kind) -> bool) -> usize {
        self.0.iter().filter(|fault| is_kind(fault.kind)).count()
    }

    fn any(&self, from: Timestamp, to: Timestamp, is_kind: impl Fn(Kind) -> bool) -> bool {
        self.0.iter().any(|fault| is_kind(fault.kind) && fault.from <= to && fault.to >= from)
    }

    /// Whether a process was killed or stood still, or the database was away, at some time between.
    pub(crate) fn has_hit(&self, pid: u32, from: Timestamp, to: Timestamp) -> bool {
        self.any(from, to, |kind| kind == Kind::Kill(pid) || kind == Kind::Stop(pid) || kind == Kind::Database)
    }

    /// Whether a process stood still at some time between.
    pub(crate) fn has_stood_still(&self, pid: u32, from: Timestamp, to: Timestamp) -> bool {
        self.any(from, to, |kind| kind == Kind::Stop(pid))
    }

    /// Why a run was followed by another.
    pub(crate) fn cause(&self, row: &Row, previous: &Effect, next: &Effect) -> Option<Cause> {
        let record = row.attempts.iter().find(|attempt| attempt.fence == previous.fence);
        let said = |phase| row.effects.iter().find(|it| it.fence == previous.fence && it.phase == phase);
        if record.is_some_and(|record| record.outcome == AttemptOutcome::Retried) && said(Phase::Failed).is_some() {
            return Some(Cause::RetryAfterFailure);
        }
        // The lease was given up to a lease before the run told of itself.
        let from = previous.at.min(next.at) - lease();
        let to = previous.at.max(next.at);
        let is_settling = said(Phase::Done).or(said(Phase::Failed));
        if self.any(previous.at, to, |kind| kind == Kind::Kill(previous.pid)) {
            Some(Cause::LeaseLostAfterKill)
        } else if self.any(from, to, |kind| kind == Kind::Stop(previous.pid)) {
            Some(Cause::LeaseLostAfterStop)
        } else if self.any(from, to, |kind| kind == Kind::Database) {
            let is_settling = is_settling.is_some();
            Some(if is_settling { Cause::DatabaseAwayWhileSettling } else { Cause::DatabaseAwayWhileRunning })
        } else if is_settling.is_some_and(|told| self.any(told.at, to, |kind| matches!(kind, Kind::Stop(_)))) {
            Some(Cause::SettlingHeldUpByStop)
        } else {
            None
        }
    }
}

pub(crate) fn lease() -> SignedDuration {
    LEASE.duration()
}
