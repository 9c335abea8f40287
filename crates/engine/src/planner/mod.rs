//! Turns due schedules into planned occurrences. The planner never runs an occurrence; that is the worker's job.
//!
//! Any node may plan, and two nodes that plan the same schedule do no harm. A plan is a pure function of the data
//! read ([`window`], [`catch_up`], [`after_completion`]), and the store accepts it only if the schedule is
//! unchanged. A schedule that cannot be planned is disabled, with its error shown, and blocks no other schedule.
//!
//! Invariant: planning the same window twice adds no rows.

pub mod after_completion;
pub mod catch_up;
pub(crate) mod check_time;
pub mod keep;
pub mod open;
pub(crate) mod recorded;
pub(crate) mod replan;
pub mod retime;
pub mod sanity;
mod subject;
pub mod window;

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::CompiledRecurrence;

use self::check_time::check_at;
use self::open::OpenOccurrences;
use self::recorded::exclude_recorded;
use self::subject::{Subject, Window};
use crate::model::{By, Schedule, SkipReason, Status};
use crate::observe::{Alarm, Event, Events, trace};
use crate::panics::caught;
use crate::store::{ChangeStatus, ExpectedVersion, Plan, PlanResult, Resume, Store, StoreError, UnreadableSchedule};
use crate::timing::RecurrenceCache;

/// Limits on one planning step.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PlannerOptions {
    /// Look-ahead: how long before they are due occurrences get their rows.
    pub ahead_for: SignedDuration,
    /// Maximum number of schedules planned in one transaction.
    pub schedules_max: usize,
    /// Maximum number of periods of one schedule planned at once.
    pub periods_max: usize,
}

crate::options::changeable!(PlannerOptions);

impl Default for PlannerOptions {
    fn default() -> Self {
        Self { ahead_for: SignedDuration::from_secs(10), schedules_max: 1_000, periods_max: 100 }
    }
}

/// Maximum number of rows in one planning transaction and in one plan. Stores become slower above it.
const ROWS_MAX: usize = 2_000;

/// Result of one planning step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlanStep {
    /// Number of schedules examined.
    pub schedules: usize,
    /// Number of new rows.
    pub rows: usize,
    /// Number of schedules that another caller had planned or changed in the meantime.
    pub stale: usize,
    /// End of the first pause that ends within the look-ahead.
    pub paused_until: Option<Timestamp>,
    /// Whether more schedules may be due.
    pub has_more: bool,
}

/// Plans due schedules.
pub struct Planner {
    store: Arc<dyn Store>,
    options: PlannerOptions,
    events: Events,
    rules: Arc<RecurrenceCache>,
    tzdb: String,
}

impl Planner {
    /// Creates a planner for a store. Its rows name the time zone database `tzdb`.
    pub fn new(store: Arc<dyn Store>, options: PlannerOptions, events: Events, tzdb: impl Into<String>) -> Self {
        Self { store, options, events, rules: Arc::default(), tzdb: tzdb.into() }
    }

    /// Returns the cache of compiled recurrences.
    pub fn rules(&self) -> &Arc<RecurrenceCache> {
        &self.rules
    }

    /// Returns the time at which a schedule that is due at `plan_at` must be planned.
    pub fn look_at(&self, plan_at: Timestamp) -> Timestamp {
        plan_at.saturating_sub(self.options.ahead_for).unwrap_or(Timestamp::MIN)
    }

