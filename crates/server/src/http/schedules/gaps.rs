//! Where a schedule's ledger has one row for many occurrences.

use axum::extract::State;
use jiff::Timestamp;
use refrain::gap::Gap;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::page::{self, List};
use crate::http::path::Path;
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

/// Occurrences that have no rows of their own.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GapView {
    /// Its number.
    id: i64,
    /// The first of them, by nominal time.
    from: Timestamp,
    /// The last.
    to: Timestamp,
    /// How many.
    count: u64,
    /// Why they were not run.
    #[schema(example = "missed")]
    reason: &'static str,
    /// When it was recorded.
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
/// The latest first. What was missed in numbers is one gap instead of a row each.
#[utoipa::path(
    get,
    path = "/v1/schedules/{id}/gaps",
    tag = "ledger",
    params(("id" = String, Path, description = "What it is called"), Asked),
    responses((status = 200, description = "A page of them", body = List<GapView>)),
)]
pub(crate) async fn gaps(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Json<List<GapView>>, Problem> {
    let key = caller.key(&id)?;
    let schedule = app.control().schedule(&key).await?;
    let page = page::page(asked.limit, asked.cursor, &app)?;
    Ok(Json(List::of(app.control().gaps(&schedule, &page).await?, |gap| GapView::of(&gap))))
}
