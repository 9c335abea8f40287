//! Reading the audit.

use axum::extract::State;
use jiff::Timestamp;
use refrain::audit::AuditEntry;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::page::{self, List};
use crate::http::problem::Problem;
use crate::http::query::Query;

/// Which part is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// How many rows, 50 without a word.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
    /// Where the page before ended: its `next_cursor`.
    cursor: Option<String>,
}

/// What someone did.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EntryView {
    /// Its place in the tenant's chain, counted from 1.
    #[schema(example = 7)]
    seq: i64,
    /// When.
    at: Timestamp,
    /// Who: a person, a key, a program.
    #[schema(example = "local")]
    actor: String,
    /// What was done.
    #[schema(example = "schedule.pause")]
    action: String,
    /// To what.
    #[schema(example = "schedule/digest")]
    object: String,
    /// Why, in their words.
    reason: Option<String>,
    /// What their request was called.
    request_id: Option<String>,
    /// What else is worth knowing.
    #[schema(value_type = Object)]
    detail: Value,
    /// The hash of the entry before.
    previous: String,
    /// Its own.
    hash: String,
}

impl EntryView {
    fn of(entry: AuditEntry) -> Self {
        let (previous, hash) = (entry.previous.to_string(), entry.hash.to_string());
        let said = entry.entry;
        // It is kept as text because it is hashed; what cannot be read is shown as that text.
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

/// List who did what
///
/// The latest first.
#[utoipa::path(
    get,
    path = "/v1/audit",
    tag = "insight",
    params(Asked),
    responses((status = 200, description = "A page of them", body = List<EntryView>)),
)]
pub(crate) async fn list(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<Asked>,
) -> Result<Json<List<EntryView>>, Problem> {
    let page = page::page(asked.limit, asked.cursor, &app)?;
    let found = app.store().entries(&caller.tenant, &page).await?;
    Ok(Json(List::of(found, EntryView::of)))
}