    /// Plans the schedules that are due within the look-ahead, up to the maximum of one step.
    ///
    /// # Errors
    /// If the store fails. Nothing is lost; the next step repeats the work.
    pub async fn step(&self, now: Timestamp) -> Result<PlanStep, StoreError> {
        let ahead_at = |times: i32| now.saturating_add(self.options.ahead_for * times).unwrap_or(Timestamp::MAX);
        let due = self.store.due_for_planning(ahead_at(1), self.options.schedules_max).await?;
        self.quarantine(&due.unreadable, now).await?;
        let found = due.schedules.len() + due.unreadable.len();
        let is_full = found >= self.options.schedules_max;
        // The quarantined schedules have made room for others.
        let has_more = is_full && !due.unreadable.is_empty();
        let mut step = PlanStep { schedules: found, has_more, ..PlanStep::default() };
        let due = due.schedules;
        // Plan twice the look-ahead, so that a frequent schedule is read once in a while and not for every
        // occurrence.
        let ahead_for = self.options.ahead_for;
        let window = Window { now, until: ahead_at(2), ahead_for, rows_max: self.options.periods_max };
        let mut plans = Vec::with_capacity(due.len());
        let mut planned_for = Vec::with_capacity(due.len());
        for schedule in due {
            if schedule.status == Status::Paused {
                if let Some(until) = schedule.status_note.until.filter(|until| *until > now) {
                    step.paused_until = Some(step.paused_until.map_or(until, |first| first.min(until)));
                    continue;
                }
                self.end_pause(&schedule, now).await?;
                step.has_more = true;
                continue;
            }
            match self.rule_of(&schedule).await? {
                Ok(rule) => match self.plan_one(&schedule, &rule, &window_for(&schedule, &window)).await {
                    Ok(plan) => {
                        plans.push(plan);
                        planned_for.push(schedule);
                    }
                    Err(error) if is_refusal(&error) => self.disable(&schedule, error.to_string(), now).await?,
                    Err(error) => return Err(error),
                },
                Err(problem) => self.disable(&schedule, problem, now).await?,
            }
        }
        if !plans.is_empty() {
            let reported = plans.iter().map(|plan| (plan.gaps.clone(), plan.is_finished)).collect::<Vec<_>>();
            // Another step can find something new only if this one has advanced a watermark.
            let is_cut = |plan: &Plan| plan.next_due_at.is_some_and(|next| next <= ahead_at(1));
            let has_moved = |plan: &Plan| plan.watermark_to > plan.watermark;
            step.has_more |= plans.iter().any(|plan| has_moved(plan) && (is_full || is_cut(plan)));
            let answers = self.commit(plans, &planned_for, &window).await?;
            for ((schedule, answer), (gaps, is_finished)) in planned_for.into_iter().zip(answers).zip(reported) {
                match answer {
                    PlanResult::Done { inserted } => {
                        step.rows += inserted;
                        for gap in gaps {
                            let missed = usize::try_from(gap.count).unwrap_or(usize::MAX);
                            self.events.metrics().missed(&schedule.key.tenant, missed);
                            self.events.publish(|| Event::GapRecorded { schedule: schedule.key.clone(), gap });
                        }
                        if inserted > 0 {
                            self.events.metrics().planned(&schedule.key.tenant, inserted);
                            self.events.publish(|| Event::Planned { schedule: schedule.key.clone(), rows: inserted });
                        }
                        if is_finished {
                            trace::finished(&schedule);
                            self.events.publish(|| Event::Finished { schedule: schedule.key });
                        }
                    }
                    PlanResult::Stale => step.stale += 1,
                }
            }
        }
        Ok(step)
    }

    /// Writes plans in as few transactions as their row counts allow.
    async fn commit(
        &self,
        plans: Vec<Plan>,
        schedules: &[Schedule],
        window: &Window,
    ) -> Result<Vec<PlanResult>, StoreError> {
        let mut answers = Vec::with_capacity(plans.len());
        let mut left = plans.into_iter().peekable();
        while left.peek().is_some() {
            let (mut batch, mut rows) = (Vec::new(), 0);
            while let Some(plan) = left.next_if(|plan| rows == 0 || rows + plan.occurrences.len() <= ROWS_MAX) {
                rows += plan.occurrences.len().max(1);
                batch.push(plan);
            }
            let planned_for = &schedules[answers.len()..answers.len() + batch.len()];
            answers.extend(match self.store.plan(batch, window.now).await {
                Err(error) if is_refusal(&error) => self.plan_one_by_one(planned_for, window).await?,
                planned => planned?,
            });
        }
        Ok(answers)
    }

