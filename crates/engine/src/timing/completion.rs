//! Effects of a run's completion on its schedule: the settlement, and the next due time of a recurrence that
//! counts from the completion.

use jiff::Timestamp;
use refrain_recurrence::Recurrence;

use crate::model::{Definition, NewWorkItem, Occurrence};
use crate::store::{Ending, Lease, Settlement};

/// Builds the settlement of a run that ended or is to be retried, with the work items to enqueue in the same
/// transaction.
pub fn settlement(
    occurrence: &Occurrence,
    definition: Option<&Definition>,
    ending: Ending,
    work: Vec<NewWorkItem>,
    now: Timestamp,
) -> Settlement {
    let has_ended = ending.state().is_terminal() && occurrence.planned.trigger.is_counted();
    let recurrence = definition.filter(|_| has_ended).map(|definition| &definition.spec.recurrence);
    Settlement {
        lease: Lease { id: occurrence.id, fence: occurrence.fence },
        ending,
        enqueue: work,
        next_due_at: recurrence.and_then(|recurrence| next_after_end(recurrence, now)),
    }
}

/// Returns the instant that follows a run that ended at `ended_at`, or `None` if the recurrence is not
/// `after_completion`.
pub fn next_after_end(recurrence: &Recurrence, ended_at: Timestamp) -> Option<Timestamp> {
    let Recurrence::AfterCompletion(rule) = recurrence else { return None };
    // Rounds up: occurrences fall on whole seconds, and never before the delay has passed.
    let next = ended_at.checked_add(rule.delay.duration()).ok()?;
    let second = next.as_second() + i64::from(next.subsec_nanosecond() > 0);
    Timestamp::from_second(second).ok()
}
