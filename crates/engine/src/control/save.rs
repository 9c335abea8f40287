//! Making and editing schedules. An edit keeps what is planned and still right, and never fires anything by itself.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{FirstRunAt, Occurrence as Instant, Rule};

use super::Control;
use crate::audit::By;
use crate::definition::Definition;
use crate::error::Error;
use crate::id::{Revision, ScheduleKey, ScheduleUid};
use crate::occurrence::{KEY_BYTES_MAX, Occurrence};
use crate::planner::first_look;
use crate::schedule::{Counters, Schedule, Source, Status, StatusNote};
use crate::store::{Expect, Kept, Replan, SaveSchedule, StoreError};

/// So many planned occurrences of one schedule are looked at when it is edited.
const PLANNED_MAX: usize = 10_000;
/// No schedule has more targets: all of one period are planned in one transaction.
const DISCRIMINATORS_MAX: usize = 1_000;
/// An edit that planning overtakes is made again so often.
const TRIES: usize = 5;

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

impl Control {
    /// Makes a schedule, or gives it a new definition. The same definition again changes nothing.
    ///
    /// # Errors
    /// When the definition does not hold, something else was there than expected, or the store cannot be used.
    pub async fn save(&self, save: Save) -> Result<Schedule, Error> {
        check(&save.definition)?;
        for _ in 1..TRIES {
            match self.save_once(&save).await {
                // Planning went on between reading and writing; what is planned by now must be looked at again.
                Err(Error::Store(StoreError::Conflict { what, .. })) if what.starts_with("the watermark") => {}
                done => return done,
            }
        }
        self.save_once(&save).await
    }

    async fn save_once(&self, save: &Save) -> Result<Schedule, Error> {
        let now = self.clock.now();
        let old = self.store.schedule(&save.key).await?;
        if let Some(old) = old.as_ref().filter(|old| has_run_its_course(old, save)) {
            return Ok(old.clone());
        }
        let new = as_saved(save, old.as_ref(), now);
        let rule = self.rule(&new).await?;
        if old.is_none() && save.definition.spec.ends_at.is_some_and(|ends_at| ends_at <= now) {
            let ends_at = save.definition.spec.ends_at.unwrap_or(now);
            return Err(Error::invalid("out_of_range", format!("ends_at {ends_at} has passed")));
        }
        let next_due_at = first_look(&new, &rule, new.watermark);
        if next_due_at.is_none() && old.is_none() {
            let problem = format!("schedule {} would never fire after {now}", save.key.id);
            return Err(Error::invalid("never_fires", problem).with_hint("check its dates and its end"));
        }
        // A schedule that has nothing left is looked at once more, and is finished by that.
        let next_due_at = next_due_at.or(Some(now));
        let replan = match &old {
            Some(old) if *old.definition != save.definition => Some(self.replan(old, &rule).await?),
            Some(_) | None => None,
        };
        let change = SaveSchedule {
            key: save.key.clone(),
            expect: save.expect,
            definition: save.definition.clone(),
            source: save.source,
            next_due_at,
            watermark: new.watermark,
            replan,
            by: save.by.clone(),
        };
        Ok(self.store.save(change, now).await?)
    }

    /// Which of the planned occurrences the new rule keeps, and at which times.
    async fn replan(&self, old: &Schedule, rule: &Rule) -> Result<Replan, Error> {
        let planned = self.store.planned(old.uid, PLANNED_MAX).await?;
        let keep = kept(&planned, rule);
        Ok(Replan { watermark: old.watermark, keep, tzdb: refrain_recurrence::tzdb_version().to_owned() })
    }
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
fn check(definition: &Definition) -> Result<(), Error> {
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
fn as_saved(save: &Save, old: Option<&Schedule>, now: Timestamp) -> Schedule {
    let definition = Arc::new(save.definition.clone());
    if let Some(old) = old {
        return Schedule { definition, ..old.clone() };
    }
    Schedule {
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
    }
}

/// Where planning begins: now, so that nothing of the past is made up for. A first run that was asked for now is not past.
fn first_watermark(definition: &Definition, now: Timestamp) -> Timestamp {
    match definition.spec.first_run.map(|first| first.when) {
        // Rules know whole seconds; the first run stands at the one that has begun.
        Some(FirstRunAt::Now) => now.saturating_sub(SignedDuration::from_secs(1)).unwrap_or(now),
        Some(FirstRunAt::After(_) | FirstRunAt::At(_)) | None => now,
    }
}

/// The planned occurrences that the rule still yields, by the names of their periods.
fn kept(planned: &[Occurrence], rule: &Rule) -> Vec<Kept> {
    let nominal = || planned.iter().map(|row| row.planned.nominal_at);
    let (Some(first), Some(last)) = (nominal().min(), nominal().max()) else { return Vec::new() };
    // A period that kept its name may have moved by as much as zones ever do.
    let from = first.saturating_sub(MOVED_MAX).unwrap_or(Timestamp::MIN);
    let until = last.saturating_add(MOVED_MAX).unwrap_or(Timestamp::MAX);
    let wanted: BTreeMap<&str, ()> = planned.iter().map(|row| (row.planned.period_key.as_str(), ())).collect();
    let mut found: BTreeMap<String, Instant> = BTreeMap::new();
    for occurrence in rule.between(from, until).take(PLANNED_MAX * 4) {
        let key = rule.period_key(&occurrence);
        if wanted.contains_key(key.as_str()) {
            found.insert(key, occurrence);
        }
    }
    let keep = |row: &Occurrence| {
        let new = &row.planned;
        // What a person asked for does not depend on the rule.
        let (nominal_at, due_at) = if new.trigger.is_by_hand() {
            (new.nominal_at, new.due_at)
        } else {
            let occurrence = found.get(&new.period_key)?;
            (occurrence.at(), rule.due_at(occurrence))
        };
        let (period_key, discriminator) = (new.period_key.clone(), new.discriminator.clone());
        Some(Kept { period_key, discriminator, nominal_at, due_at })
    };
    planned.iter().filter_map(keep).collect()
}

/// No change of a zone moves a local time further.
const MOVED_MAX: SignedDuration = SignedDuration::from_hours(26);
