//! Creates and edits schedules. An edit keeps planned occurrences that are still right, and never starts a run by
//! itself.

use std::sync::Arc;

use jiff::Timestamp;
use refrain_recurrence::CompiledRecurrence;

use super::Control;
use super::begin::{self, first_watermark};
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{
    By, Counters, Definition, NewOccurrence, Occurrence, Revision, Schedule, ScheduleKey, ScheduleUid, SkipReason,
    Source, Status, StatusNote, Trigger,
};
use crate::observe::trace::{self, Change};
use crate::planner::check_time::check_at;
use crate::planner::keep::{ADDED_MAX, KeptIndex, PLANNED_MAX, kept, read_planned};
use crate::planner::open::OpenOccurrences;
use crate::planner::recorded::exclude_recorded;
use crate::planner::window::rows;
use crate::planner::{catch_up, is_over, next_planning_at};
use crate::right::Right;
use crate::rights::Rights;
use crate::store::{
    ConflictKind, ExpectedVersion, KeptOccurrence, ListedSchedule, Page, Replan, SaveSchedule, ScheduleFilter,
    StoreError,
};
use crate::timing::Pace;

/// Maximum number of tries for an edit that planning or another edit has overtaken.
const TRIES: usize = 20;

/// Request to create or edit a schedule.
#[derive(Clone, Debug)]
pub struct SaveScheduleRequest {
    /// Key of the schedule.
    pub key: ScheduleKey,
    /// Expected state of the store.
    pub expect: ExpectedVersion,
    /// New definition.
    pub definition: Definition,
    /// Source of the definition.
    pub source: Source,
    /// Caller, for the audit log.
    pub by: By,
}

impl Control<Rights> {
    /// Creates a schedule, or replaces its definition. Saving the same definition again changes nothing.
    ///
    /// # Errors
    /// Returns an error if the definition is invalid, if the revision differs from the expected one, or if the
    /// store is unavailable.
    pub async fn save(&self, save: SaveScheduleRequest) -> Result<Schedule, Error> {
        self.save_as(save, Status::Active).await
    }

    /// Creates a schedule that is paused from the start, or edits and pauses one in a single step: nothing is planned
    /// until it is resumed. A schedule that already has this definition is only paused. A schedule that has finished
    /// stays finished if the edit leaves nothing to run.
    ///
    /// # Errors
    /// Returns the same errors as [`Control::save`] and, if the schedule exists, as [`Control::pause`].
    pub async fn save_paused(&self, save: SaveScheduleRequest) -> Result<Schedule, Error> {
        self.save_as(save, Status::Paused).await
    }

    async fn save_as(&self, save: SaveScheduleRequest, status: Status) -> Result<Schedule, Error> {
        self.permit_save(&save).await?;
        self.check(&save.definition)?;
        self.check_reachable_for(&save).await?;
        self.check_secrets(&save.key.tenant, &save.definition.action).await?;
        for _ in 1..TRIES {
            match self.save_once(&save, status).await {
                // The schedule changed between reading and writing, so its new state must be read again.
                Err(Error::Store(StoreError::Conflict { kind, .. })) if is_overtaken(&save, kind) => {}
                done => return done,
            }
        }
        self.save_once(&save, status).await
    }

    async fn save_once(&self, save: &SaveScheduleRequest, status: Status) -> Result<Schedule, Error> {
        let now = self.clock.now();
        // A schedule that is expected to be new is not read first: the store's unique key decides. If it cannot
        // be created, the lookup below still happens, because it may have been created while that was possible.
        if save.expect == ExpectedVersion::New
            && let Ok(change) = self.build_save(save, None, now).await
        {
            let made = self.store.save(SaveSchedule { status, ..change }, now).await?;
            trace::changed(Change::Create, &save.key, &save.by);
            return Ok(made);
        }
        let old = self.found(&save.key).await?;
        self.permit_change_of(old.as_ref())?;
        if let Some(Ok(old)) = &old
            && !self.touch
            && is_finished_and_unchanged(old, save)
        {
            return Ok(old.clone());
        }
        let change = self.build_save(save, old.as_ref(), now).await?;
        let status = match &old {
            // The planner finishes it again, as it does after other edits that leave nothing to run.
            Some(Ok(old)) if status == Status::Paused && self.stays_finished(save, old, &change).await? => {
                Status::Active
            }
            Some(_) | None => status,
        };
        if status == Status::Paused && old.as_ref().is_some_and(|old| status_of(old) != Status::Paused) {
            self.rights.require(&save.key.tenant, Right::Operate)?;
            let is_only_paused = |old: &Schedule| old.status == Status::Active && is_unchanged(old, save);
            if !self.touch && old.as_ref().and_then(|old| old.as_ref().ok()).is_some_and(is_only_paused) {
                return self.pause(&save.key, change.expect, None, save.by.clone()).await;
            }
        }
        let saved = self.store.save(SaveSchedule { status, ..change }, now).await?;
        let saved = if old.is_some() { self.finished_if_over(saved).await? } else { saved };
        match old {
            None => trace::changed(Change::Create, &save.key, &save.by),
            // The same definition was saved again.
            Some(Ok(old)) if old.revision == saved.revision => {}
            Some(_) => trace::changed(Change::Update, &save.key, &save.by),
        }
        Ok(saved)
    }

