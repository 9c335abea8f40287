//! Running a past range: a preview answers with a token, and only with that token it is done.
//!
//! The token is a mark in the store that holds what was looked at, so that any server may take it, once, and for nothing else.

use axum::extract::State;
use axum::http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use refrain::control::{Backfill, Backfilled, Reprocess};
use refrain::policy::Overlap;
use refrain::schedule::Schedule;
use refrain::store::MarkName;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::request_id;

/// So long a preview can be confirmed.
const CONFIRMED_WITHIN: SignedDuration = SignedDuration::from_mins(10);
/// No token that was given is longer.
const TOKEN_BYTES_MAX: usize = 64;

/// A range to be run.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BackfillAsked {
    /// From then on, by nominal time.
    #[schema(example = "2026-03-01T00:00:00Z")]
    from: Timestamp,
    /// Until then, that instant included. It must have come.
    #[schema(example = "2026-03-07T23:59:59Z")]
    to: Timestamp,
    /// How many at most; 10,000 without a word.
    #[schema(minimum = 1, maximum = 10000)]
    limit: Option<u32>,
    /// What that has run is run again; `none` without a word.
    reprocess: Option<Again>,
    /// `buffer_all`: one occurrence at a time, and not beside other runs of its discriminator. `allow_all`: beside other
    /// runs. Other values are refused, because they would skip occurrences of the backfill itself. Default: `buffer_all`;
    /// `allow_all` if that is the schedule's own policy.
    overlap: Option<Overlap>,
    /// Maximum number of occurrences of the backfill that run at once, per discriminator. More than 1 needs overlap
    /// `allow_all`. Default: 1.
    #[schema(minimum = 1, maximum = 1000)]
    concurrency: Option<u32>,
    /// Why.
    #[schema(max_length = 2048)]
    note: Option<String>,
    /// The token of the preview. Without it nothing is done.
    #[schema(max_length = 64)]
    confirm: Option<String>,
}

/// What that has run is run again.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Again {
    /// Nothing: only what never ran.
    #[default]
    None,
    /// What failed.
    Failed,
    /// What failed and what was done.
    Completed,
}

/// What a backfill would do, or has done.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BackfillView {
    /// Whether it is done; otherwise this is what would be.
    done: bool,
    /// Occurrences that come to be.
    new: usize,
    /// Occurrences that are opened again.
    reopened: usize,
    /// Occurrences that stay as they are.
    untouched: usize,
    /// The first nominal time of the range.
    first: Option<Timestamp>,
    /// The last.
    last: Option<Timestamp>,
    /// Whether the range holds more than the limit.
    is_cut: bool,
    /// How the occurrences run: `buffer_all` (one after the other) or `allow_all` (beside other runs).
    overlap: Overlap,
    /// Maximum number of occurrences that run at once, per discriminator.
    concurrency: u32,
    /// Median duration of the schedule's last successful runs, in seconds. Only in a preview.
    median_duration_seconds: Option<f64>,
    /// Estimated duration of the whole backfill at this median, in seconds. Only in a preview.
    estimated_duration_seconds: Option<f64>,
    /// The token that does it, for the same range, once; null when it is done.
    confirm: Option<String>,
    /// Until when the token is taken.
    expires_at: Option<Timestamp>,
}

/// Run a past range of a schedule
///
/// In two steps: without `confirm` the answer says what would be done and brings a token; the same request with the token in `confirm`
/// does it. An occurrence that is in the ledger is not created again, even if an edit has changed its period key since.
/// The occurrences run one after the other in nominal order; live occurrences go before them.
#[utoipa::path(
    post,
    path = "/v1/schedules/{id}/backfill",
    tag = "schedules",
    params(("id" = String, Path, description = "What it is called")),
    request_body = BackfillAsked,
    responses(
        (status = 200, description = "What it would do", body = BackfillView),
        (status = 202, description = "Its occurrences are planned", body = BackfillView),
    ),
)]
pub(crate) async fn backfill(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(asked): Json<BackfillAsked>,
) -> Result<(StatusCode, Json<BackfillView>), Problem> {
    let key = caller.key(&id)?;
    let schedule = app.control().schedule(&key).await?;
    let backfill = Backfill {
        key,
        from: asked.from,
        to: asked.to,
        limit: limit(asked.limit, app.limits().backfill)?,
        reprocess: match asked.reprocess.unwrap_or_default() {
            Again::None => Reprocess::None,
            Again::Failed => Reprocess::Failed,
            Again::Completed => Reprocess::Completed,
        },
        overlap: asked.overlap,
        concurrency: asked.concurrency,
        by: caller.by_note(asked.note)?,
    };
    let promise = promise(&schedule, &backfill);
    let Some(token) = asked.confirm else {
        return preview(&app, &caller, &backfill, &promise).await;
    };
    redeem(&app, &caller, &token, &promise).await?;
    let done = app.acting_as(&caller).backfill(&backfill).await?;
    Ok((StatusCode::ACCEPTED, Json(view(done, None))))
}

