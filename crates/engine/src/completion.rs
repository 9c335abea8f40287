//! What the end of a run means for its schedule: what is settled, and when a rule that counts from it is due next.

use jiff::Timestamp;
use refrain_recurrence::Recurrence;

use crate::definition::Definition;
use crate::occurrence::Occurrence;
use crate::planted::{self, Bug};
use crate::store::{Ending, Lease, Settlement};
use crate::work_item::NewWorkItem;

/// What is settled when a run ends or is to be tried again, and the work that is handed in with it.
pub fn settlement(
    occurrence: &Occurrence,
    definition: Option<&Definition>,
    ending: Ending,
    work: Vec<NewWorkItem>,
    now: Timestamp,
) -> Settlement {
    let is_own = occurrence.planned.trigger.is_counted() && !planted::is(Bug::AfterCompletionNotRearmed);
    let has_ended = ending.state().is_terminal() && is_own;
    let recurrence = definition.filter(|_| has_ended).map(|definition| &definition.spec.recurrence);
    Settlement {
        lease: Lease { id: occurrence.id, fence: occurrence.fence },
        ending,
        enqueue: work,
        next_due_at: recurrence.and_then(|recurrence| next_after_end(recurrence, now)),
    }
}

/// The instant after a run that ended then; none for rules of other kinds.
pub fn next_after_end(recurrence: &Recurrence, ended_at: Timestamp) -> Option<Timestamp> {
    let Recurrence::AfterCompletion(rule) = recurrence else { return None };
    // Occurrences stand on whole seconds, and never before the delay is over.
    let next = ended_at.checked_add(rule.delay.duration()).ok()?;
    let second = next.as_second() + i64::from(next.subsec_nanosecond() > 0);
    Timestamp::from_second(second).ok()
}
