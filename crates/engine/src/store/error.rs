//! What can go wrong in a store. Refusals that a caller expects (a lost lease, a row that exists) are values, not errors.

use crate::definition::DefinitionError;
use crate::id::BadName;

/// Why a store could not do what it was asked. Unless it says otherwise, nothing was changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The store cannot be reached or refuses to work: wait and try again.
    #[error("the store is not available: {0}")]
    Unavailable(String),
    /// The answer was lost after the request was sent. Ask again: every verb may be repeated.
    #[error("the outcome is not known: {0}")]
    Unknown(String),
    /// What was expected is no longer so: read again and decide anew.
    #[error("{what} was changed meanwhile: expected {expected}, found {found}")]
    Conflict {
        /// What was to be changed.
        what: String,
        /// What the caller expected.
        expected: String,
        /// What there is.
        found: String,
    },
    /// There is nothing of that name in that tenant.
    #[error("{0} does not exist")]
    NotFound(String),
    /// The change is not one that can be made from there.
    #[error("{what} is {state} and cannot become {wanted}")]
    IllegalMove {
        /// What was to be changed.
        what: String,
        /// Where it stands.
        state: &'static str,
        /// Where it was to go.
        wanted: &'static str,
    },
    /// What was given cannot be kept.
    #[error("{field} is not valid: {problem}")]
    Invalid {
        /// Which part.
        field: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// What was given is too large.
    #[error("{what} has {size}; at most {size_max} are kept")]
    TooLarge {
        /// Which part.
        what: &'static str,
        /// How large it is.
        size: usize,
        /// How large it may be.
        size_max: usize,
    },
    /// There are as many as there may be.
    #[error("{owner} has {count_max} {what}, as many as it may")]
    TooMany {
        /// Who has them.
        owner: String,
        /// What they are.
        what: &'static str,
        /// How many there may be.
        count_max: usize,
    },
    /// What is stored cannot be right. It needs a person.
    #[error("the store is damaged: {0}")]
    Corrupt(String),
    /// A newer program has changed the store's layout.
    #[error("the store has schema version {found}; this program knows versions up to {known}: use a newer program")]
    Newer {
        /// The version it has.
        found: i64,
        /// The newest this program knows.
        known: i64,
    },
    /// The store is full or may only be read.
    #[error("the store cannot be written: {0}")]
    ReadOnly(String),
}

impl StoreError {
    /// Whether the same request may succeed later without anyone changing it.
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Unavailable(_) | Self::Unknown(_))
    }

    /// The stable code.
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

impl From<BadName> for StoreError {
    fn from(error: BadName) -> Self {
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
