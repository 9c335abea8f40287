//! Saves, deletes, reads and lists schedules, and changes their status.

use std::sync::Arc;

use jiff::Timestamp;
use redis::{Cmd, Value};

use super::audit::{StoredTip, chain};
use super::group::Group;
use super::keys::padded;
use super::load::Extent;
use super::record::{self, Record};
use super::{Redis, Retries, error, link, replan};
use refrain_ledger::ledger::change::{self, SaveEffect};
use refrain_ledger::ledger::check;
use refrain_ledger::ledger::stored::StoredSchedule;
use refrain_ledger::ledger::wanted::{PageScan, ScheduleMatcher};
use refrain_ledger::model::{
    By, MESSAGE_BYTES_MAX, Reason, Revision, RevisionRecord, Schedule, ScheduleKey, ScheduleUid, Status, Tenant,
};
use refrain_ledger::store::{
    ChangeStatus, ExpectedVersion, ListPage, ListedSchedule, NoDefinition, Page, SaveSchedule, ScheduleCounts,
    ScheduleFilter, StoreError, UnreadableSchedule,
};

/// Number of schedules read at once to be counted.
const COUNTED_AT_ONCE: usize = 1_000;

/// The parts of a change requested by a person that are to be written.
struct ScheduleWrite<'a> {
    group: Group,
    schedule: Schedule,
    tip: StoredTip,
    by: &'a By,
    has_definition: bool,
}

impl Redis {
    pub(super) async fn save_schedule(&self, save: &SaveSchedule, now: Timestamp) -> Result<Schedule, StoreError> {
        check::save(save)?;
        save.definition.to_stored()?;
        let extent = if save.replan.is_some() { Extent::Open } else { Extent::Busy };
        let _turn = self.turns.wait(&save.key.tenant).await;
        let mut retries = Retries::new("the schedule");
        loop {
            let (tip, found) = self.found(&save.key, extent).await?;
            let old = found.as_ref().map(|(_, stored)| stored);
            let (group, schedule) = match (change::save(old, save, now)?, found) {
                (SaveEffect::Same, Some((_, old))) => return old.whole(),
                (SaveEffect::Replan(schedule), Some((group, old))) => {
                    match self.replan_same(group, (old.whole()?, *schedule), save, &tip, now).await? {
                        Some(saved) => return Ok(saved),
                        None => {
                            retries.again(false).await?;
                            continue;
                        }
                    }
                }
                (SaveEffect::Update(schedule), Some((mut group, old))) => {
                    if let Some(replan) = &save.replan {
                        let replanned = replan::decide(&group, (&old.known().gate(), &schedule), replan)?;
                        // Added rows belong to the new revision.
                        group.change_record(|record| record.change(&schedule, true));
                        self.write_replanned(&mut group, replanned, replan, now).await?;
                    }
                    (group, *schedule)
                }
                (SaveEffect::Create(mut schedule), _) => {
                    self.check_schedule_limit(save).await?;
                    let home = self.keys.shard_of(&save.key.tenant);
                    schedule.uid = ScheduleUid(self.keys.number(self.counters(1), home));
                    (Group::created(Record::new(&schedule)), *schedule)
                }
                (SaveEffect::Same | SaveEffect::Replan(_) | SaveEffect::Update(_), None) => {
                    return Err(error::unexpected("a schedule"));
                }
            };
            let written = ScheduleWrite { group, schedule, tip, by: &save.by, has_definition: true };
            if let Some(saved) = self.write_schedule(written, now).await? {
                return Ok(saved);
            }
            retries.again(false).await?;
        }
    }

    /// Refuses a schedule above the limit. The following write fails if the tenant's audit chain has grown in
    /// the meantime.
    async fn check_schedule_limit(&self, save: &SaveSchedule) -> Result<(), StoreError> {
        if save.schedules_max.is_none() {
            return Ok(());
        }
        let mut count = redis::cmd("ZCARD");
        count.arg(self.keys.names(&save.key.tenant));
        change::check_schedule_limit(save, link::read(self.link.call(count).await?)?)
    }

