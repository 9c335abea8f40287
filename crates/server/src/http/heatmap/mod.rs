//! When a tenant's schedules fire, and when they do not. Counted from the rules whenever someone asks, within limits; nobody keeps it.

mod load;

use axum::extract::State;
use axum::http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use load::{Load, Minute, Window};
use refrain::schedule::{Schedule, Status};
use refrain::store::{PAGE_ROWS_MAX, Page, ScheduleFilter};
use refrain_recurrence::Rule;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::app::App;
use super::body::Json;
use super::caller::Caller;
use super::problem::Problem;
use super::query::{Query, within};
use super::reach;

/// So many days ahead without a word, and at most.
const DAYS: u32 = 7;
const DAYS_MAX: u32 = 31;
/// No more schedules are looked at.
const SCHEDULES_MAX: usize = 10_000;
/// No more fires are counted, in all and of one schedule.
const FIRES_MAX: u64 = 2_000_000;
const FIRES_OF_ONE_MAX: usize = 50_000;
/// Whoever asks waits no longer for the counting.
const COUNTED_FOR: SignedDuration = SignedDuration::from_secs(5);
/// So many minutes are named, busy ones and free ones.
const BUSIEST: usize = 10;
const FREE: usize = 6;

const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// What is counted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// So many days ahead, 7 without a word.
    #[param(minimum = 1, maximum = 31)]
    days: Option<u32>,
    /// The zone whose hours are shown; the server's own without a word.
    #[param(example = "Europe/Paris")]
    zone: Option<String>,
}

/// When a tenant's schedules fire.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Heatmap {
    /// Counted from this instant on.
    from: Timestamp,
    /// And before this one.
    until: Timestamp,
    /// The zone whose hours are shown.
    #[schema(example = "Europe/Paris")]
    timezone: String,
    /// How many active schedules were looked at.
    schedules: i64,
    /// How many fires were counted.
    fires: i64,
    /// Whether a limit ended the counting: then everything is too low.
    is_cut: bool,
    /// Fires by hour of the week, Monday's first hour first, all 168 of them.
    hours: Vec<HeatHour>,
    /// The minutes of the week on which most fall, those first.
    busiest: Vec<BusyMinute>,
    /// Quiet minutes of the day for a new schedule, the quietest first, away from the full hour and its quarters.
    free_slots: Vec<FreeSlot>,
}

/// An hour of the week.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HeatHour {
    /// Which day.
    #[schema(example = "monday")]
    weekday: &'static str,
    /// Which hour of it.
    #[schema(minimum = 0, maximum = 23)]
    hour: i64,
    /// How many fires.
    fires: i64,
}

/// A minute of the week.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BusyMinute {
    /// Which day.
    #[schema(example = "monday")]
    weekday: &'static str,
    /// Which minute of it.
    #[schema(example = "09:00")]
    time: String,
    /// How many fires.
    fires: i64,
}

/// A minute of the day that is quiet.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FreeSlot {
    /// Which.
    #[schema(example = "03:37")]
    time: String,
    /// How many fires fall on it on all days together.
    fires: i64,
    /// What to write for a daily schedule.
    #[schema(example = "37 3 * * *")]
    cron: String,
}

/// Tell when schedules fire, and when they do not
///
/// Active schedules are followed by their rules, without jitter: at most 10,000 of them, in order of id, for at most five seconds. `is_cut` says that
/// there was more.
#[utoipa::path(get, path = "/v1/heatmap", tag = "insight", params(Asked), responses((status = 200, description = "The hours of a week", body = Heatmap)))]
pub(crate) async fn heatmap(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<Asked>,
) -> Result<Json<Heatmap>, Problem> {
    let days = asked.days.unwrap_or(DAYS);
    within("days", days, DAYS_MAX)?;
    let (timezone, zone) = reach::zone(asked.zone, app.timezone())?;
    let from = app.refrain().now();
    let until = from.saturating_add(SignedDuration::from_hours(24 * i64::from(days))).unwrap_or(Timestamp::MAX);
    let window = Window { from, until, zone, fires_of_one_max: FIRES_OF_ONE_MAX, fires_max: FIRES_MAX };
    let (load, schedules) = counted(&app, &caller, &window).await?;
    Ok(Json(told(&load, &window, Heading { timezone, schedules, seed: caller.tenant.to_string() })))
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
            // One whose rule does not hold any more does not fire.
            rules.extend(app.control().rule(schedule).await.ok().map(|rule| (rule, runs_left(schedule))));
        }
        load = followed(load, rules, window.clone()).await?;
        after = found.next;
        let is_late = app.refrain().now().duration_since(window.from) > COUNTED_FOR;
        let is_enough = schedules >= SCHEDULES_MAX || is_late || load.fires >= FIRES_MAX;
        load.is_cut |= is_enough && after.is_some();
        if is_enough || after.is_none() {
            return Ok((load, schedules));
        }
    }
}

/// Follows rules on a thread of its own: it may take a while, and others wait for this one.
async fn followed(mut load: Load, rules: Vec<(Rule, Option<u64>)>, window: Window) -> Result<Load, Problem> {
    let following = tokio::task::spawn_blocking(move || {
        rules.iter().for_each(|(rule, runs_left)| load.add(rule, *runs_left, &window));
        load
    });
    let broken = |_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "the counting broke off");
    following.await.map_err(broken)
}

fn runs_left(schedule: &Schedule) -> Option<u64> {
    schedule.definition.spec.max_runs.map(|most| most.saturating_sub(schedule.counters.runs))
}

/// What stands above the numbers.
struct Heading {
    timezone: String,
    schedules: usize,
    seed: String,
}

fn told(load: &Load, window: &Window, heading: Heading) -> Heatmap {
    let hours = load.hours().enumerate().map(|(index, fires)| HeatHour {
        weekday: WEEKDAYS[index / 24],
        hour: whole(index as u64 % 24),
        fires: whole(fires),
    });
    let busy = |minute: Minute| BusyMinute {
        weekday: WEEKDAYS[minute.index / (24 * 60)],
        time: clock(minute.index),
        fires: whole(minute.fires),
    };
    let free = |minute: Minute| FreeSlot {
        time: clock(minute.index),
        fires: whole(minute.fires),
        cron: format!("{} {} * * *", minute.index % 60, minute.index / 60),
    };
    Heatmap {
        from: window.from,
        until: window.until,
        timezone: heading.timezone,
        schedules: whole(heading.schedules as u64),
        fires: whole(load.fires),
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
