//! Plans rows again that an edit superseded, as [`Occurrence::plan_again`] does.

use jiff::Timestamp;

use super::error::Failure;
use super::plan::{NewRow, all};
use super::row;
use super::transaction::{Tx, borrowed, params};
use refrain_ledger::ledger::transition::Origin;
use refrain_ledger::model::{Fence, Occurrence, OccurrenceId, Reason, Revision, ScheduleUid, SkipReason, State};

const FIND: &str = include_str!("sql/superseded.sql");
const AGAIN: &str = include_str!("sql/plan_again.sql");

/// Plans the superseded rows of these keys again, each as the first of the new rows with its key. Returns them.
///
/// The rows are locked after their schedule, unlike in a reopening. The server detects the rare deadlock, and the
/// transaction is tried again.
pub(super) async fn plan_again(
    tx: &Tx,
    rows: &[NewRow<'_>],
    now: Timestamp,
) -> Result<Vec<(OccurrenceId, ScheduleUid)>, Failure> {
    let uids = all(rows, |home, _| home.uid.0);
    let keys = all(rows, |_, row| row.period_key.clone());
    let discriminators = all(rows, |_, row| row.discriminator.clone());
    let found = tx.query(FIND, &[&uids, &keys, &discriminators]).await?;
    let mut again: Vec<Occurrence> = Vec::new();
    for line in &found {
        let (ordinal, id, fence): (i64, i64, i64) = (line.get(0), line.get(1), line.get(2));
        let place = usize::try_from(ordinal - 1).ok();
        let Some(&(home, new)) = place.and_then(|place| rows.get(place)) else { continue };
        if again.last().is_some_and(|last| last.id.0 == id) {
            continue;
        }
        let mut row = row::blank(OccurrenceId(id), home.uid);
        (row.state, row.fence) = (State::Skipped, Fence(fence));
        row.reason = Some(Reason::Skipped(SkipReason::Superseded));
        if row.is_superseded() {
            let (schedule, revision) = (row.schedule.clone(), Revision(home.revision));
            let origin = Origin { schedule, uid: home.uid, revision, tzdb: home.tzdb.to_owned() };
            row.plan_again(&origin, new.clone(), now);
            again.push(row);
        }
    }
    if !again.is_empty() {
        write(tx, &again, now).await?;
    }
    Ok(again.into_iter().map(|row| (row.id, row.schedule_uid)).collect())
}

async fn write(tx: &Tx, again: &[Occurrence], now: Timestamp) -> Result<(), Failure> {
    fn column<T>(rows: &[Occurrence], column: impl Fn(&Occurrence) -> T) -> Vec<T> {
        rows.iter().map(column).collect()
    }
    let params = params![
        column(again, |row| row.id.0),
        column(again, |row| row.fence.0),
        column(again, |row| row.revision.0),
        column(again, |row| row.tzdb.clone()),
        column(again, |row| row.planned.nominal_at),
        column(again, |row| row.planned.due_at),
        column(again, |row| row.planned.period.map(|(from, _)| from)),
        column(again, |row| row.planned.period.map(|(_, to)| to)),
        column(again, |row| row.planned.priority.rank()),
        column(again, |row| row.planned.trigger.code()),
        column(again, |row| row.planned.correlation_id.clone()),
        column(again, |row| row.planned.note.clone()),
        column(again, |row| row.planned.concurrency.map(row::stored_concurrency)),
        now,
    ];
    tx.query(AGAIN, &borrowed(&params)).await.map(drop)
}
