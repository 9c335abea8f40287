//! Turns due schedules into planned occurrences. It never runs one; that is the worker's job.
//!
//! Any node may plan, and two that plan the same do no harm: what is decided is a pure function of what was read
//! ([`window`], [`catch_up`], [`after_completion`]), and the store takes a plan only for the schedule as it was read.
//! A schedule that cannot be planned is stopped, with its error shown, and holds up no other.
//!
//! Invariant: planning the same window twice adds no rows.

pub mod after_completion;
pub mod catch_up;
pub mod keep;
pub mod open;
pub(crate) mod recorded;
pub(crate) mod replan;
pub mod retime;
pub mod rules;
pub mod sanity;
pub mod window;

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::Rule;

use self::open::Open;
use self::recorded::exclude_recorded;
use self::rules::Rules;
pub use self::rules::calendars_of;
use self::window::{Subject, Window};
use crate::audit::By;
use crate::event::{Alarm, Event, Events};
use crate::planted::{self, Bug};
use crate::reason::SkipReason;
use crate::schedule::{Schedule, Status};
use crate::store::{ChangeStatus, Expect, Plan, Planned, Resume, Store, StoreError, Unreadable};
use crate::trace;

/// How far and how much at once.
#[derive(Clone, Copy, Debug)]
pub struct PlannerOptions {
    /// Occurrences get their rows so long before they are due.
    pub ahead_for: SignedDuration,
    /// So many schedules are planned in one transaction.
    pub schedules_max: usize,
    /// So many periods of one schedule are planned at once.
    pub periods_max: usize,
}

impl Default for PlannerOptions {
    fn default() -> Self {
        Self { ahead_for: SignedDuration::from_secs(10), schedules_max: 1_000, periods_max: 100 }
    }
}

/// No transaction of planning writes more rows, and no plan holds more; stores lose speed beyond.
const ROWS_MAX: usize = 2_000;

/// What one step did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlanStep {
    /// Schedules that were looked at.
    pub schedules: usize,
    /// Rows that are new.
    pub rows: usize,
    /// Schedules that someone else had planned or changed meanwhile.
    pub stale: usize,
    /// When the first pause is over that ends within the look-ahead.
    pub paused_until: Option<Timestamp>,
    /// Whether more may be due.
    pub has_more: bool,
}

/// Plans what is due.
pub struct Planner {
    store: Arc<dyn Store>,
    options: PlannerOptions,
    events: Events,
    rules: Arc<Rules>,
    tzdb: String,
}

impl Planner {
    /// A planner for a store, whose rows name this time zone database.
    pub fn new(store: Arc<dyn Store>, options: PlannerOptions, events: Events, tzdb: impl Into<String>) -> Self {
        Self { store, options, events, rules: Arc::default(), tzdb: tzdb.into() }
    }

    /// The rules of what was planned lately.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// When a schedule that is due then must be looked at.
    pub fn look_at(&self, plan_at: Timestamp) -> Timestamp {
        plan_at.saturating_sub(self.options.ahead_for).unwrap_or(Timestamp::MIN)
    }

