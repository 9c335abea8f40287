//! Claims work items.

use axum::extract::State;
use refrain::model::NodeId;
use refrain::store::ClaimWork;
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::WorkItemView;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;
use crate::http::query::expected_range;

/// Maximum number of work items per request.
const ITEMS_MAX: u32 = 100;
/// Maximum time to wait for work, in seconds: less than the time limit of any request.
const WAIT_SECONDS_MAX: i64 = 30;
/// Maximum length of a lease, in seconds.
const LEASE_SECONDS_MAX: i64 = 24 * 60 * 60;
/// Default length of a lease, in seconds.
const LEASE_SECONDS: i64 = 30;

/// A request for work items.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClaimRequest {
    /// Queue name.
    #[schema(example = "emails", pattern = "^[A-Za-z0-9_.-]{1,128}$")]
    queue: String,
    /// Maximum number of work items. Default: 1. Maximum: 100.
    #[schema(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// Length of the lease. Default: 30 seconds. Maximum: 24 hours.
    #[schema(value_type = Option<refrain_recurrence::Length>, example = "30s")]
    lease: Option<Length>,
    /// Time to wait for work. Default: 0. Maximum: 30 seconds.
    #[schema(value_type = Option<refrain_recurrence::Length>, example = "20s")]
    wait: Option<Length>,
    /// Name of the worker, for people.
    #[schema(example = "mailer-1")]
    worker: Option<String>,
}

/// Claimed work items.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClaimResult {
    /// Work items. Empty if there were none.
    items: Vec<WorkItemView>,
}

/// Claim work items
///
/// Claims work items from a queue, highest priority first. Each claim counts as an attempt. With `wait`, the
/// response is sent as soon as there is work, or when the time is over. Limit: 1 by default, at most 100.
/// Lease: 30 seconds by default, at most 24 hours. Wait: 0 by default, at most 30 seconds.
#[utoipa::path(
    post,
    path = "/v1/work-items/claim",
    tag = "work",
    request_body = ClaimRequest,
    responses((status = 200, description = "The claimed work items", body = ClaimResult)),
)]
pub(crate) async fn claim(
    State(app): State<App>,
    caller: Caller,
    Json(asked): Json<ClaimRequest>,
) -> Result<Json<ClaimResult>, Problem> {
    let limit = asked.limit.unwrap_or(1);
    if !(1..=ITEMS_MAX).contains(&limit) {
        let detail = expected_range("limit", ITEMS_MAX, limit);
        return Err(Problem::new(ProblemCode::OutOfRange, detail).at_path("limit"));
    }
    let wait = asked.wait.unwrap_or(Length::from_seconds(0));
    if !(0..=WAIT_SECONDS_MAX).contains(&wait.seconds()) {
        let detail = format!("expected a wait from 0 to {WAIT_SECONDS_MAX} seconds, found {wait}");
        return Err(Problem::new(ProblemCode::OutOfRange, detail).at_path("wait"));
    }
    let lease = lease(asked.lease)?;
    let owner = match asked.worker.as_deref() {
        Some(worker) => NodeId::new(worker).map_err(|error| Problem::from(error).at_path("worker"))?,
        None => app.refrain().node().clone(),
    };
    let claim = ClaimWork {
        tenant: caller.tenant.clone(),
        queue: super::queue(&asked.queue)?,
        owner,
        lease_for: lease.duration(),
        limit: usize::try_from(limit).unwrap_or(1),
    };
    let items = app.acting_as(&caller).claim_work_within(&claim, wait).await?;
    Ok(Json(ClaimResult { items: items.into_iter().map(WorkItemView::of).collect() }))
}

/// Returns the length of a lease.
pub(super) fn lease(asked: Option<Length>) -> Result<Length, Problem> {
    let lease = asked.unwrap_or(Length::from_seconds(LEASE_SECONDS));
    if (1..=LEASE_SECONDS_MAX).contains(&lease.seconds()) {
        return Ok(lease);
    }
    Err(Problem::new(ProblemCode::OutOfRange, format!("expected a lease from 1 second to 24 hours, found {lease}"))
        .at_path("lease"))
}
