//! How schedules are shown.

use refrain_client::types::{ApplyItem, BulkItemResult, Schedule};

use crate::output::{Cell, Column, Table};

/// Columns of a list of schedules.
pub(super) const SCHEDULES: Table<Schedule> = Table {
    name: |schedule| schedule.id.clone(),
    columns: &[
        Column::new("id", |schedule, _| schedule.id.as_str().into()),
        Column::new("status", |schedule, _| Cell::state(&schedule.status)),
        Column::new("next", |schedule, view| view.time.at_optional(schedule.next_at).into()),
        Column::new("last", |schedule, view| view.time.at_optional(schedule.counters.last_ended_at).into()),
        Column::new("result", |schedule, _| result(schedule)),
        Column::wide("runs", |schedule, _| schedule.counters.runs.to_string().into()),
        Column::wide("failures", |schedule, _| schedule.counters.failed.to_string().into()),
        Column::wide("provider", |schedule, _| provider(schedule).into()),
        Column::wide("labels", |schedule, _| labels(schedule).into()),
        Column::wide("revision", |schedule, _| schedule.revision.to_string().into()),
        Column::new("recurrence", |schedule, _| recurrence(schedule).into()),
    ],
};

/// Returns the result of the last run, with the number of failures in a row.
fn result(schedule: &Schedule) -> Cell {
    let counters = &schedule.counters;
    match counters.consecutive_failures {
        0 if counters.last_success_at.is_some() => Cell::state("succeeded"),
        0 if counters.last_ended_at.is_some() => Cell::state("skipped"),
        0 => Cell::default(),
        1 => Cell::state("failed"),
        many => Cell { text: format!("failed {many}x"), ..Cell::state("failed") },
    }
}

fn provider(schedule: &Schedule) -> String {
    schedule.action.as_ref().map(|action| action.provider.clone()).unwrap_or_default()
}

pub(super) fn labels(schedule: &Schedule) -> String {
    let labels = schedule.labels.iter().flatten().map(|(name, value)| format!("{name}={value}"));
    labels.collect::<Vec<_>>().join(",")
}

/// Returns the recurrence as a sentence, or why it cannot be read.
pub(super) fn recurrence(schedule: &Schedule) -> &str {
    schedule.sentence.as_deref().or(schedule.problem.as_deref()).unwrap_or_default()
}

/// Columns of the results of a bulk change.
pub(super) const CHANGES: Table<BulkItemResult> = Table {
    name: |item| item.id.clone(),
    columns: &[
        Column::new("id", |item, _| item.id.as_str().into()),
        Column::new("status", |item, _| Cell::state(item.status.as_deref().unwrap_or_default())),
        Column::new("revision", |item, _| {
            item.revision.map(|revision| revision.to_string()).unwrap_or_default().into()
        }),
        Column::new("error", |item, _| item.detail.as_deref().unwrap_or_default().into()),
    ],
};

/// Columns of deleted schedules.
pub(super) const DELETED: Table<ApplyItem> = Table {
    name: |item| item.name.clone(),
    columns: &[
        Column::new("id", |item, _| item.name.as_str().into()),
        Column::new("result", |item, _| Cell::state(item.result.as_str())),
    ],
};
