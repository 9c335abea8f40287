//! Inserts occurrences unless their keys exist, and plans superseded rows of these keys again.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::Timestamp;

use super::audit::chain;
use super::group::Group;
use super::keys::{Shard, row_field, row_key};
use super::load::Extent;
use super::record::Record;
use super::{Redis, Retries, link};
use refrain_ledger::ledger::transition::Origin;
use refrain_ledger::ledger::{change, check};
use refrain_ledger::model::{NewOccurrence, Occurrence, OccurrenceId, ScheduleUid};
use refrain_ledger::store::{Insert, InsertResult, StoreError};

/// Row IDs by unique key: the stored ones, as far as they were looked up, and those of this batch.
pub(super) type ExistingKeys = HashMap<(ScheduleUid, String), OccurrenceId>;

/// Assigns IDs from a reserved block.
pub(super) struct IdBlock {
    pub(super) next: i64,
}

impl IdBlock {
    pub(super) fn take(&mut self, store: &Redis, uid: ScheduleUid) -> i64 {
        let counter = self.next;
        self.next += 1;
        store.keys.number(counter, store.keys.home(uid.0))
    }
}

impl Redis {
    pub(super) async fn insert_all(&self, insert: &Insert, now: Timestamp) -> Result<Vec<InsertResult>, StoreError> {
        check::insert(insert)?;
        let _turn = self.turns.wait(&insert.key.tenant).await;
        let mut retries = Retries::new("the schedule");
        loop {
            let (tip, uid) = self.tip_and_schedule(&insert.key).await?;
            let not_found = || StoreError::NotFound(format!("schedule {}", insert.key));
            let uid = uid.ok_or_else(not_found)?;
            let (mut groups, mut taken) = self.load_with_keys(&[(uid, &insert.occurrences)]).await?;
            let mut group = groups.remove(&uid).ok_or_else(not_found)?;
            change::check_insertable(&self.with_definition(&group.record).await?)?;
            let mut numbers = IdBlock { next: self.counters(insert.occurrences.len()) };
            let mut results = Vec::with_capacity(insert.occurrences.len());
            for new in &insert.occurrences {
                let result = self.insert_row(&mut group, &insert.tzdb, new, &mut numbers, &mut taken, now);
                results.push(match result {
                    Ok(id) => InsertResult::New(id),
                    Err(id) => {
                        let row = group.row(id).ok_or_else(|| StoreError::Corrupt(format!("row {id} is missing")))?;
                        InsertResult::Existing(id, row.state)
                    }
                });
            }
            let new = results.iter().filter(|result| matches!(result, InsertResult::New(_))).count();
            let mut written = group.change(&self.keys);
            if let Some(entry) = change::insert_entry(insert, new) {
                chain(&mut written, &self.keys, &insert.key.tenant, &tip, vec![entry], now);
            }
            if self.commit_one(written).await? {
                return Ok(results);
            }
            retries.again(false).await?;
        }
    }

    /// Adds rows whose keys do not exist, and plans superseded ones again.
    pub(super) async fn add_rows(
        &self,
        group: &mut Group,
        tzdb: &str,
        rows: &[NewOccurrence],
        now: Timestamp,
    ) -> Result<(), StoreError> {
        if rows.is_empty() {
            return Ok(());
        }
        let mut taken = self.taken(std::iter::once((&*group.record, rows))).await?;
        self.hold_taken(std::iter::once(&mut *group), &taken).await?;
        let mut numbers = IdBlock { next: self.counters(rows.len()) };
        for new in rows {
            // An existing row that was not superseded is left unchanged.
            self.insert_row(group, tzdb, new, &mut numbers, &mut taken, now).ok();
        }
        Ok(())
    }

