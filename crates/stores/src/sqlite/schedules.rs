//! Saves, deletes, reads and lists schedules, and changes their status.

use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::audit::append_one;
use super::counters::{Tally, complete_row};
use super::error::Result;
use super::occurrence::{RowReader, RowWriter, read_all};
use super::plan::add_gaps;
use super::row::{self, at, code, count_at, get, micros, optional_text_as, text};
use super::schedule::{self, live, live_or_error, live_stored};
use super::{replan, tenants};
use refrain_ledger::ledger::admission::resumed;
use refrain_ledger::ledger::change::{self, SaveEffect};
use refrain_ledger::ledger::stored::StoredSchedule;
use refrain_ledger::ledger::wanted::{PageScan, ScheduleMatcher};
use refrain_ledger::model::{
    By, OccurrenceId, Reason, Revision, RevisionRecord, Schedule, ScheduleKey, ScheduleUid, State, Status, Tenant,
};
use refrain_ledger::store::{
    ChangeStatus, DefinitionResult, DueSchedules, ExpectedVersion, ListPage, ListedSchedule, NoDefinition, Page,
    SaveSchedule, ScheduleCounts, ScheduleFilter, StoreError, UnreadableSchedule,
};

pub(super) fn save(conn: &Connection, save: &SaveSchedule, now: Timestamp) -> Result<Schedule> {
    let found = live_stored(conn, &save.key)?;
    match change::save(found.as_ref(), save, now)? {
        SaveEffect::Same => live_or_error(conn, &save.key),
        SaveEffect::Replan(replanned) => replan::save(conn, &replanned, save, now),
        SaveEffect::Create(mut created) => {
            if let Some(count_max) = save.schedules_max {
                change::check_schedule_limit(save, count_schedules(conn, &save.key.tenant, count_max)?.of(&[]))?;
            }
            created.uid = ScheduleUid(tenants::reserve_ids(conn, 1)?);
            schedule::insert(conn, tenants::number(conn, &created.key.tenant)?, &created)?;
            record(conn, &created, &save.by, true, now)?;
            reread(conn, &created)
        }
        SaveEffect::Update(updated) => {
            schedule::write(conn, &updated, true)?;
            if let (Some(replan), Some(old)) = (&save.replan, &found) {
                let replanned = replan::decide(conn, (&old.known().gate(), &updated), replan)?;
                replan::write(conn, &updated, &replanned, replan, now)?;
            }
            record(conn, &updated, &save.by, true, now)?;
            wake_lanes(conn, &updated, now)?;
            reread(conn, &updated)
        }
    }
}

pub(super) fn change_status(conn: &Connection, change: &ChangeStatus, now: Timestamp) -> Result<Schedule> {
    let changed = change::change_status(live(conn, &change.key)?.as_ref(), change, now)?;
    if let Some(resume) = change.resume.as_ref().filter(|resume| !resume.gaps.is_empty()) {
        let tenant = tenants::number(conn, &changed.key.tenant)?;
        add_gaps(conn, tenant, &changed.key.id, &resume.gaps, now)?;
    }
    schedule::write(conn, &changed, false)?;
    record(conn, &changed, &change.by, false, now)?;
    wake_lanes(conn, &changed, now)?;
    reread(conn, &changed)
}

pub(super) fn quarantine(
    conn: &Connection,
    found: &[UnreadableSchedule],
    by: &By,
    now: Timestamp,
) -> Result<Vec<bool>> {
    let mut answers = Vec::with_capacity(found.len());
    for found in found {
        let stored = live_stored(conn, &found.key)?;
        let changed = stored.and_then(|stored| stored.quarantined(found, by, now));
        if let Some(changed) = &changed {
            schedule::write(conn, changed, false)?;
            record(conn, changed, by, false, now)?;
        }
        answers.push(changed.is_some());
    }
    Ok(answers)
}

pub(super) fn delete(
    conn: &Connection,
    key: &ScheduleKey,
    expect: ExpectedVersion,
    by: &By,
    now: Timestamp,
) -> Result<()> {
    let found = live_stored(conn, key)?;
    let deleted = change::delete(key, expect, found.as_ref().map(StoredSchedule::known), by, now)?;
    schedule::write(conn, &deleted, false)?;
    record(conn, &deleted, by, false, now)
}

