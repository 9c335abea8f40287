//! The header `Idempotency-Key`: the same name again is the same request.
//!
//! Nothing is remembered for it. A request that has a name makes what is named after it, and the unique keys of the ledger
//! answer whether it was made before.

use axum::http::{HeaderMap, HeaderName};
use refrain::id::Tenant;
use sha2::{Digest, Sha256};

use super::problem::Problem;
use super::request_id;

const HEADER: HeaderName = HeaderName::from_static("idempotency-key");
/// Longer names are refused.
const BYTES_MAX: usize = 200;

/// What the request is called, when its sender says so.
pub(crate) fn key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let Some(given) = headers.get(HEADER) else { return Ok(None) };
    let text = given.to_str().unwrap_or_default();
    let is_fine =
        (1..=BYTES_MAX).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
    if is_fine {
        Ok(Some(text.to_owned()))
    } else {
        Err(Problem::bad_request(
            "bad_idempotency_key",
            format!("Idempotency-Key must be 1 to {BYTES_MAX} visible characters"),
        ))
    }
}

/// The id of what a named request makes.
pub(crate) fn id_for(tenant: &Tenant, request: &str) -> String {
    let hash = Sha256::digest(format!("{tenant}\n{request}"));
    hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect()
}

/// The same as a UUID of version 8 (RFC 9562), whose bits are the program's own.
pub(crate) fn uuid_for(tenant: &Tenant, request: &str) -> String {
    let hash = Sha256::digest(format!("{tenant}\n{request}"));
    let mut bytes = [0_u8; 16];
    bytes.copy_from_slice(&hash[..16]);
    request_id::as_uuid(bytes, 8)
}
