//! A clock that jumped ahead by more than ten minutes is not planned by until it has run steadily for a minute.

use jiff::SignedDuration;
use refrain::id::ScheduleUid;

use crate::trace::Line;
use crate::watch::Watch;

/// A larger step is not believed.
const FORWARD_STEP_MAX: SignedDuration = SignedDuration::from_mins(10);
/// How long it must run steadily. The jump is noticed a little later than it is seen here, never earlier.
const STEADY_FOR: SignedDuration = SignedDuration::from_secs(59);

/// What was planned before the jump is written within this time, should every call on the way be slow.
const WRITTEN_WITHIN: SignedDuration = SignedDuration::from_secs(15);

/// A planner looks at its clock at least so often, unless a call is slow.
const SEEN_WITHIN: SignedDuration = SignedDuration::from_secs(8);

/// Whether there is nothing to doubt.
fn is_sure(jumped_at: Option<SignedDuration>, now: SignedDuration) -> bool {
    jumped_at.is_none_or(|at| now - at >= STEADY_FOR)
}

impl Watch {
    /// A node's clock was set.
    pub(crate) fn clock_set(&mut self, node: usize, by: SignedDuration) {
        let now = self.now;
        let seen = &mut self.nodes[node];
        seen.synced_at = now;
        seen.jumped_by += by;
        if by.is_negative() {
            seen.went_back_at = Some(now);
        }
        // Who did not look between a step back and a step ahead has seen neither.
        let is_seen = seen.went_back_at.is_none_or(|at| now - at > SEEN_WITHIN);
        if by > FORWARD_STEP_MAX && is_seen {
            seen.jumped_at = Some(now);
            self.line(Line::Node { node, what: "doubts its clock" });
        } else if seen.jumped_by <= FORWARD_STEP_MAX {
            // It went back to where it was.
            seen.jumped_at = None;
        }
        if is_sure(self.nodes[node].jumped_at, now) {
            self.nodes[node].jumped_by = SignedDuration::ZERO;
        }
    }

    pub(super) fn planned_after_jump(&mut self, node: usize, uid: ScheduleUid) {
        // What was read before the jump may still be written, slowly, or after standing still: it was planned by the old time.
        let seen = &self.nodes[node];
        // A request to generate names its own time.
        if seen.is_peoples {
            return;
        }
        let is_doubted = seen.jumped_at.is_some_and(|at| {
            let since = self.now - at;
            let has_stood_still = seen.stood_still_at.is_some_and(|still| still >= at);
            since > WRITTEN_WITHIN && since < STEADY_FOR && !has_stood_still
        });
        if is_doubted {
            let text = format!("node {node} planned schedule {uid}");
            self.broken("planning halts after a jump of the clock", text);
        }
    }
}
