//! What came of a schedule, day by day: counted from its rows, within limits (Decision 0047).

use std::collections::BTreeMap;

use axum::extract::State;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use refrain::occurrence::Occurrence;
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
use crate::http::reach::{self, Reach, Stretch};

/// 53 weeks, and what a calendar of weeks shows before them.
const REACH: Reach = Reach { days: 371, days_max: 400 };

/// Which days.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// From then on, by nominal time; 371 days before `until` without a word.
    from: Option<Timestamp>,
    /// Before then; now without a word.
    until: Option<Timestamp>,
    /// The zone whose days they are; the schedule's own without a word.
    #[param(example = "Europe/Paris")]
    zone: Option<String>,
}

/// What came of a schedule, day by day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Days {
    /// From then on, by nominal time.
    from: Timestamp,
    /// Before then.
    until: Timestamp,
    /// The zone whose days they are.
    #[schema(example = "Europe/Paris")]
    timezone: String,
    /// How many occurrences were counted.
    occurrences: i64,
    /// When counting ended at its limit: only what was recorded from then on is counted.
    counted_since: Option<Timestamp>,
    /// Days on which there was something, in order.
    days: Vec<DayCounted>,
}

/// A day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DayCounted {
    /// Which, in the zone.
    #[schema(value_type = String, format = Date, example = "2026-03-02")]
    date: Date,
    #[serde(flatten)]
    counts: Counts,
}

/// Count the occurrences of a schedule by day
///
/// By nominal time. Rows are read from the latest on, 20,000 of them at most and for at most three seconds; `counted_since` says that there were more, and
/// from when on everything is counted.
#[utoipa::path(
    get,
    path = "/v1/schedules/{id}/days",
    tag = "schedules",
    params(("id" = String, Path, description = "What it is called"), Asked),
    responses((status = 200, description = "Its days", body = Days)),
)]
pub(crate) async fn days(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Json<Days>, Problem> {
    let key = caller.key(&id)?;
    let schedule = app.control().schedule(&key).await?;
    let (timezone, zone) = reach::zone(asked.zone, &schedule.definition.spec.timezone)?;
    let (from, until) = REACH.back(Stretch { from: asked.from, until: asked.until }, app.refrain().now())?;
    let mut count = Count { from, until, zone, occurrences: 0, days: BTreeMap::new() };
    let filter = OccurrenceFilter { schedule: Some(key.id), ..OccurrenceFilter::default() };
    let counted_since = walk(&app, &caller, Walk { filter, from }, |row| count.add(row)).await?;
    let days = count.days.into_iter().map(|(date, counts)| DayCounted { date, counts }).collect();
    Ok(Json(Days { from, until, timezone, occurrences: count.occurrences, counted_since, days }))
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
