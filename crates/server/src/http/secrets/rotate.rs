//! Sealing anew after a new master key.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::secrets;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::problem::Problem;

/// A secret that could not be sealed anew.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RefusedView {
    /// Which.
    name: String,
    /// Why.
    problem: String,
}

/// What came of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RotatedView {
    /// So many were sealed anew.
    sealed_anew: i64,
    /// So many were sealed by the newest key already.
    already: i64,
    /// These could not be opened. No old key may go while there are any.
    refused: Vec<RefusedView>,
}

/// Seal a tenant's secrets by the newest master key
///
/// It may be repeated at any time: what is done stays done.
#[utoipa::path(
    post,
    path = "/v1/secrets/rotate",
    tag = "secrets",
    responses((status = 200, description = "What came of it", body = RotatedView)),
)]
pub(crate) async fn rotate(State(app): State<App>, caller: Caller) -> Result<Json<RotatedView>, Problem> {
    let rotated = secrets(&app)?.rotate(&caller.tenant, &caller.by()).await?;
    let whole = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let refused = rotated.refused.into_iter();
    Ok(Json(RotatedView {
        sealed_anew: whole(rotated.sealed_anew),
        already: whole(rotated.already),
        refused: refused.map(|(name, problem)| RefusedView { name: name.to_string(), problem }).collect(),
    }))
}
