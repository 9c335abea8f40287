//! Sets damaged data aside, so that it does not block other work. Otherwise every claim would find a damaged
//! row, the row would block its schedule and keep the next wake-up in the past. Every planning step would find
//! a damaged schedule, and every claim on its queue a damaged work item.
//!
//! The bytes stay under their key for repair, the unique key stays reserved, and the object is added to a list
//! that [`Health`](refrain_ledger::store::Health) reports. An object is set aside only if no other client has changed
//! its schedule since it was read.

use std::collections::BTreeMap;

use super::change::{Change, Set};
use super::commit::Hint;
use super::group::Group;
use super::keys::{Keys, ReadyKind, padded, read_ready_row, ready_row};
use super::{Redis, Retries, link};
use refrain_ledger::model::{OccurrenceId, Priority, ScheduleUid, Tenant, WorkItemId};
use refrain_ledger::store::{ClaimWork, StoreError};

/// Maximum number of objects named in a warning.
const NAMED_MAX: usize = 5;

const PRIORITIES: [Priority; 3] = [Priority::High, Priority::Normal, Priority::Low];

/// A schedule whose record cannot be read, and the stored bytes.
#[derive(Debug)]
pub(super) struct DamagedRecord {
    pub(super) uid: ScheduleUid,
    pub(super) stored: Option<Vec<u8>>,
}

impl Redis {
    /// Removes rows from everything that claims, lists and their schedules read.
    pub(super) async fn set_rows_aside(
        &self,
        groups: &mut BTreeMap<ScheduleUid, Group>,
        rows: &[(ScheduleUid, OccurrenceId)],
    ) -> Result<(), StoreError> {
        let mut changes: BTreeMap<ScheduleUid, Change> = BTreeMap::new();
        for (uid, id) in rows {
            let Some(group) = groups.get_mut(uid) else { continue };
            let was_open = group.forget(*id);
            let shard = self.keys.home(uid.0);
            let change = changes.entry(*uid).or_insert_with(|| Change::new(shard));
            for (kind, priority) in
                ReadyKind::ALL.into_iter().flat_map(|kind| PRIORITIES.map(|priority| (kind, priority)))
            {
                change.place(Set::Ready(kind, priority), None, ready_row(*id, *uid));
            }
            change.place(Set::PutOff, None, ready_row(*id, *uid));
            // A row that its schedule does not count as open was only listed by mistake.
            if was_open {
                let (history, number) = (self.keys.history(*uid), id.to_string());
                change.command(&[b"LREM", history.as_bytes(), b"-1", number.as_bytes()]);
                change.remove(self.keys.rows_of(&group.record.key.tenant), number);
                change.add(self.keys.damaged(shard), id.0, format!("occurrence {id} of {}", group.record.key));
            }
        }
        let changes = changes.into_iter().filter_map(|(uid, aside)| {
            let mut change = groups.get_mut(&uid)?.change(&self.keys);
            change.placed.extend(aside.placed);
            change.commands.extend(aside.commands);
            change.removed.extend(aside.removed);
            change.added.extend(aside.added);
            Some(change)
        });
        self.commit(changes.collect(), Hint::Silent, &mut Retries::partial("damaged data")).await.map(drop)
    }

    /// Removes schedules from planning and, if their tenant is known, their rows from claims.
    pub(super) async fn set_schedules_aside(
        &self,
        damaged: Vec<(DamagedRecord, Option<Tenant>)>,
    ) -> Result<(), StoreError> {
        let mut changes = Vec::with_capacity(damaged.len());
        for (DamagedRecord { uid, stored }, tenant) in damaged {
            let shard = self.keys.home(uid.0);
            let mut change = Change::new(shard);
            change.expect_value(self.keys.record(uid), stored.as_deref());
            change.place(Set::Due, None, padded(uid.0));
            change.remove(self.keys.schedules(shard), padded(uid.0));
            change.add(self.keys.damaged(shard), uid.0, format!("schedule {uid}"));
            if let Some(tenant) = tenant {
                let is_listed = self.unlist_rows(&mut change, &tenant, uid).await?;
                change.tenant = Some(tenant);
                // The schedule may have completed and been pruned between the two reads.
                if !is_listed && stored.is_none() {
                    continue;
                }
            }
            changes.push(change);
        }
        self.commit(changes, Hint::Silent, &mut Retries::partial("damaged data")).await.map(drop)
    }

