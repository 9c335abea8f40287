//! Validates input before it reaches a store: texts with a NUL character, keys that are too long, batches that
//! are too large.

use serde_json::Value;

use crate::ledger::{
    BATCH_MAX, Insert, OccurrenceChange, OccurrenceFilter, Plan, REPLAN_ROWS_MAX, SaveSchedule, ScheduleFilter,
    Settlement, StoreError, UnreadableSchedule, WorkEnding, WorkLease,
};
use crate::model::{
    By, DOCUMENT_BYTES_MAX, KEY_BYTES_MAX, MARK_NAME_BYTES_MAX, MARK_VALUE_BYTES_MAX, MESSAGE_BYTES_MAX, MarkName,
    NewEntry, NewOccurrence, NewWorkItem, Node, PAYLOAD_BYTES_MAX, RunPayload, Tenant, WORK_BYTES_MAX, has_nul,
};

/// Refuses a batch that is too large.
///
/// # Errors
/// [`StoreError::TooLarge`].
pub fn batch(rows: usize) -> Result<(), StoreError> {
    size("the batch", rows, BATCH_MAX)
}

/// Refuses a text that no store can keep.
///
/// # Errors
/// [`StoreError::Invalid`] for a NUL, [`StoreError::TooLarge`].
pub fn text(field: &'static str, text: &str, bytes_max: usize) -> Result<(), StoreError> {
    if text.contains('\0') {
        return Err(StoreError::Invalid { field, problem: "it contains a NUL character".to_owned() });
    }
    size(field, text.len(), bytes_max)
}

/// Checks a schedule to be saved, except for its definition, which checks itself.
///
/// # Errors
/// As [`text`].
pub fn save(save: &SaveSchedule) -> Result<(), StoreError> {
    by(&save.by)?;
    let Some(replan) = &save.replan else { return Ok(()) };
    text("tzdb", &replan.tzdb, KEY_BYTES_MAX)?;
    size("the kept occurrences", replan.keep.len(), REPLAN_ROWS_MAX)?;
    size("the superseded occurrences", replan.supersede.len(), REPLAN_ROWS_MAX)?;
    batch(replan.add.len())?;
    occurrences(&replan.add)?;
    for kept in &replan.keep {
        text("period_key", &kept.period_key, KEY_BYTES_MAX)?;
        text("discriminator", &kept.discriminator, KEY_BYTES_MAX)?;
    }
    Ok(())
}

/// Checks rows that a person requests.
///
/// # Errors
/// As [`occurrences`].
pub fn insert(insert: &Insert) -> Result<(), StoreError> {
    by(&insert.by)?;
    batch(insert.occurrences.len())?;
    text("tzdb", &insert.tzdb, KEY_BYTES_MAX)?;
    occurrences(&insert.occurrences)
}

/// Checks a schedule filter. A text that cannot be stored cannot be searched for either.
///
/// # Errors
/// As [`text`].
pub fn schedule_filter(filter: &ScheduleFilter) -> Result<(), StoreError> {
    optional("the prefix", filter.id_prefix.as_deref(), usize::MAX)?;
    optional("the provider", filter.provider.as_deref(), usize::MAX)?;
    optional("the text", filter.text.as_deref(), usize::MAX)?;
    filter.labels.iter().try_for_each(label)
}

/// Checks an occurrence filter.
///
/// # Errors
/// As [`text`].
pub fn occurrence_filter(filter: &OccurrenceFilter) -> Result<(), StoreError> {
    filter.reasons.iter().try_for_each(|reason| text("the reason", reason, usize::MAX))?;
    filter.label.iter().try_for_each(label)
}

/// Checks planned rows.
///
/// # Errors
/// As [`text`], and if a key is empty.
pub fn occurrences(rows: &[NewOccurrence]) -> Result<(), StoreError> {
    for row in rows {
        if row.period_key.is_empty() {
            return Err(StoreError::Invalid { field: "period_key", problem: "it is empty".to_owned() });
        }
        text("period_key", &row.period_key, KEY_BYTES_MAX)?;
        text("discriminator", &row.discriminator, KEY_BYTES_MAX)?;
        optional("correlation_id", row.correlation_id.as_deref(), KEY_BYTES_MAX)?;
        optional("note", row.note.as_deref(), MESSAGE_BYTES_MAX)?;
        run_payload(row.payload.as_deref())?;
    }
    Ok(())
}

