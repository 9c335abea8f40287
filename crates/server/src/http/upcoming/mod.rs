//! What a tenant's schedules will do in a window of time. Told from the rules whenever someone asks, within limits; nobody keeps it.

mod fold;
mod found;
mod view;

use axum::extract::State;
use axum::http::StatusCode;
use found::Found;
use jiff::{SignedDuration, Timestamp};
use refrain::schedule::{Schedule, Status};
use refrain::store::{PAGE_ROWS_MAX, Page, ScheduleFilter};
use refrain_recurrence::Rule;
use serde::Deserialize;
use utoipa::IntoParams;
use view::Upcoming;

use super::app::App;
use super::body::Json;
use super::caller::Caller;
use super::problem::Problem;
use super::query::{Query, within};
use super::reach::{self, Reach, Stretch};
use super::schedules;
use super::slots::{DAYS_MAX, Slot, Window};

const REACH: Reach = Reach { days: 1, days_max: DAYS_MAX };
/// So many schedules are shown without a word, and at most.
const SHOWN: u32 = 100;
const SHOWN_MAX: u32 = 500;
/// No more schedules are looked at.
const SCHEDULES_MAX: usize = 10_000;
/// No more fires are counted.
const FIRES_MAX: u64 = 2_000_000;
/// Whoever asks waits no longer for it.
const LOOKED_FOR: SignedDuration = SignedDuration::from_secs(5);

/// What is looked at.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// From then on; now without a word, and never earlier.
    from: Option<Timestamp>,
    /// Before then; a day later without a word, and at most 45.
    until: Option<Timestamp>,
    /// In which slots fires are folded when there are more than four; hours without a word in windows of up to 8 days, days in longer ones.
    #[param(inline)]
    fold: Option<Slot>,
    /// The zone whose hours and days these are; the server's own without a word.
    #[param(example = "Europe/Paris")]
    zone: Option<String>,
    /// Of schedules with all of these labels, with commas between: `team:billing,tier:1`.
    #[param(example = "team:billing")]
    label: Option<String>,
    /// Of schedules whose id begins so.
    id_prefix: Option<String>,
    /// Of schedules whose id or description holds this, whatever the case of its letters.
    #[param(example = "digest", max_length = 200)]
    text: Option<String>,
    /// So many schedules are shown, those that fire first; 100 without a word.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
}

/// Tell what fires in a window of time
///
/// Active schedules are followed by their rules, without jitter: at most 10,000 of them, in order of id, for at most five seconds. Shown are those that
/// fire first. More than four fires of a schedule in an hour or day are told as one span, with how many there are: up to 60 in an
/// hour and 1,500 in a day, `is_cut` says that there are more. What has been is in the ledger: `GET /v1/occurrences`.
#[utoipa::path(get, path = "/v1/upcoming", tag = "insight", params(Asked), responses((status = 200, description = "What fires", body = Upcoming)))]
pub(crate) async fn upcoming(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<Asked>,
) -> Result<Json<Upcoming>, Problem> {
    let limit = within("limit", asked.limit.unwrap_or(SHOWN), SHOWN_MAX)?;
    let (timezone, zone) = reach::zone(asked.zone, app.timezone())?;
    let now = app.refrain().now();
    let (from, until) = REACH.ahead(Stretch { from: asked.from, until: asked.until }, now)?;
    let slot = Slot::fitting(asked.fold, from, until)?;
    let filter = ScheduleFilter {
        statuses: vec![Status::Active],
        labels: schedules::labels(asked.label.as_deref())?,
        id_prefix: asked.id_prefix,
        text: schedules::text(asked.text, "text")?,
        ..ScheduleFilter::default()
    };
    let found = Found::new(Window::new(from, until, slot, &zone), limit);
    let found = looked_at(&app, &caller, &filter, found, now).await?;
    Ok(Json(Upcoming::of(found, timezone)))
}

async fn looked_at(
    app: &App,
    caller: &Caller,
    filter: &ScheduleFilter,
    mut found: Found,
    now: Timestamp,
) -> Result<Found, Problem> {
    let mut after = None;
    loop {
        let page = Page { limit: PAGE_ROWS_MAX, after };
        let listed = app.store().schedules(&caller.tenant, filter, &page).await?;
        let mut rules = Vec::with_capacity(listed.rows.len());
        for schedule in listed.rows.into_iter().flatten() {
            // One whose rule does not hold any more does not fire.
            let rule = app.control().rule(&schedule).await.ok();
            rules.extend(rule.map(|rule| (schedule, rule)));
        }
        found = followed(found, rules).await?;
        after = listed.next;
        let is_late = app.refrain().now().duration_since(now) > LOOKED_FOR;
        let is_enough = found.schedules >= SCHEDULES_MAX || is_late || found.fires >= FIRES_MAX;
        found.is_cut |= is_enough && after.is_some();
        if is_enough || after.is_none() {
            return Ok(found);
        }
    }
}

/// Follows rules on a thread of its own: it may take a while, and others wait for this one.
async fn followed(mut found: Found, rules: Vec<(Schedule, Rule)>) -> Result<Found, Problem> {
    let following = tokio::task::spawn_blocking(move || {
        for (schedule, rule) in rules {
            found.add(&schedule, rule);
        }
        found.keep_first();
        found
    });
    let broken = |_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "the looking ahead broke off");
    following.await.map_err(broken)
}
