//! Making and editing schedules. An edit keeps what is planned and still right, and never fires anything by itself.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{FirstRunAt, Rule};

use super::Control;
use crate::audit::By;
use crate::definition::Definition;
use crate::error::Error;
use crate::id::{Revision, ScheduleKey, ScheduleUid};
use crate::occurrence::{KEY_BYTES_MAX, NewOccurrence, Occurrence, Trigger};
use crate::planner::catch_up::gap;
use crate::planner::first_look;
use crate::planner::keep::{PLANNED_MAX, kept};
use crate::planner::window::rows;
use crate::reason::SkipReason;
use crate::rights::Rights;
use crate::schedule::{Counters, Schedule, Source, Status, StatusNote};
use crate::store::{Expect, Kept, Listed, Page, Replan, SaveSchedule, ScheduleFilter, StoreError};
use crate::trace::{self, Change};

/// No schedule has more targets: all of one period are planned in one transaction.
const DISCRIMINATORS_MAX: usize = 1_000;
/// An edit that is overtaken, by planning or by another edit, is made again so often.
const TRIES: usize = 20;

/// Asks for a schedule to be made or edited.
#[derive(Clone, Debug)]
pub struct Save {
    /// Its name.
    pub key: ScheduleKey,
    /// What must be there before.
    pub expect: Expect,
    /// What it is from now on.
    pub definition: Definition,
    /// Where it comes from.
    pub source: Source,
    /// Who asks.
    pub by: By,
}

impl Control<Rights> {
    /// Makes a schedule, or gives it a new definition. The same definition again changes nothing.
    ///
    /// # Errors
    /// When the definition does not hold, something else was there than expected, or the store cannot be used.
    pub async fn save(&self, save: Save) -> Result<Schedule, Error> {
        self.permit_save(&save)?;
        self.check(&save.definition)?;
        self.check_reach_of(&save).await?;
        for _ in 1..TRIES {
            match self.save_once(&save).await {
                // It changed between reading and writing; what is there by now must be looked at again.
                Err(Error::Store(StoreError::Conflict { what, .. })) if is_overtaken(&save, &what) => {}
                done => return done,
            }
        }
        self.save_once(&save).await
    }

    async fn save_once(&self, save: &Save) -> Result<Schedule, Error> {
        let now = self.clock.now();
        // Nobody looks for what is expected to be new: the store's key answers. What cannot be made is looked for all the same,
        // because it may have been made while it could be.
        if save.expect == Expect::New
            && let Ok(change) = self.asked_of_store(save, None, now).await
        {
            let made = self.store.save(change, now).await?;
            trace::changed(Change::Create, &save.key, &save.by);
            return Ok(made);
        }
        let old = self.found(&save.key).await?;
        self.permit_change_of(old.as_ref())?;
        if let Some(Ok(old)) = &old
            && !self.touch
            && has_run_its_course(old, save)
        {
            return Ok(old.clone());
        }
        let change = self.asked_of_store(save, old.as_ref(), now).await?;
        let saved = self.store.save(change, now).await?;
        match old {
            None => trace::changed(Change::Create, &save.key, &save.by),
            // The same definition again.
            Some(Ok(old)) if old.revision == saved.revision => {}
            Some(_) => trace::changed(Change::Update, &save.key, &save.by),
        }
        Ok(saved)
    }

    /// What the store is asked to write, if it still finds what was read.
    pub(super) async fn asked_of_store(
        &self,
        save: &Save,
        old: Option<&Listed>,
        now: Timestamp,
    ) -> Result<SaveSchedule, Error> {
        let new = as_saved(save, old, now);
        let rule = self.rule(&new).await?;
        if old.is_none() && save.definition.spec.ends_at.is_some_and(|ends_at| ends_at <= now) {
            let ends_at = save.definition.spec.ends_at.unwrap_or(now);
            return Err(Error::invalid("out_of_range", format!("ends_at {ends_at} has passed")));
        }
        let replan = match old {
            Some(Ok(old)) if *old.definition == save.definition && old.status != Status::Disabled => None,
            Some(old) => Some(self.replan(old, &new, &rule, now).await?),
            None => None,
        };
        let watermark = replan.as_ref().map_or(new.watermark, |replan| replan.watermark_to);
        let next_due_at = first_look(&new, &rule, watermark);
        if next_due_at.is_none() && old.is_none() {
            let problem = format!("schedule {} would never fire after {now}", save.key.id);
            return Err(Error::invalid("never_fires", problem).with_hint("check its dates and its end"));
        }
        // A schedule that has nothing left is looked at once more, and is finished by that.
        let next_due_at = next_due_at.or(Some(now));
        Ok(SaveSchedule {
            key: save.key.clone(),
            expect: as_read(save, old),
            definition: save.definition.clone(),
            source: save.source,
            next_due_at,
            watermark: new.watermark,
            replan,
            schedules_max: self.rights.limits().schedules_max,
            touch: self.touch,
            by: save.by.clone(),
        })
    }

