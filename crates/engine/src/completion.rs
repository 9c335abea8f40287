//! When a rule that counts from the end of its last run is due next.

use jiff::Timestamp;
use refrain_recurrence::Recurrence;

/// The instant after a run that ended then; none for rules of other kinds.
pub fn next_after_end(recurrence: &Recurrence, ended_at: Timestamp) -> Option<Timestamp> {
    let Recurrence::AfterCompletion(rule) = recurrence else { return None };
    // Occurrences stand on whole seconds, and never before the delay is over.
    let next = ended_at.checked_add(rule.delay.duration()).ok()?;
    let second = next.as_second() + i64::from(next.subsec_nanosecond() > 0);
    Timestamp::from_second(second).ok()
}
