//! A tenant in numbers. Everything is counted up to a limit, so that asking costs the same however much there is.

use axum::extract::State;
use jiff::{SignedDuration, Timestamp};
use refrain::moves::State as Stands;
use refrain::schedule::Status;
use refrain::store::{OccurrenceFilter, PAGE_ROWS_MAX, Page, Paged};
use serde::Serialize;
use utoipa::ToSchema;

use super::app::App;
use super::body::Json;
use super::caller::Caller;
use super::problem::Problem;

/// What is later than this is overdue.
const ON_TIME_FOR: SignedDuration = SignedDuration::from_secs(60);
/// Among so many overdue ones of all tenants the tenant's are looked for.
const OVERDUE_MAX: usize = 1_000;

/// So many schedules are counted, in order of id.
const SCHEDULES_MAX: usize = 10_000;

/// A number, and whether counting ended before all were counted.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Counted {
    /// So many at least.
    count: i64,
    /// Whether there are more.
    is_cut: bool,
}

/// Schedules by where they stand.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SchedulesCounted {
    active: Counted,
    paused: Counted,
    canceled: Counted,
    disabled: Counted,
    finished: Counted,
}

/// What this node has done for the tenant since it started.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NodeCounted {
    /// What the node is called.
    id: String,
    /// Rows that were planned.
    planned: i64,
    /// Attempts that were begun.
    started: i64,
    /// Occurrences that ended as done.
    generated: i64,
    /// Occurrences that were skipped.
    skipped: i64,
    /// Occurrences that failed for good.
    failed: i64,
    /// Attempts after which another follows.
    retried: i64,
    /// Occurrences that were folded into gaps.
    missed: i64,
}

/// A tenant in numbers.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Stats {
    /// When it was counted.
    at: Timestamp,
    /// Its schedules.
    schedules: SchedulesCounted,
    /// Occurrences that wait, for their time or for another attempt.
    planned: Counted,
    /// Occurrences that run.
    running: Counted,
    /// Occurrences that should have begun a minute ago or earlier and nobody runs.
    overdue: Counted,
    /// How many nodes live.
    nodes: i64,
    /// What the node that answers has done.
    node: NodeCounted,
}

/// Read the tenant in numbers
///
/// Schedules are counted up to 10,000 of them, the rest up to 500 or 1,000; `is_cut` says that there are more.
#[utoipa::path(get, path = "/v1/stats", tag = "insight", responses((status = 200, description = "The numbers", body = Stats)))]
pub(crate) async fn stats(State(app): State<App>, caller: Caller) -> Result<Json<Stats>, Problem> {
    let now = app.refrain().now();
    let schedules = schedules(&app, &caller).await?;
    let planned = occurrences(&app, &caller, Stands::Planned).await?;
    let running = occurrences(&app, &caller, Stands::Running).await?;
    let overdue = overdue(&app, &caller, now).await?;
    let nodes = whole(app.store().nodes(now).await?.len());
    Ok(Json(Stats { at: now, schedules, planned, running, overdue, nodes, node: node(&app, &caller) }))
}

async fn schedules(app: &App, caller: &Caller) -> Result<SchedulesCounted, Problem> {
    let counts = app.store().count_schedules(&caller.tenant, SCHEDULES_MAX).await?;
    let of = |status: Status| {
        let count = i64::try_from(counts.of(&[status])).unwrap_or(i64::MAX);
        Counted { count, is_cut: counts.is_cut }
    };
    Ok(SchedulesCounted {
        active: of(Status::Active),
        paused: of(Status::Paused),
        canceled: of(Status::Canceled),
        disabled: of(Status::Disabled),
        finished: of(Status::Finished),
    })
}

async fn occurrences(app: &App, caller: &Caller, state: Stands) -> Result<Counted, Problem> {
    let filter = OccurrenceFilter { states: vec![state], ..OccurrenceFilter::default() };
    Ok(counted(&app.store().occurrences(&caller.tenant, &filter, &Page::first(PAGE_ROWS_MAX)).await?))
}

async fn overdue(app: &App, caller: &Caller, now: Timestamp) -> Result<Counted, Problem> {
    let before = now.saturating_sub(ON_TIME_FOR).unwrap_or(Timestamp::MIN);
    let found = app.store().overdue(before, OVERDUE_MAX).await?;
    let own = found.iter().filter(|occurrence| occurrence.schedule.tenant == caller.tenant).count();
    Ok(Counted { count: whole(own), is_cut: found.len() == OVERDUE_MAX })
}

fn node(app: &App, caller: &Caller) -> NodeCounted {
    let read = app.refrain().metrics().of_tenant(&caller.tenant);
    let whole = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    NodeCounted {
        id: app.refrain().node().to_string(),
        planned: whole(read.planned),
        started: whole(read.started),
        generated: whole(read.generated),
        skipped: whole(read.skipped),
        failed: whole(read.failed),
        retried: whole(read.retried),
        missed: whole(read.missed),
    }
}

fn counted<T>(paged: &Paged<T>) -> Counted {
    Counted { count: whole(paged.rows.len()), is_cut: paged.next.is_some() }
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
