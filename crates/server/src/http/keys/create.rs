//! Creates an API key.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use refrain::store::StoreError;
use serde::Deserialize;
use utoipa::ToSchema;

use super::rights::{self, KeyGrant};
use super::view::{KeyWithSecret, PermissionName, ReachName, RoleName};
use crate::auth::{NewKey, Permission};
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::idempotency;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;
use crate::tenant::system_tenant;

/// Maximum length of a note, in characters.
const NOTE_MAX: usize = 2_048;

/// A new API key.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateKeyRequest {
    /// Role of the key.
    role: RoleName,
    /// Permissions in addition to the role.
    #[serde(default)]
    permissions: Vec<PermissionName>,
    /// Tenants that the key can access. Default: the tenant of the request.
    #[serde(default)]
    reach: ReachName,
    /// Purpose of the key.
    #[serde(default)]
    #[schema(example = "the deploy pipeline", max_length = 2048)]
    note: String,
    /// Expiry time. Default: never.
    expires_at: Option<Timestamp>,
}

/// Create an API key
///
/// The response contains the key, which is shown only once. A key cannot have more rights than its creator,
/// or expire later. By default, a key accesses the tenant of the request, has no permissions besides those of
/// its role, and never expires. Its note has at most 2,048 characters.
///
/// A repeated request with the same `Idempotency-Key` creates no second key. It returns 409, because the
/// first key cannot be shown again.
#[utoipa::path(
    post,
    path = "/v1/keys",
    tag = "keys",
    params(("Idempotency-Key" = Option<String>, Header, description = "Idempotency key. A repeated request with the same key creates no second API key.", pattern = "^[ -~]{1,200}$")),
    request_body = CreateKeyRequest,
    responses((status = 201, description = "The key is created", body = KeyWithSecret, headers(("Location" = String)))),
)]
pub(crate) async fn create(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Json(asked): Json<CreateKeyRequest>,
) -> Result<Response, Problem> {
    let id = idempotency::key(&headers)?
        .map(|request| idempotency::id_for(&caller.tenant, &format!("key {request}"))[..12].to_owned());
    let now = app.refrain().now();
    let permissions: Vec<Permission> = asked.permissions.into_iter().map(Permission::from).collect();
    let reaches_all = asked.reach == ReachName::All;
    validate(&asked.note, asked.expires_at, now)?;
    let wanted =
        KeyGrant { reaches_all, role: asked.role.into(), permissions: &permissions, expires_at: asked.expires_at };
    rights::check(&caller.identity, wanted)?;
    if !reaches_all && caller.tenant == system_tenant() {
        let detail = format!("tenant {} is reserved for the server and cannot have keys", caller.tenant);
        return Err(
            Problem::new(ProblemCode::SystemTenant, detail).with_hint("name another tenant in X-Refrain-Tenant")
        );
    }
    let new = NewKey {
        id,
        tenant: (!reaches_all).then(|| caller.tenant.clone()),
        role: asked.role.into(),
        permissions,
        note: asked.note,
        expires_at: asked.expires_at,
    };
    let (text, key) = app.authority().keys().create(new, &caller.by()).await.map_err(already_created)?;
    let place = format!("/v1/keys/{}", text.id());
    let mut response = (StatusCode::CREATED, Json(KeyWithSecret::new(&text, key, now))).into_response();
    response
        .headers_mut()
        .insert(header::LOCATION, HeaderValue::from_str(&place).unwrap_or(HeaderValue::from_static("/v1/keys")));
    Ok(response)
}

fn validate(note: &str, expires_at: Option<Timestamp>, now: Timestamp) -> Result<(), Problem> {
    if note.chars().count() > NOTE_MAX || note.contains('\0') {
        let detail = format!("note must be at most {NOTE_MAX} characters, none of them NUL");
        return Err(Problem::new(ProblemCode::BadValue, detail).at_path("note"));
    }
    match expires_at {
        Some(expires_at) if expires_at <= now => {
            let detail = format!("{expires_at} is in the past; the expiry of a key must be in the future");
            Err(Problem::new(ProblemCode::OutOfRange, detail).at_path("expires_at"))
        }
        Some(_) | None => Ok(()),
    }
}

fn already_created(error: StoreError) -> Problem {
    match error {
        StoreError::Conflict { .. } => Problem::new(ProblemCode::Exists, "this request has already created its key")
            .with_hint("use POST /v1/keys/{id}/rotate to get a new secret"),
        other => other.into(),
    }
}
