//! The effect of a person's change on a schedule, and its audit entry.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::ledger::stored::StoredSchedule;
use crate::ledger::{
    ChangeStatus, ConflictKind, ExpectedVersion, Insert, InsertRequest, OccurrenceChange, Replan, SaveSchedule,
    StoreError,
};
use crate::model::{
    Attempt, By, Cause, Counters, NewEntry, Occurrence, OccurrenceId, Reason, Revision, RevisionRecord, Schedule,
    ScheduleKey, ScheduleUid, SkipReason, State, Status, StatusNote,
};

/// Effect of saving a schedule.
#[derive(Clone, Debug, PartialEq)]
pub enum SaveEffect {
    /// The definition is unchanged. Nothing is written.
    Same,
    /// The definition is unchanged, and the planned rows are replanned. Holds the updated schedule: it has the
    /// same revision, but planning may have to examine it at another time.
    Replan(Box<Schedule>),
    /// A new schedule. The store assigns its uid.
    Create(Box<Schedule>),
    /// The updated schedule.
    Update(Box<Schedule>),
}

/// Refuses a new schedule if its tenant has reached its maximum number of schedules.
///
/// # Errors
/// [`StoreError::TooMany`].
pub fn check_schedule_limit(save: &SaveSchedule, others: u64) -> Result<(), StoreError> {
    match save.schedules_max {
        Some(count_max) if others >= count_max as u64 => {
            let owner = format!("tenant {}", save.key.tenant);
            Err(StoreError::TooMany { owner, what: "schedules", count_max })
        }
        Some(_) | None => Ok(()),
    }
}

/// Computes the effect of a save on the stored schedule.
///
/// # Errors
/// If the stored schedule differs from the expected one, or if the schedule is canceled.
pub fn save(stored: Option<&StoredSchedule>, save: &SaveSchedule, now: Timestamp) -> Result<SaveEffect, StoreError> {
    let found = stored.map(StoredSchedule::known);
    expect_revision(&save.key, save.expect, found)?;
    let Some(old) = found else {
        return Ok(SaveEffect::Create(Box::new(Schedule {
            uid: ScheduleUid(0),
            key: save.key.clone(),
            revision: Revision(1),
            status: save.status,
            status_note: StatusNote { by: save.by.actor.clone(), ..StatusNote::default() },
            source: save.source,
            definition: Arc::new(save.definition.clone()),
            next_due_at: save.next_due_at,
            watermark: save.watermark,
            counters: Counters::default(),
            created_at: now,
            updated_at: now,
        })));
    };
    let has_same_definition = stored.is_some_and(StoredSchedule::is_readable) && *old.definition == save.definition;
    let status = match old.status {
        // A touch does not restart a finished schedule.
        Status::Finished if save.touch && has_same_definition => Status::Finished,
        Status::Active | Status::Finished | Status::Disabled if save.status == Status::Paused => Status::Paused,
        Status::Active | Status::Finished | Status::Disabled => Status::Active,
        Status::Paused => Status::Paused,
        Status::Canceled | Status::Deleted => {
            return Err(illegal(&save.key, old.status, Status::Active));
        }
    };
    let raised = |replan: &Replan| old.watermark.max(replan.watermark_to);
    let watermark = save.replan.as_ref().map_or(old.watermark, raised);
    let is_same = has_same_definition && !save.touch && old.status == status && old.source == save.source;
    if let Some(replan) = &save.replan {
        check_unchanged(old, replan)?;
    }
    match &save.replan {
        Some(_) if is_same => {
            return Ok(SaveEffect::Replan(Box::new(Schedule {
                next_due_at: save.next_due_at,
                watermark,
                ..old.clone()
            })));
        }
        None if is_same => return Ok(SaveEffect::Same),
        Some(_) | None => {}
    }
    let status_note = if status == old.status {
        old.status_note.clone()
    } else {
        StatusNote { by: save.by.actor.clone(), ..StatusNote::default() }
    };
    let next_due_at = if status == Status::Finished { old.next_due_at } else { save.next_due_at };
    Ok(SaveEffect::Update(Box::new(Schedule {
        revision: Revision(old.revision.0 + 1),
        status,
        status_note,
        source: save.source,
        definition: Arc::new(save.definition.clone()),
        next_due_at,
        watermark,
        updated_at: old.changed_at(now),
        ..old.clone()
    })))
}

/// Checks that a replan is based on the current state of the schedule.
///
/// # Errors
/// [`StoreError::Conflict`] if planning has advanced or finished the schedule since.
fn check_unchanged(found: &Schedule, replan: &Replan) -> Result<(), StoreError> {
    let conflict = |what: &str, expected: String, there: String| {
        let what = format!("the {what} of schedule {}", found.key);
        Err(StoreError::Conflict { kind: ConflictKind::Basis, what, expected, found: there })
    };
    if replan.watermark != found.watermark {
        return conflict("watermark", replan.watermark.to_string(), found.watermark.to_string());
    }
    if replan.status != found.status {
        return conflict("status", replan.status.as_str().to_owned(), found.status.as_str().to_owned());
    }
    Ok(())
}

