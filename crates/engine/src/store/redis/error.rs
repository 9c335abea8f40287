//! The driver's errors as the store's.

use redis::{ErrorKind, RedisError};

use super::connect::CLUSTER;
use crate::store::StoreError;

/// What an error means for the caller: whether anything may have been changed, and whether to ask again.
pub(super) fn of(error: &RedisError) -> StoreError {
    match error.kind() {
        // Before there is a connection nothing was sent.
        _ if error.is_connection_refusal() => StoreError::Unavailable(error.to_string()),
        ErrorKind::Io => StoreError::Unknown(error.to_string()),
        ErrorKind::AuthenticationFailed => StoreError::Unavailable(error.to_string()),
        ErrorKind::Parse | ErrorKind::UnexpectedReturnType => StoreError::Corrupt(error.to_string()),
        ErrorKind::Server(_) | ErrorKind::Extension => of_code(error.code().unwrap_or_default(), error.to_string()),
        _ => StoreError::Unavailable(error.to_string()),
    }
}

/// What the server itself said: it has changed nothing.
pub(super) fn of_code(code: &str, text: String) -> StoreError {
    match code {
        "OOM" | "READONLY" | "MISCONF" => StoreError::ReadOnly(text),
        "WRONGTYPE" | "ERR" => StoreError::Corrupt(text),
        "MOVED" | "ASK" | "CROSSSLOT" | "CLUSTERDOWN" => StoreError::Unavailable(format!("{text}: {CLUSTER}")),
        // Loading, busy, without its primary, or it does not know us.
        _ => StoreError::Unavailable(text),
    }
}

/// What came back has another form than what was asked for.
pub(super) fn unexpected(what: &str) -> StoreError {
    StoreError::Corrupt(format!("redis answered {what} in a form that was not asked for"))
}
