//! Reading keys.

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use super::rights;
use super::view::{KeyView, ReachName};
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::{Caller, Reach};
use crate::http::page::{self, List};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// Which keys are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// The tenant's own without a word; `all` are those that reach all tenants, for operators alone.
    reach: Option<ReachName>,
    /// How many rows, 50 without a word.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
    /// Where the page before ended: its `next_cursor`.
    cursor: Option<String>,
}

/// List keys
///
/// In order of id, those that were taken back included. A page may have fewer rows than asked for and still not be the last.
#[utoipa::path(
    get,
    path = "/v1/keys",
    tag = "keys",
    params(Asked),
    responses((status = 200, description = "A page of them", body = List<KeyView>)),
)]
pub(crate) async fn list(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<Asked>,
) -> Result<Json<List<KeyView>>, Problem> {
    let page = page::page(asked.limit, asked.cursor, &app)?;
    let tenant = match asked.reach.unwrap_or_default() {
        ReachName::Tenant => Some(caller.tenant.clone()),
        ReachName::All if caller.identity.reach == Reach::All => None,
        ReachName::All => {
            let detail = "only a key that reaches all tenants sees the others that do";
            return Err(Problem::new(axum::http::StatusCode::FORBIDDEN, "forbidden", detail));
        }
    };
    let (kept, next_cursor) = app.authority().keys().list(&page, |key| key.tenant == tenant).await?;
    let now = app.refrain().now();
    let mut items = Vec::with_capacity(kept.len());
    for kept in kept {
        let last_used_at = app.authority().used().last(&kept.id).await?;
        items.push(KeyView::new(kept, last_used_at, now));
    }
    Ok(Json(List { items, next_cursor }))
}

/// Read a key
///
/// Its secret cannot be read: only its hash is kept.
#[utoipa::path(
    get,
    path = "/v1/keys/{id}",
    tag = "keys",
    params(("id" = String, Path, description = "What it is known by")),
    responses((status = 200, description = "The key", body = KeyView)),
)]
pub(crate) async fn one(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<KeyView>, Problem> {
    let kept = rights::visible(&app, &caller, &id).await?;
    let last_used_at = app.authority().used().last(&kept.id).await?;
    Ok(Json(KeyView::new(kept, last_used_at, app.refrain().now())))
}
