//! What came of all schedules in a window of time: counted from the ledger whenever someone asks, within limits (Decision 0047).

mod found;
mod view;

use axum::extract::State;
use found::Found;
use jiff::{SignedDuration, Timestamp};
use refrain::store::OccurrenceFilter;
use refrain_recurrence::time_zone;
use serde::Deserialize;
use utoipa::IntoParams;
use view::HistoryView;

use super::app::App;
use super::body::Json;
use super::caller::Caller;
use super::occurrences::{Walk, label, states, walk};
use super::problem::Problem;
use super::query::Query;
use super::schedules;
use super::slots::{DAYS_MAX, Slot, Window};

/// The window without a word.
const HOURS: i64 = 24;
/// So many schedules are shown without a word, and at most.
const SHOWN: u32 = 100;
const SHOWN_MAX: u32 = 500;

/// What is looked at.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// From then on, by nominal time; a day before `until` without a word, and at most 45.
    from: Option<Timestamp>,
    /// Before then; now without a word.
    until: Option<Timestamp>,
    /// In which slots occurrences are folded when there are more than four; hours without a word in windows of up to 8 days, days in longer ones.
    #[param(inline)]
    fold: Option<Slot>,
    /// The zone whose hours and days these are; the server's own without a word.
    #[param(example = "Europe/Paris")]
    zone: Option<String>,
    /// In one of these states, with commas between: `failed,skipped`.
    #[param(example = "failed")]
    state: Option<String>,
    /// Of schedules with this label: `team:billing`.
    #[param(example = "team:billing")]
    label: Option<String>,
    /// Of schedules whose id begins so.
    id_prefix: Option<String>,
    /// Of schedules whose id holds this, whatever the case of its letters.
    #[param(example = "digest", max_length = 200)]
    text: Option<String>,
    /// So many schedules are shown, those that fired last; 100 without a word.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
}

/// Tell what came of schedules in a window of time
///
/// Rows of the ledger are read from the latest on, 20,000 of them at most and for at most three seconds; `counted_since` says that there were more, and
/// from when on everything is counted. More than four occurrences of a schedule in an hour or day are told as one span.
#[utoipa::path(get, path = "/v1/history", tag = "insight", params(Asked), responses((status = 200, description = "What came of them", body = HistoryView)))]
pub(crate) async fn history(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<Asked>,
) -> Result<Json<HistoryView>, Problem> {
    let limit = asked.limit.unwrap_or(SHOWN);
    if !(1..=SHOWN_MAX).contains(&limit) {
        let detail = format!("limit {limit} is not between 1 and {SHOWN_MAX}");
        return Err(Problem::bad_request("bad_query", detail).at_path("limit"));
    }
    let timezone = asked.zone.clone().unwrap_or_else(|| app.timezone().to_owned());
    let zone = time_zone(&timezone).map_err(|error| Problem::from(error).at_path("zone"))?;
    let (from, until) = window(&asked, app.refrain().now())?;
    let slot = Slot::fitting(asked.fold, from, until)?;
    let filter = OccurrenceFilter {
        states: states(asked.state.as_deref())?,
        label: asked.label.as_deref().map(label).transpose()?,
        until: Some(until),
        ..OccurrenceFilter::default()
    };
    let text = schedules::text(asked.text, "text")?.map(|text| text.to_lowercase());
    let mut found = Found::new(Window::new(from, until, slot, &zone), asked.id_prefix, text);
    let counted_since = walk(&app, &caller, Walk { filter, from }, |row| found.add(row)).await?;
    Ok(Json(HistoryView::of(found, usize::try_from(limit).unwrap_or(usize::MAX), timezone, counted_since)))
}

fn window(asked: &Asked, now: Timestamp) -> Result<(Timestamp, Timestamp), Problem> {
    let until = asked.until.unwrap_or(now);
    let earlier = |hours: i64| until.saturating_sub(SignedDuration::from_hours(hours)).unwrap_or(Timestamp::MIN);
    let from = asked.from.unwrap_or_else(|| earlier(HOURS));
    if from >= until {
        return Err(
            Problem::unprocessable("out_of_range", format!("from {from} is not before {until}")).at_path("from")
        );
    }
    if from < earlier(24 * DAYS_MAX) {
        let detail = format!("from {from} to {until} is more than {DAYS_MAX} days");
        return Err(Problem::unprocessable("out_of_range", detail)
            .at_path("from")
            .with_hint("ask for a part at a time"));
    }
    Ok((from, until))
}
