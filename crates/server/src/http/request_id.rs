//! What a request is called: the caller's own name for it, the name of the trace it belongs to, or one that is made up.

use axum::http::HeaderMap;

use super::gate::REQUEST_ID;
use crate::telemetry::traceparent;

/// Longer names are not taken over.
const BYTES_MAX: usize = 128;

/// The name of a request. What could break a line of a log is not taken over.
pub(crate) fn of(headers: &HeaderMap) -> String {
    let given = headers.get(REQUEST_ID).and_then(|name| name.to_str().ok());
    let is_fine = |name: &&str| {
        (1..=BYTES_MAX).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.:/".contains(&byte))
    };
    let trace = || traceparent::of(headers).map(|trace| trace.id().to_owned());
    given.filter(is_fine).map(str::to_owned).or_else(trace).unwrap_or_else(random)
}

/// A name that nothing else has.
pub(crate) fn random() -> String {
    let mut bytes = [0; 12];
    getrandom::fill(&mut bytes).expect("a system without random numbers cannot serve anyone");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A random UUID, as version 4 has it.
pub(crate) fn random_uuid() -> String {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).expect("a system without random numbers cannot serve anyone");
    as_uuid(bytes, 4)
}

/// The text of a UUID of this version.
pub(crate) fn as_uuid(mut bytes: [u8; 16], version: u8) -> String {
    bytes[6] = (bytes[6] & 0x0f) | (version << 4);
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}
