//! Giving a key a new secret.

use axum::extract::State;
use jiff::SignedDuration;
use serde::Deserialize;
use utoipa::ToSchema;

use super::rights::{self, Wanted};
use super::view::KeyShown;
use crate::http::app::App;
use crate::http::body::{Json, MaybeJson};
use crate::http::caller::Caller;
use crate::http::path::Path;
use crate::http::problem::Problem;

/// No old secret works longer, in seconds: seven days.
const KEPT_SECONDS_MAX: u32 = 7 * 24 * 60 * 60;

/// A new secret.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rotate {
    /// How long the secret before works on, in seconds; not at all without a word.
    #[serde(default)]
    #[schema(example = 3600, maximum = 604800)]
    keep_old_seconds: u32,
}

/// Give a key a new secret
///
/// The answer shows it this once. The secret before works as long as is asked for, so that it can be replaced without a pause.
#[utoipa::path(
    post,
    path = "/v1/keys/{id}/rotate",
    tag = "keys",
    params(("id" = String, Path, description = "What it is known by")),
    request_body = Option<Rotate>,
    responses((status = 200, description = "It has a new secret", body = KeyShown)),
)]
pub(crate) async fn rotate(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    MaybeJson(asked): MaybeJson<Rotate>,
) -> Result<Json<KeyShown>, Problem> {
    let kept = rights::visible(&app, &caller, &id).await?;
    // Whoever sees the new secret has the key.
    rights::check(&caller.identity, Wanted::of(&kept.key))?;
    if asked.keep_old_seconds > KEPT_SECONDS_MAX {
        let detail = format!("{} seconds are more than seven days", asked.keep_old_seconds);
        return Err(Problem::bad_request("out_of_range", detail).at_path("keep_old_seconds"));
    }
    if let Some(revoked_at) = kept.key.revoked_at {
        let detail = format!("key {} was taken back at {revoked_at}", kept.id);
        return Err(Problem::conflict("revoked", detail).with_hint("make a new key"));
    }
    let keep_for = SignedDuration::from_secs(asked.keep_old_seconds.into());
    let (text, key) = app.authority().keys().rotate(&kept.id, keep_for, &caller.by()).await?;
    Ok(Json(KeyShown::new(&text, key, app.refrain().now())))
}
