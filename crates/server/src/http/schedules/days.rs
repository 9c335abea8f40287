//! Occurrences of a schedule by day. Counted from the ledger, within limits (Decision 0047).

use std::collections::BTreeMap;

use axum::extract::State;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use refrain::model::Occurrence;
use refrain::store::OccurrenceFilter;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::occurrences::{Counts, Walk, walk};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::http::time_range::{self, RangeLimits, TimeRange};

/// 53 weeks, plus the days that a calendar of weeks shows before them.
const RANGE_LIMITS: RangeLimits = RangeLimits { days: 371, days_max: 400 };

/// Query of the counts by day.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct DaysQuery {
    /// Start of the range, inclusive, by nominal time. Default: 371 days before `until`. Maximum: 400 days
    /// before `until`.
    from: Option<Timestamp>,
    /// End of the range, exclusive. Default: now.
    until: Option<Timestamp>,
    /// Time zone of the days. Default: the schedule's time zone.
    #[param(example = "Europe/Paris")]
    zone: Option<String>,
}

/// Occurrences of a schedule by day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DailyCounts {
    /// Start of the range, inclusive, by nominal time.
    from: Timestamp,
    /// End of the range, exclusive.
    until: Timestamp,
    /// Time zone of the days.
    #[schema(example = "Europe/Paris")]
    timezone: String,
    /// Number of occurrences that were counted.
    occurrences: i64,
    /// If counting stopped at its limit: only occurrences recorded since this time are counted.
    counted_since: Option<Timestamp>,
    /// The days with occurrences, in order.
    days: Vec<DayCounts>,
}

/// A day with the number of its occurrences by state.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DayCounts {
    /// Date in the time zone.
    #[schema(value_type = String, format = Date, example = "2026-03-02")]
    date: Date,
    #[serde(flatten)]
    counts: Counts,
}

/// Count the occurrences of a schedule by day
///
/// By nominal time. Occurrences are read from the newest on, at most 20,000 and for at most 3 seconds; beyond
/// that, `counted_since` is the time from which the counts are complete.
#[utoipa::path(
    get,
    path = "/v1/schedules/{id}/days",
    tag = "schedules",
    params(("id" = String, Path, description = "Schedule ID."), DaysQuery),
    responses((status = 200, description = "The counts by day", body = DailyCounts)),
)]
pub(crate) async fn days(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(asked): Query<DaysQuery>,
) -> Result<Json<DailyCounts>, Problem> {
    let key = caller.key(&id)?;
    let schedule = app.control().schedule(&key).await?;
    let (timezone, zone) = time_range::zone(asked.zone, &schedule.definition.spec.timezone)?;
    let (from, until) = RANGE_LIMITS.past(TimeRange { from: asked.from, until: asked.until }, app.refrain().now())?;
    let mut count = Count { from, until, zone, occurrences: 0, days: BTreeMap::new() };
    let filter = OccurrenceFilter { schedule: Some(key.id), ..OccurrenceFilter::default() };
    let counted_since = walk(&app, &caller, Walk { filter, from }, |row| count.add(row)).await?;
    let days = count.days.into_iter().map(|(date, counts)| DayCounts { date, counts }).collect();
    Ok(Json(DailyCounts { from, until, timezone, occurrences: count.occurrences, counted_since, days }))
}

/// Occurrences by day.
struct Count {
    from: Timestamp,
    until: Timestamp,
    zone: TimeZone,
    occurrences: i64,
    days: BTreeMap<Date, Counts>,
}

impl Count {
    fn add(&mut self, row: &Occurrence) {
        let at = row.planned.nominal_at;
        if at < self.from || at >= self.until {
            return;
        }
        self.occurrences += 1;
        let counts = self.days.entry(self.zone.to_datetime(at).date()).or_default();
        counts.add(row.state);
    }
}
