//! Reads the ledger: occurrences with their attempts.

use std::collections::BTreeMap;
use std::ops::Bound;

use super::keys::read_padded;
use super::record::Record;
use super::{Redis, error, link, row};
use refrain_ledger::ledger::check;
use refrain_ledger::model::{
    Attempt, Occurrence, OccurrenceId, Reason, Schedule, ScheduleKey, ScheduleUid, Status, Tenant,
};
use refrain_ledger::store::{ListPage, OccurrenceFilter, Page, StoreError};

/// Script that returns row IDs before or after an ID.
pub(super) const NUMBERS: &str = include_str!("lua/history_numbers.lua");

/// Number of rows read at once when a filter skips most of them.
const STEP: usize = 500;
/// Number of additional rows read when completed ones are searched.
const RECENT_OPEN: usize = 4;

/// Rows to walk, newest first.
enum HistoryWalk {
    Tenant(Tenant),
    Schedule(ScheduleUid),
}

impl Redis {
    pub(super) async fn list_occurrences(
        &self,
        tenant: &Tenant,
        filter: &OccurrenceFilter,
        page: &Page,
    ) -> Result<ListPage<Occurrence>, StoreError> {
        check::occurrence_filter(filter)?;
        let mut before = page.number()?.unwrap_or(i64::MAX);
        let wanted = page.rows() + 1;
        let mut walks = self.walks(tenant, filter).await?;
        let mut known: BTreeMap<ScheduleUid, Option<Record>> = BTreeMap::new();
        let mut labelled: BTreeMap<ScheduleUid, Schedule> = BTreeMap::new();
        let mut found = Vec::new();
        while let Some(walk) = walks.last() {
            let ids = self.numbers_before(walk, before, wanted.max(STEP)).await?;
            let Some(last) = ids.last() else {
                walks.pop();
                continue;
            };
            before = last.0;
            for row in self.read_rows(&ids, &mut known).await? {
                if filter.label.is_some()
                    && !labelled.contains_key(&row.schedule_uid)
                    && let Some(Some(record)) = known.get(&row.schedule_uid)
                {
                    // The labels of a schedule that cannot be read are unknown.
                    let stored = self.stored(record).await?;
                    labelled.insert(row.schedule_uid, stored.known().clone());
                }
                if matches(&row, labelled.get(&row.schedule_uid), filter) && row.schedule.tenant == *tenant {
                    found.push(row);
                }
            }
            if found.len() >= wanted {
                break;
            }
        }
        found.truncate(wanted);
        Ok(ListPage::cut(found, page.rows(), |row: &Occurrence| row.id.to_string()))
    }

    /// Walks all schedules side by side, one step of each at a time, until each has enough rows or no more.
    pub(super) async fn list_recent(
        &self,
        tenant: &Tenant,
        schedules: &[ScheduleUid],
        limit: usize,
    ) -> Result<Vec<Vec<Occurrence>>, StoreError> {
        let mut found: Vec<Vec<Occurrence>> = vec![Vec::new(); schedules.len()];
        let mut known: BTreeMap<ScheduleUid, Option<Record>> = BTreeMap::new();
        let mut left: Vec<(usize, i64)> = (0..schedules.len()).map(|place| (place, i64::MAX)).collect();
        while limit > 0 && !left.is_empty() {
            // A few of the newest rows may be open.
            let step = limit + RECENT_OPEN;
            let walks: Vec<(ScheduleUid, i64)> = left.iter().map(|(place, at)| (schedules[*place], *at)).collect();
            let numbers = self.histories(&walks, "before", step).await?;
            let ids: Vec<OccurrenceId> = numbers.iter().flatten().copied().collect();
            let rows = self.read_rows(&ids, &mut known).await?;
            let rows: BTreeMap<OccurrenceId, Occurrence> = rows.into_iter().map(|row| (row.id, row)).collect();
            let mut open = Vec::new();
            for ((place, _), numbers) in left.into_iter().zip(&numbers) {
                let ended = numbers.iter().rev().filter_map(|id| rows.get(id));
                let ended = ended.filter(|row| row.state.is_terminal() && row.schedule.tenant == *tenant);
                let room = limit - found[place].len();
                found[place].extend(ended.take(room).cloned());
                if let Some(least) = numbers.first().filter(|_| found[place].len() < limit && numbers.len() == step) {
                    open.push((place, least.0));
                }
            }
            left = open;
        }
        Ok(found)
    }

    /// Returns the walks for a filter: all rows of the tenant, or the rows of the schedule with an ID.
    async fn walks(&self, tenant: &Tenant, filter: &OccurrenceFilter) -> Result<Vec<HistoryWalk>, StoreError> {
        let Some(id) = &filter.schedule else { return Ok(vec![HistoryWalk::Tenant(tenant.clone())]) };
        let key = ScheduleKey { tenant: tenant.clone(), id: id.clone() };
        Ok(self.last_named(&key).await?.map(HistoryWalk::Schedule).into_iter().collect())
    }

    /// Returns the current schedule with an ID, or the last one that had it. Rows of earlier schedules with
    /// that ID belong to those schedules.
    async fn last_named(&self, key: &ScheduleKey) -> Result<Option<ScheduleUid>, StoreError> {
        let mut command = redis::cmd("ZRANGE");
        command.arg(self.keys.schedules_with_id(key)).arg(0).arg(-1);
        let uids: Vec<Vec<u8>> = link::read(self.link.call(command).await?)?;
        let uids = uids.iter().map(|uid| read_padded(uid)).collect::<Result<Vec<i64>, _>>()?;
        Ok(uids.into_iter().max().map(ScheduleUid))
    }

