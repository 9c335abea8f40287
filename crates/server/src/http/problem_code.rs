//! The codes of the errors that the API itself reports, with the status of each, in one table. Errors of the engine and
//! of stores have codes of their own.

use axum::http::StatusCode;

/// Declares the codes with their texts and statuses.
macro_rules! codes {
    ($($(#[doc = $meaning:literal])+ $name:ident = $text:literal, $status:ident;)*) => {
        /// Code of an error of the API. Its text and its status are stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum ProblemCode {
            $($(#[doc = $meaning])+ $name,)*
        }

        impl ProblemCode {
            /// Returns the stable text, such as `bad_query`.
            pub(crate) const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }

            /// Returns the status of its responses.
            pub(crate) const fn status(self) -> StatusCode {
                match self {
                    $(Self::$name => StatusCode::$status,)*
                }
            }
        }

        /// Text, status and meaning of every code.
        #[cfg(test)]
        const TABLE: &[(&str, StatusCode, &str)] = &[$(($text, StatusCode::$status, concat!($($meaning),+))),*];
    };
}

codes! {
    /// The body does not have the expected shape.
    BadBody = "bad_body", BAD_REQUEST;
    /// The calendar file cannot be read.
    BadCalendarFile = "bad_calendar_file", BAD_REQUEST;
    /// `If-Match` or `If-None-Match` is not an entity tag of this server.
    BadEtag = "bad_etag", BAD_REQUEST;
    /// `Idempotency-Key` is empty, too long or not text.
    BadIdempotencyKey = "bad_idempotency_key", BAD_REQUEST;
    /// The body is not JSON.
    BadJson = "bad_json", BAD_REQUEST;
    /// A name is invalid.
    BadName = "bad_name", BAD_REQUEST;
    /// A query parameter is invalid.
    BadQuery = "bad_query", BAD_REQUEST;
    /// A value is invalid.
    BadValue = "bad_value", BAD_REQUEST;
    /// Two parts of the request contradict each other.
    Contradiction = "conflict", BAD_REQUEST;
    /// A JSON object has a key twice.
    DuplicateKey = "duplicate_key", BAD_REQUEST;
    /// The selector matches every schedule.
    EmptySelector = "empty_selector", BAD_REQUEST;
    /// A required value is missing.
    MissingValue = "missing_value", BAD_REQUEST;
    /// A number or a time is outside its allowed range.
    OutOfRange = "out_of_range", BAD_REQUEST;
    /// The request has several `Host` headers.
    SeveralHosts = "several_hosts", BAD_REQUEST;
    /// The tenant belongs to the server itself.
    SystemTenant = "system_tenant", BAD_REQUEST;
    /// The body is nested too deeply.
    TooDeep = "too_deep", BAD_REQUEST;
    /// A text is too long.
    TooLong = "too_long", BAD_REQUEST;
    /// The API key has expired.
    ExpiredKey = "expired_key", UNAUTHORIZED;
    /// The API key is not complete.
    MalformedKey = "malformed_key", UNAUTHORIZED;
    /// The API key was revoked.
    RevokedKey = "revoked_key", UNAUTHORIZED;
    /// The operation needs an API key.
    Unauthenticated = "unauthenticated", UNAUTHORIZED;
    /// There is no such API key.
    WrongKey = "wrong_key", UNAUTHORIZED;
    /// The login link is invalid or was used.
    WrongLink = "wrong_link", UNAUTHORIZED;
    /// A page of another site sent the request.
    CrossSite = "cross_site", FORBIDDEN;
    /// The caller does not have the permission.
    Forbidden = "forbidden", FORBIDDEN;
    /// The API key belongs to another tenant.
    ForeignTenant = "foreign_tenant", FORBIDDEN;
    /// The key would get more permissions than its creator has.
    TooMuch = "too_much", FORBIDDEN;
    /// The path, or what it names, does not exist.
    NotFound = "not_found", NOT_FOUND;
    /// The path does not support the method.
    WrongMethod = "wrong_method", METHOD_NOT_ALLOWED;
    /// The body did not arrive in time.
    BodyTooSlow = "too_slow", REQUEST_TIMEOUT;
    /// The stored state has changed.
    Conflict = "conflict", CONFLICT;
    /// The stored revision cannot be read.
    Damaged = "damaged", CONFLICT;
    /// It already exists.
    Exists = "exists", CONFLICT;
    /// The idempotency key was used for another request.
    IdempotencyKeyReused = "idempotency_key_reused", CONFLICT;
    /// The work item's lease has expired, or it is complete.
    LeaseLost = "lease_lost", CONFLICT;
    /// The server has no master key for secrets.
    NoMasterKey = "no_master_key", CONFLICT;
    /// The backfill needs a confirmation.
    NotConfirmed = "not_confirmed", CONFLICT;
    /// The key to change was revoked.
    Revoked = "revoked", CONFLICT;
    /// The body is too large.
    TooLarge = "too_large", PAYLOAD_TOO_LARGE;
    /// The body has another media type than expected.
    WrongMediaType = "wrong_media_type", UNSUPPORTED_MEDIA_TYPE;
    /// The server does not answer to the host of the request.
    WrongHost = "wrong_host", MISDIRECTED_REQUEST;
    /// The caller exceeds its rate limit.
    TooManyRequests = "too_many_requests", TOO_MANY_REQUESTS;
    /// The caller has too many event streams.
    TooManyStreams = "too_many_streams", TOO_MANY_REQUESTS;
    /// The server has an error.
    Internal = "internal", INTERNAL_SERVER_ERROR;
    /// The store's clock jumped ahead, so planning is halted.
    ClockAhead = "clock_ahead", SERVICE_UNAVAILABLE;
    /// The store is full.
    DiskFull = "disk_full", SERVICE_UNAVAILABLE;
    /// A loop of the node has failed.
    NodeFailed = "node_failed", SERVICE_UNAVAILABLE;
    /// The response took too long.
    TooSlow = "too_slow", SERVICE_UNAVAILABLE;
    /// The store cannot be reached.
    Unavailable = "unavailable", SERVICE_UNAVAILABLE;
    /// The store does not accept writes.
    WritesFail = "writes_fail", SERVICE_UNAVAILABLE;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_documented() {
        let page = include_str!("../../../../docs/api/errors.md");
        for (text, status, meaning) in TABLE {
            let row = format!("| `{text}` | {} | {} |", status.as_u16(), meaning.trim().trim_end_matches('.'));
            assert!(page.lines().any(|line| line == row), "docs/api/errors.md needs this row:\n{row}");
        }
    }

    #[test]
    fn no_status_has_a_code_twice() {
        for (index, one) in TABLE.iter().enumerate() {
            assert!(TABLE[..index].iter().all(|other| (other.0, other.1) != (one.0, one.1)), "{}", one.0);
        }
    }
}
