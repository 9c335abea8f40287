//! How late an occurrence may be and still be worth running. Pure; planning and running go by the same rule.

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{Context, Length, Rule};

use crate::definition::Definition;
use crate::occurrence::{Occurrence, Trigger};
use crate::policy::CatchUpPolicy;
use crate::reason::SkipReason;

/// What is so late at most still counts as on time.
pub const ON_TIME_FOR: SignedDuration = SignedDuration::from_secs(60);
/// Without a window of its own, a schedule makes up for a day at most.
const WINDOW_MAX: SignedDuration = SignedDuration::from_hours(24);

/// How late a run of then is still worth it: as the schedule says, or until the next one, and never after its deadline.
pub fn window(definition: &Definition, rule: &Rule, nominal_at: Timestamp) -> SignedDuration {
    let until_next = || rule.next_after(nominal_at).map_or(WINDOW_MAX, |next| next.at().duration_since(nominal_at));
    let window = definition.catch_up.window.map_or_else(|| until_next().min(WINDOW_MAX), Length::duration);
    definition.start_deadline.map_or(window, |deadline| window.min(deadline.duration().max(ON_TIME_FOR)))
}

/// Why an occurrence that is about to begin comes too late.
///
/// Only the deadline applies to occurrences that started before, that a person requested, or that waited for another run.
pub fn too_late(definition: &Definition, occurrence: &Occurrence, now: Timestamp) -> Option<SkipReason> {
    let planned = &occurrence.planned;
    let late_for = now.duration_since(planned.due_at);
    if occurrence.attempt > 1 || planned.trigger.is_by_hand() {
        return None;
    }
    if definition.start_deadline.is_some_and(|deadline| late_for > deadline.duration()) {
        return Some(SkipReason::Deadline);
    }
    if late_for <= ON_TIME_FOR
        || planned.trigger == Trigger::CatchUp
        || occurrence.blocker.is_some()
        || definition.overlap.may_wait(definition.max_concurrent)
    {
        return None;
    }
    let is_worth_it = match definition.catch_up.policy {
        CatchUpPolicy::Skip => false,
        CatchUpPolicy::Latest | CatchUpPolicy::Earliest | CatchUpPolicy::All => {
            // Counted from the occurrence itself a grid has the same interval, whatever it was anchored at.
            let context = Context { anchor: Some(planned.nominal_at), ..Context::default() };
            Rule::compile(&definition.spec, &context)
                .is_ok_and(|rule| late_for <= window(definition, &rule, planned.nominal_at).max(ON_TIME_FOR))
        }
    };
    (!is_worth_it).then_some(SkipReason::Missed)
}
