//! Reads API keys.

use axum::extract::State;

use super::rights;
use super::view::{KeyView, ReachName};
use crate::auth::Reach;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::page::{List, page_query};
use crate::http::path::Path;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;
use crate::http::query::Query;

page_query! {
    /// Query of a list of API keys.
    pub(crate) struct ListQuery {
        /// Keys to list: `tenant` for those of the tenant, `all` for those with access to all tenants. `all`
        /// requires such a key. Default: `tenant`.
        reach: Option<ReachName>,
    }
}

/// List API keys
///
/// In order of ID, including revoked keys. A page may have fewer items than `limit` and still not be the
/// last. Page size: 50 by default, at most 500.
#[utoipa::path(
    get,
    path = "/v1/keys",
    tag = "keys",
    params(ListQuery),
    responses((status = 200, description = "A page of API keys", body = List<KeyView>)),
)]
pub(crate) async fn list(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<ListQuery>,
) -> Result<Json<List<KeyView>>, Problem> {
    let page = query.page(&app)?;
    let tenant = match query.reach.unwrap_or_default() {
        ReachName::Tenant => Some(caller.tenant.clone()),
        ReachName::All if caller.identity.reach == Reach::All => None,
        ReachName::All => {
            let detail = "only a key with access to all tenants may list such keys";
            return Err(Problem::new(ProblemCode::Forbidden, detail));
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

/// Get an API key
///
/// The secret is not included: only its hash is stored.
#[utoipa::path(
    get,
    path = "/v1/keys/{id}",
    tag = "keys",
    params(("id" = String, Path, description = "API key ID.")),
    responses((status = 200, description = "The API key", body = KeyView)),
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
