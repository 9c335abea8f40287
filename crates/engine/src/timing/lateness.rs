//! Lateness: the latest time at which an occurrence may start and still be worth running. The planner and the
//! worker apply the same rule.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{CompiledRecurrence, Length};

use crate::model::{CatchUpPolicy, Definition, Occurrence, Schedule, SkipReason, Trigger};
use crate::store::{Store, StoreError};
use crate::timing::RecurrenceCache;

/// Maximum start delay that counts as on time.
pub const ON_TIME_FOR: SignedDuration = SignedDuration::from_secs(60);
/// Maximum catch-up window of a schedule that sets none.
const WINDOW_MAX: SignedDuration = SignedDuration::from_hours(24);

/// Returns the maximum start delay of the occurrence at `nominal_at`. It is the schedule's catch-up window,
/// or else the time to the next occurrence, and never more than the start deadline.
pub fn window(definition: &Definition, rule: &CompiledRecurrence, nominal_at: Timestamp) -> SignedDuration {
    window_with(definition, Some(rule), nominal_at)
}

/// Returns the maximum delay at which an occurrence that was not planned in time still counts as on time: a minute.
/// A schedule that skips missed occurrences can set a shorter window, so that no minute's worth of them starts after
/// downtime.
pub fn planned_on_time_for(definition: &Definition) -> SignedDuration {
    match (definition.catch_up.policy, definition.catch_up.window) {
        (CatchUpPolicy::Skip, Some(window)) => window.duration().min(ON_TIME_FOR),
        (CatchUpPolicy::Skip, None) | (CatchUpPolicy::Latest | CatchUpPolicy::Earliest | CatchUpPolicy::All, _) => {
            ON_TIME_FOR
        }
    }
}

fn window_with(definition: &Definition, rule: Option<&CompiledRecurrence>, nominal_at: Timestamp) -> SignedDuration {
    let next = || rule.and_then(|rule| rule.next_after(nominal_at));
    let until_next = || next().map_or(WINDOW_MAX, |next| next.at().duration_since(nominal_at));
    let window = definition.catch_up.window.map_or_else(|| until_next().min(WINDOW_MAX), Length::duration);
    definition.start_deadline.map_or(window, |deadline| window.min(deadline.duration().max(ON_TIME_FOR)))
}

/// Decides whether occurrences start too late. It uses the compiled recurrence that the planner uses now,
/// with its calendars, seed and time zone.
#[derive(Clone, Default)]
pub struct Lateness {
    source: Option<RuleSource>,
}

#[derive(Clone)]
struct RuleSource {
    store: Arc<dyn Store>,
    rules: Arc<RecurrenceCache>,
}

impl Lateness {
    /// Creates a judge that reads schedules from the store and shares compiled recurrences with a planner.
    pub fn new(store: Arc<dyn Store>, rules: Arc<RecurrenceCache>) -> Self {
        Self { source: Some(RuleSource { store, rules }) }
    }

    /// Returns the reason why an occurrence that starts at `at` is too late, or `None` if it is not.
    ///
    /// A retry, a manual run, a backfill and a reopened occurrence are never too late. A catch-up run and a
    /// run that waited for other runs only have to meet the start deadline.
    ///
    /// # Errors
    /// If the schedule or its calendars cannot be read.
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
                // An explicit window needs no recurrence.
                let needs_rule = definition.catch_up.window.is_none();
                let rule = if needs_rule { self.rule(definition, occurrence).await? } else { None };
                let planned = &occurrence.planned;
                // If the time zone or a calendar no longer exists, there is no recurrence. Then the longest
                // window applies, so that no run is lost.
                let window = window_with(definition, rule.as_deref(), planned.nominal_at).max(ON_TIME_FOR);
                Ok((at.duration_since(planned.due_at) > window).then_some(SkipReason::Missed))
            }
        }
    }

    /// Returns the recurrence of the revision that planned an occurrence, or `None` if it can no longer be
    /// compiled.
    async fn rule(
        &self,
        definition: &Arc<Definition>,
        occurrence: &Occurrence,
    ) -> Result<Option<Arc<CompiledRecurrence>>, StoreError> {
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

/// Verdict on a start that does not need the recurrence.
enum Judgment {
    OnTime,
    TooLate(SkipReason),
    /// The catch-up window decides.
    ByWindow,
}

fn judge(definition: &Definition, occurrence: &Occurrence, at: Timestamp) -> Judgment {
    let planned = &occurrence.planned;
    let late_for = at.duration_since(planned.due_at);
    if occurrence.attempt > 1 || planned.trigger.is_user_requested() {
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