    /// Returns whether a schedule has finished, and an edit leaves nothing to run.
    async fn stays_finished(
        &self,
        save: &SaveScheduleRequest,
        old: &Schedule,
        change: &SaveSchedule,
    ) -> Result<bool, Error> {
        if old.status != Status::Finished {
            return Ok(false);
        }
        let now = self.clock.now();
        let (watermark, adds) = match &change.replan {
            Some(replan) => (replan.watermark_to, !replan.add.is_empty()),
            None => (old.watermark, false),
        };
        let new = Schedule { watermark, ..as_saved(save, Some(&Ok(old.clone())), now) };
        let rule = self.rule(&new).await?;
        Ok(!adds && is_over(&*self.store, &new, &rule, now).await?)
    }

    /// Builds the save for the store. The store writes it only if it still finds what was read.
    pub(super) async fn build_save(
        &self,
        save: &SaveScheduleRequest,
        old: Option<&ListedSchedule>,
        now: Timestamp,
    ) -> Result<SaveSchedule, Error> {
        let new = as_saved(save, old, now);
        let rule = self.rule(&new).await?;
        if old.is_none() && save.definition.spec.ends_at.is_some_and(|ends_at| ends_at <= now) {
            let ends_at = save.definition.spec.ends_at.unwrap_or(now);
            return Err(Error::invalid(ErrorCode::OutOfRange, format!("ends_at {ends_at} is in the past")));
        }
        if old.is_none() {
            begin::check(&save.definition.spec, now)?;
        }
        let replan = match old {
            Some(Ok(old)) if *old.definition == save.definition && old.status != Status::Disabled => {
                // Runs that were requested during a pause get the new revision, too, or they would not start.
                let is_new_revision = self.touch || old.source != save.source;
                let keeping = || Replan::keeping(old, &[], Vec::new(), refrain_recurrence::tzdb_version());
                (is_new_revision && old.status == Status::Paused).then(keeping)
            }
            Some(old) => Some(self.replan(old, &new, &rule, now).await?),
            None => None,
        };
        let watermark = replan.as_ref().map_or(new.watermark, |replan| replan.watermark_to);
        let next_due_at = next_planning_at(&new, &rule, watermark);
        if next_due_at.is_none() && old.is_none() {
            let problem = format!("schedule {} would never run after {now}", save.key.id);
            return Err(Error::invalid(ErrorCode::NeverFires, problem).with_hint("check its dates and its `ends_at`"));
        }
        // A schedule with nothing left is planned once more, which finishes it.
        let next_due_at = next_due_at.or(Some(check_at(now)));
        Ok(SaveSchedule {
            key: save.key.clone(),
            expect: expect_unchanged(save, old),
            definition: save.definition.clone(),
            status: Status::Active,
            source: save.source,
            next_due_at,
            watermark: new.watermark,
            replan,
            schedules_max: self.rights.limits().schedules_max,
            touch: self.touch,
            by: save.by.clone(),
        })
    }