    /// The schedule of a name, or what is known of it when it cannot be read: an edit heals it.
    pub(super) async fn found(&self, key: &ScheduleKey) -> Result<Option<Listed>, Error> {
        match self.store.schedule(key).await {
            Ok(found) => Ok(found.map(Ok)),
            Err(StoreError::Corrupt(problem)) => {
                let filter = ScheduleFilter { id_prefix: Some(key.id.to_string()), ..ScheduleFilter::default() };
                // Of all names that begin so, the name itself is the first.
                let first = self.store.schedules(&key.tenant, &filter, &Page::first(1)).await?.rows.pop();
                match first {
                    Some(Err(unreadable)) if unreadable.key == *key => Ok(Some(Err(unreadable))),
                    Some(_) | None => Err(StoreError::Corrupt(problem).into()),
                }
            }
            Err(error) => Err(error.into()),
        }
    }

    /// What becomes of what is planned. Under the same rule it stays, and planning goes on from where it was. Under
    /// another, planning goes on from now: what the old rule yielded until now is over, and what the new one yields in
    /// the time that was planned ahead gets its rows here.
    async fn replan(&self, old: &Listed, new: &Schedule, rule: &Rule, now: Timestamp) -> Result<Replan, Error> {
        let planned = self.store.planned(new.uid, PLANNED_MAX).await?;
        let keep = kept(&planned, &new.definition.discriminators, rule);
        let tzdb = refrain_recurrence::tzdb_version();
        if old.as_ref().is_ok_and(|old| goes_on(old, new)) {
            return Ok(Replan::keeping(new, keep, tzdb));
        }
        let watermark_to = new.watermark.max(now);
        let gap = match old {
            // A rule that has come to its end or does not hold any more yields nothing.
            Ok(old) if old.status == Status::Finished => None,
            Ok(old) => {
                self.rule(old).await.ok().and_then(|rule| gap(&rule, old.watermark, now, SkipReason::Superseded))
            }
            Err(_) => None,
        };
        let add = added(&planned, &keep, new, rule, now)?;
        Ok(Replan { add, gap: gap.map(|(gap, _)| gap), watermark_to, ..Replan::keeping(new, keep, tzdb) })
    }
}

/// What was read must still be there, or what becomes of its rows would be wrong.
fn as_read(save: &Save, old: Option<&Listed>) -> Expect {
    match (save.expect, old) {
        (Expect::Any, None) => Expect::New,
        (Expect::Any, Some(Ok(old))) => Expect::Exactly(old.revision.0),
        (Expect::Any, Some(Err(old))) => Expect::Exactly(old.revision.0),
        (expected @ (Expect::New | Expect::Exactly(_)), _) => expected,
    }
}

/// Whether a conflict is one with what was read, and not with what the caller expects.
fn is_overtaken(save: &Save, what: &str) -> bool {
    match save.expect {
        Expect::Any => true,
        Expect::New | Expect::Exactly(_) => what.starts_with("the watermark") || what.starts_with("the status"),
    }
}

/// Whether an edit leaves it to planning to go on from where it was.
fn goes_on(old: &Schedule, new: &Schedule) -> bool {
    let is_planned = match old.status {
        Status::Active | Status::Paused => true,
        // What nobody planned while it stood still is not made up for.
        Status::Canceled | Status::Disabled | Status::Finished | Status::Deleted => false,
    };
    let (old, new) = (&old.definition, &new.definition);
    is_planned && old.spec == new.spec && old.discriminators == new.discriminators
}