    /// Inserts a row unless its key exists, or plans a superseded row of this key again, if the group contains it.
    /// This is the only place that creates a row. The error is the ID of the existing row.
    pub(super) fn insert_row(
        &self,
        group: &mut Group,
        tzdb: &str,
        new: &NewOccurrence,
        numbers: &mut IdBlock,
        taken: &mut ExistingKeys,
        now: Timestamp,
    ) -> Result<OccurrenceId, OccurrenceId> {
        let uid = group.record.uid;
        let key = (uid, row_key(&new.period_key, &new.discriminator));
        let existing = taken.get(&key).copied();
        if let Some(id) = existing.filter(|id| !group.row(*id).is_some_and(Occurrence::is_superseded)) {
            return Err(id);
        }
        let origin = Origin {
            schedule: group.record.key.clone(),
            uid,
            revision: group.record.gate.revision,
            tzdb: tzdb.to_owned(),
        };
        if let Some(id) = existing {
            group.change_row(id, |row| row.plan_again(&origin, new.clone(), now));
            return Ok(id);
        }
        let id = OccurrenceId(numbers.take(self, uid));
        taken.insert(key, id);
        group.add_row(Occurrence::new(id, &origin, new.clone(), now));
        Ok(id)
    }

    /// Reads schedules with the existing rows that have the keys of new ones. A key greater than all earlier ones
    /// cannot exist. The others are looked up after the record, so if its version is unchanged at the commit,
    /// the result is still valid.
    pub(super) async fn load_with_keys(
        &self,
        new: &[(ScheduleUid, &[NewOccurrence])],
    ) -> Result<(BTreeMap<ScheduleUid, Group>, ExistingKeys), StoreError> {
        let wanted = new.iter().map(|(uid, _)| (*uid, Vec::new())).collect();
        let mut groups = self.load(&wanted, Extent::Named).await?;
        let known = new.iter().filter_map(|(uid, rows)| Some((&*groups.get(uid)?.record, *rows)));
        let taken = self.taken(known).await?;
        self.hold_taken(groups.values_mut(), &taken).await?;
        Ok((groups, taken))
    }

    /// Reads existing rows that the groups do not contain yet. A row that cannot be read is left out: it must not
    /// prevent the planning of others.
    async fn hold_taken(
        &self,
        groups: impl Iterator<Item = &mut Group>,
        taken: &ExistingKeys,
    ) -> Result<(), StoreError> {
        let mut wanted: BTreeMap<ScheduleUid, BTreeSet<OccurrenceId>> = BTreeMap::new();
        for ((uid, _), id) in taken {
            wanted.entry(*uid).or_default().insert(*id);
        }
        for group in groups {
            let Some(ids) = wanted.remove(&group.record.uid) else { continue };
            let ids: Vec<OccurrenceId> = ids.into_iter().filter(|id| group.row(*id).is_none()).collect();
            self.hold_more(group, &ids).await?;
        }
        Ok(())
    }

    /// Returns the existing rows with the keys of new ones.
    async fn taken<'a>(
        &self,
        new: impl Iterator<Item = (&'a Record, &'a [NewOccurrence])>,
    ) -> Result<ExistingKeys, StoreError> {
        let mut unsure: BTreeMap<Shard, Vec<(ScheduleUid, &NewOccurrence)>> = BTreeMap::new();
        for (record, rows) in new {
            for row in rows {
                if record.may_exist(&row_key(&row.period_key, &row.discriminator)) {
                    unsure.entry(self.keys.home(record.uid.0)).or_default().push((record.uid, row));
                }
            }
        }
        let mut pipeline = redis::Pipeline::new();
        for (shard, rows) in &unsure {
            let command = pipeline.cmd("HMGET").arg(self.keys.row_keys(*shard));
            for (uid, row) in rows {
                command.arg(row_field(*uid, &row.period_key, &row.discriminator));
            }
        }
        let mut taken = ExistingKeys::new();
        for (rows, answer) in unsure.into_values().zip(self.link.calls(&pipeline).await?) {
            let numbers = link::read::<Vec<Option<i64>>>(answer)?;
            let found = rows.into_iter().zip(numbers).filter_map(|((uid, row), number)| {
                Some(((uid, row_key(&row.period_key, &row.discriminator)), OccurrenceId(number?)))
            });
            taken.extend(found);
        }
        Ok(taken)
    }
}
