//! Lists and counts schedules.

use super::keys::read_padded;
use super::schedule::read_name;
use super::{Redis, link};
use refrain_ledger::ledger::check;
use refrain_ledger::ledger::stored::StoredSchedule;
use refrain_ledger::ledger::wanted::{PageScan, ScheduleMatcher};
use refrain_ledger::model::{ScheduleUid, Status, Tenant};
use refrain_ledger::store::{ListPage, ListedSchedule, Page, ScheduleCounts, ScheduleFilter, StoreError};

/// Number of schedules read at once to be counted.
const COUNTED_AT_ONCE: usize = 1_000;

impl Redis {
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

    /// Returns the next schedules of all shards that are not deleted, lowest uid first.
    pub(super) async fn scan_schedules(
        &self,
        mut after: Option<ScheduleUid>,
        limit: usize,
    ) -> Result<Vec<ListedSchedule>, StoreError> {
        let mut found = Vec::new();
        while found.len() < limit {
            let wanted = limit - found.len();
            let uids = self.numbers_after(after, wanted).await?;
            let living = self.readable_schedules(&uids, |record| record.gate.status != Status::Deleted).await?;
            found.extend(living.into_iter().map(StoredSchedule::listed));
            // Schedules that could not be read at all were left out, so there may be space for more.
            after = uids.last().copied();
            if uids.len() < wanted {
                break;
            }
        }
        Ok(found)
    }

    /// Returns the next schedules of all shards, lowest uid first.
    async fn numbers_after(&self, after: Option<ScheduleUid>, limit: usize) -> Result<Vec<ScheduleUid>, StoreError> {
        let from = after.map_or_else(|| "-inf".to_owned(), |uid| format!("({uid}"));
        let mut pipeline = redis::Pipeline::new();
        for shard in self.keys.shards() {
            let range = pipeline.cmd("ZRANGEBYSCORE").arg(self.keys.schedules(shard)).arg(&from).arg("+inf");
            range.arg("LIMIT").arg(0).arg(limit);
        }
        let mut uids = Vec::new();
        for answer in self.link.calls(&pipeline).await? {
            for member in link::read::<Vec<Vec<u8>>>(answer)? {
                uids.push(ScheduleUid(read_padded(&member)?));
            }
        }
        uids.sort_unstable();
        uids.truncate(limit);
        Ok(uids)
    }
}