/// Checks a change of an occurrence.
///
/// # Errors
/// As [`json`], and if the author's fields cannot be stored.
pub fn occurrence_change(change: &OccurrenceChange, who: &By) -> Result<(), StoreError> {
    by(who)?;
    match change {
        OccurrenceChange::Reopen { payload, .. } => run_payload(payload.as_deref()),
        OccurrenceChange::Skip | OccurrenceChange::Cancel | OccurrenceChange::Discard => Ok(()),
    }
}

fn run_payload(payload: Option<&RunPayload>) -> Result<(), StoreError> {
    payload.map_or(Ok(()), |payload| json("payload", &payload.value, PAYLOAD_BYTES_MAX).map(drop))
}

/// Checks schedules to be quarantined.
///
/// # Errors
/// If there are too many, or if the author's fields cannot be stored.
pub fn quarantine(found: &[UnreadableSchedule], who: &By) -> Result<(), StoreError> {
    batch(found.len())?;
    by(who)?;
    found.iter().try_for_each(|one| text("note", &one.problem, usize::MAX))
}

/// Checks plans.
///
/// # Errors
/// As [`occurrences`], and if a watermark would move back.
pub fn plans(plans: &[Plan]) -> Result<(), StoreError> {
    batch(plans.iter().map(|plan| plan.occurrences.len().max(1)).sum())?;
    for plan in plans {
        occurrences(&plan.occurrences)?;
        text("tzdb", &plan.tzdb, KEY_BYTES_MAX)?;
        if plan.watermark_to < plan.watermark {
            let problem = format!("{} is before {}", plan.watermark_to, plan.watermark);
            return Err(StoreError::Invalid { field: "watermark", problem });
        }
        if plan.is_finished && !plan.occurrences.is_empty() {
            let problem = format!("a finishing plan must have no rows, found {}", plan.occurrences.len());
            return Err(StoreError::Invalid { field: "is_finished", problem });
        }
        // Another plan of the batch may add rows, and whether it is applied first depends on the store.
        if plan.is_finished && plans.iter().filter(|other| other.uid == plan.uid).count() > 1 {
            let problem = format!("a finishing plan must be the only plan of schedule {} in its batch", plan.uid);
            return Err(StoreError::Invalid { field: "is_finished", problem });
        }
    }
    Ok(())
}

/// Checks settlements.
///
/// # Errors
/// As [`text`]. Long messages are truncated and never refused.
pub fn settlements(settlements: &[Settlement]) -> Result<(), StoreError> {
    batch(settlements.iter().map(|settlement| 1 + settlement.enqueue.len()).sum())?;
    for settlement in settlements {
        if let Some(message) = settlement.ending.message() {
            text("message", message, usize::MAX)?;
        }
        if let crate::ledger::Ending::Succeeded { target: Some(target), .. } = &settlement.ending {
            text("target", &target.kind, KEY_BYTES_MAX)?;
            text("target", &target.id, MESSAGE_BYTES_MAX)?;
        }
        work(&settlement.enqueue)?;
    }
    Ok(())
}

/// Checks work items to be enqueued.
///
/// # Errors
/// As [`text`] and [`json`].
pub fn work(items: &[NewWorkItem]) -> Result<(), StoreError> {
    for item in items {
        if item.key.is_empty() {
            return Err(StoreError::Invalid { field: "key", problem: "it is empty".to_owned() });
        }
        text("key", &item.key, KEY_BYTES_MAX)?;
        json("payload", &item.payload, WORK_BYTES_MAX)?;
    }
    Ok(())
}

/// Checks that the work items of an occurrence belong to its own tenant: no tenant may enqueue for another.
///
/// # Errors
/// [`StoreError::Invalid`].
pub fn work_of(tenant: &Tenant, items: &[NewWorkItem]) -> Result<(), StoreError> {
    match items.iter().find(|item| item.tenant != *tenant) {
        Some(item) => {
            let problem = format!("an occurrence of tenant {tenant} cannot enqueue work for tenant {}", item.tenant);
            Err(StoreError::Invalid { field: "enqueue", problem })
        }
        None => Ok(()),
    }
}