    pub(super) async fn change_schedule(&self, change: &ChangeStatus, now: Timestamp) -> Result<Schedule, StoreError> {
        check::by(&change.by)?;
        if let Some(text) = &change.text {
            check::text("note", text, MESSAGE_BYTES_MAX)?;
        }
        let _turn = self.turns.wait(&change.key.tenant).await;
        let mut retries = Retries::new("the schedule");
        loop {
            let (tip, found) = self.found(&change.key, extent_for(change.to)).await?;
            let found = found.map(|(group, stored)| Ok::<_, StoreError>((group, stored.whole()?))).transpose()?;
            let schedule = change::change_status(found.as_ref().map(|(_, old)| old), change, now)?;
            let Some((mut group, _)) = found else { return Err(error::unexpected("a schedule")) };
            for gap in change.resume.iter().flat_map(|resume| &resume.gaps) {
                let id = self.keys.number(self.counters(1), self.keys.home(schedule.uid.0));
                group.add_gap(id, gap, now);
            }
            let written = ScheduleWrite { group, schedule, tip, by: &change.by, has_definition: false };
            if let Some(changed) = self.write_schedule(written, now).await? {
                return Ok(changed);
            }
            retries.again(false).await?;
        }
    }

    pub(super) async fn quarantine_one(
        &self,
        one: &UnreadableSchedule,
        by: &By,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let _turn = self.turns.wait(&one.key.tenant).await;
        let mut retries = Retries::new("the schedule");
        loop {
            let (tip, found) = self.found(&one.key, extent_for(Status::Disabled)).await?;
            let Some((group, stored)) = found else { return Ok(false) };
            let Some(schedule) = stored.quarantined(one, by, now) else { return Ok(false) };
            let written = ScheduleWrite { group, schedule, tip, by, has_definition: false };
            if self.write_schedule(written, now).await?.is_some() {
                return Ok(true);
            }
            retries.again(false).await?;
        }
    }

    pub(super) async fn delete_schedule(
        &self,
        key: &ScheduleKey,
        expect: ExpectedVersion,
        by: &By,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        check::by(by)?;
        let _turn = self.turns.wait(&key.tenant).await;
        let mut retries = Retries::new("the schedule");
        loop {
            let (tip, found) = self.found(key, extent_for(Status::Deleted)).await?;
            let schedule = change::delete(key, expect, found.as_ref().map(|(_, old)| old.known()), by, now)?;
            let Some((group, _)) = found else { return Err(error::unexpected("a schedule")) };
            let written = ScheduleWrite { group, schedule, tip, by, has_definition: false };
            if self.write_schedule(written, now).await?.is_some() {
                return Ok(());
            }
            retries.again(false).await?;
        }
    }

    /// Writes a changed schedule with its revision, its audit entry and the effect of its status on its rows.
    /// Returns `None` if another client was faster.
    async fn write_schedule(&self, written: ScheduleWrite<'_>, now: Timestamp) -> Result<Option<Schedule>, StoreError> {
        let ScheduleWrite { mut group, schedule, tip, by, has_definition } = written;
        let (uid, key) = (schedule.uid, &schedule.key);
        let revision = change::revision_record(&schedule, by, has_definition);
        group.change_record(|record| record.change(&schedule, has_definition));
        if let Some(reason) = change::withdrawal(schedule.status) {
            group.withdraw(Reason::Skipped(reason), now);
        }
        group.wake_lanes(now);
        let is_new = group.record.version == 0;
        let result = group.record.schedule(Arc::clone(&schedule.definition));
        let mut change = group.change(&self.keys);
        let entry = change::schedule_entry(&schedule, &revision, by);
        chain(&mut change, &self.keys, &key.tenant, &tip, vec![entry], now);
        let number = revision.revision.to_string();
        let revisions = self.keys.revisions(uid);
        change.command(&[b"HSET", revisions.as_bytes(), number.as_bytes(), &record::pack_revision(&revision)?]);
        let names = self.keys.names(&key.tenant);
        if is_new {
            change.numbered(self.keys.counter(uid.0));
            change.add(names, 0, name_member(key, uid));
            change.add(self.keys.schedules_with_id(key), uid.0, padded(uid.0));
            change.add(self.keys.schedules(self.keys.home(uid.0)), uid.0, padded(uid.0));
        } else if schedule.status == Status::Deleted {
            change.remove(names, name_member(key, uid));
            change.remove(self.keys.schedules(self.keys.home(uid.0)), padded(uid.0));
            change.add(self.keys.deleted(self.keys.home(uid.0)), 0, padded(uid.0));
        }
        Ok(self.commit_one(change).await?.then_some(result))
    }