    /// Returns the schedule with that key, or the part of it that is known if it cannot be read. An edit repairs
    /// such a schedule.
    pub(super) async fn found(&self, key: &ScheduleKey) -> Result<Option<ListedSchedule>, Error> {
        match self.store.schedule(key).await {
            Ok(found) => Ok(found.map(Ok)),
            Err(StoreError::Corrupt(problem)) => {
                let filter = ScheduleFilter { id_prefix: Some(key.id.to_string()), ..ScheduleFilter::default() };
                // Of all IDs with this prefix, the ID itself comes first.
                let first = self.store.schedules(&key.tenant, &filter, &Page::first(1)).await?.rows.pop();
                match first {
                    Some(Err(unreadable)) if unreadable.key == *key => Ok(Some(Err(unreadable))),
                    Some(_) | None => Err(StoreError::Corrupt(problem).into()),
                }
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Builds the new plan of an edited schedule.
    ///
    /// Under the same recurrence, the planned occurrences stay, and planning continues from where it was. Under
    /// another one, planning continues from now: the instants that the old recurrence yielded up to now are past,
    /// and those that the new one yields in the time already planned get their occurrences here.
    async fn replan(
        &self,
        old: &ListedSchedule,
        new: &Schedule,
        rule: &CompiledRecurrence,
        now: Timestamp,
    ) -> Result<Replan, Error> {
        let tzdb = refrain_recurrence::tzdb_version();
        if old.as_ref().is_ok_and(|old| continues_plan(old, new)) {
            // Nothing is named, so everything that is planned stays.
            return Ok(Replan::keeping(new, &[], Vec::new(), tzdb));
        }
        let planned = self.planned(new).await?;
        let keep = kept(&planned, new, rule).await;
        let watermark_to = new.watermark.max(now);
        let gaps = match old {
            // A recurrence that has ended or is no longer valid yields nothing.
            Ok(old) if old.status == Status::Finished => Vec::new(),
            Ok(old) => match self.rule(old).await {
                Ok(rule) => {
                    let gaps = catch_up::gaps(&rule, old.watermark, now, SkipReason::Superseded).await;
                    exclude_recorded(&*self.store, old, &rule, gaps).await?
                }
                // A calendar that cannot be read now says nothing about the recurrence, so no gap may be dropped
                // because of it.
                Err(Error::Store(error)) => return Err(error.into()),
                Err(_) => Vec::new(),
            },
            Err(_) => Vec::new(),
        };
        let rows_left = self.rows_left(new, &planned, &keep).await?;
        let add = added(&keep, new, rule, rows_left, now).await?;
        let mut add = self.without_started(new, &planned, add).await?;
        let passed = just_passed(old, new, rule, &keep, now)?;
        self.reject_started(new, &passed).await?;
        add.extend(self.without_started(new, &planned, passed).await?);
        Ok(Replan { add, gaps, watermark_to, ..Replan::keeping(new, &planned, keep, tzdb) })
    }
}

impl<R> Control<R> {
    /// Returns the planned occurrences that the recurrence of a schedule created.
    pub(super) async fn planned(&self, schedule: &Schedule) -> Result<Vec<Occurrence>, Error> {
        let planned = read_planned(&*self.store, schedule.uid, PLANNED_MAX + 1).await?;
        if planned.len() > PLANNED_MAX {
            let detail = format!("the schedule has more than {PLANNED_MAX} planned occurrences");
            return Err(
                Error::invalid(ErrorCode::OutOfRange, detail).with_hint("the schedule is planned too far ahead")
            );
        }
        Ok(planned)
    }

    /// Returns how many occurrences may be added beside the open ones; `None` if there is no limit.
    ///
    /// A period is planned as a whole, so all occurrences of the last period count as available. Planned
    /// occurrences that are not kept make room for others.
    pub(super) async fn rows_left(
        &self,
        schedule: &Schedule,
        planned: &[Occurrence],
        keep: &[KeptOccurrence],
    ) -> Result<Option<usize>, Error> {
        let Some(max_runs) = schedule.definition.spec.max_runs else { return Ok(None) };
        let (open, counters) = OpenOccurrences::read_with_counters(&*self.store, schedule).await?;
        let kept = KeptIndex::new(keep);
        let is_superseded = |row: &&Occurrence| row.planned.trigger.is_counted() && !kept.contains(&row.planned);
        let superseded = planned.iter().filter(is_superseded).count();
        let open = open.counted.len().saturating_sub(superseded) as u64;
        let each = schedule.definition.discriminators.len().max(1) as u64;
        let left = max_runs.saturating_sub(counters.runs).saturating_sub(open).div_ceil(each).saturating_mul(each);
        Ok(Some(usize::try_from(left).unwrap_or(usize::MAX)))
    }
}

/// Returns the expectation that the state that was read still holds. Otherwise, the new plan would be wrong.
fn expect_unchanged(save: &SaveScheduleRequest, old: Option<&ListedSchedule>) -> ExpectedVersion {
    match (save.expect, old) {
        (ExpectedVersion::Any, None) => ExpectedVersion::New,
        (ExpectedVersion::Any, Some(Ok(old))) => ExpectedVersion::Exactly(old.revision.0),
        (ExpectedVersion::Any, Some(Err(old))) => ExpectedVersion::Exactly(old.revision.0),
        (expected @ (ExpectedVersion::New | ExpectedVersion::Exactly(_)), _) => expected,
    }
}

/// Whether a conflict is one with the state that was read, and not with what the caller expects.
fn is_overtaken(save: &SaveScheduleRequest, kind: ConflictKind) -> bool {
    match save.expect {
        ExpectedVersion::Any => true,
        ExpectedVersion::New | ExpectedVersion::Exactly(_) => kind == ConflictKind::Basis,
    }
}

/// Whether planning continues from where it was after an edit.
fn continues_plan(old: &Schedule, new: &Schedule) -> bool {
    let is_planned = match old.status {
        Status::Active | Status::Paused => true,
        // A schedule that was not planned while it was stopped does not catch up on that time.
        Status::Canceled | Status::Disabled | Status::Finished | Status::Deleted => false,
    };
    let (old, new) = (&old.definition, &new.definition);
    is_planned && old.spec == new.spec && old.discriminators == new.discriminators
}

/// Returns the occurrences that the new recurrence yields in the time already planned, except those that exist,
/// and no more than `max_runs` still allows.
pub(super) async fn added(
    keep: &[KeptOccurrence],
    new: &Schedule,
    rule: &CompiledRecurrence,
    rows_left: Option<usize>,
    now: Timestamp,
) -> Result<Vec<NewOccurrence>, Error> {
    if rule.after_completion().is_some() {
        return Ok(Vec::new());
    }
    let kept = KeptIndex::new(keep);
    let mut pace = Pace::default();
    let mut add = Vec::new();
    for next in rule.iter_after(now).take_while(|next| next.at() <= new.watermark) {
        add.extend(rows(new, rule, &next, Trigger::Schedule).into_iter().filter(|row| !kept.covers(row)));
        if add.len() > ADDED_MAX {
            break;
        }
        pace.step().await;
    }
    add.truncate(rows_left.unwrap_or(usize::MAX));
    if add.len() > ADDED_MAX {
        let detail = format!("the new recurrence yields more than {ADDED_MAX} occurrences until {}", new.watermark);
        return Err(
            Error::invalid(ErrorCode::OutOfRange, detail).with_hint("the schedule is already planned that far ahead")
        );
    }
    Ok(add)
}

/// Returns occurrences at instants that an edit newly names and that have just passed, except those that exist: they
/// are still on time.
fn just_passed(
    old: &ListedSchedule,
    new: &Schedule,
    rule: &CompiledRecurrence,
    keep: &[KeptOccurrence],
    now: Timestamp,
) -> Result<Vec<NewOccurrence>, Error> {
    let spec = &new.definition.spec;
    let is_named_before = |old: &Schedule| begin::named_times(&old.definition.spec).eq(begin::named_times(spec));
    if old.as_ref().is_ok_and(is_named_before) {
        return Ok(Vec::new());
    }
    let passed = begin::check(spec, now)?.and_then(|at| rule.occurrence_at(at));
    let mut passed = passed.map(|passed| rows(new, rule, &passed, Trigger::Schedule)).unwrap_or_default();
    let kept = KeptIndex::new(keep);
    passed.retain(|row| !kept.covers(row));
    Ok(passed)
}

/// Whether a schedule has finished and the save asks for nothing new. Programs save their schedules at every start.
fn is_finished_and_unchanged(old: &Schedule, save: &SaveScheduleRequest) -> bool {
    let is_asked_for = match save.expect {
        ExpectedVersion::Any => true,
        ExpectedVersion::New => false,
        ExpectedVersion::Exactly(revision) => revision == old.revision.0,
    };
    is_asked_for && old.status == Status::Finished && is_unchanged(old, save)
}

fn is_unchanged(old: &Schedule, save: &SaveScheduleRequest) -> bool {
    *old.definition == save.definition && old.source == save.source
}

fn status_of(listed: &ListedSchedule) -> Status {
    match listed {
        Ok(schedule) => schedule.status,
        Err(unreadable) => unreadable.status,
    }
}

/// Returns the schedule as it would be saved, from which the recurrence is compiled.
pub(super) fn as_saved(save: &SaveScheduleRequest, old: Option<&ListedSchedule>, now: Timestamp) -> Schedule {
    let definition = Arc::new(save.definition.clone());
    let mut new = Schedule {
        uid: ScheduleUid(0),
        key: save.key.clone(),
        revision: Revision(1),
        status: Status::Active,
        status_note: StatusNote::default(),
        source: save.source,
        next_due_at: None,
        watermark: first_watermark(&definition, now),
        definition,
        counters: Counters::default(),
        created_at: now,
        updated_at: now,
    };
    match old {
        None => {}
        Some(Ok(old)) => new = Schedule { definition: new.definition, ..old.clone() },
        Some(Err(old)) => {
            (new.uid, new.revision, new.status) = (old.uid, old.revision, old.status);
            (new.watermark, new.created_at) = (old.watermark, old.created_at);
        }
    }
    new
}

#[cfg(test)]
mod tests;