/// Checks the results of work items.
///
/// # Errors
/// As [`text`] and [`json`]. Long errors are truncated and never refused.
pub fn work_endings(endings: &[(WorkLease, WorkEnding)]) -> Result<(), StoreError> {
    for (_, ending) in endings {
        match ending {
            WorkEnding::Complete { result } => json("result", result, WORK_BYTES_MAX).map(drop)?,
            WorkEnding::Fail { error, .. } => text("error", error, usize::MAX)?,
        }
    }
    Ok(())
}

/// Checks a JSON value and returns its text.
///
/// # Errors
/// [`StoreError::TooLarge`], or [`StoreError::Invalid`] for a NUL in one of its strings, which PostgreSQL cannot
/// store.
pub fn json(field: &'static str, value: &Value, bytes_max: usize) -> Result<String, StoreError> {
    let written = value.to_string();
    size(field, written.len(), bytes_max)?;
    if written.contains("\\u0000") && has_nul(value) {
        return Err(StoreError::Invalid { field, problem: "it contains a NUL character".to_owned() });
    }
    Ok(written)
}

/// Checks the body of a document.
///
/// # Errors
/// As [`json`].
pub fn document(body: &Value) -> Result<String, StoreError> {
    json("the document", body, DOCUMENT_BYTES_MAX)
}

/// Checks the name and the value of a mark.
///
/// # Errors
/// As [`text`].
pub fn mark(name: &MarkName, value: &str) -> Result<(), StoreError> {
    text("the mark's name", &name.name, MARK_NAME_BYTES_MAX)?;
    text("the mark's value", value, MARK_VALUE_BYTES_MAX)
}

/// Checks the fields that a node reports about itself.
///
/// # Errors
/// As [`text`].
pub fn node(node: &Node) -> Result<(), StoreError> {
    text("version", &node.version, KEY_BYTES_MAX)?;
    text("tzdb", &node.tzdb, KEY_BYTES_MAX)
}

/// Checks the author of a change.
///
/// # Errors
/// As [`text`].
pub fn by(by: &By) -> Result<(), StoreError> {
    text("actor", &by.actor, KEY_BYTES_MAX)?;
    optional("request_id", by.request_id.as_deref(), KEY_BYTES_MAX)?;
    optional("reason", by.reason.as_deref(), MESSAGE_BYTES_MAX)
}

/// Checks audit entries.
///
/// # Errors
/// As [`text`].
pub fn entries(entries: &[NewEntry]) -> Result<(), StoreError> {
    batch(entries.len())?;
    for entry in entries {
        by(&entry.by)?;
        text("action", &entry.action, KEY_BYTES_MAX)?;
        text("object", &entry.object, KEY_BYTES_MAX)?;
        text("detail", &entry.detail, DOCUMENT_BYTES_MAX)?;
    }
    Ok(())
}

fn label((name, value): &(String, String)) -> Result<(), StoreError> {
    text("the label", name, usize::MAX)?;
    text("the label", value, usize::MAX)
}

fn optional(field: &'static str, value: Option<&str>, bytes_max: usize) -> Result<(), StoreError> {
    value.map_or(Ok(()), |value| text(field, value, bytes_max))
}

fn size(what: &'static str, size: usize, size_max: usize) -> Result<(), StoreError> {
    if size > size_max { Err(StoreError::TooLarge { what, size, size_max }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_nul_is_rejected_in_texts_and_nested_json() {
        assert!(text("x", "a\0", 9).is_err());
        assert!(json("x", &json!({"a": ["b\0"]}), 99).is_err());
        assert!(json("x", &json!({"a\0": 1}), 99).is_err());
        assert!(json("x", &json!("\\u0000"), 99).is_ok());
    }

    #[test]
    fn too_large_errors_name_the_size() {
        let error = json("payload", &json!("x".repeat(50)), 10).unwrap_err().to_string();
        assert_eq!(error, "payload is too large: expected at most 10, found 52");
        assert!(batch(BATCH_MAX).is_ok() && batch(BATCH_MAX + 1).is_err());
    }
}
