//! How work items are shown.

use refrain_client::types::WorkItem;

use crate::output::{Cell, Column, Table};

/// Columns of a list of work items.
pub(super) const WORK_ITEMS: Table<WorkItem> = Table {
    name: |item| item.id.to_string(),
    columns: &[
        Column::new("id", |item, _| item.id.to_string().into()),
        Column::new("queue", |item, _| item.queue.as_str().into()),
        Column::new("state", |item, _| Cell::state(&item.state)),
        Column::new("attempt", |item, _| format!("{}/{}", item.attempt, item.max_attempts).into()),
        Column::new("created", |item, view| view.time.at(item.created_at).into()),
        Column::new("fence", |item, _| fence(item).into()),
        Column::new("lease ends", |item, view| view.time.at_optional(item.lease_until).into()),
        Column::wide("worker", |item, _| item.worker.as_deref().unwrap_or_default().into()),
        Column::wide("priority", |item, _| item.priority.as_str().into()),
        Column::wide("ready", |item, view| view.time.at(item.ready_at).into()),
        Column::wide("key", |item, _| item.key.as_str().into()),
        Column::new("error", |item, _| item.error.as_deref().unwrap_or_default().into()),
        Column::new("payload", |item, _| item.payload.to_string().into()),
    ],
};

/// Returns the fencing token, if someone holds the lease.
fn fence(item: &WorkItem) -> String {
    item.lease_until.map(|_| item.fence.to_string()).unwrap_or_default()
}
