//! Taking work.

use axum::extract::State;
use refrain::id::NodeId;
use refrain_recurrence::Length;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::WorkItemView;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::problem::Problem;

/// So many are claimed in one request at most.
const ITEMS_MAX: u32 = 100;
/// No request waits longer for work: less than any that answers in time.
const WAIT_SECONDS_MAX: i64 = 30;
/// No lease is longer.
const LEASE_SECONDS_MAX: i64 = 24 * 60 * 60;
/// How long a claim lasts without a word.
const LEASE_SECONDS: i64 = 30;

/// Work that is wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClaimAsked {
    /// From which queue.
    #[schema(example = "emails", pattern = "^[A-Za-z0-9_.-]{1,128}$")]
    queue: String,
    /// How many at most; one without a word.
    #[schema(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// How long they are held, up to a day; 30 seconds without a word.
    #[schema(value_type = Option<refrain_recurrence::Length>, example = "30s")]
    lease: Option<Length>,
    /// How long to wait for work, up to 30 seconds; not at all without a word.
    #[schema(value_type = Option<refrain_recurrence::Length>, example = "20s")]
    wait: Option<Length>,
    /// Who does it, for people to read.
    #[schema(example = "mailer-1")]
    worker: Option<String>,
}

/// Work that was taken.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClaimedView {
    /// The work; none when none came.
    items: Vec<WorkItemView>,
}

/// Take work from a queue
///
/// The most urgent first. An attempt is counted with the claim. With `wait` the answer comes when there is work, or when the time is over.
#[utoipa::path(
    post,
    path = "/v1/work-items/claim",
    tag = "work",
    request_body = ClaimAsked,
    responses((status = 200, description = "What was taken", body = ClaimedView)),
)]
pub(crate) async fn claim(
    State(app): State<App>,
    caller: Caller,
    Json(asked): Json<ClaimAsked>,
) -> Result<Json<ClaimedView>, Problem> {
    let limit = asked.limit.unwrap_or(1);
    if !(1..=ITEMS_MAX).contains(&limit) {
        let detail = format!("limit {limit} is not between 1 and {ITEMS_MAX}");
        return Err(Problem::bad_request("out_of_range", detail).at_path("limit"));
    }
    let wait = asked.wait.unwrap_or(Length::from_seconds(0));
    if !(0..=WAIT_SECONDS_MAX).contains(&wait.seconds()) {
        let detail = format!("wait {wait} is not between 0 and {WAIT_SECONDS_MAX} seconds");
        return Err(Problem::bad_request("out_of_range", detail).at_path("wait"));
    }
    let lease = lease(asked.lease)?;
    let mut queue = super::queue(&app, &caller, &asked.queue)?;
    if let Some(worker) = asked.worker.as_deref() {
        queue = queue.worked_by(NodeId::new(worker).map_err(|error| Problem::from(error).at_path("worker"))?);
    }
    let items = queue.claim_within(usize::try_from(limit).unwrap_or(1), wait, lease).await?;
    Ok(Json(ClaimedView { items: items.into_iter().map(WorkItemView::of).collect() }))
}

/// How long a claim lasts.
pub(super) fn lease(asked: Option<Length>) -> Result<Length, Problem> {
    let lease = asked.unwrap_or(Length::from_seconds(LEASE_SECONDS));
    if (1..=LEASE_SECONDS_MAX).contains(&lease.seconds()) {
        return Ok(lease);
    }
    Err(Problem::bad_request("out_of_range", format!("lease {lease} is not between a second and a day"))
        .at_path("lease"))
}
