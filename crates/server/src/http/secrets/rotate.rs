//! Re-encrypts secrets with a new master key.

use axum::extract::State;
use refrain::secret::RotationReport;
use serde::Serialize;
use utoipa::ToSchema;

use super::secrets;
use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::problem::Problem;

/// A secret that could not be re-encrypted.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RotationFailure {
    /// Name of the secret.
    name: String,
    /// Reason for the failure.
    problem: String,
}

/// Result of re-encrypting the secrets.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RotationResult {
    /// Number of secrets that were re-encrypted.
    reencrypted: i64,
    /// Number of secrets that already used the newest key.
    unchanged: i64,
    /// Secrets that could not be decrypted. Keep all old master keys while there are any.
    refused: Vec<RotationFailure>,
}

/// Re-encrypt secrets with the newest master key
///
/// Re-encrypts all secrets of the tenant. The request may be repeated at any time; secrets that already use
/// the newest key are left unchanged. If the server has no master key, the request returns 409
/// (`no_master_key`).
#[utoipa::path(
    post,
    path = "/v1/secrets/rotate",
    tag = "secrets",
    responses((status = 200, description = "The result of the re-encryption", body = RotationResult)),
)]
pub(crate) async fn rotate(State(app): State<App>, caller: Caller) -> Result<Json<RotationResult>, Problem> {
    let rotated = secrets(&app)?.rotate(&app.rights_of(&caller), &caller.tenant, &caller.by()).await?;
    Ok(Json(RotationResult::of(rotated)))
}

impl RotationResult {
    pub(crate) fn of(rotated: RotationReport) -> Self {
        let whole = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let refused = rotated.refused.into_iter();
        Self {
            reencrypted: whole(rotated.reencrypted),
            unchanged: whole(rotated.already),
            refused: refused.map(|(name, problem)| RotationFailure { name: name.to_string(), problem }).collect(),
        }
    }
}
