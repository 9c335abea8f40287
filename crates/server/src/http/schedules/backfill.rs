//! Backfills a past range: a preview returns a token, and only a request with that token runs the backfill.
//!
//! The token is a mark in the store that contains the previewed request. Any server accepts it, once, and
//! only for that request.

use axum::extract::State;
use axum::http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use refrain::control::{Backfill, BackfillSummary, Reprocess};
use refrain::model::{Overlap, Schedule};
use refrain::store::MarkName;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::id;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;

/// Time within which a preview can be confirmed.
const TOKEN_LIFETIME: SignedDuration = SignedDuration::from_mins(10);
/// Maximum length of a token, in bytes.
const TOKEN_BYTES_MAX: usize = 64;

/// A past range to backfill.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BackfillRequest {
    /// Start of the range, inclusive, by nominal time.
    #[schema(example = "2026-03-01T00:00:00Z")]
    from: Timestamp,
    /// End of the range, inclusive. Must not be in the future.
    #[schema(example = "2026-03-07T23:59:59Z")]
    to: Timestamp,
    /// Maximum number of occurrences, counting existing ones. Default: 10,000. Maximum: 10,000. The server may be
    /// configured with a lower limit, which is then also the default. A period is taken with all its discriminators
    /// or not at all.
    #[schema(minimum = 1, maximum = 10000)]
    limit: Option<u32>,
    /// Existing occurrences to run again. Default: `none`.
    reprocess: Option<ReprocessMode>,
    /// Overlap policy. `buffer_all`: one occurrence at a time, and not alongside other runs of its
    /// discriminator. `allow_all`: alongside other runs. Other values are rejected, because they would skip
    /// occurrences of the backfill itself. Default: `buffer_all`, or `allow_all` if that is the schedule's
    /// own policy.
    overlap: Option<Overlap>,
    /// Maximum number of occurrences of the backfill that run at once, per discriminator. More than 1
    /// requires overlap `allow_all`. Default: 1. Maximum: 1,000.
    #[schema(minimum = 1, maximum = 1000)]
    concurrency: Option<u32>,
    /// Reason for the backfill.
    #[schema(max_length = 2048)]
    note: Option<String>,
    /// Token of the preview. Without a token, nothing is changed.
    #[schema(max_length = 64)]
    confirm: Option<String>,
}

/// Existing occurrences that a backfill runs again.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReprocessMode {
    /// None: only missing occurrences run.
    #[default]
    None,
    /// Failed occurrences.
    Failed,
    /// Failed and succeeded occurrences.
    Completed,
}

/// Preview or result of a backfill.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BackfillView {
    /// Whether the backfill has been started. If false, this is a preview.
    done: bool,
    /// Number of occurrences that are created.
    new: usize,
    /// Number of occurrences that are reopened.
    reopened: usize,
    /// Number of occurrences that stay as they are.
    untouched: usize,
    /// First nominal time in the range.
    first: Option<Timestamp>,
    /// Last nominal time in the range.
    last: Option<Timestamp>,
    /// Whether the range has more occurrences than the limit.
    is_cut: bool,
    /// Overlap policy: `buffer_all` (one after the other) or `allow_all` (alongside other runs).
    overlap: Overlap,
    /// Maximum number of occurrences that run at once, per discriminator.
    concurrency: u32,
    /// Median duration of the schedule's last successful runs, in seconds. Only in a preview.
    median_duration_seconds: Option<f64>,
    /// Estimated duration of the whole backfill at this median, in seconds. Only in a preview.
    estimated_duration_seconds: Option<f64>,
    /// Token that confirms the preview, for the same request, once. Null if the backfill has been started.
    confirm: Option<String>,
    /// Time until which the token is valid.
    expires_at: Option<Timestamp>,
}

