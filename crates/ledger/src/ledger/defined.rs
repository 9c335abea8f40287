//! The definition of one revision, or the reason why there is none.

use std::sync::Arc;

use crate::ledger::error::StoreError;
use crate::model::{Definition, DefinitionError};

/// Definition of one revision, or the reason why there is none.
pub type DefinitionResult = Result<Arc<Definition>, NoDefinition>;

/// Reason why a revision has no definition. It is the answer for that revision, not an error of the store.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDefinition {
    /// The schedule does not exist, or had no definition at that revision.
    #[error("the definition does not exist")]
    Missing,
    /// The definition exists but cannot be read. An edit replaces it.
    #[error("the definition cannot be read: {0}")]
    Damaged(String),
}

impl NoDefinition {
    /// Reads a stored definition, if there is one.
    pub fn read(stored: Option<&str>) -> DefinitionResult {
        let text = stored.ok_or(Self::Missing)?;
        Definition::from_stored(text).map(Arc::new).map_err(Self::from)
    }

    /// Splits the definition of a revision into the definition and the reason why it cannot be read. The model
    /// keeps the two together.
    pub fn split(brought: Option<DefinitionResult>) -> (Option<Arc<Definition>>, Option<String>) {
        match brought {
            None => (None, None),
            Some(Ok(definition)) => (Some(definition), None),
            Some(Err(problem)) => (None, Some(problem.into_problem())),
        }
    }

    /// Returns the reason without the prefix that says what cannot be read.
    pub fn into_problem(self) -> String {
        match self {
            Self::Missing => self.to_string(),
            Self::Damaged(problem) => problem,
        }
    }

    /// Converts a read error. Damage is the answer for one revision; any other error concerns the whole store.
    pub fn of(error: StoreError) -> Result<Self, StoreError> {
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