/// Computes the effect of a status change on the stored schedule.
///
/// # Errors
/// If there is no schedule, if it differs from the expected one, or if the transition is not allowed.
pub fn change_status(found: Option<&Schedule>, change: &ChangeStatus, now: Timestamp) -> Result<Schedule, StoreError> {
    let old = existing(&change.key, change.expect, found)?;
    if !old.status.may_become(change.to) {
        return Err(illegal(&change.key, old.status, change.to));
    }
    let mut new = Schedule {
        revision: Revision(old.revision.0 + 1),
        status: change.to,
        status_note: StatusNote {
            by: change.by.actor.clone(),
            text: change.text.clone(),
            until: change.until.filter(|_| change.to == Status::Paused),
        },
        updated_at: old.changed_at(now),
        ..old.clone()
    };
    if let Some(resume) = &change.resume {
        new.watermark = new.watermark.max(resume.watermark);
        new.next_due_at = resume.next_due_at;
    }
    Ok(new)
}

/// Computes the effect of a deletion on the stored schedule.
///
/// # Errors
/// If there is no schedule, or if it differs from the expected one.
pub fn delete(
    key: &ScheduleKey,
    expect: ExpectedVersion,
    found: Option<&Schedule>,
    by: &By,
    now: Timestamp,
) -> Result<Schedule, StoreError> {
    let old = existing(key, expect, found)?;
    Ok(Schedule {
        revision: Revision(old.revision.0 + 1),
        status: Status::Deleted,
        status_note: StatusNote { by: by.actor.clone(), ..StatusNote::default() },
        next_due_at: None,
        updated_at: old.changed_at(now),
        ..old.clone()
    })
}

/// An occurrence changed by a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OccurrenceUpdate {
    /// The updated row.
    pub row: Occurrence,
    /// Record of the attempt that the row no longer describes.
    pub attempt: Option<Attempt>,
    /// Whether the change has an effect. If it has none, nothing is written, not even an audit entry.
    pub is_changed: bool,
    /// Whether the next waiting occurrence of the lane takes the place of this one, and must be woken: this one had
    /// started, or it was woken to start next.
    pub wakes_lane: bool,
}

/// Computes the effect of a person's change on an occurrence.
///
/// # Errors
/// If the transition is not allowed from the current state.
pub fn change_occurrence(
    row: &Occurrence,
    schedule: &Schedule,
    change: &OccurrenceChange,
    now: Timestamp,
) -> Result<OccurrenceUpdate, StoreError> {
    let mut moved = OccurrenceUpdate { row: row.clone(), attempt: None, is_changed: true, wakes_lane: false };
    let illegal_move = |wanted: &'static str| StoreError::IllegalMove {
        what: format!("occurrence {}", row.id),
        state: row.state.as_str(),
        wanted,
    };
    match change {
        OccurrenceChange::Reopen { trigger, concurrency, payload } => {
            check_insertable(schedule)?;
            if !row.may(Cause::Reopen, State::Planned) {
                return Err(illegal_move(State::Planned.as_str()));
            }
            moved.attempt = moved.row.reopen((*trigger, *concurrency), payload.as_ref(), schedule.revision, now);
        }
        OccurrenceChange::Cancel if row.state == State::Running => moved.row.request_cancel(now),
        OccurrenceChange::Skip | OccurrenceChange::Cancel => {
            if !row.may(Cause::Skip, State::Skipped) {
                return Err(illegal_move(State::Skipped.as_str()));
            }
            moved.row.end(State::Skipped, Some(Reason::Skipped(SkipReason::Canceled)), None, now);
            moved.wakes_lane = row.is_started() || row.is_woken(now);
        }
        OccurrenceChange::Discard if row.state != State::Failed => return Err(illegal_move("discarded")),
        OccurrenceChange::Discard => {
            moved.is_changed = row.discarded_at.is_none();
            moved.row.discarded_at.get_or_insert(now);
        }
    }
    Ok(moved)
}

/// Checks that a person may request occurrences of the schedule.
///
/// # Errors
/// If the schedule is canceled: the occurrences could never run.
pub fn check_insertable(schedule: &Schedule) -> Result<(), StoreError> {
    match schedule.status {
        Status::Canceled | Status::Deleted => Err(illegal(&schedule.key, schedule.status, Status::Active)),
        Status::Active | Status::Paused | Status::Disabled | Status::Finished => Ok(()),
    }
}

/// Returns the reason for which planned occurrences are skipped when the schedule gets this status. None if they
/// stay planned.
pub fn withdrawal(status: Status) -> Option<SkipReason> {
    match status {
        Status::Canceled => Some(SkipReason::Canceled),
        Status::Deleted => Some(SkipReason::ScheduleDeleted),
        // A pause may end before the occurrences are due; claims make sure that they do not start during it.
        Status::Active | Status::Paused | Status::Disabled | Status::Finished => None,
    }
}

