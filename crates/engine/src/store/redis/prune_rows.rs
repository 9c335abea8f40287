//! Removing ended rows of the schedules that an index names: those that ended too long ago, and those that a schedule has
//! too many. Many schedules are read and written in a few round trips.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::commit::{Change, Hint, Set};
use super::group::ended_step;
use super::keys::{Shard, padded, row_field};
use super::prune::{Index, Step, exclusive};
use super::record::Record;
use super::{Redis, Tries, link};
use crate::id::OccurrenceId;
use crate::occurrence::Occurrence;
use crate::store::StoreError;

/// Rows of one schedule that are read at once: more when there are few schedules, and when the first rows may all stay.
const WINDOW_MIN: usize = 16;
const WINDOW_MAX: usize = 1_000;

/// The first rows of a schedule by number.
struct Window {
    shard: Shard,
    record: Record,
    rows: Vec<Occurrence>,
    /// Whether the schedule has no further row.
    is_whole: bool,
}

/// What one step does to a schedule.
struct Cut {
    change: Change,
    /// Number of rows that go.
    rows: usize,
    /// Whether more rows may have to go.
    has_more: bool,
    last_end: Option<Timestamp>,
}

impl Redis {
    /// Removes rows and answers how many, and when the last of them has ended.
    pub(super) async fn prune_rows(&self, step: &mut Step<'_>) -> Result<(usize, Option<Timestamp>), StoreError> {
        let mut removed = (0, None);
        if let Some(before) = step.prune.ended_before {
            let entries = self.next_entries(step, Index::Oldest, ("-inf", &exclusive(before))).await?;
            let records = self.records_of(step, Index::Oldest, &entries).await?;
            removed = self.cut_schedules(step, Index::Oldest, records, step.prune.limit).await?;
        }
        if let Some(above) = step.prune.surplus_above()
            && removed.0 < step.prune.limit
        {
            let entries = self.next_entries(step, Index::Ended, (&format!("({above}"), "+inf")).await?;
            let records = self.records_of(step, Index::Ended, &entries).await?;
            let room = step.prune.limit - removed.0;
            removed.0 += self.cut_schedules(step, Index::Ended, records, room).await?.0;
        }
        Ok(removed)
    }

    async fn cut_schedules(
        &self,
        step: &mut Step<'_>,
        index: Index,
        records: Vec<(Shard, Record)>,
        mut room: usize,
    ) -> Result<(usize, Option<Timestamp>), StoreError> {
        let rows = (room / records.len().max(1)).clamp(WINDOW_MIN, WINDOW_MAX);
        let mut windows = self.windows(records, rows).await?;
        // Where nothing of the first rows may go, the schedule is looked into more deeply: it would be found for ever.
        let (deeper, mut cuts): (Vec<_>, Vec<_>) =
            windows.drain(..).partition(|window| !window.is_whole && !self.may_cut(step, window));
        cuts.extend(self.windows(deeper.into_iter().map(|it| (it.shard, it.record)).collect(), WINDOW_MAX).await?);
        let mut made = Vec::new();
        for window in cuts {
            if room == 0 {
                // The others are for the next step.
                step.has_more = true;
                break;
            }
            let shard = window.shard;
            match self.cut(step, window, room) {
                Some(cut) => {
                    room -= cut.rows;
                    step.has_more |= cut.has_more;
                    made.push(cut);
                }
                None => step.stay(shard, index, 1),
            }
        }
        let mut tries = Tries::apart("what is old");
        let last_end = made.iter().filter_map(|cut| cut.last_end).max();
        let (rows, changes): (Vec<usize>, Vec<Change>) = made.into_iter().map(|cut| (cut.rows, cut.change)).unzip();
        let written = self.commit(changes, Hint::Keep, &mut tries).await?;
        Ok((rows.iter().zip(written).filter(|(_, written)| *written).map(|(rows, _)| rows).sum(), last_end))
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
            Window { shard, rows: read, is_whole: numbers.len() < rows, record }
        };
        Ok(records.into_iter().zip(numbers).map(window).collect())
    }

    fn may_cut(&self, step: &Step<'_>, window: &Window) -> bool {
        !past_retention(step, window, usize::MAX).is_empty()
    }

    /// Removes what may go of a schedule's first rows with everything that belongs to it, and moves the schedule in the
    /// indexes. None when there is nothing to do.
    fn cut(&self, step: &Step<'_>, window: Window, room: usize) -> Option<Cut> {
        let gone = past_retention(step, &window, room);
        let Window { shard, mut record, rows, is_whole } = window;
        let was = (record.ended, record.oldest_end);
        let uid = record.uid;
        let mut change = Change::new(shard);
        change.expect_version(self.keys.record(uid), record.version);
        record.version += 1;
        let (taken, history) = (self.keys.row_keys(shard), self.keys.history(uid));
        for row in rows.iter().filter(|row| gone.contains(&row.id)) {
            let field = row_field(uid, &row.planned.period_key, &row.planned.discriminator);
            change.command(&[b"HDEL", taken.as_bytes(), field.as_bytes()]);
            // Old rows stand at the beginning, so it is found at once.
            let number = row.id.to_string();
            change.command(&[b"LREM", history.as_bytes(), b"1", number.as_bytes()]);
            change.remove(self.keys.rows_of(&record.key.tenant), number);
            let (stored, attempts) = (self.keys.row(row.id), self.keys.attempts(row.id));
            change.command(&[b"DEL", stored.as_bytes(), attempts.as_bytes()]);
        }
        record.ended = record.ended.saturating_sub(gone.len() as u64);
        let mut ended = rows.iter().filter(|row| row.state.is_terminal());
        // Rows end in about the order of their numbers: what was not read is no older than the last that was.
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
        Some(Cut { change, rows: gone.len(), has_more: !is_end_known || gone.len() == room, last_end })
    }
}

/// The rows of a window that may be removed, up to a limit.
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
