//! Payloads of the embedding program, as JSON.

use serde::Serialize;
use serde_json::Value;

use crate::error::Error;
use crate::error_code::ErrorCode;

/// Serializes a payload to JSON.
pub(super) fn to_payload(payload: impl Serialize) -> Result<Value, Error> {
    serde_json::to_value(payload).map_err(|error| {
        Error::invalid(ErrorCode::BadValue, format!("the payload cannot be serialized to JSON: {error}"))
    })
}
