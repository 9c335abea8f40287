//! The request ID: given by the caller, taken from the trace the request belongs to, or generated.

use axum::http::HeaderMap;

use super::gate::REQUEST_ID;
use crate::telemetry::traceparent;

/// Maximum length of a caller's request ID, in bytes. Longer IDs are ignored.
const BYTES_MAX: usize = 128;

/// Returns the ID of a request. An ID that could break a log line is ignored.
pub(crate) fn of(headers: &HeaderMap) -> String {
    let given = headers.get(REQUEST_ID).and_then(|name| name.to_str().ok());
    let is_fine = |name: &&str| {
        (1..=BYTES_MAX).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.:/".contains(&byte))
    };
    let trace = || traceparent::of(headers).map(|trace| trace.id().to_owned());
    given.filter(is_fine).map(str::to_owned).or_else(trace).unwrap_or_else(random)
}

/// Returns a random ID.
pub(crate) fn random() -> String {
    let mut bytes = [0; 12];
    getrandom::fill(&mut bytes).expect("the system must provide random numbers");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns a random UUID (version 4).
pub(crate) fn random_uuid() -> String {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).expect("the system must provide random numbers");
    as_uuid(bytes, 4)
}

/// Formats bytes as a UUID of this version.
pub(crate) fn as_uuid(mut bytes: [u8; 16], version: u8) -> String {
    bytes[6] = (bytes[6] & 0x0f) | (version << 4);
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}
