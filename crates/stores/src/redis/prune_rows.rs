//! Removes completed rows of schedules found by an index: rows that completed too long ago, and rows above the
//! limit per schedule. Many schedules are read and written in a few round trips.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::change::{Change, Set};
use super::group::ended_step;
use super::keys::{Shard, padded, row_field};
use super::record::Record;
use super::retention::{Index, Step, exclusive};
use super::{Redis, Retries, link};
use refrain_ledger::model::{Occurrence, OccurrenceId};
use refrain_ledger::store::StoreError;

/// Bounds on the number of rows of one schedule that are read at once. More are read if there are few
/// schedules, and if the first rows may all stay.
const WINDOW_MIN: usize = 4;
const WINDOW_MAX: usize = 1_000;
/// Expected number of rows to remove per schedule, until the first schedules of a step show the actual number.
const EXPECTED: usize = 8;
/// Number of rows read for each row that is expected to be removed.
const READ_PER_ROW: usize = 2;

/// The first rows of a schedule by ID.
struct Window {
    shard: Shard,
    record: Record,
    /// The row IDs, including those of rows that could not be read.
    numbers: Vec<i64>,
    rows: Vec<Occurrence>,
    /// Whether the schedule has no further row.
    is_whole: bool,
}

/// The part of a schedule's rows that one step removes.
struct Removal {
    /// Number of rows to remove.
    rows: usize,
    /// Whether more rows may have to be removed.
    has_more: bool,
    /// Completion time of the schedule's oldest completed row before the removal.
    oldest_end: Option<Timestamp>,
    last_end: Option<Timestamp>,
}

/// The rows that were removed.
#[derive(Default)]
struct RemovedRows {
    rows: usize,
    /// If rows to be removed are left: the completion time of the oldest of them, as far as it is known.
    left_since: Option<Timestamp>,
}

impl RemovedRows {
    fn leave(&mut self, since: Option<Timestamp>) {
        self.left_since = [self.left_since, since].into_iter().flatten().min();
    }
}

impl Redis {
    /// Removes rows. Returns how many, and the completion time of the oldest row that is left.
    pub(super) async fn prune_rows(&self, step: &mut Step<'_>) -> Result<(usize, Option<Timestamp>), StoreError> {
        let mut removed = RemovedRows::default();
        if let Some(before) = step.prune.ended_before {
            let entries = self.next_entries(step, Index::Oldest, ("-inf", &exclusive(before))).await?;
            let records = self.records_of(step, Index::Oldest, &entries).await?;
            removed = self.cut_schedules(step, Index::Oldest, records, step.prune.limit).await?;
        }
        if let Some(above) = step.prune.surplus_above()
            && removed.rows < step.prune.limit
        {
            let entries = self.next_entries(step, Index::Ended, (&format!("({above}"), "+inf")).await?;
            let records = self.records_of(step, Index::Ended, &entries).await?;
            let room = step.prune.limit - removed.rows;
            removed.rows += self.cut_schedules(step, Index::Ended, records, room).await?.rows;
        }
        Ok((removed.rows, removed.left_since))
    }

    /// Removes rows of schedules in the given order. Reads only as many schedules as are expected to fill
    /// `room`, because reading costs as much as removing.
    async fn cut_schedules(
        &self,
        step: &mut Step<'_>,
        index: Index,
        mut records: Vec<(Shard, Record)>,
        room: usize,
    ) -> Result<RemovedRows, StoreError> {
        let (mut removed, mut expected) = (RemovedRows::default(), EXPECTED);
        let mut left = room;
        while left > 0 && !records.is_empty() {
            let count = (left / expected).clamp(1, records.len());
            let others = records.split_off(count);
            let rows = (READ_PER_ROW * left / count).clamp(WINDOW_MIN, WINDOW_MAX);
            let windows = self.windows(std::mem::replace(&mut records, others), rows).await?;
            let cut = self.cut_windows(step, index, windows, &mut left, &mut removed).await?;
            expected = cut.div_ceil(count).max(1);
        }
        if let Some((_, first)) = records.first() {
            // These are left for the next step.
            step.has_more = true;
            removed.leave(first.oldest_end);
        }
        Ok(removed)
    }

