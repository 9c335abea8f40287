//! Statistics of a tenant. Every count stops at a limit, so that the cost does not grow with the amount of
//! data.

use axum::extract::State;
use jiff::{SignedDuration, Timestamp};
use refrain::model::{State as OccurrenceState, Status};
use refrain::store::{ListPage, OccurrenceFilter, PAGE_ROWS_MAX, Page};
use serde::Serialize;
use utoipa::ToSchema;

use super::app::App;
use super::body::Json;
use super::caller::Caller;
use super::problem::Problem;

/// Delay after which an occurrence is overdue.
const ON_TIME_FOR: SignedDuration = SignedDuration::from_secs(60);
/// Maximum number of overdue occurrences of all tenants among which the tenant's are counted.
const OVERDUE_MAX: usize = 1_000;

/// Maximum number of schedules that are counted, in order of ID.
const SCHEDULES_MAX: usize = 10_000;

/// A count that may have stopped at a limit.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BoundedCount {
    /// The count, a lower bound if `is_cut` is true.
    count: i64,
    /// Whether there are more.
    is_cut: bool,
}

/// Number of schedules by status.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScheduleCounts {
    /// Active schedules.
    active: BoundedCount,
    /// Paused schedules.
    paused: BoundedCount,
    /// Canceled schedules.
    canceled: BoundedCount,
    /// Schedules that an error has disabled.
    disabled: BoundedCount,
    /// Schedules without further occurrences.
    finished: BoundedCount,
}

/// Activity of this node for the tenant since the node started.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NodeActivity {
    /// Node ID.
    id: String,
    /// Occurrences that were planned.
    planned: i64,
    /// Attempts that were started.
    started: i64,
    /// Occurrences that succeeded.
    succeeded: i64,
    /// Occurrences that were skipped.
    skipped: i64,
    /// Occurrences that failed.
    failed: i64,
    /// Attempts that failed and were retried.
    retried: i64,
    /// Missed occurrences that were collapsed into gaps.
    missed: i64,
}

/// Statistics of a tenant.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Stats {
    /// Time of the count.
    at: Timestamp,
    /// Schedules by status.
    schedules: ScheduleCounts,
    /// Occurrences that wait for their due time or for a retry.
    planned: BoundedCount,
    /// Occurrences that are running.
    running: BoundedCount,
    /// Occurrences that are due for a minute or more and have not started.
    overdue: BoundedCount,
    /// Number of live nodes.
    nodes: i64,
    /// Activity of the node that responds.
    node: NodeActivity,
}

/// Get statistics
///
/// Counts up to 10,000 schedules, 500 planned and 500 running occurrences, and the tenant's share of up to
/// 1,000 overdue occurrences. If there are more, `is_cut` is true.
#[utoipa::path(get, path = "/v1/stats", tag = "insight", responses((status = 200, description = "The statistics", body = Stats)))]
pub(crate) async fn stats(State(app): State<App>, caller: Caller) -> Result<Json<Stats>, Problem> {
    let now = app.refrain().now();
    let schedules = schedules(&app, &caller).await?;
    let planned = occurrences(&app, &caller, OccurrenceState::Planned).await?;
    let running = occurrences(&app, &caller, OccurrenceState::Running).await?;
    let overdue = overdue(&app, &caller, now).await?;
    let nodes = whole(app.store().nodes(now).await?.len());
    Ok(Json(Stats { at: now, schedules, planned, running, overdue, nodes, node: node(&app, &caller) }))
}

async fn schedules(app: &App, caller: &Caller) -> Result<ScheduleCounts, Problem> {
    let counts = app.store().count_schedules(&caller.tenant, SCHEDULES_MAX).await?;
    let of = |status: Status| {
        let count = i64::try_from(counts.of(&[status])).unwrap_or(i64::MAX);
        BoundedCount { count, is_cut: counts.is_cut }
    };
    Ok(ScheduleCounts {
        active: of(Status::Active),
        paused: of(Status::Paused),
        canceled: of(Status::Canceled),
        disabled: of(Status::Disabled),
        finished: of(Status::Finished),
    })
}

async fn occurrences(app: &App, caller: &Caller, state: OccurrenceState) -> Result<BoundedCount, Problem> {
    let filter = OccurrenceFilter { states: vec![state], ..OccurrenceFilter::default() };
    Ok(counted(&app.store().occurrences(&caller.tenant, &filter, &Page::first(PAGE_ROWS_MAX)).await?))
}

async fn overdue(app: &App, caller: &Caller, now: Timestamp) -> Result<BoundedCount, Problem> {
    let before = now.saturating_sub(ON_TIME_FOR).unwrap_or(Timestamp::MIN);
    let found = app.store().overdue(before, OVERDUE_MAX).await?;
    let own = found.iter().filter(|occurrence| occurrence.schedule.tenant == caller.tenant).count();
    Ok(BoundedCount { count: whole(own), is_cut: found.len() == OVERDUE_MAX })
}

fn node(app: &App, caller: &Caller) -> NodeActivity {
    let read = app.refrain().metrics().tenant_stats(&caller.tenant);
    let whole = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    NodeActivity {
        id: app.refrain().node().to_string(),
        planned: whole(read.planned),
        started: whole(read.started),
        succeeded: whole(read.succeeded),
        skipped: whole(read.skipped),
        failed: whole(read.failed),
        retried: whole(read.retried),
        missed: whole(read.missed),
    }
}

fn counted<T>(paged: &ListPage<T>) -> BoundedCount {
    BoundedCount { count: whole(paged.rows.len()), is_cut: paged.next.is_some() }
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
