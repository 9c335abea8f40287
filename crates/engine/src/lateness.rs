//! How late an occurrence may start and still be worth running. Planning and running go by the same rule.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{Length, Rule};

use crate::definition::Definition;
use crate::occurrence::{Occurrence, Trigger};
use crate::planner::rules::Rules;
use crate::planted::{self, Bug};
use crate::policy::CatchUpPolicy;
use crate::reason::SkipReason;
use crate::schedule::Schedule;
use crate::store::{Store, StoreError};

/// A start that is at most this late counts as on time.
pub const ON_TIME_FOR: SignedDuration = SignedDuration::from_secs(60);
/// The longest catch-up window of a schedule that sets none.
const WINDOW_MAX: SignedDuration = SignedDuration::from_hours(24);

/// How late a run of then is still worth it: as the schedule says, or until the next one, and never after its deadline.
pub fn window(definition: &Definition, rule: &Rule, nominal_at: Timestamp) -> SignedDuration {
    window_with(definition, Some(rule), nominal_at)
}

fn window_with(definition: &Definition, rule: Option<&Rule>, nominal_at: Timestamp) -> SignedDuration {
    let next = || rule.and_then(|rule| rule.next_after(nominal_at));
    let until_next = || next().map_or(WINDOW_MAX, |next| next.at().duration_since(nominal_at));
    let window = definition.catch_up.window.map_or_else(|| until_next().min(WINDOW_MAX), Length::duration);
    definition.start_deadline.map_or(window, |deadline| window.min(deadline.duration().max(ON_TIME_FOR)))
}

/// Decides whether occurrences start too late, with the rule that the planner uses now: its calendars, its seed and its zone
/// belong to it.
#[derive(Clone, Default)]
pub struct Lateness {
    source: Option<RuleSource>,
}

#[derive(Clone)]
struct RuleSource {
    store: Arc<dyn Store>,
    rules: Arc<Rules>,
}

impl Lateness {
    /// Reads what it needs from a store, and shares compiled rules with a planner.
    pub fn new(store: Arc<dyn Store>, rules: Arc<Rules>) -> Self {
        Self { source: Some(RuleSource { store, rules }) }
    }

    /// Why an occurrence that starts then comes too late.
    ///
    /// A second attempt, a manual run, a backfill and a run that waited for other runs are only held to the deadline.
    ///
    /// # Errors
    /// When the schedule or its calendars cannot be read.
    pub async fn too_late(
        &self,
        definition: &Arc<Definition>,
        occurrence: &Occurrence,
        at: Timestamp,
    ) -> Result<Option<SkipReason>, StoreError> {
        match judge(definition, occurrence, at) {
            Judgment::OnTime => Ok(None),
            Judgment::TooLate(reason) => Ok(Some(reason)),
            Judgment::ByWindow => {
                if planted::is(Bug::LatenessWithoutCalendars) && !definition.spec.calendars.is_empty() {
                    return Ok(Some(SkipReason::Missed));
                }
                // A window of its own needs no rule.
                let needs_rule = definition.catch_up.window.is_none();
                let rule = if needs_rule { self.rule(definition, occurrence).await? } else { None };
                let planned = &occurrence.planned;
                // Without a rule, because its zone or a calendar is gone, the longest window holds: no run is lost by that.
                let window = window_with(definition, rule.as_deref(), planned.nominal_at).max(ON_TIME_FOR);
                Ok((at.duration_since(planned.due_at) > window).then_some(SkipReason::Missed))
            }
        }
    }

    /// The rule of the revision that planned an occurrence; none when it cannot be made any more.
    async fn rule(
        &self,
        definition: &Arc<Definition>,
        occurrence: &Occurrence,
    ) -> Result<Option<Arc<Rule>>, StoreError> {
        let Some(RuleSource { store, rules }) = &self.source else { return Ok(None) };
        let (uid, revision) = (occurrence.schedule_uid, occurrence.revision);
        if definition.spec.calendars.is_empty()
            && let Some(rule) = rules.known(uid, revision)
        {
            return Ok(Some(rule));
        }
        let found = match store.schedule(&occurrence.schedule).await {
            Ok(found) => found.filter(|found| found.uid == uid),
            Err(StoreError::Corrupt(_)) => None,
            Err(error) => return Err(error),
        };
        let Some(found) = found else { return Ok(None) };
        let planned_by = Schedule { revision, definition: Arc::clone(definition), ..found };
        Ok(rules.of(&**store, &planned_by).await?.ok())
    }
}

impl std::fmt::Debug for Lateness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lateness").field("has_source", &self.source.is_some()).finish()
    }
}

/// What is known about a start without its rule.
enum Judgment {
    OnTime,
    TooLate(SkipReason),
    /// The catch-up window decides.
    ByWindow,
}

fn judge(definition: &Definition, occurrence: &Occurrence, at: Timestamp) -> Judgment {
    let planned = &occurrence.planned;
    let late_for = at.duration_since(planned.due_at);
    if occurrence.attempt > 1 || planned.trigger.is_by_hand() {
        return Judgment::OnTime;
    }
    if definition.start_deadline.is_some_and(|deadline| late_for > deadline.duration()) {
        return Judgment::TooLate(SkipReason::Deadline);
    }
    if late_for <= ON_TIME_FOR || planned.trigger == Trigger::CatchUp || occurrence.blocker.is_some() {
        return Judgment::OnTime;
    }
    match definition.catch_up.policy {
        CatchUpPolicy::Skip => Judgment::TooLate(SkipReason::Missed),
        CatchUpPolicy::Latest | CatchUpPolicy::Earliest | CatchUpPolicy::All => Judgment::ByWindow,
    }
}
