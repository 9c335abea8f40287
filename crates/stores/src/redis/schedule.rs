//! Reads single schedules.

use redis::{Cmd, Value};

use super::aside::DamagedRecord;
use super::audit::StoredTip;
use super::record::{self, Record};
use super::{Redis, error, link};
use refrain_ledger::ledger::stored::StoredSchedule;
use refrain_ledger::model::{RevisionRecord, Schedule, ScheduleKey, ScheduleUid, Status};
use refrain_ledger::store::{NoDefinition, StoreError};

impl Redis {
    pub(super) async fn read_schedule(&self, key: &ScheduleKey) -> Result<Option<Schedule>, StoreError> {
        let Some(uid) = self.uid(key).await? else { return Ok(None) };
        match self.records(&[uid]).await?.pop().flatten() {
            Some(record) if record.gate.status != Status::Deleted => self.with_definition(&record).await.map(Some),
            Some(_) | None => Ok(None),
        }
    }

    /// Returns the tip of the audit chain, and then the schedule with this key: as long as the tip is
    /// unchanged, no schedule was created or deleted.
    pub(super) async fn tip_and_schedule(
        &self,
        key: &ScheduleKey,
    ) -> Result<(StoredTip, Option<ScheduleUid>), StoreError> {
        let mut pipeline = redis::Pipeline::new();
        pipeline.cmd("GET").arg(self.keys.tip(&key.tenant));
        pipeline.add_command(self.find_name(key));
        let mut answers = self.link.calls(&pipeline).await?.into_iter();
        let mut next = || answers.next().unwrap_or(redis::Value::Nil);
        let tip = StoredTip::read(link::bytes(next())?)?;
        Ok((tip, found_name(next())?))
    }

    /// Returns the command that looks up a schedule by key.
    fn find_name(&self, key: &ScheduleKey) -> Cmd {
        let mut command = redis::cmd("ZRANGEBYLEX");
        command.arg(self.keys.names(&key.tenant)).arg(format!("[{}\0", key.id)).arg(format!("({}\u{1}", key.id));
        command
    }

    pub(super) async fn uid(&self, key: &ScheduleKey) -> Result<Option<ScheduleUid>, StoreError> {
        found_name(self.link.call(self.find_name(key)).await?)
    }

    pub(super) async fn records(&self, uids: &[ScheduleUid]) -> Result<Vec<Option<Record>>, StoreError> {
        let keys: Vec<String> = uids.iter().map(|uid| self.keys.record(*uid)).collect();
        let values = self.values(&keys).await?.into_iter().zip(uids);
        values.map(|(bytes, uid)| bytes.map(|bytes| Record::read(*uid, &bytes)).transpose()).collect()
    }

    pub(super) async fn with_definition(&self, record: &Record) -> Result<Schedule, StoreError> {
        self.stored(record).await?.whole()
    }

    /// Returns the schedule of a record, even if its definition cannot be read.
    pub(super) async fn stored(&self, record: &Record) -> Result<StoredSchedule, StoreError> {
        let answer = self.link.calls(&self.definition_commands(std::iter::once(record))).await?.pop();
        stored(record, answer.ok_or_else(|| error::unexpected("a definition"))?)
    }

    /// Returns the commands that read definitions. A definition is stored with the revision that set it and
    /// never changes there.
    fn definition_commands<'a>(&self, records: impl Iterator<Item = &'a Record>) -> redis::Pipeline {
        let mut pipeline = redis::Pipeline::new();
        for record in records {
            pipeline.cmd("HGET").arg(self.keys.revisions(record.uid)).arg(record.defined_in.0);
        }
        pipeline
    }

    /// Returns schedules as far as they can be read. Schedules of which only the uid is known are set aside.
    pub(super) async fn readable_schedules(
        &self,
        uids: &[ScheduleUid],
        is_wanted: impl Fn(&Record) -> bool,
    ) -> Result<Vec<StoredSchedule>, StoreError> {
        let keys: Vec<String> = uids.iter().map(|uid| self.keys.record(*uid)).collect();
        let values = self.values(&keys).await?;
        let mut damaged = Vec::new();
        let mut records = Vec::with_capacity(uids.len());
        for (uid, stored) in uids.iter().zip(values) {
            match stored.as_deref().map(|bytes| Record::read(*uid, bytes)) {
                Some(Ok(record)) if is_wanted(&record) => records.push(record),
                // Another node has planned the schedule since, so its position has changed.
                Some(Ok(_)) => {}
                Some(Err(_)) | None => damaged.push((DamagedRecord { uid: *uid, stored }, None)),
            }
        }
        let definitions = self.link.calls(&self.definition_commands(records.iter())).await?;
        let schedules = records.iter().zip(definitions).map(|(record, answer)| stored(record, answer));
        let schedules = schedules.collect::<Result<_, _>>()?;
        if !damaged.is_empty() {
            self.set_schedules_aside(damaged).await?;
        }
        Ok(schedules)
    }
}

/// Combines a record with the revision that contains its definition.
fn stored(record: &Record, answer: Value) -> Result<StoredSchedule, StoreError> {
    let defined = match link::bytes(answer)?.map(|bytes| record::revision(record.defined_in, &bytes)) {
        Some(Ok(RevisionRecord { definition: Some(definition), .. })) => Ok(definition),
        Some(Ok(RevisionRecord { problem: Some(problem), .. })) => Err(NoDefinition::Damaged(problem)),
        Some(Ok(_)) | None => Err(NoDefinition::Missing),
        Some(Err(error)) => Err(NoDefinition::of(error)?),
    };
    Ok(StoredSchedule::new(defined, &record.gate, |definition| record.schedule(definition)))
}

/// Returns the name of a schedule in the set of its tenant, see [`Keys::names`](super::keys::Keys::names).
pub(super) fn name_member(key: &ScheduleKey, uid: ScheduleUid) -> String {
    format!("{}\0{uid}", key.id)
}

/// Parses the result of [`name_member`].
pub(super) fn read_name(member: &[u8]) -> Option<(String, ScheduleUid)> {
    let (id, uid) = std::str::from_utf8(member).ok()?.split_once('\0')?;
    Some((id.to_owned(), ScheduleUid(uid.parse().ok()?)))
}

/// Parses the answer to [`Redis::find_name`].
fn found_name(answer: Value) -> Result<Option<ScheduleUid>, StoreError> {
    let names: Vec<Vec<u8>> = link::read(answer)?;
    Ok(names.first().and_then(|name| read_name(name)).map(|(_, uid)| uid))
}
