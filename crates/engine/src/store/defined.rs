//! The definition of one revision, or why there is none.

use std::sync::Arc;

use crate::definition::{Definition, DefinitionError};
#[cfg(feature = "redis")]
use crate::store::error::StoreError;

/// What was found for one revision.
pub type Defined = Result<Arc<Definition>, NoDefinition>;

/// Why there is no definition. It is the answer for one revision, not an error of the store.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDefinition {
    /// The schedule is gone, or had none at that revision.
    #[error("the definition is gone")]
    Missing,
    /// It is there and cannot be read. An edit brings a new one.
    #[error("the definition cannot be read: {0}")]
    Damaged(String),
}

impl NoDefinition {
    /// Reads a stored definition, which may not be there.
    pub(crate) fn read(stored: Option<&str>) -> Defined {
        let text = stored.ok_or(Self::Missing)?;
        Definition::from_stored(text).map(Arc::new).map_err(Self::from)
    }

    /// What a revision brought, if anything: the definition, or why it cannot be read. The model keeps both as they are.
    #[cfg(any(feature = "sqlite", feature = "postgres", feature = "redis"))]
    pub(crate) fn split(brought: Option<Defined>) -> (Option<Arc<Definition>>, Option<String>) {
        match brought {
            None => (None, None),
            Some(Ok(definition)) => (Some(definition), None),
            Some(Err(problem)) => (None, Some(problem.in_short())),
        }
    }

    /// Why, without saying what.
    pub(crate) fn in_short(self) -> String {
        match self {
            Self::Missing => self.to_string(),
            Self::Damaged(problem) => problem,
        }
    }

    /// What an error of reading means: damage is the answer for one, anything else concerns the whole store.
    #[cfg(feature = "redis")]
    pub(crate) fn of(error: StoreError) -> Result<Self, StoreError> {
        match error {
            StoreError::Corrupt(problem) => Ok(Self::Damaged(problem)),
            other => Err(other),
        }
    }
}

impl From<DefinitionError> for NoDefinition {
    fn from(error: DefinitionError) -> Self {
        Self::Damaged(error.to_string())
    }
}
