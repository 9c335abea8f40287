//! What the ends of a batch do to their schedules: counters, places that became free, the next due time. Added up for
//! each schedule and written once.

use std::collections::BTreeMap;

use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::error::Result;
use super::occurrence::WriteRow;
use super::row::{self, micros};
use super::schedule::{Count, Counted};
use crate::id::{OccurrenceId, ScheduleUid};
use crate::occurrence::{Occurrence, Reason};
use crate::schedule::{CounterChange, Ended, Status};

/// What a batch does to schedules.
#[derive(Debug, Default)]
pub(super) struct Tally(BTreeMap<ScheduleUid, Effect>);

#[derive(Debug, Default)]
struct Effect {
    ended: CounterChange,
    places: usize,
    next_due_at: Option<Timestamp>,
}

impl Tally {
    /// Counts a row that has just ended.
    pub(super) fn count(&mut self, row: &Occurrence, was_started: bool, now: Timestamp) {
        self.0.entry(row.schedule_uid).or_default().ended.add(Ended {
            state: row.state,
            is_counted: row.planned.trigger.is_counted(),
            was_started,
            at: now,
            message: row.message.as_deref(),
        });
    }

    /// Offers so many places to those that wait.
    pub(super) fn free(&mut self, uid: ScheduleUid, places: usize) {
        self.0.entry(uid).or_default().places += places;
    }

    /// Says when the schedule is due next, if it is active.
    pub(super) fn due(&mut self, uid: ScheduleUid, at: Timestamp) {
        self.0.entry(uid).or_default().next_due_at = Some(at);
    }

    /// Writes all of it.
    pub(super) fn write(self, conn: &Connection, now: Timestamp) -> Result<()> {
        let mut count = Count::new(conn)?;
        self.0.iter().try_for_each(|(uid, effect)| effect.write(conn, &mut count, *uid, now))
    }
}

impl Effect {
    fn write(&self, conn: &Connection, count: &mut Count<'_>, uid: ScheduleUid, now: Timestamp) -> Result<()> {
        let Counted { status, mut counters, has_waiting } = count.read(uid)?;
        if self.ended != CounterChange::default() {
            self.ended.apply(&mut counters);
            count.write(uid, &counters)?;
        }
        if self.places > 0 && has_waiting {
            let mut wake = conn.prepare_cached(include_str!("sql/waiting_wake.sql"))?;
            wake.execute(params![micros(now), uid.0, row::rows(self.places)])?;
        }
        if let Some(at) = self.next_due_at.filter(|_| status == Status::Active) {
            conn.prepare_cached(include_str!("sql/schedule_due.sql"))?.execute(params![micros(at), uid.0])?;
        }
        Ok(())
    }
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
