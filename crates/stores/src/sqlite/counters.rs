//! Collects the effects of a batch of completed runs on their schedules: counters, lanes in which waiting
//! occurrences may start, and the next due time. The effects are added up per schedule and written once.

use std::collections::BTreeMap;

use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::error::Result;
use super::occurrence::RowWriter;
use super::row::{self, micros, optional_micros};
use super::schedule::BriefReader;
use super::span::spans;
use refrain_ledger::model::{CompletedRun, CounterChange, Occurrence, OccurrenceId, Overlap, Reason, ScheduleUid};

/// Effects of a batch on schedules.
#[derive(Debug, Default)]
pub(super) struct Tally(BTreeMap<ScheduleUid, Effect>);

/// Effect of a batch on one schedule.
#[derive(Debug, Default)]
pub(super) struct Effect {
    ended: CounterChange,
    /// Number of completed runs without a discriminator. Normally these are all runs.
    plain: usize,
    /// Number of completed runs by discriminator.
    lanes: BTreeMap<String, usize>,
    next_due_at: Option<Timestamp>,
}

impl Effect {
    /// Counts a completed run of a lane, in whose place a waiting occurrence may start.
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
    /// Counts an occurrence that has just completed.
    pub(super) fn count(&mut self, row: &Occurrence, was_started: bool, now: Timestamp) -> &mut Effect {
        let effect = self.0.entry(row.schedule_uid).or_default();
        effect.ended.add(CompletedRun::of(row, was_started, now));
        effect
    }

    /// Counts a completed run of a lane, in whose place a waiting occurrence may start.
    pub(super) fn complete(&mut self, uid: ScheduleUid, discriminator: &str) {
        self.0.entry(uid).or_default().complete(discriminator);
    }

    /// Sets the next due time of the schedule, if the schedule is active.
    pub(super) fn due(&mut self, uid: ScheduleUid, at: Timestamp) {
        self.0.entry(uid).or_default().next_due_at = Some(at);
    }

    /// Writes all effects.
    pub(super) fn write(self, conn: &Connection, now: Timestamp) -> Result<()> {
        let effects: Vec<(ScheduleUid, Effect)> = self.0.into_iter().collect();
        for alike in effects.chunk_by(|(_, one), (_, next)| one.ended == next.ended) {
            count(conn, alike)?;
        }
        wake(conn, &effects, now)?;
        for (uid, effect) in &effects {
            if let Some(at) = effect.next_due_at {
                let mut due = conn.prepare_cached(include_str!("sql/counters_next_due.sql"))?;
                due.execute(params![micros(at), uid.0])?;
            }
        }
        Ok(())
    }
}

/// Applies [`CounterChange::apply`] to the counters of schedules that all have the same change.
fn count(conn: &Connection, alike: &[(ScheduleUid, Effect)]) -> Result<()> {
    let Some((_, Effect { ended, .. })) = alike.first() else { return Ok(()) };
    if *ended == CounterChange::default() {
        return Ok(());
    }
    let mut count = conn.prepare_cached(include_str!("sql/counters_add.sql"))?;
    let uids: Vec<i64> = alike.iter().map(|(uid, _)| uid.0).collect();
    for (first, last) in spans(&uids) {
        count.execute(params![
            ended.runs,
            ended.succeeded,
            ended.skipped,
            ended.failed,
            ended.has_success,
            ended.consecutive_failures,
            optional_micros(ended.last_ended_at),
            optional_micros(ended.last_success_at),
            ended.last_error,
            first,
            last,
        ])?;
    }
    Ok(())
}

/// Returns the number of consecutive failed runs of a schedule.
pub(super) fn consecutive_failures(conn: &Connection, uid: ScheduleUid) -> Result<u64> {
    let mut read = conn.prepare_cached(include_str!("sql/counters_failures.sql"))?;
    let failures: i64 = read.query_row([uid.0], |row| row.get(0))?;
    Ok(u64::try_from(failures).unwrap_or_default())
}

/// Wakes occurrences that wait for the completed runs.
fn wake(conn: &Connection, effects: &[(ScheduleUid, Effect)], now: Timestamp) -> Result<()> {
    let uids: Vec<i64> = effects.iter().filter(|(_, effect)| effect.completed() > 0).map(|(uid, _)| uid.0).collect();
    let mut waiting = conn.prepare_cached(include_str!("sql/counters_waiting.sql"))?;
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

/// Applies the rules of [`woken`](refrain_ledger::ledger::admission::woken).
fn wake_lanes(conn: &Connection, uid: ScheduleUid, effect: &Effect, now: Timestamp) -> Result<()> {
    let mut wake = conn.prepare_cached(include_str!("sql/counters_wake_lanes.sql"))?;
    let mut wake = |lane: Option<&str>, completed: usize| -> Result<()> {
        for is_beside in [false, true] {
            wake.execute(params![micros(now), uid.0, lane, is_beside, row::rows(completed)])?;
        }
        Ok(())
    };
    if BriefReader::new(conn)?.read(uid)?.gate.overlap == Overlap::AllowAll {
        return wake(None, effect.completed());
    }
    if effect.plain > 0 {
        wake(Some(""), effect.plain)?;
    }
    effect.lanes.iter().try_for_each(|(lane, completed)| wake(Some(lane), *completed))
}

/// Completes an occurrence that its worker has not settled, and counts it. Returns whether it had started.
pub(super) fn complete_row(
    write: &mut RowWriter<'_>,
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
