//! Load by hour of the week. Computed from the recurrences on every request, within limits; nothing is
//! stored.

mod load;

use axum::extract::State;
use jiff::{SignedDuration, Timestamp};
use load::{Load, Minute, Window};
use refrain::model::{Schedule, Status};
use refrain::store::{PAGE_ROWS_MAX, Page, ScheduleFilter};
use refrain_recurrence::CompiledRecurrence;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::app::App;
use super::body::Json;
use super::caller::Caller;
use super::problem::Problem;
use super::problem_code::ProblemCode;
use super::query::{Query, within};
use super::time_range;

/// Default number of days ahead, and the maximum.
const DAYS: u32 = 7;
const DAYS_MAX: u32 = 31;
/// Maximum number of schedules.
const SCHEDULES_MAX: usize = 10_000;
/// Maximum number of occurrences, in total and per schedule.
const OCCURRENCES_MAX: u64 = 2_000_000;
const OCCURRENCES_PER_SCHEDULE_MAX: usize = 50_000;
/// Maximum time for the count.
const COUNT_TIMEOUT: SignedDuration = SignedDuration::from_secs(5);
/// Maximum number of busy minutes and of free slots in the response.
const BUSIEST: usize = 10;
const FREE: usize = 6;

const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Query of a heatmap.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct HeatmapQuery {
    /// Number of days ahead. Default: 7. Maximum: 31.
    #[param(minimum = 1, maximum = 31)]
    days: Option<u32>,
    /// Time zone of the hours. Default: the server's time zone.
    #[param(example = "Europe/Paris")]
    zone: Option<String>,
}

/// Load of a tenant's schedules by hour of the week.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Heatmap {
    /// Start of the window, inclusive.
    from: Timestamp,
    /// End of the window, exclusive.
    until: Timestamp,
    /// Time zone of the hours.
    #[schema(example = "Europe/Paris")]
    timezone: String,
    /// Number of active schedules that were counted.
    schedules: i64,
    /// Number of occurrences that were counted.
    occurrences: i64,
    /// Whether a limit stopped the count. All numbers are then too low.
    is_cut: bool,
    /// Occurrences by hour of the week, starting on Monday at 00:00: 168 entries.
    hours: Vec<HeatHour>,
    /// Busiest minutes of the week, busiest first.
    busiest: Vec<BusyMinute>,
    /// Quiet minutes of the day for new schedules, quietest first, away from the quarters of the hour.
    free_slots: Vec<FreeSlot>,
}

/// An hour of the week.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HeatHour {
    /// Day of the week.
    #[schema(example = "monday")]
    weekday: &'static str,
    /// Hour of the day, from 0. Maximum: 23.
    #[schema(minimum = 0, maximum = 23)]
    hour: i64,
    /// Number of occurrences.
    occurrences: i64,
}

/// A minute of the week.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BusyMinute {
    /// Day of the week.
    #[schema(example = "monday")]
    weekday: &'static str,
    /// Time of day.
    #[schema(example = "09:00")]
    time: String,
    /// Number of occurrences.
    occurrences: i64,
}

/// A quiet minute of the day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FreeSlot {
    /// Time of day.
    #[schema(example = "03:37")]
    time: String,
    /// Number of occurrences at this time, over all days.
    occurrences: i64,
    /// Cron expression for a daily schedule at this time.
    #[schema(example = "37 3 * * *")]
    cron: String,
}

