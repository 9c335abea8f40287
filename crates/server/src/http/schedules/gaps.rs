//! Gaps of a schedule: several missed occurrences collapsed into one record.

use axum::extract::State;
use jiff::Timestamp;
use refrain::model::Gap;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::page::{List, PageQuery};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// Missed occurrences that are collapsed into one record.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GapView {
    /// Gap ID.
    id: i64,
    /// Nominal time of the first occurrence.
    from: Timestamp,
    /// Nominal time of the last occurrence.
    to: Timestamp,
    /// Number of occurrences.
    count: u64,
    /// Reason why the occurrences did not run.
    #[schema(example = "missed")]
    reason: &'static str,
    /// Time at which the gap was recorded.
    created_at: Timestamp,
}

impl GapView {
    pub(super) fn of(gap: &Gap) -> Self {
        Self {
            id: gap.id,
            from: gap.covers.from,
            to: gap.covers.to,
            count: gap.covers.count,
            reason: gap.covers.reason.as_str(),
            created_at: gap.created_at,
        }
    }
}

/// List the gaps of a schedule
///
/// Newest first. Many missed occurrences are recorded as one gap instead of one occurrence each. Page size:
/// 50 by default, at most 500.
#[utoipa::path(
    get,
    path = "/v1/schedules/{id}/gaps",
    tag = "ledger",
    params(("id" = String, Path, description = "Schedule ID."), PageQuery),
    responses((status = 200, description = "A page of gaps", body = List<GapView>)),
)]
pub(crate) async fn gaps(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<GapView>>, Problem> {
    let key = caller.key(&id)?;
    let schedule = app.control().schedule(&key).await?;
    let page = query.page(&app)?;
    Ok(Json(List::of(app.control().gaps(&schedule, &page).await?, |gap| GapView::of(&gap))))
}
