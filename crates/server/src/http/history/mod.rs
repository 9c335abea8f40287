//! Occurrences of all schedules in a time window. Counted from the ledger on every request, within limits
//! (Decision 0047).

mod collector;
mod view;

use axum::extract::State;
use collector::HistoryCollector;
use jiff::Timestamp;
use refrain::store::OccurrenceFilter;
use serde::Deserialize;
use utoipa::IntoParams;
use view::HistoryView;

use super::app::App;
use super::body::Json;
use super::caller::Caller;
use super::occurrences::{Walk, label, states, walk};
use super::problem::Problem;
use super::query::{Query, within};
use super::schedules;
use super::slots::{DAYS_MAX, Slot, Window};
use super::time_range::{self, RangeLimits, TimeRange};

const RANGE_LIMITS: RangeLimits = RangeLimits { days: 1, days_max: DAYS_MAX };
/// Default number of schedules in the response, and the maximum.
const SHOWN: u32 = 100;
const SHOWN_MAX: u32 = 500;

/// Query of the run history.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct HistoryQuery {
    /// Start of the window, inclusive, by nominal time. Default: one day before `until`. Maximum: 45 days
    /// before `until`.
    from: Option<Timestamp>,
    /// End of the window, exclusive. Default: now.
    until: Option<Timestamp>,
    /// Time slot in which more than four occurrences of a schedule are merged into one span. Default: `hour`
    /// for windows of up to 8 days, `day` for longer ones.
    #[param(inline)]
    fold: Option<Slot>,
    /// Time zone of the hours and days. Default: the server's time zone.
    #[param(example = "Europe/Paris")]
    zone: Option<String>,
    /// Comma-separated states, such as `failed,skipped`. Default: all states.
    #[param(example = "failed")]
    state: Option<String>,
    /// Label of the schedule, such as `team:billing`.
    #[param(example = "team:billing")]
    label: Option<String>,
    /// Prefix of the schedule ID.
    id_prefix: Option<String>,
    /// Text in the schedule ID, case-insensitive.
    #[param(example = "digest", max_length = 200)]
    text: Option<String>,
    /// Maximum number of schedules in the response; those with the latest occurrences are returned. Default:
    /// 100. Maximum: 500.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
}

/// Get the run history
///
/// Counts the occurrences of all schedules in a time window. Occurrences are read from the newest on, at most
/// 20,000 and for at most 3 seconds; beyond that, `counted_since` is the time from which the counts are
/// complete. More than four occurrences of a schedule in an hour or day are merged into one span.
#[utoipa::path(get, path = "/v1/history", tag = "insight", params(HistoryQuery), responses((status = 200, description = "The occurrences in the window", body = HistoryView)))]
pub(crate) async fn history(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<HistoryQuery>,
) -> Result<Json<HistoryView>, Problem> {
    let limit = within("limit", asked.limit.unwrap_or(SHOWN), SHOWN_MAX)?;
    let (timezone, zone) = time_range::zone(asked.zone, app.timezone())?;
    let (from, until) = RANGE_LIMITS.past(TimeRange { from: asked.from, until: asked.until }, app.refrain().now())?;
    let slot = Slot::for_window(asked.fold, from, until)?;
    let filter = OccurrenceFilter {
        states: states(asked.state.as_deref())?,
        label: asked.label.as_deref().map(label).transpose()?,
        until: Some(until),
        ..OccurrenceFilter::default()
    };
    let text = schedules::text(asked.text, "text")?.map(|text| text.to_lowercase());
    let mut collector = HistoryCollector::new(Window::new(from, until, slot, &zone), asked.id_prefix, text);
    let counted_since = walk(&app, &caller, Walk { filter, from }, |row| collector.add(row)).await?;
    Ok(Json(HistoryView::of(collector, limit, timezone, counted_since)))
}