    /// Removes rows of schedules, up to the number that is left. Returns how many rows it tried to remove.
    async fn cut_windows(
        &self,
        step: &mut Step<'_>,
        index: Index,
        windows: Vec<Window>,
        left: &mut usize,
        removed: &mut RemovedRows,
    ) -> Result<usize, StoreError> {
        // If none of the first rows can be removed, more rows of the schedule are read. Otherwise the index
        // would return it forever.
        let (deeper, mut windows): (Vec<_>, Vec<_>) =
            windows.into_iter().partition(|window| !window.is_whole && !self.may_cut(step, window));
        windows.extend(self.windows(deeper.into_iter().map(|it| (it.shard, it.record)).collect(), WINDOW_MAX).await?);
        let (mut cuts, mut changes) = (Vec::new(), Vec::new());
        for window in windows {
            if *left == 0 {
                step.has_more = true;
                removed.leave(window.record.oldest_end);
                continue;
            }
            let shard = window.shard;
            match self.cut(step, window, *left) {
                Some((cut, change)) => {
                    *left -= cut.rows;
                    cuts.push(cut);
                    changes.push(change);
                }
                None => step.stay(shard, index, 1),
            }
        }
        let mut retries = Retries::partial("old history");
        let written = self.commit_each(&changes, &mut retries).await?;
        let is_any_written = written.contains(&true);
        for (cut, is_written) in cuts.iter().zip(written) {
            if is_written {
                removed.rows += cut.rows;
                step.has_more |= cut.has_more;
                removed.leave(cut.last_end.filter(|_| cut.has_more));
            } else {
                // A schedule that runs every second often changes between the read and the write. The next step
                // finds it again.
                step.has_more |= is_any_written;
                removed.leave(cut.oldest_end);
            }
        }
        Ok(cuts.iter().map(|cut| cut.rows).sum())
    }

    /// Reads the first rows of each schedule.
    async fn windows(&self, records: Vec<(Shard, Record)>, rows: usize) -> Result<Vec<Window>, StoreError> {
        let mut pipeline = redis::Pipeline::new();
        for (_, record) in &records {
            pipeline.cmd("LRANGE").arg(self.keys.history(record.uid)).arg(0).arg(rows - 1);
        }
        let answers = self.link.calls(&pipeline).await?;
        let numbers = answers.into_iter().map(link::read::<Vec<i64>>).collect::<Result<Vec<_>, _>>()?;
        let ids: Vec<OccurrenceId> = numbers.iter().flatten().map(|number| OccurrenceId(*number)).collect();
        let mut known = records.iter().map(|(_, record)| (record.uid, Some(record.clone()))).collect();
        let mut found: BTreeMap<_, Vec<Occurrence>> = BTreeMap::new();
        for row in self.read_rows(&ids, &mut known).await? {
            found.entry(row.schedule_uid).or_default().push(row);
        }
        let window = |((shard, record), numbers): ((Shard, Record), Vec<i64>)| {
            let read = found.remove(&record.uid).unwrap_or_default();
            Window { shard, rows: read, is_whole: numbers.len() < rows, record, numbers }
        };
        Ok(records.into_iter().zip(numbers).map(window).collect())
    }

    fn may_cut(&self, step: &Step<'_>, window: &Window) -> bool {
        !past_retention(step, window, usize::MAX).is_empty()
    }

