//! Calendars and schedules declared in the configuration. They are applied to the store at startup and at each
//! reload.
//!
//! The file owns what it declares: the API may pause and run these schedules but not edit them. A schedule that
//! was created in another way is not taken over; it stays unchanged and is reported.

mod calendars;

use std::collections::BTreeSet;

use refrain::Error;
use refrain::Refrain;
use refrain::control::Rights;
use refrain::control::SaveScheduleRequest;
use refrain::model::{By, Schedule, ScheduleKey, ScheduleUid, Source, Status};
use refrain::store::{ExpectedVersion, StoreError, listed_uid};

use crate::config::{FileSchedule, LoadedConfig};

/// Number of schedules per page of a scan.
const PART: usize = 500;

/// Result of applying a configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApplyResult {
    /// Number of schedules created or changed.
    pub changed: usize,
    /// Number of schedules that were already up to date.
    pub unchanged: usize,
    /// Number of schedules deleted because the file no longer declares them.
    pub deleted: usize,
    /// Errors about schedules, as sentences.
    pub refused: Vec<String>,
    /// Errors about calendars that could not be written or removed, as sentences.
    pub refused_calendars: Vec<String>,
}

/// Applies the declared calendars and schedules to the store.
///
/// # Errors
/// Fails if the store is unavailable. An error of one schedule is recorded in the result and does not affect the
/// others.
pub async fn apply(refrain: &Refrain, loaded: &LoadedConfig) -> Result<ApplyResult, Error> {
    let mut applied = ApplyResult::default();
    calendars::save(refrain, &loaded.calendars, &mut applied).await?;
    for schedule in &loaded.schedules {
        save(refrain, schedule, &mut applied).await?;
    }
    if loaded.config.schedules.prune {
        prune(refrain, &loaded.schedules, &mut applied).await?;
    }
    // Calendars are removed last: the schedules that used them may be deleted or use another one by now.
    calendars::remove_undeclared(refrain, loaded, &mut applied).await?;
    Ok(applied)
}

async fn save(refrain: &Refrain, wanted: &FileSchedule, applied: &mut ApplyResult) -> Result<(), Error> {
    let FileSchedule { key, definition, unknown_providers } = wanted.clone();
    let old = match refrain.store().schedule(&key).await {
        Ok(old) => old,
        // The schedule exists, and saving it repairs its definition.
        Err(StoreError::Corrupt(_)) => None,
        Err(error) => return refuse(applied, &key, error.into()),
    };
    if let Some(old) = &old
        && old.source != Source::File
    {
        applied
            .refused
            .push(format!("schedule {key} was created by the {}; the file does not take it over", old.source.as_str()));
        return Ok(());
    }
    let before = old.map(|old| old.revision);
    let save = SaveScheduleRequest {
        key: key.clone(),
        expect: ExpectedVersion::Any,
        definition,
        source: Source::File,
        by: by(),
    };
    let control = refrain.control().acting_as(Rights::configuration()).with_unknown_providers(unknown_providers);
    match control.save(save).await {
        Ok(saved) if Some(saved.revision) == before => applied.unchanged += 1,
        Ok(_) => applied.changed += 1,
        Err(error) => refuse(applied, &key, error)?,
    }
    Ok(())
}

/// Records the error of one schedule, or fails if the store is unavailable.
fn refuse(applied: &mut ApplyResult, key: &ScheduleKey, error: Error) -> Result<(), Error> {
    match error {
        Error::Store(error) if error.is_transient() => return Err(error.into()),
        error => applied.refused.push(format!("schedule {key}: {error}")),
    }
    Ok(())
}

/// Deletes schedules that came from a file and are no longer in it.
async fn prune(refrain: &Refrain, wanted: &[FileSchedule], applied: &mut ApplyResult) -> Result<(), Error> {
    let wanted: BTreeSet<&ScheduleKey> = wanted.iter().map(|schedule| &schedule.key).collect();
    let is_orphan = |schedule: &Schedule| {
        schedule.source == Source::File && schedule.status != Status::Deleted && !wanted.contains(&schedule.key)
    };
    let mut after: Option<ScheduleUid> = None;
    loop {
        let part = refrain.store().scan(after, PART).await?;
        let Some(last) = part.last() else { return Ok(()) };
        after = Some(listed_uid(last));
        for schedule in part.iter().flatten().filter(|schedule| is_orphan(schedule)) {
            let control = refrain.control().acting_as(Rights::configuration());
            match control.delete(&schedule.key, ExpectedVersion::Any, &by()).await {
                Ok(_) => applied.deleted += 1,
                Err(error) => refuse(applied, &schedule.key, error)?,
            }
        }
    }
}

fn by() -> By {
    By::new("file")
}