/// Records a change: its revision, its audit entry and the effect of the new status on open rows.
fn record(conn: &Connection, changed: &Schedule, by: &By, has_definition: bool, now: Timestamp) -> Result<()> {
    let record = change::revision_record(changed, by, has_definition);
    schedule::add_revision(conn, changed.uid, &record)?;
    append_one(conn, &changed.key.tenant, change::schedule_entry(changed, &record, by), now)?;
    match change::withdrawal(changed.status) {
        Some(reason) => withdraw_open_rows(conn, changed.uid, Reason::Skipped(reason), now),
        None => Ok(()),
    }
}

/// Reloads a schedule after its change: rows that completed have changed its counters.
fn reread(conn: &Connection, changed: &Schedule) -> Result<Schedule> {
    let read = schedule::read(conn, changed.uid)?;
    read.ok_or_else(|| StoreError::NotFound(format!("schedule {}", changed.key)).into())
}

/// Skips planned occurrences and requests the cancellation of running ones.
fn withdraw_open_rows(conn: &Connection, uid: ScheduleUid, reason: Reason, now: Timestamp) -> Result<()> {
    let mut write = RowWriter::new(conn)?;
    let mut tally = Tally::default();
    for mut row in read_all(conn, &open_rows(conn, uid)?)? {
        if row.state == State::Running {
            row.request_cancel(now);
            write.write(&row)?;
        } else {
            complete_row(&mut write, &mut tally, &mut row, (reason, None), now)?;
        }
    }
    tally.write(conn, now)
}

