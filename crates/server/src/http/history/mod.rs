//! What came of all schedules in a window of time: counted from the ledger whenever someone asks, within limits (Decision 0047).

mod found;
mod view;

use axum::extract::State;
use found::Found;
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
use super::reach::{self, Reach, Stretch};
use super::schedules;
use super::slots::{DAYS_MAX, Slot, Window};

const REACH: Reach = Reach { days: 1, days_max: DAYS_MAX };
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
    let limit = within("limit", asked.limit.unwrap_or(SHOWN), SHOWN_MAX)?;
    let (timezone, zone) = reach::zone(asked.zone, app.timezone())?;
    let (from, until) = REACH.back(Stretch { from: asked.from, until: asked.until }, app.refrain().now())?;
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
    Ok(Json(HistoryView::of(found, limit, timezone, counted_since)))
}
