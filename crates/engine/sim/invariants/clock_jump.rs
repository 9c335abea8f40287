//! After the clock jumps forward by more than ten minutes, nothing is planned until the clock has been steady
//! for a minute.

use jiff::SignedDuration;
use refrain::model::ScheduleUid;

use crate::trace::Line;
use crate::watch::Observer;

/// Maximum forward step that is trusted.
const FORWARD_STEP_MAX: SignedDuration = SignedDuration::from_mins(10);
/// How long the clock must be steady. The engine notices the jump slightly later than the observer, never
/// earlier.
const STEADY_FOR: SignedDuration = SignedDuration::from_secs(59);

/// Maximum time until a plan from before the jump is written, if every call on the way is slow.
const WRITTEN_WITHIN: SignedDuration = SignedDuration::from_secs(15);

/// Maximum time until a planner looks at its clock again, unless a call is slow.
const SEEN_WITHIN: SignedDuration = SignedDuration::from_secs(8);

/// Returns whether the clock is trusted.
fn is_sure(jumped_at: Option<SignedDuration>, now: SignedDuration) -> bool {
    jumped_at.is_none_or(|at| now - at >= STEADY_FOR)
}

impl Observer {
    /// Records that a node's clock was set.
    pub(crate) fn clock_set(&mut self, node: usize, by: SignedDuration) {
        let now = self.now;
        let seen = &mut self.nodes[node];
        seen.synced_at = now;
        seen.jumped_by += by;
        if by.is_negative() {
            seen.went_back_at = Some(now);
        }
        // A node that did not look at its clock between a step back and a step forward noticed neither.
        let is_seen = seen.went_back_at.is_none_or(|at| now - at > SEEN_WITHIN);
        if by > FORWARD_STEP_MAX && is_seen {
            seen.jumped_at = Some(now);
            self.line(Line::Node { node, what: "distrusts its clock" });
        } else if seen.jumped_by <= FORWARD_STEP_MAX {
            // The clock went back to where it was.
            seen.jumped_at = None;
        }
        if is_sure(self.nodes[node].jumped_at, now) {
            self.nodes[node].jumped_by = SignedDuration::ZERO;
        }
    }

    pub(super) fn planned_after_jump(&mut self, node: usize, uid: ScheduleUid) {
        // A plan made before the jump, by the old time, may still be written slowly, or after the node was
        // frozen.
        let seen = &self.nodes[node];
        // A request to generate occurrences specifies its own time.
        if seen.belongs_to_people {
            return;
        }
        let is_doubted = seen.jumped_at.is_some_and(|at| {
            let since = self.now - at;
            let was_frozen = seen.frozen_at.is_some_and(|still| still >= at);
            since > WRITTEN_WITHIN && since < STEADY_FOR && !was_frozen
        });
        if is_doubted {
            let text = format!("node {node} planned schedule {uid}");
            self.report_violation("planning halts after a clock jump", text);
        }
    }
}