    /// Returns row IDs before an ID, highest first.
    async fn numbers_before(
        &self,
        walk: &HistoryWalk,
        before: i64,
        limit: usize,
    ) -> Result<Vec<OccurrenceId>, StoreError> {
        match walk {
            HistoryWalk::Schedule(uid) => {
                let mut numbers = self.history_numbers(*uid, "before", before, limit).await?;
                numbers.reverse();
                Ok(numbers)
            }
            HistoryWalk::Tenant(tenant) => {
                let before = if before == i64::MAX { "+inf".to_owned() } else { format!("({before}") };
                let mut command = redis::cmd("ZREVRANGEBYSCORE");
                command.arg(self.keys.rows_of(tenant)).arg(before).arg("-inf").arg("LIMIT").arg(0).arg(limit);
                let numbers: Vec<i64> = link::read(self.link.call(command).await?)?;
                Ok(numbers.into_iter().map(OccurrenceId).collect())
            }
        }
    }

    /// Returns the IDs of a schedule's rows before or after an ID, lowest first.
    async fn history_numbers(
        &self,
        uid: ScheduleUid,
        side: &str,
        of: i64,
        limit: usize,
    ) -> Result<Vec<OccurrenceId>, StoreError> {
        self.histories(&[(uid, of)], side, limit).await?.pop().ok_or_else(|| error::unexpected("a script"))
    }

    /// Returns row IDs of several schedules at once, each before or after its own ID.
    async fn histories(
        &self,
        walks: &[(ScheduleUid, i64)],
        side: &str,
        limit: usize,
    ) -> Result<Vec<Vec<OccurrenceId>>, StoreError> {
        let script = &self.scripts.numbers;
        let calls = walks.iter().map(|(uid, of)| {
            let mut call = script.call(&[&self.keys.history(*uid)]);
            call.arg(side).arg(of).arg(limit);
            call
        });
        let answers = self.link.scripts(script, calls.collect(), None).await?;
        let numbers = |answer| link::read(answer).map(|ids: Vec<i64>| ids.into_iter().map(OccurrenceId).collect());
        answers.into_iter().map(numbers).collect()
    }

    pub(super) async fn read_occurrence(
        &self,
        tenant: &Tenant,
        id: OccurrenceId,
    ) -> Result<Option<(Occurrence, Vec<Attempt>)>, StoreError> {
        // The attempts are read first: if an attempt is recorded in the meantime, the row still contains it.
        let mut command = redis::cmd("LRANGE");
        command.arg(self.keys.attempts(id)).arg(0).arg(-1);
        let recorded: Vec<Vec<u8>> = link::read(self.link.call(command).await?)?;
        let row = self.read_row(id).await?;
        let Some(row) = row.filter(|row| row.schedule.tenant == *tenant) else { return Ok(None) };
        let mut attempts = recorded.iter().map(|bytes| row::attempt(bytes)).collect::<Result<Vec<Attempt>, _>>()?;
        attempts.extend(row.last_attempt());
        Ok(Some((row, attempts)))
    }

    pub(super) async fn list_planned(
        &self,
        uid: ScheduleUid,
        after: Option<OccurrenceId>,
        limit: usize,
    ) -> Result<Vec<Occurrence>, StoreError> {
        let Some(record) = self.records(&[uid]).await?.pop().flatten() else { return Ok(Vec::new()) };
        let open = record.open.range((after.map_or(Bound::Unbounded, Bound::Excluded), Bound::Unbounded));
        let fresh = open.filter(|(_, open)| !open.is_started).map(|(id, _)| *id);
        let ids: Vec<OccurrenceId> = fresh.take(limit).collect();
        let mut rows = self.read_rows(&ids, &mut BTreeMap::from([(uid, Some(record))])).await?;
        rows.retain(|row| row.state == refrain_ledger::model::State::Planned && row.attempt == 0);
        Ok(rows)
    }

    pub(super) async fn list_open(
        &self,
        uid: ScheduleUid,
        after: Option<OccurrenceId>,
        limit: usize,
    ) -> Result<Vec<Occurrence>, StoreError> {
        let mut known = BTreeMap::from([(uid, self.records(&[uid]).await?.pop().flatten())]);
        let Some(Some(record)) = known.get(&uid) else { return Ok(Vec::new()) };
        let is_next = |id: &OccurrenceId| after.is_none_or(|after| *id > after);
        let mut left: Vec<OccurrenceId> = record.open.keys().copied().filter(is_next).collect();
        let mut found = Vec::new();
        // A row may complete or be removed between the two reads. Others take its place, as a short page is the last.
        while found.len() < limit && !left.is_empty() {
            let ids: Vec<OccurrenceId> = left.drain(..left.len().min(limit - found.len())).collect();
            let rows = self.read_rows(&ids, &mut known).await?;
            found.extend(rows.into_iter().filter(|row| !row.state.is_terminal()));
        }
        Ok(found)
    }
}

fn matches(row: &Occurrence, schedule: Option<&Schedule>, filter: &OccurrenceFilter) -> bool {
    let reason = row.reason.map(Reason::as_str);
    let has_label = |(name, value): &(String, String)| {
        schedule.is_some_and(|schedule| {
            schedule.status != Status::Deleted && schedule.definition.labels.get(name) == Some(value)
        })
    };
    (filter.states.is_empty() || filter.states.contains(&row.state))
        && (filter.reasons.is_empty()
            || reason.is_some_and(|reason| filter.reasons.iter().any(|wanted| wanted == reason)))
        && filter.from.is_none_or(|from| row.planned.nominal_at >= from)
        && filter.until.is_none_or(|until| row.planned.nominal_at < until)
        && filter.label.as_ref().is_none_or(has_label)
        && filter.is_discarded.is_none_or(|is_discarded| row.discarded_at.is_some() == is_discarded)
}