/// Rows of the new rule for the time that has been planned ahead, but for those that are there.
pub(super) fn added(
    planned: &[Occurrence],
    keep: &[Kept],
    new: &Schedule,
    rule: &Rule,
    now: Timestamp,
) -> Result<Vec<NewOccurrence>, Error> {
    if rule.after_completion().is_some() {
        return Ok(Vec::new());
    }
    let is_kept = |row: &NewOccurrence| {
        keep.iter().any(|kept| kept.period_key == row.period_key && kept.discriminator == row.discriminator)
    };
    let ahead = rule.iter_after(now).take_while(|next| next.at() <= new.watermark);
    let rows = ahead.flat_map(|next| rows(new, rule, &next, Trigger::Schedule));
    let mut add: Vec<NewOccurrence> = rows.filter(|row| !is_kept(row)).take(PLANNED_MAX + 1).collect();
    if let Some(max_runs) = new.definition.spec.max_runs {
        // What is superseded counts no more.
        let counted = planned.iter().filter(|row| row.planned.trigger.is_counted()).count();
        let kept = planned.iter().filter(|row| row.planned.trigger.is_counted() && is_kept(&row.planned)).count();
        let runs = new.counters.runs.saturating_sub((counted - kept) as u64);
        add.truncate(usize::try_from(max_runs.saturating_sub(runs)).unwrap_or(usize::MAX));
    }
    if add.len() > PLANNED_MAX {
        let detail = format!("the new rule yields more than {PLANNED_MAX} occurrences until {}", new.watermark);
        return Err(Error::invalid("out_of_range", detail).with_hint("so far ahead it has been planned already"));
    }
    Ok(add)
}

/// Whether it is over, and nobody asks for anything else than was done: programs save their schedules at every start.
fn has_run_its_course(old: &Schedule, save: &Save) -> bool {
    let is_asked_for = match save.expect {
        Expect::Any => true,
        Expect::New => false,
        Expect::Exactly(revision) => revision == old.revision.0,
    };
    is_asked_for && old.status == Status::Finished && *old.definition == save.definition && old.source == save.source
}

/// What no rule can check.
pub(super) fn check(definition: &Definition) -> Result<(), Error> {
    if definition.action.provider.is_empty() {
        return Err(
            Error::invalid("bad_value", "action.provider is empty").with_hint("name who sends it, such as `log`")
        );
    }
    if definition.retry.max_attempts == 0 {
        return Err(Error::invalid("out_of_range", "retry.max_attempts 0 never runs").with_hint("1 is one attempt"));
    }
    if !definition.retry.factor.is_finite() || definition.retry.factor < 1.0 {
        let detail = format!("retry.factor {} is not a number of at least 1", definition.retry.factor);
        return Err(Error::invalid("out_of_range", detail));
    }
    if definition.max_concurrent == Some(0) {
        return Err(
            Error::invalid("out_of_range", "max_concurrent 0 never runs").with_hint("pause the schedule instead")
        );
    }
    if definition.pause_on_failure == Some(0) {
        return Err(Error::invalid("out_of_range", "pause_on_failure 0 means nothing").with_hint("leave it out"));
    }
    let mut seen = definition.discriminators.clone();
    seen.sort();
    seen.dedup();
    if seen.len() > DISCRIMINATORS_MAX {
        let detail = format!("{} discriminators are more than {DISCRIMINATORS_MAX}", seen.len());
        return Err(Error::invalid("out_of_range", detail).with_hint("make several schedules of it"));
    }
    if let Some(long) = seen.iter().find(|name| name.len() > KEY_BYTES_MAX) {
        let detail = format!("a discriminator has {} bytes; at most {KEY_BYTES_MAX} are kept", long.len());
        return Err(Error::invalid("too_long", detail));
    }
    if seen.len() != definition.discriminators.len() || seen.iter().any(String::is_empty) {
        return Err(Error::invalid("bad_value", "discriminators must be different from each other and not empty"));
    }
    Ok(())
}

