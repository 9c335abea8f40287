//! Maps driver errors to store errors.

use redis::{ErrorKind, RedisError};

use refrain_ledger::store::StoreError;

/// Error and advice for a node of a Redis Cluster.
pub(super) const CLUSTER_UNSUPPORTED: &str = "the server is a node of a Redis Cluster, whose redirections between nodes are not \
    followed; use a server with `cluster-enabled no`, with replicas if you need them";

/// Converts an error for the caller: whether anything may have been changed, and whether to retry.
pub(super) fn of(error: &RedisError) -> StoreError {
    match error.kind() {
        // Nothing was sent before there was a connection.
        _ if error.is_connection_refusal() => StoreError::Unavailable(error.to_string()),
        ErrorKind::Io => StoreError::Unknown(error.to_string()),
        ErrorKind::AuthenticationFailed => StoreError::Unavailable(error.to_string()),
        ErrorKind::Parse | ErrorKind::UnexpectedReturnType => StoreError::Corrupt(error.to_string()),
        ErrorKind::Server(_) | ErrorKind::Extension => {
            translate_code(error.code().unwrap_or_default(), error.to_string())
        }
        _ => StoreError::Unavailable(error.to_string()),
    }
}

/// Converts an error that the server reported: it has changed nothing.
pub(super) fn translate_code(code: &str, text: String) -> StoreError {
    match code {
        "OOM" | "READONLY" | "MISCONF" => StoreError::ReadOnly(text),
        "WRONGTYPE" | "ERR" => StoreError::Corrupt(text),
        "MOVED" | "ASK" | "CROSSSLOT" | "CLUSTERDOWN" => {
            StoreError::Unavailable(format!("{text}: {CLUSTER_UNSUPPORTED}"))
        }
        // The server is loading, busy or without its primary, or rejects the credentials.
        _ => StoreError::Unavailable(text),
    }
}

/// Returns the error for an answer in an unexpected form.
pub(super) fn unexpected(what: &str) -> StoreError {
    StoreError::Corrupt(format!("redis returned an unexpected answer for {what}"))
}
