//! Errors of a store. Refusals that a caller expects (a lost lease, a row that exists) are values, not errors.

use crate::model::{DefinitionError, InvalidName};

/// Reason why a store could not perform an operation. Unless a variant says otherwise, nothing was changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The store cannot be reached or does not accept work. Wait and retry.
    #[error("the store is not available: {0}")]
    Unavailable(String),
    /// The response was lost after the request was sent. Retry: every operation may be repeated.
    #[error("the outcome is unknown: {0}")]
    Unknown(String),
    /// The expected state no longer holds. Read again and decide again.
    #[error("{what} was changed in the meantime: expected {expected}, found {found}")]
    Conflict {
        /// Whether the caller or the change itself expected another state.
        kind: ConflictKind,
        /// Object to change.
        what: String,
        /// State that the caller expected.
        expected: String,
        /// State that the store found.
        found: String,
    },
    /// The tenant has no object of that name.
    #[error("{0} does not exist")]
    NotFound(String),
    /// The transition is not allowed from the current state.
    #[error("{what} is {state} and cannot become {wanted}")]
    IllegalMove {
        /// Object to change.
        what: String,
        /// Current state.
        state: &'static str,
        /// Requested state.
        wanted: &'static str,
    },
    /// A value cannot be stored.
    #[error("{field} is not valid: {problem}")]
    Invalid {
        /// Name of the invalid field.
        field: &'static str,
        /// Reason why the value is invalid.
        problem: String,
    },
    /// A value is too large.
    #[error("{what} is too large: expected at most {size_max}, found {size}")]
    TooLarge {
        /// Name of the value.
        what: &'static str,
        /// Size of the value.
        size: usize,
        /// Maximum size.
        size_max: usize,
    },
    /// The maximum number of objects is reached.
    #[error("{owner} already has the maximum of {count_max} {what}")]
    TooMany {
        /// Owner of the objects.
        owner: String,
        /// Kind of the objects.
        what: &'static str,
        /// Maximum number.
        count_max: usize,
    },
    /// Stored data is inconsistent. An operator must intervene.
    #[error("the store is damaged: {0}")]
    Corrupt(String),
    /// A newer program has changed the store's layout.
    #[error("the store has schema version {found}; this program supports versions up to {known}: use a newer program")]
    Newer {
        /// Layout version of the store.
        found: i64,
        /// Newest layout version that this program supports.
        known: i64,
    },
    /// The store is full or read-only.
    #[error("the store cannot be written: {0}")]
    ReadOnly(String),
}

/// Kind of a [`StoreError::Conflict`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConflictKind {
    /// The object does not have the version that the caller expects.
    Version,
    /// The change is based on a plan, watermark or status that has moved on. It may be built again.
    Basis,
}

impl StoreError {
    /// Returns whether the same request may succeed later without a change.
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Unavailable(_) | Self::Unknown(_))
    }

    /// Returns the stable error code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unavailable(_) => "unavailable",
            Self::Unknown(_) => "outcome_unknown",
            Self::Conflict { .. } => "conflict",
            Self::NotFound(_) => "not_found",
            Self::IllegalMove { .. } => "illegal_move",
            Self::Invalid { .. } => "invalid",
            Self::TooLarge { .. } => "too_large",
            Self::TooMany { .. } => "too_many",
            Self::Corrupt(_) => "corrupt",
            Self::Newer { .. } => "newer_schema",
            Self::ReadOnly(_) => "read_only",
        }
    }
}

impl From<InvalidName> for StoreError {
    fn from(error: InvalidName) -> Self {
        Self::Invalid { field: "name", problem: error.to_string() }
    }
}

impl From<DefinitionError> for StoreError {
    fn from(error: DefinitionError) -> Self {
        match error {
            DefinitionError::TooLarge { what, bytes, bytes_max } => {
                Self::TooLarge { what, size: bytes, size_max: bytes_max }
            }
            DefinitionError::Nul(_) => Self::Invalid { field: "definition", problem: error.to_string() },
            DefinitionError::Newer { .. } | DefinitionError::Unreadable(_) => Self::Corrupt(error.to_string()),
        }
    }
}
