//! Reads rows of the ledger, with the keys of their schedules.

use std::collections::BTreeMap;

use super::record::Record;
use super::{Redis, row};
use refrain_ledger::model::{Occurrence, OccurrenceId, ScheduleUid};
use refrain_ledger::store::StoreError;

impl Redis {
    /// Returns one row. A row that cannot be read is an error.
    pub(super) async fn read_row(&self, id: OccurrenceId) -> Result<Option<Occurrence>, StoreError> {
        let Some(bytes) = self.values(&[self.keys.row(id)]).await?.pop().flatten() else { return Ok(None) };
        let record = self.records(&[row::schedule_of(&bytes)?]).await?.pop().flatten();
        record.map(|record| row::occurrence(id, &record.key, &bytes)).transpose()
    }

    /// Returns rows with the keys of their schedules, which are stored with the schedules. Rows that cannot be
    /// read are left out and recorded, so that one of them does not hide the others.
    pub(super) async fn read_rows(
        &self,
        ids: &[OccurrenceId],
        known: &mut BTreeMap<ScheduleUid, Option<Record>>,
    ) -> Result<Vec<Occurrence>, StoreError> {
        let keys: Vec<String> = ids.iter().map(|id| self.keys.row(*id)).collect();
        let values = self.values(&keys).await?;
        let mut unknown: Vec<ScheduleUid> =
            values.iter().flatten().filter_map(|bytes| row::schedule_of(bytes).ok()).collect();
        unknown.sort_unstable();
        unknown.dedup();
        unknown.retain(|uid| !known.contains_key(uid));
        let records: Vec<String> = unknown.iter().map(|uid| self.keys.record(*uid)).collect();
        for (uid, bytes) in unknown.into_iter().zip(self.values(&records).await?) {
            known.insert(uid, bytes.and_then(|bytes| Record::read(uid, &bytes).ok()));
        }
        let mut rows = Vec::with_capacity(ids.len());
        let mut damaged = Vec::new();
        for (id, bytes) in ids.iter().zip(values) {
            let Some(bytes) = bytes else { continue };
            let Ok(uid) = row::schedule_of(&bytes) else {
                damaged.push(*id);
                continue;
            };
            let Some(Some(record)) = known.get(&uid) else { continue };
            match row::occurrence(*id, &record.key, &bytes) {
                Ok(row) => rows.push(row),
                Err(_) => damaged.push(*id),
            }
        }
        self.note_damaged(&damaged).await;
        Ok(rows)
    }

    /// Returns the schedules that rows belong to. `None` for rows that do not exist or cannot be read, if they
    /// had to be looked up.
    pub(super) async fn schedules_of(&self, ids: &[OccurrenceId]) -> Result<Vec<Option<ScheduleUid>>, StoreError> {
        let mut schedules = self.owners.get(ids);
        let unknown = || schedules.iter().zip(ids).enumerate().filter(|(_, (uid, _))| uid.is_none());
        let (places, keys): (Vec<usize>, Vec<String>) =
            unknown().map(|(place, (_, id))| (place, self.keys.row(*id))).unzip();
        for (place, bytes) in places.into_iter().zip(self.values(&keys).await?) {
            schedules[place] = bytes.and_then(|bytes| row::schedule_of(&bytes).ok());
        }
        Ok(schedules)
    }
}
