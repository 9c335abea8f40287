//! Reads the audit log.

use axum::extract::State;
use jiff::Timestamp;
use refrain::model::AuditEntry;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::page::{List, PageQuery};
use crate::http::problem::Problem;
use crate::http::query::Query;

/// An audit log entry.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AuditEntryView {
    /// Position in the tenant's hash chain, counted from 1.
    #[schema(example = 7)]
    seq: i64,
    /// Time of the change.
    at: Timestamp,
    /// Person, key or program that made the change.
    #[schema(example = "local")]
    actor: String,
    /// Action that was performed.
    #[schema(example = "schedule.pause")]
    action: String,
    /// Object that was changed.
    #[schema(example = "schedule/digest")]
    object: String,
    /// Reason given by the caller.
    reason: Option<String>,
    /// ID of the request.
    request_id: Option<String>,
    /// Details of the action.
    #[schema(value_type = Object)]
    detail: Value,
    /// Hash of the previous entry.
    previous: String,
    /// Hash of this entry.
    hash: String,
}

impl AuditEntryView {
    pub(crate) fn of(entry: AuditEntry) -> Self {
        let (previous, hash) = (entry.previous.to_string(), entry.hash.to_string());
        let said = entry.entry;
        // The detail is stored as text because it is hashed. If the text is not valid JSON, it is shown as a
        // string.
        let detail = serde_json::from_str(&said.detail).unwrap_or(Value::String(said.detail));
        Self {
            seq: entry.seq,
            at: entry.at,
            actor: said.by.actor,
            action: said.action,
            object: said.object,
            reason: said.by.reason,
            request_id: said.by.request_id,
            detail,
            previous,
            hash,
        }
    }
}

/// List audit log entries
///
/// Newest first. Page size: 50 by default, at most 500.
#[utoipa::path(
    get,
    path = "/v1/audit",
    tag = "insight",
    params(PageQuery),
    responses((status = 200, description = "A page of audit log entries", body = List<AuditEntryView>)),
)]
pub(crate) async fn list(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<AuditEntryView>>, Problem> {
    let page = query.page(&app)?;
    let found = app.store().entries(&caller.tenant, &page).await?;
    Ok(Json(List::of(found, AuditEntryView::of)))
}