/// The schedule as it would be, for the rule to be made of.
pub(super) fn as_saved(save: &Save, old: Option<&Listed>, now: Timestamp) -> Schedule {
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

/// Where planning begins: now, so that nothing of the past is made up for. A first run that was asked for now is not past.
fn first_watermark(definition: &Definition, now: Timestamp) -> Timestamp {
    match definition.spec.first_run.map(|first| first.when) {
        // Rules know whole seconds; the first run stands at the one that has begun.
        Some(FirstRunAt::Now) => now.saturating_sub(SignedDuration::from_secs(1)).unwrap_or(now),
        Some(FirstRunAt::After(_) | FirstRunAt::At(_)) | None => now,
    }
}

#[cfg(test)]
mod tests {
    use refrain_recurrence::{CronRule, Recurrence, Spec};
    use serde_json::Value;

    use super::*;
    use crate::action::Action;
    use crate::clock::{Clock, ManualClock};
    use crate::id::{ScheduleId, Tenant};
    use crate::store::model::Model;
    use crate::store::{Ledger, Plan};

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn asked(expression: &str) -> Save {
        let cron = CronRule { expression: expression.to_owned(), ..CronRule::default() };
        let mut definition = Definition::new(Spec::new(Recurrence::Cron(cron), "UTC"), Action::new("log", Value::Null));
        definition.spec.max_runs = Some(1);
        let tenant = Tenant::new("default", "acme").unwrap();
        let key = ScheduleKey { tenant, id: ScheduleId::new("report").unwrap() };
        Save { key, expect: Expect::Any, definition, source: Source::Api, by: By::new("ann") }
    }

    /// A schedule that was made at half past eight, the time being half past eleven, and what an edit asks of the store.
    async fn edited(edit: &Save) -> (Arc<Model>, Control<Rights>, SaveSchedule) {
        let (store, clock) = (Arc::new(Model::new()), Arc::new(ManualClock::new(at("2026-01-05T08:30:00Z"))));
        let control = Control::new(store.clone(), clock.clone()).acting_as(Rights::all());
        control.save(asked("0 * * * *")).await.unwrap();
        clock.set(at("2026-01-05T11:30:00Z"));
        let old = control.found(&edit.key).await.unwrap();
        let change = control.asked_of_store(edit, old.as_ref(), clock.now()).await.unwrap();
        assert_eq!(change.replan.as_ref().and_then(|replan| replan.gap.as_ref()).map(|gap| gap.count), Some(3));
        (store, control, change)
    }

    fn is_refused(answer: &Result<Schedule, StoreError>) -> bool {
        matches!(answer, Err(StoreError::Conflict { what, .. }) if is_overtaken(&asked(""), what))
    }

    /// Planning finishes it while it is edited: it yielded nothing more, and so nothing is folded.
    #[tokio::test]
    async fn an_edit_does_not_fold_what_a_schedule_that_was_finished_meanwhile_never_yielded() {
        let edit = asked("15 * * * *");
        let (store, control, change) = edited(&edit).await;
        let found = control.schedule(&edit.key).await.unwrap();
        let finishing = Plan {
            uid: found.uid,
            revision: found.revision,
            watermark: found.watermark,
            occurrences: Vec::new(),
            gaps: Vec::new(),
            watermark_to: found.watermark,
            next_due_at: None,
            is_finished: true,
            tzdb: "2026a".to_owned(),
        };
        let now = control.clock.now();
        store.plan(vec![finishing], now).await.unwrap();
        assert_eq!(control.schedule(&edit.key).await.unwrap().status, Status::Finished);
        assert!(is_refused(&store.save(change, now).await));
        let saved = control.save(edit.clone()).await.unwrap();
        assert_eq!((saved.status, saved.revision.0, saved.watermark), (Status::Active, 2, now));
        assert_eq!(store.gaps(&edit.key, &Page::first(9)).await.unwrap().rows, []);
    }

    /// The other edit is made by a clock that went back, so that the watermark does not tell of it.
    #[tokio::test]
    async fn an_edit_that_another_has_overtaken_is_made_anew() {
        let edit = asked("15 * * * *");
        let (store, control, change) = edited(&edit).await;
        let earlier = Arc::new(ManualClock::new(at("2026-01-05T08:00:00Z")));
        let other = Control::new(store.clone(), earlier).acting_as(Rights::all());
        let between = other.save(asked("45 * * * *")).await.unwrap();
        assert_eq!((between.revision.0, between.watermark), (2, change.watermark));
        assert!(is_refused(&store.save(change, control.clock.now()).await));
        assert_eq!(control.save(edit.clone()).await.unwrap().revision.0, 3);
        let gaps = store.gaps(&edit.key, &Page::first(9)).await.unwrap().rows;
        let told: Vec<_> = gaps.iter().map(|gap| (gap.covers.from, gap.covers.count)).collect();
        assert_eq!(told, [(at("2026-01-05T08:45:00Z"), 3)]);
    }
}
