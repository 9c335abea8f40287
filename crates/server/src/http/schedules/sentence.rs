//! A schedule's rule in words, for lists: cheap, and without asking the store for anything.

use refrain::schedule::Schedule;
use refrain_recurrence::{Context, Rule, Spec};

/// The sentence; none when the rule no longer holds. Named calendars are not read, so it does not say what they leave out.
pub(super) fn of(schedule: &Schedule) -> Option<String> {
    let context = Context { anchor: Some(schedule.created_at), seed: schedule.key.id.as_str(), calendars: None };
    let spec = &schedule.definition.spec;
    let rule = if spec.calendars.is_empty() {
        Rule::compile(spec, &context)
    } else {
        Rule::compile(&Spec { calendars: Vec::new(), ..spec.clone() }, &context)
    };
    rule.ok().map(|rule| rule.describe())
}