    /// Plans the schedules that are due within the look-ahead, at most so many.
    ///
    /// # Errors
    /// When the store cannot be used; nothing is lost by that, and the next step does it again.
    pub async fn step(&self, now: Timestamp) -> Result<PlanStep, StoreError> {
        let ahead_at = |times: i32| now.saturating_add(self.options.ahead_for * times).unwrap_or(Timestamp::MAX);
        let due = self.store.due_for_planning(ahead_at(1), self.options.schedules_max).await?;
        self.quarantine(&due.unreadable, now).await?;
        let found = due.schedules.len() + due.unreadable.len();
        let is_full = found >= self.options.schedules_max;
        // Those that were stopped have made room for others.
        let has_more = is_full && !due.unreadable.is_empty();
        let mut step = PlanStep { schedules: found, has_more, ..PlanStep::default() };
        let due = due.schedules;
        // Twice as far as is looked, so that a frequent schedule comes up once in a while and not for every occurrence.
        let ahead_for = self.options.ahead_for;
        let window = Window { now, until: ahead_at(2), ahead_for, rows_max: self.options.periods_max };
        let mut plans = Vec::with_capacity(due.len());
        let mut planned_for = Vec::with_capacity(due.len());
        for schedule in due {
            if schedule.status == Status::Paused {
                let until = schedule.status_note.until.filter(|until| *until > now);
                if let Some(until) = until.filter(|_| !planted::is(Bug::PauseEndsEarly)) {
                    step.paused_until = Some(step.paused_until.map_or(until, |first| first.min(until)));
                    continue;
                }
                self.end_pause(&schedule, now).await?;
                step.has_more = true;
                continue;
            }
            match self.rule_of(&schedule).await? {
                Ok(rule) => {
                    plans.push(self.plan_one(&schedule, &rule, &window_for(&schedule, &window)).await?);
                    planned_for.push(schedule);
                }
                Err(problem) => self.disable(&schedule, problem, now).await?,
            }
        }
        if !plans.is_empty() {
            let told = plans.iter().map(|plan| (plan.gaps.clone(), plan.is_finished)).collect::<Vec<_>>();
            // Only where something has moved is there something new to see.
            let is_cut = |plan: &Plan| plan.next_due_at.is_some_and(|next| next <= ahead_at(1));
            let has_moved = |plan: &Plan| plan.watermark_to > plan.watermark;
            step.has_more |= plans.iter().any(|plan| has_moved(plan) && (is_full || is_cut(plan)));
            let answers = self.commit(plans, &planned_for, &window).await?;
            for ((schedule, answer), (gaps, is_finished)) in planned_for.into_iter().zip(answers).zip(told) {
                match answer {
                    Planned::Done { inserted } => {
                        step.rows += inserted;
                        for gap in gaps {
                            let missed = usize::try_from(gap.count).unwrap_or(usize::MAX);
                            self.events.metrics().missed(&schedule.key.tenant, missed);
                            self.events.tell(|| Event::Folded { schedule: schedule.key.clone(), gap });
                        }
                        if inserted > 0 {
                            self.events.metrics().planned(&schedule.key.tenant, inserted);
                            self.events.tell(|| Event::Planned { schedule: schedule.key.clone(), rows: inserted });
                        }
                        if is_finished {
                            trace::finished(&schedule);
                            self.events.tell(|| Event::Finished { schedule: schedule.key });
                        }
                    }
                    Planned::Stale => step.stale += 1,
                }
            }
        }
        Ok(step)
    }

    /// Writes plans in as few transactions as their rows allow.
    async fn commit(
        &self,
        plans: Vec<Plan>,
        schedules: &[Schedule],
        window: &Window,
    ) -> Result<Vec<Planned>, StoreError> {
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
                Err(error) if is_refusal(&error) => self.plan_singly(planned_for, window).await?,
                planned => planned?,
            });
        }
        Ok(answers)
    }

    /// Plans one by one what was refused together, and stops the schedules that are refused alone: they would keep all
    /// others from being planned.
    async fn plan_singly(&self, schedules: &[Schedule], window: &Window) -> Result<Vec<Planned>, StoreError> {
        let mut answers = Vec::with_capacity(schedules.len());
        for schedule in schedules {
            let planned = match self.rule_of(schedule).await? {
                Ok(rule) => {
                    let plan = self.plan_one(schedule, &rule, &window_for(schedule, window)).await?;
                    self.store.plan(vec![plan], window.now).await
                }
                Err(problem) => Err(StoreError::Invalid { field: "definition", problem }),
            };
            answers.push(match planned {
                Ok(planned) => planned.into_iter().next().unwrap_or(Planned::Stale),
                Err(error) if is_refusal(&error) => {
                    self.disable(schedule, error.to_string(), window.now).await?;
                    Planned::Stale
                }
                Err(error) => return Err(error),
            });
        }
        Ok(answers)
    }

    async fn plan_one(&self, schedule: &Schedule, rule: &Rule, window: &Window) -> Result<Plan, StoreError> {
        let plan = plan_with_open(&*self.store, schedule, rule, window).await?;
        Ok(Plan { tzdb: self.tzdb.clone(), ..plan })
    }

    /// The rule of a schedule, or what is wrong with it.
    async fn rule_of(&self, schedule: &Schedule) -> Result<Result<Arc<Rule>, String>, StoreError> {
        self.rules.of(&*self.store, schedule).await
    }

    /// Stops a schedule that cannot be planned.
    async fn disable(&self, schedule: &Schedule, problem: String, now: Timestamp) -> Result<(), StoreError> {
        let change = ChangeStatus {
            key: schedule.key.clone(),
            expect: Expect::Exactly(schedule.revision.0),
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
            Err(error) => unless_overtaken(error),
        }
    }

    /// Stops schedules that cannot be read. Nobody could plan them, and they would come up at every look.
    async fn quarantine(&self, unreadable: &[Unreadable], now: Timestamp) -> Result<(), StoreError> {
        if unreadable.is_empty() {
            return Ok(());
        }
        let stopped = self.store.quarantine(unreadable, &By::engine(), now).await?;
        for (one, _) in unreadable.iter().zip(stopped).filter(|(_, is_stopped)| *is_stopped) {
            self.events.alarm(Alarm::Disabled { schedule: one.key.clone(), problem: one.problem.clone() });
        }
        Ok(())
    }

    /// Ends a pause whose time is over. What lay in it was skipped because of it.
    async fn end_pause(&self, schedule: &Schedule, now: Timestamp) -> Result<(), StoreError> {
        let ended_at = schedule.status_note.until.unwrap_or(now).min(now);
        let rule = match self.rule_of(schedule).await? {
            Ok(rule) => rule,
            Err(problem) => return self.disable(schedule, problem, now).await,
        };
        let paused = catch_up::gap(&rule, schedule.watermark, ended_at, SkipReason::Paused);
        let is_over = is_over(&*self.store, schedule, &rule, now).await?;
        let gap = if is_over || planted::is(Bug::PauseGapForgotten) { None } else { paused.await };
        let dealt_with_to = if is_over { schedule.watermark } else { ended_at };
        let watermark = gap.as_ref().filter(|(_, is_cut)| *is_cut).map_or(dealt_with_to, |(gap, _)| gap.to);
        let gaps = gap.map(|(gap, _)| gap).into_iter().collect();
        let change = ChangeStatus {
            key: schedule.key.clone(),
            expect: Expect::Exactly(schedule.revision.0),
            to: Status::Active,
            text: None,
            until: None,
            resume: Some(Resume {
                gaps: exclude_recorded(&*self.store, schedule, &rule, gaps).await?,
                watermark,
                // With nothing left it is looked at once more, and is finished by that.
                next_due_at: first_look(schedule, &rule, watermark.max(schedule.watermark))
                    .filter(|_| !is_over)
                    .or(Some(now)),
            }),
            by: By::engine(),
        };
        self.store.change_status(change, now).await.map(drop).or_else(unless_overtaken)
    }
}