/// Makes the first waiting occurrences of each lane claimable, after the schedule became active or was edited.
fn wake_lanes(conn: &Connection, changed: &Schedule, now: Timestamp) -> Result<()> {
    let read = |sql: &str| -> Result<Vec<OccurrenceId>> {
        let mut read = conn.prepare_cached(sql)?;
        read.query_and_then([changed.uid.0], |row| Ok(OccurrenceId(get(row, 0)?)))?.collect()
    };
    let mut ids = read(include_str!("sql/claim_waiting.sql"))?;
    if ids.is_empty() {
        return Ok(());
    }
    ids.extend(read(include_str!("sql/claim_busy.sql"))?);
    let mut read = RowReader::new(conn)?;
    let mut rows = Vec::with_capacity(ids.len());
    for id in ids {
        match read.read(id, |uid| schedule::key_of(conn, uid)).map_err(StoreError::from) {
            Ok(row) => rows.extend(row),
            // A row that cannot be read waits for its repair and keeps no other from running.
            Err(StoreError::Corrupt(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let woken = resumed(&changed.gate(), rows.iter(), now);
    let mut write = RowWriter::new(conn)?;
    for row in rows.iter_mut().filter(|row| woken.contains(&row.id)) {
        row.ready_at = now;
        write.write(row)?;
    }
    Ok(())
}

/// Returns the IDs of a schedule's open rows, in order.
pub(super) fn open_rows(conn: &Connection, uid: ScheduleUid) -> Result<Vec<OccurrenceId>> {
    let mut read = conn.prepare_cached(include_str!("sql/occurrences_open.sql"))?;
    read.query_and_then([uid.0], |row| Ok(OccurrenceId(get(row, 0)?)))?.collect()
}

pub(super) fn schedules(
    conn: &Connection,
    tenant: &Tenant,
    filter: &ScheduleFilter,
    page: &Page,
) -> Result<ListPage<ListedSchedule>> {
    let after = page.name()?.unwrap_or_default();
    let Some(tenant) = tenants::find(conn, tenant)? else { return Ok(ListPage { rows: Vec::new(), next: None }) };
    let (wanted, mut walk) = (ScheduleMatcher::by(filter), PageScan::new(filter, page));
    let statuses = filter.statuses.iter().fold(0, |mask, status| mask | 1_i64 << status.code());
    let prefix = filter.id_prefix.as_deref().unwrap_or_default();
    let mut list = conn.prepare_cached(include_str!("sql/schedules_page.sql"))?;
    let limit = row::rows(walk.scans_left());
    let mut rows =
        list.query(params![wanted.needs_definitions(), statuses, tenant, after.max(prefix), after, limit])?;
    while walk.scans_left() > 0
        && let Some(row) = rows.next()?
    {
        let (uid, id, status) =
            (get::<i64>(row, 0)?, text(row, 1)?, code(row, 2, "a schedule's status", Status::from_code)?);
        // If the definition is not a text, filters treat it as missing.
        let definition = row.get_ref(3).ok().and_then(|value| value.as_str_or_null().ok().flatten());
        walk.look(id, || (wanted.matches_status(status) && wanted.matches_stored(id, definition)).then_some(uid));
    }
    let found = walk.page();
    Ok(ListPage { rows: listed(conn, &found.rows)?, next: found.next })
}

pub(super) fn count_schedules(conn: &Connection, tenant: &Tenant, limit: usize) -> Result<ScheduleCounts> {
    let mut counts = ScheduleCounts::default();
    let Some(tenant) = tenants::find(conn, tenant)? else { return Ok(counts) };
    let mut count = conn.prepare_cached(include_str!("sql/schedules_by_status.sql"))?;
    let mut rows = count.query(params![tenant, row::rows(limit + 1)])?;
    while let Some(row) = rows.next()? {
        counts.by_status.insert(code(row, 0, "a schedule's status", Status::from_code)?, count_at(row, 1)?);
    }
    counts.is_cut = counts.of(&[]) > limit as u64;
    Ok(counts)
}

pub(super) fn revisions(conn: &Connection, key: &ScheduleKey, page: &Page) -> Result<ListPage<RevisionRecord>> {
    let found = live_stored(conn, key)?.ok_or_else(|| StoreError::NotFound(format!("schedule {key}")))?;
    let uid = found.known().uid;
    let before = page.number()?.unwrap_or(i64::MAX);
    let mut read = conn.prepare_cached(include_str!("sql/revisions_page.sql"))?;
    let record = |row: &rusqlite::Row<'_>| {
        let brought = optional_text_as(row, 4, |text| Ok(NoDefinition::read(Some(text))))?;
        let (definition, problem) = NoDefinition::split(brought);
        let (revision, at) = (Revision(get(row, 0)?), at(row, 1)?);
        Ok(RevisionRecord { revision, at, by: get(row, 2)?, change: get(row, 3)?, definition, problem })
    };
    let found =
        read.query_and_then(params![uid.0, before, row::rows(page.rows() + 1)], record)?.collect::<Result<_>>()?;
    Ok(ListPage::cut(found, page.rows(), |record: &RevisionRecord| record.revision.to_string()))
}

pub(super) fn definitions(conn: &Connection, wanted: &[(ScheduleUid, Revision)]) -> Result<Vec<DefinitionResult>> {
    let mut read = conn.prepare_cached(include_str!("sql/definition.sql"))?;
    let mut found = Vec::with_capacity(wanted.len());
    for (uid, revision) in wanted {
        let mut rows = read.query([uid.0, revision.0])?;
        found.push(match rows.next()? {
            Some(row) => NoDefinition::read(Some(text(row, 0)?)),
            None => NoDefinition::read(None),
        });
    }
    Ok(found)
}

pub(super) fn due_for_planning(conn: &Connection, until: Timestamp, limit: usize) -> Result<DueSchedules> {
    let mut list = conn.prepare_cached(include_str!("sql/schedules_to_plan.sql"))?;
    let uids: Vec<i64> =
        list.query_map(params![micros(until), row::rows(limit)], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    Ok(listed(conn, &uids)?.into_iter().collect())
}

pub(super) fn scan(conn: &Connection, after: Option<ScheduleUid>, limit: usize) -> Result<Vec<ListedSchedule>> {
    let after = after.map_or(i64::MIN, |uid| uid.0);
    let mut list = conn.prepare_cached(include_str!("sql/schedules_scan.sql"))?;
    let uids: Vec<i64> =
        list.query_map(params![after, row::rows(limit)], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    listed(conn, &uids)
}

fn listed(conn: &Connection, uids: &[i64]) -> Result<Vec<ListedSchedule>> {
    let stored = uids.iter().filter_map(|uid| schedule::stored(conn, ScheduleUid(*uid)).transpose());
    stored.map(|stored| Ok(stored?.listed())).collect()
}
