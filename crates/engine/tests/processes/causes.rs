//! Why an occurrence was started more than once. Every restart needs a named cause at that time: a retry, a
//! fault of the node that held the lease, or a fault of the database. A restart without a cause is a finding.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use refrain::model::AttemptOutcome;

use crate::faults::{Fault, Kind};
use crate::ledger::Row;
use crate::node::LEASE;
use crate::receiver::{Effect, Phase};

/// Reason for a repeated start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cause {
    RetryAfterFailure,
    LeaseLostAfterKill,
    LeaseLostAfterStop,
    DatabaseDownWhileRunning,
    DatabaseDownWhileSettling,
    /// The run completed, but settling it was blocked by a node that was suspended in the middle of a transaction.
    SettlingBlockedByStop,
}

/// Number of restarts per cause.
pub(crate) type Causes = BTreeMap<Cause, usize>;

/// All injected faults.
pub(crate) struct Faults(pub(crate) Vec<Fault>);

impl Faults {
    /// Returns the number of faults of one kind.
    pub(crate) fn count(&self, is_kind: impl Fn(Kind) -> bool) -> usize {
        self.0.iter().filter(|fault| is_kind(fault.kind)).count()
    }

    fn any(&self, from: Timestamp, to: Timestamp, is_kind: impl Fn(Kind) -> bool) -> bool {
        self.0.iter().any(|fault| is_kind(fault.kind) && fault.from <= to && fault.to >= from)
    }

    /// Returns whether the process was killed or suspended, or the database was down, at some time in this range.
    pub(crate) fn has_hit(&self, pid: u32, from: Timestamp, to: Timestamp) -> bool {
        self.any(from, to, |kind| kind == Kind::Kill(pid) || kind == Kind::Stop(pid) || kind == Kind::Database)
    }

    /// Returns whether the process was suspended at some time in this range.
    pub(crate) fn was_suspended(&self, pid: u32, from: Timestamp, to: Timestamp) -> bool {
        self.any(from, to, |kind| kind == Kind::Stop(pid))
    }

    /// Returns why a run was followed by another.
    pub(crate) fn cause(&self, row: &Row, previous: &Effect, next: &Effect) -> Option<Cause> {
        let record = row.attempts.iter().find(|attempt| attempt.fence == previous.fence);
        let said = |phase| row.effects.iter().find(|it| it.fence == previous.fence && it.phase == phase);
        if record.is_some_and(|record| record.outcome == AttemptOutcome::Retried) && said(Phase::Failed).is_some() {
            return Some(Cause::RetryAfterFailure);
        }
        // The lease may have been lost up to one lease duration before the run reported to the receiver.
        let from = previous.at.min(next.at) - lease();
        let to = previous.at.max(next.at);
        let is_settling = said(Phase::Done).or(said(Phase::Failed));
        if self.any(previous.at, to, |kind| kind == Kind::Kill(previous.pid)) {
            Some(Cause::LeaseLostAfterKill)
        } else if self.any(from, to, |kind| kind == Kind::Stop(previous.pid)) {
            Some(Cause::LeaseLostAfterStop)
        } else if self.any(from, to, |kind| kind == Kind::Database) {
            let is_settling = is_settling.is_some();
            Some(if is_settling { Cause::DatabaseDownWhileSettling } else { Cause::DatabaseDownWhileRunning })
        } else if is_settling.is_some_and(|reported| self.any(reported.at, to, |kind| matches!(kind, Kind::Stop(_)))) {
            Some(Cause::SettlingBlockedByStop)
        } else {
            None
        }
    }
}

pub(crate) fn lease() -> SignedDuration {
    LEASE.duration()
}