async fn preview(
    app: &App,
    caller: &Caller,
    backfill: &Backfill,
    promise: &str,
) -> Result<(StatusCode, Json<BackfillView>), Problem> {
    let would = app.acting_as(caller).preview_backfill(backfill).await?;
    let (token, now) = (request_id::random(), app.refrain().now());
    app.store().mark_if_absent(&mark(caller, &token), promise, CONFIRMED_WITHIN, now).await?;
    let expires_at = now.saturating_add(CONFIRMED_WITHIN).unwrap_or(now);
    Ok((StatusCode::OK, Json(view(would, Some((token, expires_at))))))
}

/// Takes a token, if it was given for this and nothing else.
async fn redeem(app: &App, caller: &Caller, token: &str, promise: &str) -> Result<(), Problem> {
    let is_token = (1..=TOKEN_BYTES_MAX).contains(&token.len()) && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    let (mark, now) = (mark(caller, token), app.refrain().now());
    let given = if is_token { app.store().mark(&mark, now).await? } else { None };
    let problem = match given {
        None => "the token is used up, too old, or was never given",
        Some(given) if given.value != promise => {
            "the token was given for another range, or the schedule has changed since"
        }
        Some(given) => {
            if app.store().replace_mark(&mark, Some(&given.value), None, now).await? {
                return Ok(());
            }
            "the token is used up"
        }
    };
    Err(Problem::conflict("not_confirmed", problem)
        .at_path("confirm")
        .with_hint("ask again without `confirm`, look at the answer, and take its token"))
}

/// How many at most: as asked, or as many as the server allows.
fn limit(asked: Option<u32>, most: usize) -> Result<usize, Problem> {
    let Some(asked) = asked else { return Ok(most) };
    match usize::try_from(asked) {
        Ok(asked) if asked <= most => Ok(asked),
        Ok(_) | Err(_) => {
            let detail = format!("limit {asked} is more than the {most} of one backfill");
            Err(Problem::bad_request("out_of_range", detail).at_path("limit").with_hint("ask for a part of the range"))
        }
    }
}

/// What a token stands for. Whoever edits the schedule changes it.
fn promise(schedule: &Schedule, backfill: &Backfill) -> String {
    json!({
        "schedule": schedule.uid.to_string(),
        "revision": schedule.revision.0,
        "from": backfill.from,
        "to": backfill.to,
        "limit": backfill.limit,
        "reprocess": match backfill.reprocess {
            Reprocess::None => "none",
            Reprocess::Failed => "failed",
            Reprocess::Completed => "completed",
        },
        "overlap": backfill.overlap,
        "concurrency": backfill.concurrency,
    })
    .to_string()
}

fn mark(caller: &Caller, token: &str) -> MarkName {
    MarkName { tenant: caller.tenant.clone(), name: format!("backfill/{token}") }
}

fn view(summary: Backfilled, token: Option<(String, Timestamp)>) -> BackfillView {
    let done = token.is_none();
    let (confirm, expires_at) = token.unzip();
    BackfillView {
        done,
        new: summary.new,
        reopened: summary.reopened,
        untouched: summary.untouched,
        first: summary.first,
        last: summary.last,
        is_cut: summary.is_cut,
        overlap: summary.mode.overlap,
        concurrency: summary.mode.concurrency,
        median_duration_seconds: summary.median_duration.map(|median| median.as_secs_f64()),
        estimated_duration_seconds: summary.estimated_duration.map(|estimate| estimate.as_secs_f64()),
        confirm,
        expires_at,
    }
}
