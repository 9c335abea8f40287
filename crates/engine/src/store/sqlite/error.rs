//! What an error of SQLite means to a caller.

use rusqlite::{Error, ErrorCode};

use crate::store::StoreError;

/// The result of everything that touches the file.
pub(super) type Result<T> = std::result::Result<T, StoreError>;

impl From<Error> for StoreError {
    fn from(error: Error) -> Self {
        translate(&error)
    }
}

/// What went wrong before a commit: nothing was changed.
pub(super) fn translate(error: &Error) -> StoreError {
    let text = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => StoreError::ReadOnly(text),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Corrupt(text),
        // A table that breaks its own rules or is not there was not made by this program.
        Some(ErrorCode::ConstraintViolation | ErrorCode::TypeMismatch | ErrorCode::Unknown) => {
            StoreError::Corrupt(text)
        }
        Some(_) => StoreError::Unavailable(text),
        // The driver could not read a value as what it must be.
        None => StoreError::Corrupt(text),
    }
}

/// What went wrong in a commit. When the disk failed in the middle, it may have come through.
pub(super) fn translate_commit(error: &Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::SystemIoFailure) => StoreError::Unknown(error.to_string()),
        Some(_) | None => translate(error),
    }
}

/// A stored value that cannot be right.
pub(super) fn damaged(what: &str, value: impl std::fmt::Display) -> StoreError {
    StoreError::Corrupt(format!("{what} is {value}"))
}