    /// Returns the tip of the audit chain, and the schedule with this key that is not deleted, with its rows.
    async fn found(
        &self,
        key: &ScheduleKey,
        extent: Extent,
    ) -> Result<(StoredTip, Option<(Group, StoredSchedule)>), StoreError> {
        let (tip, uid) = self.tip_and_schedule(key).await?;
        let Some(uid) = uid else { return Ok((tip, None)) };
        let Some(group) = self.load_one(uid, Vec::new(), extent).await? else { return Ok((tip, None)) };
        let stored = self.stored(&group.record).await?;
        Ok((tip, Some((group, stored))))
    }

    /// Returns the command that looks up a schedule by key.
    pub(super) fn find_name(&self, key: &ScheduleKey) -> Cmd {
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
    pub(super) fn definition_commands<'a>(&self, records: impl Iterator<Item = &'a Record>) -> redis::Pipeline {
        let mut pipeline = redis::Pipeline::new();
        for record in records {
            pipeline.cmd("HGET").arg(self.keys.revisions(record.uid)).arg(record.defined_in.0);
        }
        pipeline
    }

    pub(super) async fn read_schedule(&self, key: &ScheduleKey) -> Result<Option<Schedule>, StoreError> {
        let Some(uid) = self.uid(key).await? else { return Ok(None) };
        match self.records(&[uid]).await?.pop().flatten() {
            Some(record) if record.gate.status != Status::Deleted => self.with_definition(&record).await.map(Some),
            Some(_) | None => Ok(None),
        }
    }

    pub(super) async fn list_schedules(
        &self,
        tenant: &Tenant,
        filter: &ScheduleFilter,
        page: &Page,
    ) -> Result<ListPage<ListedSchedule>, StoreError> {
        check::schedule_filter(filter)?;
        let prefix = filter.id_prefix.as_deref().unwrap_or_default();
        let mut after = page.name()?.filter(|after| *after >= prefix).map(str::to_owned);
        let (wanted, mut walk) = (ScheduleMatcher::by(filter), PageScan::new(filter, page));
        while walk.scans_left() > 0 {
            let chunk = walk.chunk();
            let names = self.names_after(tenant, after.as_deref(), prefix, chunk).await?;
            let (is_last, last) = (names.len() < chunk, names.last().map(|(id, _)| id.clone()));
            let uids: Vec<ScheduleUid> = names.iter().map(|(_, uid)| *uid).collect();
            for stored in self.readable_schedules(&uids, |_| true).await? {
                let id = stored.known().key.id.clone();
                walk.look(id.as_str(), || wanted.takes(&stored).then(|| stored.listed()));
            }
            if is_last {
                break;
            }
            after = last;
        }
        Ok(walk.page())
    }

    /// Returns the next IDs of a tenant's schedules, in order.
    async fn names_after(
        &self,
        tenant: &Tenant,
        after: Option<&str>,
        prefix: &str,
        limit: usize,
    ) -> Result<Vec<(String, ScheduleUid)>, StoreError> {
        // A member is an ID, a NUL and the uid, so `\u{1}` sorts after all members with this ID.
        let from = after.map_or_else(|| format!("[{prefix}"), |after| format!("({after}\u{1}"));
        let mut command = redis::cmd("ZRANGEBYLEX");
        command.arg(self.keys.names(tenant)).arg(from).arg("+").arg("LIMIT").arg(0).arg(limit);
        let names: Vec<Vec<u8>> = link::read(self.link.call(command).await?)?;
        Ok(names.iter().filter_map(|name| read_name(name)).collect())
    }

