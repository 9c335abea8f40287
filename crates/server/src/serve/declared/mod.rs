//! What the configuration declares: calendars and schedules, brought into the store at start and whenever it is read again.
//!
//! What a file declares belongs to it: the API may pause and fire it, and does not edit it. What somebody made otherwise is not taken
//! over; it is left as it is and told.

mod calendars;

use std::collections::BTreeSet;

use refrain::Refrain;
use refrain::audit::By;
use refrain::control::Save;
use refrain::error::Error;
use refrain::id::{ScheduleKey, ScheduleUid};
use refrain::rights::Rights;
use refrain::schedule::{Schedule, Source, Status};
use refrain::store::{Expect, uid_of};

use crate::config::{FileSchedule, Loaded};

/// Schedules are looked through in parts of so many.
const PART: usize = 500;

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Applied {
    /// Schedules that were made or changed.
    pub changed: usize,
    /// Schedules that were as they should be.
    pub unchanged: usize,
    /// Schedules that the file no longer has, and that were taken away.
    pub deleted: usize,
    /// What could not be done, in sentences.
    pub refused: Vec<String>,
    /// Calendars that could not be written or removed, in sentences.
    pub refused_calendars: Vec<String>,
}

/// Brings the store in line with the file.
///
/// # Errors
/// When the store cannot be used. What is wrong with one schedule is told and holds up no other.
pub async fn apply(refrain: &Refrain, loaded: &Loaded) -> Result<Applied, Error> {
    let mut applied = Applied::default();
    calendars::save(refrain, &loaded.calendars, &mut applied).await?;
    for schedule in &loaded.schedules {
        save(refrain, schedule, &mut applied).await?;
    }
    if loaded.config.schedules.prune {
        prune(refrain, &loaded.schedules, &mut applied).await?;
    }
    // A calendar goes last: the schedules that named it may have gone, or name another one by now.
    calendars::forget(refrain, loaded, &mut applied).await?;
    Ok(applied)
}

async fn save(refrain: &Refrain, wanted: &FileSchedule, applied: &mut Applied) -> Result<(), Error> {
    let FileSchedule { key, definition, unknown_providers } = wanted.clone();
    let old = refrain.store().schedule(&key).await?;
    if let Some(old) = &old
        && old.source != Source::File
    {
        applied
            .refused
            .push(format!("schedule {key} was made by the {}; the file does not take it over", old.source.as_str()));
        return Ok(());
    }
    let before = old.map(|old| old.revision);
    let save = Save { key: key.clone(), expect: Expect::Any, definition, source: Source::File, by: by() };
    let control = refrain.control().acting_as(Rights::configuration()).with_unknown_providers(unknown_providers);
    match control.save(save).await {
        Ok(saved) if Some(saved.revision) == before => applied.unchanged += 1,
        Ok(_) => applied.changed += 1,
        Err(Error::Store(error)) if error.is_transient() => return Err(error.into()),
        Err(error) => applied.refused.push(format!("schedule {key}: {error}")),
    }
    Ok(())
}

/// Takes away what came from a file and stands in it no longer.
async fn prune(refrain: &Refrain, wanted: &[FileSchedule], applied: &mut Applied) -> Result<(), Error> {
    let wanted: BTreeSet<&ScheduleKey> = wanted.iter().map(|schedule| &schedule.key).collect();
    let is_orphan = |schedule: &Schedule| {
        schedule.source == Source::File && schedule.status != Status::Deleted && !wanted.contains(&schedule.key)
    };
    let mut after: Option<ScheduleUid> = None;
    loop {
        let part = refrain.store().scan(after, PART).await?;
        let Some(last) = part.last() else { return Ok(()) };
        after = Some(uid_of(last));
        for schedule in part.iter().flatten().filter(|schedule| is_orphan(schedule)) {
            refrain.control().acting_as(Rights::configuration()).delete(&schedule.key, Expect::Any, &by()).await?;
            applied.deleted += 1;
        }
    }
}

fn by() -> By {
    By::new("file")
}