/// Backfill a schedule
///
/// A backfill takes two requests. Without `confirm`, the response is a preview with a token that is valid for
/// 10 minutes. The same request with the token in `confirm` starts the backfill. If the token was used, has
/// expired or belongs to another request, or if the schedule has changed since, the request returns 409
/// (`not_confirmed`).
///
/// An occurrence that is already in the ledger is not created again, even if an edit has since changed its
/// period key. The occurrences run one after the other in nominal order; live occurrences go first. At most
/// 10,000 occurrences per request, counting existing ones and every discriminator.
#[utoipa::path(
    post,
    path = "/v1/schedules/{id}/backfill",
    tag = "schedules",
    params(("id" = String, Path, description = "Schedule ID.")),
    request_body = BackfillRequest,
    responses(
        (status = 200, description = "The preview, with a token", body = BackfillView),
        (status = 202, description = "The occurrences are planned", body = BackfillView),
    ),
)]
pub(crate) async fn backfill(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(asked): Json<BackfillRequest>,
) -> Result<(StatusCode, Json<BackfillView>), Problem> {
    let key = caller.key(&id)?;
    let schedule = app.control().schedule(&key).await?;
    let backfill = Backfill {
        key,
        from: asked.from,
        to: asked.to,
        limit: limit(asked.limit, app.limits().backfill)?,
        reprocess: match asked.reprocess.unwrap_or_default() {
            ReprocessMode::None => Reprocess::None,
            ReprocessMode::Failed => Reprocess::Failed,
            ReprocessMode::Completed => Reprocess::Completed,
        },
        overlap: asked.overlap,
        concurrency: asked.concurrency,
        by: caller.by_with_reason(asked.note)?,
    };
    let confirmed_request = confirmed_request(&schedule, &backfill);
    let Some(token) = asked.confirm else {
        return preview(&app, &caller, &backfill, &confirmed_request).await;
    };
    redeem(&app, &caller, &token, &confirmed_request).await?;
    let done = app.acting_as(&caller).backfill(&backfill).await?;
    Ok((StatusCode::ACCEPTED, Json(view(done, None))))
}

async fn preview(
    app: &App,
    caller: &Caller,
    backfill: &Backfill,
    confirmed_request: &str,
) -> Result<(StatusCode, Json<BackfillView>), Problem> {
    let would = app.acting_as(caller).preview_backfill(backfill).await?;
    let (token, now) = (id::random(), app.refrain().now());
    app.store().mark_if_absent(&mark(caller, &token), confirmed_request, TOKEN_LIFETIME, now).await?;
    let expires_at = now.saturating_add(TOKEN_LIFETIME).unwrap_or(now);
    Ok((StatusCode::OK, Json(view(would, Some((token, expires_at))))))
}

/// Redeems a token, if it was issued for exactly this request.
async fn redeem(app: &App, caller: &Caller, token: &str, confirmed_request: &str) -> Result<(), Problem> {
    let is_token = (1..=TOKEN_BYTES_MAX).contains(&token.len()) && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    let (mark, now) = (mark(caller, token), app.refrain().now());
    let given = if is_token { app.store().mark(&mark, now).await? } else { None };
    let problem = match given {
        None => "the token was already used, has expired, or was never issued",
        Some(given) if given.value != confirmed_request => {
            "the token was issued for another request, or the schedule has changed since"
        }
        Some(given) => {
            if app.store().replace_mark(&mark, Some(&given.value), None, now).await? {
                return Ok(());
            }
            "the token was already used"
        }
    };
    Err(Problem::new(ProblemCode::NotConfirmed, problem)
        .at_path("confirm")
        .with_hint("repeat the request without `confirm`, review the preview, and use its token"))
}

/// Returns the limit: the requested one, or the maximum of the server.
fn limit(asked: Option<u32>, most: usize) -> Result<usize, Problem> {
    let Some(asked) = asked else { return Ok(most) };
    match usize::try_from(asked) {
        Ok(asked) if asked <= most => Ok(asked),
        Ok(_) | Err(_) => {
            let detail = format!("limit {asked} is more than the maximum of {most} per backfill");
            Err(Problem::new(ProblemCode::OutOfRange, detail).at_path("limit").with_hint("request a shorter range"))
        }
    }
}

/// Returns the request that a token stands for. Editing the schedule changes it.
fn confirmed_request(schedule: &Schedule, backfill: &Backfill) -> String {
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

fn view(summary: BackfillSummary, token: Option<(String, Timestamp)>) -> BackfillView {
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
