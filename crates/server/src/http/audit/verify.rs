//! Whether anyone has changed the audit.

use axum::extract::State;
use refrain::store::Verified;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::problem::Problem;

/// What a look at the tenant's chain found.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VerifiedView {
    /// Whether every entry follows its predecessor.
    is_whole: bool,
    /// How many entries there are; null when one is broken.
    entries: Option<i64>,
    /// The hash of the last; null when one is broken. Whoever keeps it elsewhere can tell whether the end was cut off.
    tip: Option<String>,
    /// The first entry that does not follow its predecessor, or is missing.
    broken_at: Option<i64>,
}

/// Verify the audit
///
/// Walks the tenant's chain from its beginning.
#[utoipa::path(
    get,
    path = "/v1/audit/verify",
    tag = "insight",
    responses((status = 200, description = "Whether it is whole", body = VerifiedView)),
)]
pub(crate) async fn verify(State(app): State<App>, caller: Caller) -> Result<Json<VerifiedView>, Problem> {
    Ok(Json(match app.store().verify(&caller.tenant).await? {
        Verified::Whole(tip) => {
            VerifiedView { is_whole: true, entries: Some(tip.seq), tip: Some(tip.hash.to_string()), broken_at: None }
        }
        Verified::BrokenAt(seq) => VerifiedView { is_whole: false, entries: None, tip: None, broken_at: Some(seq) },
    }))
}