    /// Removes the expired ones among a schedule's first rows with everything that belongs to them, and updates
    /// the schedule's index entries. Returns `None` if there is nothing to do.
    fn cut(&self, step: &Step<'_>, window: Window, room: usize) -> Option<(Removal, Change)> {
        let gone = past_retention(step, &window, room);
        let Window { shard, mut record, numbers, rows, is_whole } = window;
        let was = (record.ended, record.oldest_end);
        let uid = record.uid;
        let mut change = Change::new(shard);
        change.expect_version(self.keys.record(uid), record.version);
        record.version += 1;
        self.remove_rows(&mut change, &record, &numbers, rows.iter().filter(|row| gone.contains(&row.id)));
        record.ended = record.ended.saturating_sub(gone.len() as u64);
        let mut ended = rows.iter().filter(|row| row.state.is_terminal());
        // Rows complete in about the order of their IDs: rows that were not read are no older than the last one
        // that was.
        let is_end_known = is_whole || ended.clone().next_back().is_some_and(|last| !gone.contains(&last.id));
        if record.ended == 0 {
            record.oldest_end = None;
        } else if is_end_known {
            let left = ended.clone().filter(|row| !gone.contains(&row.id)).filter_map(|row| row.ended_at).min();
            record.oldest_end = left.or(record.oldest_end);
        }
        if gone.is_empty() && record.oldest_end == was.1 {
            return None;
        }
        if ended_step(record.ended) != ended_step(was.0) {
            change.place(Set::Ended, ended_step(record.ended), padded(uid.0));
        }
        if record.oldest_end != was.1 {
            change.place(Set::Oldest, record.oldest_end.map(Timestamp::as_microsecond), padded(uid.0));
        }
        change.set(self.keys.record(uid), record.pack());
        let last_end = ended.rfind(|row| gone.contains(&row.id)).and_then(|row| row.ended_at);
        let has_more = !is_end_known || gone.len() == room;
        Some((Removal { rows: gone.len(), has_more, oldest_end: was.1, last_end }, change))
    }
}

impl Redis {
    /// Removes rows with everything that belongs to them, in as few commands as possible.
    fn remove_rows<'a>(
        &self,
        change: &mut Change,
        record: &Record,
        numbers: &[i64],
        gone: impl Iterator<Item = &'a Occurrence>,
    ) {
        let (taken, history) = (self.keys.row_keys(change.shard), self.keys.history(record.uid));
        let (mut fields, mut keys, mut members) = (Vec::new(), Vec::new(), Vec::new());
        for row in gone {
            fields.push(row_field(record.uid, &row.planned.period_key, &row.planned.discriminator));
            keys.extend([self.keys.row(row.id), self.keys.attempts(row.id)]);
            members.push(row.id.0);
        }
        if members.is_empty() {
            return;
        }
        change.command(&words(&["HDEL", &taken], &fields));
        change.command(&words(&["DEL"], &keys));
        if numbers.starts_with(&members) {
            let first = members.len().to_string();
            change.command(&words(&["LTRIM", &history, &first, "-1"], &[]));
        } else {
            // The rows are near the beginning of the list, so each is found quickly.
            for number in &members {
                change.command(&words(&["LREM", &history, "1", &number.to_string()], &[]));
            }
        }
        let rows_of = self.keys.rows_of(&record.key.tenant);
        members.iter().for_each(|number| change.remove(rows_of.clone(), number.to_string()));
    }
}

fn words<'a>(first: &[&'a str], rest: &'a [String]) -> Vec<&'a [u8]> {
    first.iter().copied().chain(rest.iter().map(String::as_str)).map(str::as_bytes).collect()
}

/// Returns the rows of a window that may be removed, up to a limit.
fn past_retention(step: &Step<'_>, window: &Window, room: usize) -> BTreeSet<OccurrenceId> {
    let prune = step.prune;
    let is_surplus = prune.surplus_above().is_some_and(|above| window.record.ended > u64::from(above));
    let mut surplus = if is_surplus { window.record.ended.saturating_sub(prune.keep_per_schedule.into()) } else { 0 };
    let may_go = |row: &&Occurrence| {
        let is_surplus = surplus > 0;
        surplus -= u64::from(is_surplus);
        let is_old = row.ended_at.zip(prune.ended_before).is_some_and(|(ended_at, before)| ended_at < before);
        is_surplus || is_old
    };
    let ended = window.rows.iter().filter(|row| row.state.is_terminal());
    ended.filter(may_go).map(|row| row.id).take(room).collect()
}