/// Builds the record of a change. It includes the definition if the change was a save.
pub fn revision_record(new: &Schedule, by: &By, has_definition: bool) -> RevisionRecord {
    let change = match new.status {
        _ if has_definition => "save",
        Status::Active => "resume",
        Status::Paused => "pause",
        Status::Canceled => "cancel",
        Status::Disabled => "disable",
        Status::Finished => "finish",
        Status::Deleted => "delete",
    };
    RevisionRecord {
        revision: new.revision,
        at: new.updated_at,
        by: by.actor.clone(),
        change: change.to_owned(),
        definition: has_definition.then(|| Arc::clone(&new.definition)),
        problem: None,
    }
}

/// Builds the audit entry of a change to a schedule.
pub fn schedule_entry(new: &Schedule, record: &RevisionRecord, by: &By) -> NewEntry {
    NewEntry {
        by: by.clone(),
        action: format!("schedule.{}", record.change),
        object: format!("schedule/{}", new.key.id),
        detail: json!({"revision": new.revision, "note": new.status_note.text}).to_string(),
    }
}

/// Builds the audit entry of rows that a person requested. `inserted` of them are new; the others already
/// existed. Returns `None` for rows that an earlier entry counts.
pub fn insert_entry(insert: &Insert, inserted: usize) -> Option<NewEntry> {
    let Insert { key, occurrences, request, by, .. } = insert;
    let own = occurrences.iter().find_map(|row| row.correlation_id.as_deref());
    let correlation_id = own.or(by.request_id.as_deref());
    let (action, detail) = match request {
        InsertRequest::Fire => {
            let period_key = occurrences.first().map(|row| row.period_key.as_str());
            let mut detail = json!({"period_key": period_key, "count": inserted, "correlation_id": correlation_id});
            note_own_payload(&mut detail, occurrences.iter().any(|row| row.payload.is_some()));
            ("schedule.fire", detail)
        }
        InsertRequest::Backfill { from, to, later } => {
            let count = inserted + later;
            let detail = json!({"from": from, "to": to, "count": count, "correlation_id": correlation_id});
            ("schedule.backfill", detail)
        }
        InsertRequest::BackfillRest => return None,
    };
    Some(NewEntry {
        by: by.clone(),
        action: action.to_owned(),
        object: format!("schedule/{}", key.id),
        detail: detail.to_string(),
    })
}

/// Builds the audit entry of a change to an occurrence.
pub fn occurrence_entry(key: &ScheduleKey, id: OccurrenceId, change: &OccurrenceChange, by: &By) -> NewEntry {
    let (action, has_own_payload) = match change {
        OccurrenceChange::Reopen { payload, .. } => ("occurrence.reopen", payload.is_some()),
        OccurrenceChange::Skip => ("occurrence.skip", false),
        OccurrenceChange::Cancel => ("occurrence.cancel", false),
        OccurrenceChange::Discard => ("occurrence.discard", false),
    };
    let mut detail = json!({"schedule": key.id});
    note_own_payload(&mut detail, has_own_payload);
    NewEntry {
        by: by.clone(),
        action: action.to_owned(),
        object: format!("occurrence/{id}"),
        detail: detail.to_string(),
    }
}

/// Adds to the detail of an audit entry that the request brought a payload. The payload itself never gets there.
fn note_own_payload(detail: &mut Value, has_own_payload: bool) {
    if has_own_payload {
        detail["own_payload"] = true.into();
    }
}

fn existing<'a>(
    key: &ScheduleKey,
    expect: ExpectedVersion,
    found: Option<&'a Schedule>,
) -> Result<&'a Schedule, StoreError> {
    expect_revision(key, expect, found)?;
    found.ok_or_else(|| StoreError::NotFound(format!("schedule {key}")))
}

fn expect_revision(key: &ScheduleKey, expect: ExpectedVersion, found: Option<&Schedule>) -> Result<(), StoreError> {
    expect_version(|| format!("schedule {key}"), expect, found.map(|found| found.revision.0))
}

/// Compares the version that a change expects with the stored one.
///
/// # Errors
/// [`StoreError::NotFound`] or [`StoreError::Conflict`].
pub fn expect_version(
    what: impl Fn() -> String,
    expect: ExpectedVersion,
    found: Option<i64>,
) -> Result<(), StoreError> {
    let conflict = |expected: String, found: i64| {
        let found = found.to_string();
        Err(StoreError::Conflict { kind: ConflictKind::Version, what: what(), expected, found })
    };
    match (expect, found) {
        (ExpectedVersion::Any, _) | (ExpectedVersion::New, None) => Ok(()),
        (ExpectedVersion::Exactly(expected), Some(found)) if expected == found => Ok(()),
        (ExpectedVersion::Exactly(_), None) => Err(StoreError::NotFound(what())),
        (ExpectedVersion::Exactly(expected), Some(found)) => conflict(expected.to_string(), found),
        (ExpectedVersion::New, Some(found)) => conflict("nothing".to_owned(), found),
    }
}

fn illegal(key: &ScheduleKey, from: Status, to: Status) -> StoreError {
    StoreError::IllegalMove { what: format!("schedule {key}"), state: from.as_str(), wanted: to.as_str() }
}
