//! Making a key.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use refrain::api_key::Permission;
use refrain::store::StoreError;
use serde::Deserialize;
use utoipa::ToSchema;

use super::rights::{self, Wanted};
use super::view::{KeyShown, PermissionName, ReachName, RoleName};
use crate::auth::{Keys, NewKey};
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::idempotency;
use crate::http::problem::Problem;

/// No note is longer, in characters.
const NOTE_MAX: usize = 2_048;

/// A new key.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeyAsked {
    /// What it may do.
    role: RoleName,
    /// What it may do besides.
    #[serde(default)]
    permissions: Vec<PermissionName>,
    /// Whose rows it reaches: those of the tenant that the request is about, without a word.
    #[serde(default)]
    reach: ReachName,
    /// What it is for.
    #[serde(default)]
    #[schema(example = "the deploy pipeline", max_length = 2048)]
    note: String,
    /// Until when it works; for good without a word.
    expires_at: Option<Timestamp>,
}

/// Make a key
///
/// The answer shows it this once. It may do no more than whoever makes it. With the header `Idempotency-Key` the same request again makes
/// no second key; it cannot show the first one again either, and answers 409.
#[utoipa::path(
    post,
    path = "/v1/keys",
    tag = "keys",
    params(("Idempotency-Key" = Option<String>, Header, description = "Names the request: the same name again makes no second key", pattern = "^[ -~]{1,200}$")),
    request_body = KeyAsked,
    responses((status = 201, description = "It is made", body = KeyShown, headers(("Location" = String)))),
)]
pub(crate) async fn create(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Json(asked): Json<KeyAsked>,
) -> Result<Response, Problem> {
    let id = idempotency::key(&headers)?
        .map(|request| idempotency::id_for(&caller.tenant, &format!("key {request}"))[..12].to_owned());
    let now = app.refrain().now();
    let permissions: Vec<Permission> = asked.permissions.into_iter().map(Permission::from).collect();
    let reaches_all = asked.reach == ReachName::All;
    check_sense(&asked.note, asked.expires_at, now)?;
    let wanted =
        Wanted { reaches_all, role: asked.role.into(), permissions: &permissions, expires_at: asked.expires_at };
    rights::check(&caller.identity, wanted)?;
    if !reaches_all && caller.tenant == Keys::system() {
        let detail = format!("tenant {} is the server's own and has no keys", caller.tenant);
        return Err(Problem::bad_request("system_tenant", detail).with_hint("name another tenant in X-Refrain-Tenant"));
    }
    let new = NewKey {
        id,
        tenant: (!reaches_all).then(|| caller.tenant.clone()),
        role: asked.role.into(),
        permissions,
        note: asked.note,
        expires_at: asked.expires_at,
    };
    let (text, key) = app.authority().keys().create(new, &caller.by()).await.map_err(taken)?;
    let place = format!("/v1/keys/{}", text.id());
    let mut response = (StatusCode::CREATED, Json(KeyShown::new(&text, key, now))).into_response();
    response
        .headers_mut()
        .insert(header::LOCATION, HeaderValue::from_str(&place).unwrap_or(HeaderValue::from_static("/v1/keys")));
    Ok(response)
}

fn check_sense(note: &str, expires_at: Option<Timestamp>, now: Timestamp) -> Result<(), Problem> {
    if note.chars().count() > NOTE_MAX || note.contains('\0') {
        let detail = format!("note must be at most {NOTE_MAX} characters, none of them NUL");
        return Err(Problem::bad_request("bad_value", detail).at_path("note"));
    }
    match expires_at {
        Some(expires_at) if expires_at <= now => {
            let detail = format!("{expires_at} is over; a key ends in the future or never");
            Err(Problem::bad_request("out_of_range", detail).at_path("expires_at"))
        }
        Some(_) | None => Ok(()),
    }
}

fn taken(error: StoreError) -> Problem {
    match error {
        StoreError::Conflict { .. } => Problem::conflict("exists", "this request has made its key already")
            .with_hint("POST /v1/keys/{id}/rotate shows a new secret"),
        other => other.into(),
    }
}