/// When planning must look at a schedule that has been dealt with until then.
pub fn first_look(schedule: &Schedule, rule: &Rule, watermark: Timestamp) -> Option<Timestamp> {
    if rule.after_completion().is_some() {
        return after_completion::next(schedule, rule);
    }
    rule.next_after(watermark).map(|next| next.at())
}

/// Whether planning would finish a schedule, were it active: nothing is left to plan, and nothing is open.
pub(crate) async fn is_over(
    store: &dyn Store,
    schedule: &Schedule,
    rule: &Rule,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let may_be_over = schedule.definition.spec.max_runs.is_some()
        || rule.after_completion().is_some()
        || rule.next_after(schedule.watermark).is_none();
    if !may_be_over {
        return Ok(false);
    }
    let window = Window { now, until: now, ahead_for: SignedDuration::ZERO, rows_max: 1 };
    Ok(plan_with_open(store, schedule, rule, &window).await?.is_finished)
}

/// Plans one schedule, having read what is open of it where that matters.
pub(crate) async fn plan_with_open(
    store: &dyn Store,
    schedule: &Schedule,
    rule: &Rule,
    window: &Window,
) -> Result<Plan, StoreError> {
    let mut plan = if schedule.definition.spec.max_runs.is_some() {
        let (open, counters) = Open::read_with_counters(store, schedule).await?;
        let schedule = &Schedule { counters, ..schedule.clone() };
        window::plan(Subject { schedule, rule, open: Some(&open) }, window).await
    } else {
        let needs_open = rule.after_completion().is_some() || rule.next_after(schedule.watermark).is_none();
        let open = if needs_open { Some(Open::read(store, schedule).await?) } else { None };
        window::plan(Subject { schedule, rule, open: open.as_ref() }, window).await
    };
    plan.gaps = exclude_recorded(store, schedule, rule, plan.gaps).await?;
    Ok(plan)
}

/// The window with as many periods as one plan of the schedule may hold; each has a row for every discriminator.
fn window_for(schedule: &Schedule, window: &Window) -> Window {
    let rows_per_period = schedule.definition.discriminators.len().max(1);
    Window { rows_max: window.rows_max.min(ROWS_MAX / rows_per_period).max(1), ..*window }
}

/// Whether what was to be written is at fault, and not the store.
fn is_refusal(error: &StoreError) -> bool {
    matches!(error, StoreError::Invalid { .. } | StoreError::TooLarge { .. })
}

/// Someone else was faster; what they did stands.
pub(crate) fn unless_overtaken(error: StoreError) -> Result<(), StoreError> {
    match error {
        StoreError::Conflict { .. } | StoreError::NotFound(_) | StoreError::IllegalMove { .. } => Ok(()),
        other => Err(other),
    }
}
