//! Definitions, kept while their occurrences run. An occurrence is sent as its schedule was when it was planned.

use std::sync::Arc;

use crate::definition::Definition;
use crate::id::{Revision, ScheduleUid};
use crate::occurrence::Occurrence;
use crate::recent::Recent;
use crate::store::{Store, StoreError};

/// The definitions that were used lately.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    kept: Recent<(ScheduleUid, Revision), Definition>,
}

impl Definitions {
    /// The definition of each occurrence, or what is wrong with it.
    ///
    /// # Errors
    /// When the store cannot be read at all.
    pub(super) async fn of(
        &self,
        store: &dyn Store,
        occurrences: &[Occurrence],
    ) -> Result<Vec<Result<Arc<Definition>, String>>, StoreError> {
        let mut found = Vec::with_capacity(occurrences.len());
        for occurrence in occurrences {
            let key = (occurrence.schedule_uid, occurrence.revision);
            if let Some(definition) = self.kept.get(key) {
                found.push(Ok(definition));
                continue;
            }
            found.push(match store.definition(key.0, key.1).await {
                Ok(Some(definition)) => {
                    let definition = Arc::new(definition);
                    self.kept.keep(key, Arc::clone(&definition));
                    Ok(definition)
                }
                Ok(None) => Err(format!("the definition of revision {} is gone", key.1)),
                Err(StoreError::Corrupt(problem)) => Err(problem),
                Err(error) => return Err(error),
            });
        }
        Ok(found)
    }
}
