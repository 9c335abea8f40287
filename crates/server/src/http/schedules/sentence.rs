//! Recurrence of a schedule as a sentence, for lists: cheap, and without access to the store.

use refrain::model::Schedule;
use refrain_recurrence::{CompiledRecurrence, Context, Spec};

/// Returns the sentence, or `None` if the recurrence is no longer valid. Named calendars are not read, so the
/// sentence does not mention what they exclude.
pub(super) fn of(schedule: &Schedule) -> Option<String> {
    let context = Context { anchor: Some(schedule.created_at), seed: schedule.key.id.as_str(), calendars: None };
    let spec = &schedule.definition.spec;
    let rule = if spec.calendars.is_empty() {
        CompiledRecurrence::compile(spec, &context)
    } else {
        CompiledRecurrence::compile(&Spec { calendars: Vec::new(), ..spec.clone() }, &context)
    };
    rule.ok().map(|rule| rule.describe())
}
