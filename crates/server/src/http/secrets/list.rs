//! What may be told of secrets.

use axum::extract::State;
use jiff::Timestamp;
use refrain::secret::SecretNamed;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::secrets;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::page::{self, List};
use crate::http::problem::Problem;
use crate::http::query::Query;

/// Which part is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// How many rows, 50 without a word.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
    /// Where the page before ended: its `next_cursor`.
    cursor: Option<String>,
}

/// A secret, but for its value.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SecretView {
    /// What it is called.
    #[schema(example = "slack")]
    name: String,
    /// How often it was written or sealed anew.
    #[schema(example = 1)]
    version: i64,
    /// When it was last.
    updated_at: Timestamp,
    /// The name of the master key that has sealed it; null when its record cannot be read.
    sealed_by: Option<String>,
    /// Where it may be sent. Empty: anywhere.
    #[schema(example = json!(["webhook:api.example.com"]))]
    allow: Vec<String>,
}

impl SecretView {
    pub(super) fn of(secret: SecretNamed) -> Self {
        let SecretNamed { name, version, updated_at, sealed_by, allow } = secret;
        let allow = allow.iter().map(ToString::to_string).collect();
        Self { name: name.to_string(), version, updated_at, sealed_by, allow }
    }
}

/// List secrets by their names
///
/// In order of name. Their values are not among what is told.
#[utoipa::path(
    get,
    path = "/v1/secrets",
    tag = "secrets",
    params(Asked),
    responses((status = 200, description = "A page of them", body = List<SecretView>), (status = 409, description = "The server has no master key", body = Problem, content_type = "application/problem+json")),
)]
pub(crate) async fn list(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<Asked>,
) -> Result<Json<List<SecretView>>, Problem> {
    let page = page::page(asked.limit, asked.cursor, &app)?;
    let found = secrets(&app)?.list(&caller.tenant, &page).await?;
    Ok(Json(List::of(found, SecretView::of)))
}
