//! What the completed runs of a batch do to their schedules: counters, lanes in which others may start, the next due time.
//! Added up for each schedule and written once.

use std::collections::BTreeMap;

use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::error::Result;
use super::occurrence::WriteRow;
use super::row::{self, micros, micros_of};
use super::schedule::ReadBrief;
use super::span::spans;
use crate::id::{OccurrenceId, ScheduleUid};
use crate::occurrence::{Occurrence, Reason};
use crate::policy::Overlap;
use crate::schedule::{CounterChange, Ended};

/// What a batch does to schedules.
#[derive(Debug, Default)]
pub(super) struct Tally(BTreeMap<ScheduleUid, Effect>);

/// What it does to one of them.
#[derive(Debug, Default)]
pub(super) struct Effect {
    ended: CounterChange,
    /// Number of runs without a discriminator that have completed: as a rule all.
    plain: usize,
    /// Number of runs that have completed, by discriminator.
    lanes: BTreeMap<String, usize>,
    next_due_at: Option<Timestamp>,
}

impl Effect {
    /// Lets an occurrence that waits start in place of one run of the lane.
    pub(super) fn complete(&mut self, discriminator: &str) {
        if discriminator.is_empty() {
            self.plain += 1;
        } else {
            *self.lanes.entry(discriminator.to_owned()).or_default() += 1;
        }
    }

    fn completed(&self) -> usize {
        self.plain + self.lanes.values().sum::<usize>()
    }
}

impl Tally {
    /// Counts a row that has just ended.
    pub(super) fn count(&mut self, row: &Occurrence, was_started: bool, now: Timestamp) -> &mut Effect {
        let effect = self.0.entry(row.schedule_uid).or_default();
        effect.ended.add(Ended::of(row, was_started, now));
        effect
    }

    /// Lets an occurrence that waits start in place of this one.
    pub(super) fn complete(&mut self, uid: ScheduleUid, discriminator: &str) {
        self.0.entry(uid).or_default().complete(discriminator);
    }

    /// Says when the schedule is due next, if it is active.
    pub(super) fn due(&mut self, uid: ScheduleUid, at: Timestamp) {
        self.0.entry(uid).or_default().next_due_at = Some(at);
    }

    /// Writes all of it.
    pub(super) fn write(self, conn: &Connection, now: Timestamp) -> Result<()> {
        let effects: Vec<(ScheduleUid, Effect)> = self.0.into_iter().collect();
        for alike in effects.chunk_by(|(_, one), (_, next)| one.ended == next.ended) {
            count(conn, alike)?;
        }
        wake(conn, &effects, now)?;
        for (uid, effect) in &effects {
            if let Some(at) = effect.next_due_at {
                let mut due = conn.prepare_cached(include_str!("sql/schedule_due.sql"))?;
                due.execute(params![micros(at), uid.0])?;
            }
        }
        Ok(())
    }
}

/// Does to the counters of schedules what [`CounterChange::apply`] does, all of them having the same change.
fn count(conn: &Connection, alike: &[(ScheduleUid, Effect)]) -> Result<()> {
    let Some((_, Effect { ended, .. })) = alike.first() else { return Ok(()) };
    if *ended == CounterChange::default() {
        return Ok(());
    }
    let mut count = conn.prepare_cached(include_str!("sql/schedules_count.sql"))?;
    let uids: Vec<i64> = alike.iter().map(|(uid, _)| uid.0).collect();
    for (first, last) in spans(&uids) {
        count.execute(params![
            ended.runs,
            ended.generated,
            ended.skipped,
            ended.failed,
            ended.has_success,
            ended.failures_in_a_row,
            micros_of(ended.last_ended_at),
            micros_of(ended.last_success_at),
            ended.last_error,
            first,
            last,
        ])?;
    }
    Ok(())
}

/// How many runs of a schedule have failed in a row.
pub(super) fn failures_in_a_row(conn: &Connection, uid: ScheduleUid) -> Result<u64> {
    let mut read = conn.prepare_cached(include_str!("sql/failures_in_a_row.sql"))?;
    let failures: i64 = read.query_row([uid.0], |row| row.get(0))?;
    Ok(u64::try_from(failures).unwrap_or_default())
}

/// Wakes occurrences that wait for the runs that have completed.
fn wake(conn: &Connection, effects: &[(ScheduleUid, Effect)], now: Timestamp) -> Result<()> {
    let uids: Vec<i64> = effects.iter().filter(|(_, effect)| effect.completed() > 0).map(|(uid, _)| uid.0).collect();
    let mut waiting = conn.prepare_cached(include_str!("sql/schedule_waiting.sql"))?;
    for (mut first, last) in spans(&uids) {
        while let Some(uid) = waiting.query_row([first, last], |row| row.get::<_, Option<i64>>(0))? {
            let effect = effects.binary_search_by_key(&uid, |(uid, _)| uid.0).map(|place| &effects[place].1);
            if let Ok(effect) = effect {
                wake_lanes(conn, ScheduleUid(uid), effect, now)?;
            }
            first = uid + 1;
        }
    }
    Ok(())
}

/// Does what [`woken`](crate::ledger::admission::woken) says.
fn wake_lanes(conn: &Connection, uid: ScheduleUid, effect: &Effect, now: Timestamp) -> Result<()> {
    let mut wake = conn.prepare_cached(include_str!("sql/waiting_wake.sql"))?;
    let mut wake = |lane: Option<&str>, completed: usize| -> Result<()> {
        for is_beside in [false, true] {
            wake.execute(params![micros(now), uid.0, lane, is_beside, row::rows(completed)])?;
        }
        Ok(())
    };
    if ReadBrief::new(conn)?.read(uid)?.gate.overlap == Overlap::AllowAll {
        return wake(None, effect.completed());
    }
    if effect.plain > 0 {
        wake(Some(""), effect.plain)?;
    }
    effect.lanes.iter().try_for_each(|(lane, completed)| wake(Some(lane), *completed))
}

/// Ends a row, which its worker has not settled, and counts it. Answers whether it had begun.
pub(super) fn end_row(
    write: &mut WriteRow<'_>,
    tally: &mut Tally,
    row: &mut Occurrence,
    (reason, blocker): (Reason, Option<OccurrenceId>),
    now: Timestamp,
) -> Result<bool> {
    let was_started = row.is_started();
    row.end(reason.state(), Some(reason), None, now);
    row.blocker = blocker;
    tally.count(row, was_started, now);
    write.write(row)?;
    Ok(was_started)
}