    /// Removes the rows of a schedule from claims, and returns whether there were any.
    async fn unlist_rows(&self, change: &mut Change, tenant: &Tenant, uid: ScheduleUid) -> Result<bool, StoreError> {
        let mut is_listed = false;
        for (kind, priority) in ReadyKind::ALL.into_iter().flat_map(|kind| PRIORITIES.map(|priority| (kind, priority)))
        {
            let mut command = redis::cmd("ZRANGE");
            let member = Keys::ready_member(tenant, priority);
            command.arg(self.keys.ready(self.keys.shard_of(tenant), kind, &member)).arg(0).arg(-1);
            for member in link::texts(self.link.call(command).await?)? {
                if read_ready_row(&member).is_some_and(|(_, of)| of == uid) {
                    change.place(Set::PutOff, None, member.clone());
                    change.place(Set::Ready(kind, priority), None, member);
                    is_listed = true;
                }
            }
        }
        Ok(is_listed)
    }

    /// Records damaged rows that a list found. They block nothing, so a failure to write this is ignored.
    pub(super) async fn note_damaged(&self, rows: &[OccurrenceId]) {
        let mut pipeline = redis::Pipeline::new();
        for id in rows {
            let add = pipeline.cmd("ZADD").arg(self.keys.damaged(self.keys.home(id.0)));
            add.arg(id.0).arg(format!("occurrence {id}"));
        }
        let _ = self.link.calls(&pipeline).await;
    }

    /// Removes work items that cannot be read from their queue.
    pub(super) async fn set_items_aside(
        &self,
        claim: &ClaimWork,
        items: Vec<(WorkItemId, Option<Vec<u8>>)>,
    ) -> Result<(), StoreError> {
        let mut changes = Vec::with_capacity(items.len());
        for (id, stored) in items {
            let shard = self.keys.home(id.0);
            let mut change = Change::new(shard);
            change.expect_value(self.keys.work(id), stored.as_deref());
            for priority in PRIORITIES {
                change.remove(self.keys.work_ready(&claim.tenant, &claim.queue, priority), padded(id.0));
            }
            // A work item that no longer exists may have ended and been pruned between the two reads.
            if stored.is_some() {
                change.add(self.keys.damaged(shard), id.0, format!("work item {id} of {}", claim.tenant));
            }
            changes.push(change);
        }
        self.commit(changes, Hint::Silent, &mut Retries::partial("damaged data")).await.map(drop)
    }

    /// Returns a warning that lists the objects set aside.
    pub(super) async fn damage(&self) -> Result<Option<String>, StoreError> {
        let mut pipeline = redis::Pipeline::new();
        for shard in self.keys.shards() {
            pipeline.cmd("ZCARD").arg(self.keys.damaged(shard));
            pipeline.cmd("ZRANGE").arg(self.keys.damaged(shard)).arg(0).arg(NAMED_MAX - 1);
        }
        let mut count = 0;
        let mut names = Vec::new();
        let mut answers = self.link.calls(&pipeline).await?.into_iter();
        while let (Some(card), Some(first)) = (answers.next(), answers.next()) {
            count += link::read::<usize>(card)?;
            names.extend(link::texts(first)?);
        }
        names.truncate(NAMED_MAX);
        let more = if count > names.len() { ", …" } else { "" };
        Ok((count > 0).then(|| format!("{count} damaged and set aside: {}{more}", names.join(", "))))
    }
}
