//! Upcoming occurrences of all schedules in a time window. Computed from the recurrences on every request,
//! within limits; nothing is stored.

mod collector;
mod fold;
mod view;

use axum::extract::State;
use collector::UpcomingCollector;
use jiff::{SignedDuration, Timestamp};
use refrain::model::{Schedule, Status};
use refrain::store::{PAGE_ROWS_MAX, Page, ScheduleFilter};
use refrain_recurrence::CompiledRecurrence;
use serde::Deserialize;
use utoipa::IntoParams;
use view::Upcoming;

use super::app::App;
use super::body::Json;
use super::caller::Caller;
use super::problem::Problem;
use super::problem_code::ProblemCode;
use super::query::{Query, within};
use super::schedules;
use super::slots::{DAYS_MAX, Slot, Window};
use super::time_range::{self, RangeLimits, TimeRange};

const RANGE_LIMITS: RangeLimits = RangeLimits { days: 1, days_max: DAYS_MAX };
/// Default number of schedules in the response, and the maximum.
const SHOWN: u32 = 100;
const SHOWN_MAX: u32 = 500;
/// Maximum number of schedules that are examined.
const SCHEDULES_MAX: usize = 10_000;
/// Maximum number of occurrences that are counted.
const OCCURRENCES_MAX: u64 = 2_000_000;
/// Maximum time for the computation.
const SEARCH_TIMEOUT: SignedDuration = SignedDuration::from_secs(5);

/// Query of the upcoming occurrences.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct UpcomingQuery {
    /// Start of the window. Default: now. Never earlier than now.
    from: Option<Timestamp>,
    /// End of the window, exclusive. Default: one day after `from`. Maximum: 45 days after `from`.
    until: Option<Timestamp>,
    /// Time slot in which more than four occurrences of a schedule are merged into one span. Default: `hour`
    /// for windows of up to 8 days, `day` for longer ones.
    #[param(inline)]
    fold: Option<Slot>,
    /// Time zone of the hours and days. Default: the server's time zone.
    #[param(example = "Europe/Paris")]
    zone: Option<String>,
    /// Comma-separated labels, such as `team:billing,tier:1`. Schedules must have all of them.
    #[param(example = "team:billing")]
    label: Option<String>,
    /// Prefix of the schedule ID.
    id_prefix: Option<String>,
    /// Text in the ID or the description, case-insensitive.
    #[param(example = "digest", max_length = 200)]
    text: Option<String>,
    /// Maximum number of schedules in the response; those with the earliest occurrences are returned.
    /// Default: 100. Maximum: 500.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
}

/// List upcoming occurrences
///
/// Computes the occurrences of active schedules in a time window from their recurrences, without jitter.
/// Considers at most 10,000 schedules, in order of ID, for at most 5 seconds, and returns those with the
/// earliest occurrences.
///
/// More than four occurrences of a schedule in an hour or day are merged into one span with their number. At
/// most 60 per hour and 1,500 per day are counted; if there are more, `is_cut` is true. For past occurrences,
/// use `GET /v1/occurrences`.
#[utoipa::path(get, path = "/v1/upcoming", tag = "insight", params(UpcomingQuery), responses((status = 200, description = "The upcoming occurrences", body = Upcoming)))]
pub(crate) async fn upcoming(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<UpcomingQuery>,
) -> Result<Json<Upcoming>, Problem> {
    let limit = within("limit", asked.limit.unwrap_or(SHOWN), SHOWN_MAX)?;
    let (timezone, zone) = time_range::zone(asked.zone, app.timezone())?;
    let now = app.refrain().now();
    let (from, until) = RANGE_LIMITS.future(TimeRange { from: asked.from, until: asked.until }, now)?;
    let slot = Slot::for_window(asked.fold, from, until)?;
    let filter = ScheduleFilter {
        statuses: vec![Status::Active],
        labels: schedules::labels(asked.label.as_deref())?,
        id_prefix: asked.id_prefix,
        text: schedules::text(asked.text, "text")?,
        ..ScheduleFilter::default()
    };
    let collector = UpcomingCollector::new(Window::new(from, until, slot, &zone), limit);
    let collector = collect(&app, &caller, &filter, collector, now).await?;
    Ok(Json(Upcoming::of(collector, timezone)))
}

async fn collect(
    app: &App,
    caller: &Caller,
    filter: &ScheduleFilter,
    mut collector: UpcomingCollector,
    now: Timestamp,
) -> Result<UpcomingCollector, Problem> {
    let mut after = None;
    loop {
        let page = Page { limit: PAGE_ROWS_MAX, after };
        let listed = app.store().schedules(&caller.tenant, filter, &page).await?;
        let mut rules = Vec::with_capacity(listed.rows.len());
        for schedule in listed.rows.into_iter().flatten() {
            // A schedule whose recurrence is no longer valid has no occurrences.
            let rule = app.control().rule(&schedule).await.ok();
            rules.extend(rule.map(|rule| (schedule, rule)));
        }
        collector = collect_on_thread(collector, rules).await?;
        after = listed.next;
        let is_late = app.refrain().now().duration_since(now) > SEARCH_TIMEOUT;
        let is_enough = collector.schedules >= SCHEDULES_MAX || is_late || collector.occurrences >= OCCURRENCES_MAX;
        collector.is_cut |= is_enough && after.is_some();
        if is_enough || after.is_none() {
            return Ok(collector);
        }
    }
}

/// Computes on its own thread: it may take a while and would block other requests.
async fn collect_on_thread(
    mut collector: UpcomingCollector,
    rules: Vec<(Schedule, CompiledRecurrence)>,
) -> Result<UpcomingCollector, Problem> {
    let following = tokio::task::spawn_blocking(move || {
        for (schedule, rule) in rules {
            collector.add(&schedule, rule);
        }
        collector.keep_earliest();
        collector
    });
    let broken = |_| Problem::new(ProblemCode::Internal, "the search failed unexpectedly");
    following.await.map_err(broken)
}