    /// Plans schedules one by one after the store refused them as a batch. Disables those that are refused alone:
    /// they would keep all others from being planned.
    async fn plan_one_by_one(&self, schedules: &[Schedule], window: &Window) -> Result<Vec<PlanResult>, StoreError> {
        let mut answers = Vec::with_capacity(schedules.len());
        for schedule in schedules {
            let planned = match self.rule_of(schedule).await? {
                Ok(rule) => match self.plan_one(schedule, &rule, &window_for(schedule, window)).await {
                    Ok(plan) => self.store.plan(vec![plan], window.now).await,
                    Err(error) => Err(error),
                },
                Err(problem) => Err(StoreError::Invalid { field: "definition", problem }),
            };
            answers.push(match planned {
                Ok(planned) => planned.into_iter().next().unwrap_or(PlanResult::Stale),
                Err(error) if is_refusal(&error) => {
                    self.disable(schedule, error.to_string(), window.now).await?;
                    PlanResult::Stale
                }
                Err(error) => return Err(error),
            });
        }
        Ok(answers)
    }

    async fn plan_one(
        &self,
        schedule: &Schedule,
        rule: &CompiledRecurrence,
        window: &Window,
    ) -> Result<Plan, StoreError> {
        let plan = plan_with_open(&*self.store, schedule, rule, window).await?;
        Ok(Plan { tzdb: self.tzdb.clone(), ..plan })
    }

    /// Returns the compiled recurrence of a schedule, or the problem with it.
    async fn rule_of(&self, schedule: &Schedule) -> Result<Result<Arc<CompiledRecurrence>, String>, StoreError> {
        self.rules.of(&*self.store, schedule).await
    }

    /// Disables a schedule that cannot be planned.
    async fn disable(&self, schedule: &Schedule, problem: String, now: Timestamp) -> Result<(), StoreError> {
        let change = ChangeStatus {
            key: schedule.key.clone(),
            expect: ExpectedVersion::Exactly(schedule.revision.0),
            to: Status::Disabled,
            text: Some(problem.clone()),
            until: None,
            resume: None,
            by: By::engine(),
        };
        match self.store.change_status(change, now).await {
            Ok(_) => {
                self.events.alarm(Alarm::Disabled { schedule: schedule.key.clone(), problem });
                Ok(())
            }
            Err(error) => ignore_conflict(error),
        }
    }

    /// Disables schedules that cannot be read. They can never be planned, and would be found again in every step.
    async fn quarantine(&self, unreadable: &[UnreadableSchedule], now: Timestamp) -> Result<(), StoreError> {
        if unreadable.is_empty() {
            return Ok(());
        }
        let stopped = self.store.quarantine(unreadable, &By::engine(), now).await?;
        for (one, _) in unreadable.iter().zip(stopped).filter(|(_, is_stopped)| *is_stopped) {
            self.events.alarm(Alarm::Disabled { schedule: one.key.clone(), problem: one.problem.clone() });
        }
        Ok(())
    }

    /// Ends a pause that has expired. Occurrences of the pause are recorded as gaps with the reason `paused`.
    async fn end_pause(&self, schedule: &Schedule, now: Timestamp) -> Result<(), StoreError> {
        let rule = match self.rule_of(schedule).await? {
            Ok(rule) => rule,
            Err(problem) => return self.disable(schedule, problem, now).await,
        };
        let resume = match self.resume_at_end(schedule, &rule, now).await {
            Err(error) if is_refusal(&error) => return self.disable(schedule, error.to_string(), now).await,
            resume => resume?,
        };
        let change = ChangeStatus {
            key: schedule.key.clone(),
            expect: ExpectedVersion::Exactly(schedule.revision.0),
            to: Status::Active,
            text: None,
            until: None,
            resume: Some(resume),
            by: By::engine(),
        };
        self.store.change_status(change, now).await.map(drop).or_else(ignore_conflict)
    }

    async fn resume_at_end(
        &self,
        schedule: &Schedule,
        rule: &CompiledRecurrence,
        now: Timestamp,
    ) -> Result<Resume, StoreError> {
        let ended_at = schedule.status_note.until.unwrap_or(now).min(now);
        let is_over = is_over(&*self.store, schedule, rule, now).await?;
        let watermark = if is_over { schedule.watermark } else { ended_at };
        let gaps = evaluated(catch_up::gaps(rule, schedule.watermark, watermark, SkipReason::Paused)).await?;
        let next = evaluated(async { next_planning_at(schedule, rule, watermark.max(schedule.watermark)) }).await?;
        Ok(Resume {
            gaps: exclude_recorded(&*self.store, schedule, rule, gaps).await?,
            watermark,
            // A schedule with nothing left is planned once more, which finishes it.
            next_due_at: next.filter(|_| !is_over).or(Some(check_at(now))),
        })
    }
}

