//! Maps SQLite errors to store errors.

use rusqlite::{Error, ErrorCode};

use refrain_ledger::model::{DefinitionError, InvalidName};
use refrain_ledger::store::StoreError;

/// Result of every function that accesses the file.
pub(super) type Result<T> = std::result::Result<T, Failure>;

/// Result that callers of the store get.
pub(super) type StoreResult<T> = std::result::Result<T, StoreError>;

/// A store error, or an error of SQLite that was translated to one.
#[derive(Debug)]
pub(super) struct Failure(StoreError);

impl Failure {
    /// Returns whether a stored value cannot be read.
    pub(super) fn is_corrupt(&self) -> bool {
        matches!(self.0, StoreError::Corrupt(_))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self(translate(&error))
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self(error)
    }
}

impl From<InvalidName> for Failure {
    fn from(error: InvalidName) -> Self {
        Self(error.into())
    }
}

impl From<DefinitionError> for Failure {
    fn from(error: DefinitionError) -> Self {
        Self(error.into())
    }
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> Self {
        failure.0
    }
}

/// Translates an error that occurred before a commit: nothing was changed.
pub(super) fn translate(error: &Error) -> StoreError {
    let text = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => StoreError::ReadOnly(text),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Corrupt(text),
        // A table that violates its own constraints, or is missing, was not created by this program.
        Some(ErrorCode::ConstraintViolation | ErrorCode::TypeMismatch | ErrorCode::Unknown) => {
            StoreError::Corrupt(text)
        }
        Some(_) => StoreError::Unavailable(text),
        // The driver could not convert a value to its expected type.
        None => StoreError::Corrupt(text),
    }
}

/// Translates an error of a commit. If the disk failed in the middle, the commit may still have succeeded.
pub(super) fn translate_commit(error: &Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::SystemIoFailure) => StoreError::Unknown(error.to_string()),
        Some(_) | None => translate(error),
    }
}

/// Returns the error for a stored value that cannot be valid.
pub(super) fn damaged(what: &str, value: impl std::fmt::Display) -> Failure {
    Failure(StoreError::Corrupt(format!("{what} is {value}")))
}