    pub(super) async fn count_by_status(&self, tenant: &Tenant, limit: usize) -> Result<ScheduleCounts, StoreError> {
        let mut counts = ScheduleCounts::default();
        let mut after = None;
        while !counts.is_cut {
            let names = self.names_after(tenant, after.as_deref(), "", COUNTED_AT_ONCE).await?;
            let uids: Vec<ScheduleUid> = names.iter().map(|(_, uid)| *uid).collect();
            for record in self.records(&uids).await?.into_iter().flatten() {
                counts.add(record.gate.status, limit);
            }
            if names.len() < COUNTED_AT_ONCE {
                break;
            }
            after = names.last().map(|(id, _)| id.clone());
        }
        Ok(counts)
    }

    pub(super) async fn list_revisions(
        &self,
        key: &ScheduleKey,
        page: &Page,
    ) -> Result<ListPage<RevisionRecord>, StoreError> {
        let not_found = || StoreError::NotFound(format!("schedule {key}"));
        let uid = self.uid(key).await?.ok_or_else(not_found)?;
        let last = self.records(&[uid]).await?.pop().flatten().ok_or_else(not_found)?.gate.revision.0;
        let before = page.number()?.unwrap_or(i64::MAX);
        let to = last.min(before.saturating_sub(1));
        let from = (to - page.rows() as i64).max(1);
        let found = self.read_revisions(uid, (from..=to).rev().map(Revision)).await?;
        Ok(ListPage::cut(found, page.rows(), |record: &RevisionRecord| record.revision.to_string()))
    }

    async fn read_revisions(
        &self,
        uid: ScheduleUid,
        wanted: impl Iterator<Item = Revision>,
    ) -> Result<Vec<RevisionRecord>, StoreError> {
        let wanted: Vec<Revision> = wanted.collect();
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        let mut command = redis::cmd("HMGET");
        command.arg(self.keys.revisions(uid)).arg(wanted.iter().map(|revision| revision.0).collect::<Vec<i64>>());
        let mut found = Vec::with_capacity(wanted.len());
        for (revision, value) in wanted.iter().zip(link::list(self.link.call(command).await?)?) {
            if let Some(bytes) = link::bytes(value)? {
                found.push(record::revision(*revision, &bytes)?);
            }
        }
        Ok(found)
    }
}

/// Combines a record with the revision that contains its definition.
pub(super) fn stored(record: &Record, answer: Value) -> Result<StoredSchedule, StoreError> {
    let defined = match link::bytes(answer)?.map(|bytes| record::revision(record.defined_in, &bytes)) {
        Some(Ok(RevisionRecord { definition: Some(definition), .. })) => Ok(definition),
        Some(Ok(RevisionRecord { problem: Some(problem), .. })) => Err(NoDefinition::Damaged(problem)),
        Some(Ok(_)) | None => Err(NoDefinition::Missing),
        Some(Err(error)) => Err(NoDefinition::of(error)?),
    };
    Ok(StoredSchedule::new(defined, &record.gate, |definition| record.schedule(definition)))
}

/// Returns the rows that a change to this status touches.
fn extent_for(status: Status) -> Extent {
    if change::withdrawal(status).is_some() {
        Extent::Open
    } else if status == Status::Active {
        Extent::Busy
    } else {
        Extent::Named
    }
}

fn name_member(key: &ScheduleKey, uid: ScheduleUid) -> String {
    format!("{}\0{uid}", key.id)
}

fn read_name(member: &[u8]) -> Option<(String, ScheduleUid)> {
    let (id, uid) = std::str::from_utf8(member).ok()?.split_once('\0')?;
    Some((id.to_owned(), ScheduleUid(uid.parse().ok()?)))
}

/// Parses the answer to [`Redis::find_name`].
pub(super) fn found_name(answer: Value) -> Result<Option<ScheduleUid>, StoreError> {
    let names: Vec<Vec<u8>> = link::read(answer)?;
    Ok(names.first().and_then(|name| read_name(name)).map(|(_, uid)| uid))
}

/// Parses an ID that is a member of a sorted set.
pub(super) fn read_padded(member: &[u8]) -> Result<i64, StoreError> {
    let number = std::str::from_utf8(member).ok().and_then(|text| text.parse().ok());
    number.ok_or_else(|| error::unexpected("a number"))
}
