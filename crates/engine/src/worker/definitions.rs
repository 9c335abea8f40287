//! A cache of definitions, kept while their occurrences run. An occurrence is sent as its schedule was when it
//! was planned, with its own payload if it has one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::model::{Definition, Occurrence, Revision, ScheduleUid};
use crate::recent::RecentCache;
use crate::store::{BATCH_MAX, Store, StoreError};

/// The definitions that were used recently.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    kept: RecentCache<(ScheduleUid, Revision), Definition>,
}

impl Definitions {
    /// Returns the definition of each occurrence, or the problem with it.
    ///
    /// # Errors
    /// If the store fails.
    pub(super) async fn of(
        &self,
        store: &dyn Store,
        occurrences: &[Occurrence],
    ) -> Result<Vec<Result<Arc<Definition>, String>>, StoreError> {
        let key_of = |occurrence: &Occurrence| (occurrence.schedule_uid, occurrence.revision);
        let kept: Vec<_> = occurrences.iter().map(|occurrence| self.kept.get(&key_of(occurrence))).collect();
        let unknown = occurrences.iter().zip(&kept).filter(|(_, kept)| kept.is_none());
        let unknown: BTreeSet<_> = unknown.map(|(occurrence, _)| key_of(occurrence)).collect();
        let unknown: Vec<_> = unknown.into_iter().collect();
        let mut read = BTreeMap::new();
        for wanted in unknown.chunks(BATCH_MAX) {
            for (key, defined) in wanted.iter().zip(store.definitions(wanted).await?) {
                if let Ok(definition) = &defined {
                    self.kept.keep(*key, Arc::clone(definition));
                }
                read.insert(*key, defined.map_err(|problem| format!("revision {}: {problem}", key.1)));
            }
        }
        let one = |(occurrence, kept): (&Occurrence, Option<Arc<Definition>>)| {
            let unread = || Err("definition not read".to_owned());
            let defined = kept.map_or_else(|| read.get(&key_of(occurrence)).cloned().unwrap_or_else(unread), Ok);
            defined.map(|definition| with_own_payload(definition, occurrence))
        };
        Ok(occurrences.iter().zip(kept).map(one).collect())
    }
}

/// Replaces the payload of the schedule by the one of the occurrence, if it has its own. Nearly all have none, and
/// share the definition.
fn with_own_payload(mut definition: Arc<Definition>, occurrence: &Occurrence) -> Arc<Definition> {
    if let Some(payload) = &occurrence.planned.payload {
        Arc::make_mut(&mut definition).action.payload = payload.value.clone();
    }
    definition
}
