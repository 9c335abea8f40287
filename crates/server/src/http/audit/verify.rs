//! Detects changes to the audit log.

use axum::extract::State;
use refrain::store::VerifyResult;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::app::App;
use crate::http::body::Json;
use crate::http::caller::Caller;
use crate::http::problem::Problem;

/// Result of verifying the tenant's hash chain.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AuditVerificationView {
    /// Whether every entry follows its predecessor.
    is_intact: bool,
    /// Number of entries. Null if an entry is broken.
    entries: Option<i64>,
    /// Hash of the last entry. Null if an entry is broken. Store it elsewhere to detect a truncated log.
    tip: Option<String>,
    /// Position of the first entry that does not follow its predecessor or is missing.
    broken_at: Option<i64>,
}

/// Verify the audit log
///
/// Checks the tenant's hash chain from the first entry to the last.
#[utoipa::path(
    get,
    path = "/v1/audit/verify",
    tag = "insight",
    responses((status = 200, description = "The result of the check", body = AuditVerificationView)),
)]
pub(crate) async fn verify(State(app): State<App>, caller: Caller) -> Result<Json<AuditVerificationView>, Problem> {
    Ok(Json(AuditVerificationView::of(app.store().verify(&caller.tenant).await?)))
}

impl AuditVerificationView {
    pub(crate) fn of(verified: VerifyResult) -> Self {
        match verified {
            VerifyResult::Whole(tip) => {
                Self { is_intact: true, entries: Some(tip.seq), tip: Some(tip.hash.to_string()), broken_at: None }
            }
            VerifyResult::BrokenAt(seq) => Self { is_intact: false, entries: None, tip: None, broken_at: Some(seq) },
        }
    }
}