/// Get the load by hour of the week
///
/// Counts the occurrences of active schedules from their recurrences, without jitter. Considers at most
/// 10,000 schedules, in order of ID, for at most 5 seconds; if there are more, `is_cut` is true.
#[utoipa::path(get, path = "/v1/heatmap", tag = "insight", params(HeatmapQuery), responses((status = 200, description = "The load of a week", body = Heatmap)))]
pub(crate) async fn heatmap(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<HeatmapQuery>,
) -> Result<Json<Heatmap>, Problem> {
    let days = asked.days.unwrap_or(DAYS);
    within("days", days, DAYS_MAX)?;
    let (timezone, zone) = time_range::zone(asked.zone, app.timezone())?;
    let from = app.refrain().now();
    let until = from.saturating_add(SignedDuration::from_hours(24 * i64::from(days))).unwrap_or(Timestamp::MAX);
    let window = Window {
        from,
        until,
        zone,
        occurrences_per_schedule_max: OCCURRENCES_PER_SCHEDULE_MAX,
        occurrences_max: OCCURRENCES_MAX,
    };
    let (load, schedules) = counted(&app, &caller, &window).await?;
    Ok(Json(heatmap_view(&load, &window, Heading { timezone, schedules, seed: caller.tenant.to_string() })))
}

async fn counted(app: &App, caller: &Caller, window: &Window) -> Result<(Load, usize), Problem> {
    let filter = ScheduleFilter { statuses: vec![Status::Active], ..ScheduleFilter::default() };
    let (mut load, mut schedules, mut after) = (Load::new(), 0, None);
    loop {
        let page = Page { limit: PAGE_ROWS_MAX, after };
        let found = app.store().schedules(&caller.tenant, &filter, &page).await?;
        let mut rules = Vec::with_capacity(found.rows.len());
        for schedule in found.rows.iter().flatten() {
            schedules += 1;
            // A schedule whose recurrence is no longer valid has no occurrences.
            rules.extend(app.control().rule(schedule).await.ok().map(|rule| (rule, runs_left(schedule))));
        }
        load = count_on_thread(load, rules, window.clone()).await?;
        after = found.next;
        let is_late = app.refrain().now().duration_since(window.from) > COUNT_TIMEOUT;
        let is_enough = schedules >= SCHEDULES_MAX || is_late || load.occurrences >= OCCURRENCES_MAX;
        load.is_cut |= is_enough && after.is_some();
        if is_enough || after.is_none() {
            return Ok((load, schedules));
        }
    }
}

/// Counts on its own thread: it may take a while and would block other requests.
async fn count_on_thread(
    mut load: Load,
    rules: Vec<(CompiledRecurrence, Option<u64>)>,
    window: Window,
) -> Result<Load, Problem> {
    let following = tokio::task::spawn_blocking(move || {
        rules.iter().for_each(|(rule, runs_left)| load.add(rule, *runs_left, &window));
        load
    });
    let broken = |_| Problem::new(ProblemCode::Internal, "counting occurrences failed unexpectedly");
    following.await.map_err(broken)
}

fn runs_left(schedule: &Schedule) -> Option<u64> {
    schedule.definition.spec.max_runs.map(|most| most.saturating_sub(schedule.counters.runs))
}

/// Values of the response that are not counts.
struct Heading {
    timezone: String,
    schedules: usize,
    seed: String,
}

fn heatmap_view(load: &Load, window: &Window, heading: Heading) -> Heatmap {
    let hours = load.hours().enumerate().map(|(index, occurrences)| HeatHour {
        weekday: WEEKDAYS[index / 24],
        hour: whole(index as u64 % 24),
        occurrences: whole(occurrences),
    });
    let busy = |minute: Minute| BusyMinute {
        weekday: WEEKDAYS[minute.index / (24 * 60)],
        time: clock(minute.index),
        occurrences: whole(minute.occurrences),
    };
    let free = |minute: Minute| FreeSlot {
        time: clock(minute.index),
        occurrences: whole(minute.occurrences),
        cron: format!("{} {} * * *", minute.index % 60, minute.index / 60),
    };
    Heatmap {
        from: window.from,
        until: window.until,
        timezone: heading.timezone,
        schedules: whole(heading.schedules as u64),
        occurrences: whole(load.occurrences),
        is_cut: load.is_cut,
        hours: hours.collect(),
        busiest: load.busiest(BUSIEST).into_iter().map(busy).collect(),
        free_slots: load.free(FREE, &heading.seed).into_iter().map(free).collect(),
    }
}

fn clock(minute: usize) -> String {
    format!("{:02}:{:02}", minute / 60 % 24, minute % 60)
}

fn whole(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
