//! Maps driver failures: nothing was changed, the outcome is unknown, or another attempt is worthwhile.

use std::error::Error as _;

use deadpool_postgres::PoolError;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

use refrain_ledger::model::InvalidName;
use refrain_ledger::store::StoreError;

/// Reason why an attempt at an operation failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// The operation was refused, by the rules or because of the stored data.
    Refused(StoreError),
    /// The server or the connection to it failed.
    Driver(Error),
    /// Another transaction changed the data between two statements; the whole operation must be repeated.
    Conflict,
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Refused(error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Driver(error)
    }
}

impl Failure {
    /// Converts an error of the connection pool.
    pub(super) fn from_pool(error: PoolError) -> Self {
        match error {
            PoolError::Backend(error) => Self::Driver(error),
            PoolError::Timeout(_) => Self::Refused(unavailable("no connection became available in time")),
            PoolError::PostCreateHook(error) => Self::Refused(unavailable(error.to_string())),
            error @ (PoolError::Closed | PoolError::NoRuntimeSpecified) => {
                Self::Refused(unavailable(error.to_string()))
            }
        }
    }

    /// Returns whether an immediate retry of the whole operation may succeed. After a commit was sent, only an
    /// operation that the server explicitly rejected may be retried.
    pub(super) fn is_retryable(&self, commit_sent: bool) -> bool {
        match self {
            Self::Refused(_) => false,
            Self::Conflict => true,
            Self::Driver(error) => match error.code() {
                Some(code) => is_race(code) || (is_disconnect(code) && !commit_sent),
                None => error.is_closed() && !commit_sent,
            },
        }
    }

    /// Converts the failure to the error for the caller.
    pub(super) fn into_store(self, commit_sent: bool) -> StoreError {
        let error = match self {
            Self::Refused(error) => return error,
            Self::Conflict => return unavailable("every attempt conflicted with another transaction"),
            Self::Driver(error) => error,
        };
        let text = describe(&error);
        let Some(code) = error.code() else {
            return if commit_sent { StoreError::Unknown(text) } else { unavailable(text) };
        };
        if is_disconnect(code) {
            return if commit_sent { StoreError::Unknown(text) } else { unavailable(text) };
        }
        match *code {
            SqlState::READ_ONLY_SQL_TRANSACTION | SqlState::INSUFFICIENT_PRIVILEGE | SqlState::DISK_FULL => {
                StoreError::ReadOnly(text)
            }
            SqlState::CHARACTER_NOT_IN_REPERTOIRE
            | SqlState::UNTRANSLATABLE_CHARACTER
            | SqlState::DATETIME_FIELD_OVERFLOW
            | SqlState::NUMERIC_VALUE_OUT_OF_RANGE => StoreError::Invalid { field: "a value", problem: text },
            SqlState::DATA_CORRUPTED
            | SqlState::INDEX_CORRUPTED
            | SqlState::UNDEFINED_TABLE
            | SqlState::UNDEFINED_COLUMN
            | SqlState::CHECK_VIOLATION => StoreError::Corrupt(text),
            _ => unavailable(text),
        }
    }
}

/// Returns whether another transaction conflicted and has ended by now.
fn is_race(code: &SqlState) -> bool {
    [SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED, SqlState::UNIQUE_VIOLATION].contains(code)
}

/// Returns whether the server closed the connection, which says nothing about what it did before.
fn is_disconnect(code: &SqlState) -> bool {
    let codes = [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::IDLE_SESSION_TIMEOUT,
    ];
    code.code().starts_with("08") || codes.contains(code)
}

fn unavailable(text: impl Into<String>) -> StoreError {
    StoreError::Unavailable(text.into())
}

/// Returns the server's message, or the chain of errors on the client side.
pub(super) fn describe(error: &Error) -> String {
    if let Some(server) = error.as_db_error() {
        return format!("{} ({})", server.message(), server.code().code());
    }
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    text
}

/// Returns the error for a stored value that cannot be valid.
pub(super) fn corrupt(what: &str, value: impl std::fmt::Display) -> StoreError {
    StoreError::Corrupt(format!("{what} {value} is not known to this program"))
}

/// Returns the error for a name that was valid when it was written and cannot be read back.
pub(super) fn bad_name(error: &InvalidName) -> StoreError {
    StoreError::Corrupt(error.to_string())
}
