//! Rotates the secret of an API key.

use axum::extract::State;
use jiff::SignedDuration;
use serde::Deserialize;
use utoipa::ToSchema;

use super::rights::{self, KeyGrant};
use super::view::KeyWithSecret;
use crate::http::app::App;
use crate::http::body::{Json, OptionalJson};
use crate::http::caller::Caller;
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;

/// Maximum time for which an old secret keeps working, in seconds: seven days.
const KEEP_OLD_SECONDS_MAX: u32 = 7 * 24 * 60 * 60;

/// Options of a key rotation.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rotate {
    /// Time for which the old secret keeps working, in seconds. Default: 0. Maximum: 604,800 (seven days).
    #[serde(default)]
    #[schema(example = 3600, maximum = 604800)]
    keep_old_seconds: u32,
}

/// Rotate an API key
///
/// Replaces the secret of the key. The response contains the new secret, which is shown only once. The old
/// secret keeps working for `keep_old_seconds`, so that it can be replaced without downtime.
#[utoipa::path(
    post,
    path = "/v1/keys/{id}/rotate",
    tag = "keys",
    params(("id" = String, Path, description = "API key ID.")),
    request_body = Option<Rotate>,
    responses((status = 200, description = "The API key with its new secret", body = KeyWithSecret)),
)]
pub(crate) async fn rotate(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    OptionalJson(asked): OptionalJson<Rotate>,
) -> Result<Json<KeyWithSecret>, Problem> {
    let kept = rights::visible(&app, &caller, &id).await?;
    // The new secret gives the caller everything the key may do.
    rights::check(&caller.identity, KeyGrant::of(&kept.key))?;
    if asked.keep_old_seconds > KEEP_OLD_SECONDS_MAX {
        let detail = format!("{} seconds is more than seven days", asked.keep_old_seconds);
        return Err(Problem::new(ProblemCode::OutOfRange, detail).at_path("keep_old_seconds"));
    }
    if let Some(revoked_at) = kept.key.revoked_at {
        let detail = format!("key {} was revoked at {revoked_at}", kept.id);
        return Err(Problem::new(ProblemCode::Revoked, detail).with_hint("create a new key"));
    }
    let keep_for = SignedDuration::from_secs(asked.keep_old_seconds.into());
    let (text, key) = app.authority().keys().rotate(&kept.id, keep_for, &caller.by()).await?;
    Ok(Json(KeyWithSecret::new(&text, key, app.refrain().now())))
}
