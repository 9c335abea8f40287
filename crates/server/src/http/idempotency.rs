//! The `Idempotency-Key` header: a repeated key identifies a repeated request.
//!
//! Nothing is stored for it. A request with a key creates an object whose name derives from the key, and the
//! unique keys of the ledger show whether the object already exists.

use axum::http::{HeaderMap, HeaderName};
use refrain::model::Tenant;
use sha2::{Digest, Sha256};

use super::id;
use super::problem::Problem;
use super::problem_code::ProblemCode;

const HEADER: HeaderName = HeaderName::from_static("idempotency-key");
/// Maximum length of a key, in bytes.
const BYTES_MAX: usize = 200;

/// Returns the idempotency key of a request, if it has one.
pub(crate) fn key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let Some(given) = headers.get(HEADER) else { return Ok(None) };
    let text = given.to_str().unwrap_or_default();
    let is_fine =
        (1..=BYTES_MAX).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
    if is_fine {
        Ok(Some(text.to_owned()))
    } else {
        Err(Problem::new(
            ProblemCode::BadIdempotencyKey,
            format!("Idempotency-Key must have 1 to {BYTES_MAX} printable ASCII characters"),
        ))
    }
}

/// Returns the ID of the object that a request with this key creates.
pub(crate) fn id_for(tenant: &Tenant, request: &str) -> String {
    let hash = Sha256::digest(format!("{tenant}\n{request}"));
    hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the same as a UUID of version 8 (RFC 9562), whose bits are application-defined.
pub(crate) fn uuid_for(tenant: &Tenant, request: &str) -> String {
    let hash = Sha256::digest(format!("{tenant}\n{request}"));
    let mut bytes = [0_u8; 16];
    bytes.copy_from_slice(&hash[..16]);
    id::as_uuid(bytes, 8)
}