/// Returns the time at which planning must first examine a schedule with this watermark.
pub fn next_planning_at(schedule: &Schedule, rule: &CompiledRecurrence, watermark: Timestamp) -> Option<Timestamp> {
    if rule.after_completion().is_some() {
        return after_completion::next(schedule, rule);
    }
    rule.next_after(watermark).map(|next| next.at())
}

/// Returns whether planning would finish a schedule if it were active: nothing is left to plan, and nothing is
/// open.
pub(crate) async fn is_over(
    store: &dyn Store,
    schedule: &Schedule,
    rule: &CompiledRecurrence,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let may_be_over = schedule.definition.spec.max_runs.is_some() || has_no_next(schedule, rule).await?;
    if !may_be_over {
        return Ok(false);
    }
    let window = Window { now, until: now, ahead_for: SignedDuration::ZERO, rows_max: 1 };
    Ok(plan_with_open(store, schedule, rule, &window).await?.is_finished)
}

/// Returns whether the recurrence alone yields nothing after the watermark: it has ended, or it counts from the
/// completion of a run.
async fn has_no_next(schedule: &Schedule, rule: &CompiledRecurrence) -> Result<bool, StoreError> {
    evaluated(async { rule.after_completion().is_some() || rule.next_after(schedule.watermark).is_none() }).await
}

/// Evaluates a recurrence.
///
/// # Errors
/// If the evaluation panics. The error is that of data that the store refuses: it concerns one schedule, which is
/// disabled, and not the planning of the others.
async fn evaluated<T>(evaluation: impl Future<Output = T> + Send) -> Result<T, StoreError> {
    let evaluation = caught(Box::pin(evaluation)).await;
    evaluation.map_err(|problem| StoreError::Invalid { field: "recurrence", problem })
}

/// Plans one schedule. Reads its open occurrences first if they matter.
///
/// # Errors
/// If the store fails. [`StoreError::Invalid`] if the recurrence cannot be evaluated.
pub(crate) async fn plan_with_open(
    store: &dyn Store,
    schedule: &Schedule,
    rule: &CompiledRecurrence,
    window: &Window,
) -> Result<Plan, StoreError> {
    let mut plan = if schedule.definition.spec.max_runs.is_some() {
        let (open, counters) = OpenOccurrences::read_with_counters(store, schedule).await?;
        let schedule = &Schedule { counters, ..schedule.clone() };
        evaluated(window::plan(Subject { schedule, rule, open: Some(&open) }, window)).await?
    } else {
        let needs_open = has_no_next(schedule, rule).await?;
        let open = if needs_open { Some(OpenOccurrences::read(store, schedule).await?) } else { None };
        evaluated(window::plan(Subject { schedule, rule, open: open.as_ref() }, window)).await?
    };
    plan.gaps = exclude_recorded(store, schedule, rule, plan.gaps).await?;
    Ok(plan)
}

/// Limits the window to the number of periods that one plan of the schedule may hold. Each period has a row for
/// every discriminator.
pub(crate) fn window_for(schedule: &Schedule, window: &Window) -> Window {
    let rows_per_period = schedule.definition.discriminators.len().max(1);
    Window { rows_max: window.rows_max.min(ROWS_MAX / rows_per_period).max(1), ..*window }
}

/// Returns whether the store refused the data itself, and did not fail.
fn is_refusal(error: &StoreError) -> bool {
    matches!(error, StoreError::Invalid { .. } | StoreError::TooLarge { .. })
}

/// Ignores an error that means that another caller was faster. The change of that caller stays.
pub(crate) fn ignore_conflict(error: StoreError) -> Result<(), StoreError> {
    match error {
        StoreError::Conflict { .. } | StoreError::NotFound(_) | StoreError::IllegalMove { .. } => Ok(()),
        other => Err(other),
    }
}
