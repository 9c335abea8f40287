//! Leases ready occurrences.
//!
//! A claim locks the rows and their schedules while it decides. So a pause either waits for the claim or is
//! seen by it, and two claims never decide about the same schedule at once.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::Ordering;

use jiff::Timestamp;
use tokio_postgres::Row;

use super::Postgres;
use super::changes::Changes;
use super::error::{Failure, corrupt};
use super::occurrence::LOCK_OTHERS;
use super::row::{self, Columns};
use super::transaction::Tx;
use refrain_ledger::ledger::admission::{
    Admission, Candidate, HeldRows, LaneRelation, OpenCount, Replacement, Verdict, admit, depends_on_others,
};
use refrain_ledger::ledger::transition::Grant;
use refrain_ledger::model::{Fence, Gate, Occurrence, OccurrenceId, Reason, ScheduleUid, SkipReason, State, Trigger};
use refrain_ledger::store::{Claim, ClaimResult, StoreError, UNREADABLE_RETRY_AFTER, UnreadableRow};

const CLAIM: &str = include_str!("sql/claim.sql");
const SET_ASIDE: &str = include_str!("sql/claim_set_aside.sql");
const HELD_OTHERS: &str = include_str!("sql/claim_held_others.sql");

/// Position of the timeline number in a fence. When a standby takes over, a new timeline begins, and the last
/// fences may have been lost. The new timeline continues from a number that no earlier server can have reached.
const FENCES_PER_TIMELINE_BITS: u32 = 40;

/// Minimum number of due rows that a claim reads before it queries tenant by tenant.
const SCAN_ROWS_MIN: i64 = 256;
/// Maximum number of tenants that a claim queries. This takes a few milliseconds.
const SCAN_TENANTS_MAX: i64 = 256;

/// First columns of the turn, of the gate and of the row in the result of the claim statement.
const TURN_COLUMN: usize = 3;
const GATE_COLUMN: usize = 5;
const ROW_COLUMN: usize = 11;

/// The candidates of one schedule, by their position in the order of the claim.
struct Group {
    gate: Gate,
    places: Vec<usize>,
}

impl Group {
    fn candidates(&self, rows: &[Occurrence], now: Timestamp) -> Vec<Candidate> {
        self.places.iter().map(|place| Candidate::of(&rows[*place], now)).collect()
    }
}

/// The rows that a claim has locked.
struct Candidates {
    /// In the order in which they are served.
    rows: Vec<Occurrence>,
    groups: BTreeMap<ScheduleUid, Group>,
    unreadable: Vec<UnreadableRow>,
}

/// Returns the lowest fence that may be assigned now on a server's timeline.
pub(super) fn fence_floor(timeline: &str, now: Timestamp) -> Result<Fence, Failure> {
    let number = i64::from_str_radix(timeline, 16).map_err(|_| corrupt("timeline", timeline))?;
    Ok(Fence((number << FENCES_PER_TIMELINE_BITS) + Fence::floor_at(now).0))
}

impl Postgres {
    pub(super) async fn claim_rows(&self, tx: &Tx, claim: &Claim, now: Timestamp) -> Result<ClaimResult, Failure> {
        let found = self.ready_rows(tx, claim, now).await?;
        let Some(first) = found.first() else { return Ok(ClaimResult::default()) };
        let (may_have_more, picked): (bool, i64) = (first.get(0), first.get(1));
        let Candidates { mut rows, groups, unreadable } = self.candidates(tx, &found).await?;
        if !unreadable.is_empty() {
            let ids: Vec<i64> = unreadable.iter().map(|row| row.id.0).collect();
            let until = now.saturating_add(UNREADABLE_RETRY_AFTER).unwrap_or(now);
            tx.query(SET_ASIDE, &[&ids, &until]).await?;
        }
        // Rows that another transaction had locked are left for the next claim.
        let has_more = may_have_more || usize::try_from(picked).is_ok_and(|picked| picked > rows.len());
        if rows.is_empty() {
            return Ok(ClaimResult { has_more, unreadable, ..ClaimResult::default() });
        }
        let grant = Grant {
            owner: claim.owner.clone(),
            until: now.saturating_add(claim.lease_for).unwrap_or(now),
            fence_floor: fence_floor(first.get(2), now)?,
        };
        let ids: Vec<i64> = rows.iter().map(|row| row.id.0).collect();
        let depends = |group: &Group| depends_on_others(&group.gate, &group.candidates(&rows, now));
        let limited = groups.iter().filter(|(_, group)| depends(group)).map(|(uid, _)| uid.0).collect();
        let held = held_others(tx, limited, &ids).await?;
        let nothing = HeldRows::default();
        let mut changes = Changes::default();
        let mut replacing = BTreeMap::new();
        for (uid, group) in &groups {
            let candidates = group.candidates(&rows, now);
            let admission = admit(&group.gate, held.get(uid).unwrap_or(&nothing), &candidates);
            for (place, verdict) in group.places.iter().zip(&admission.verdicts) {
                let row = &mut rows[*place];
                match verdict {
                    Verdict::Start => changes.attempt(row.id, row.start(&grant, now)),
                    Verdict::Wait { blocker, behind } => {
                        row.wait(*blocker, *behind, now);
                        changes.row(row.clone());
                    }
                    Verdict::Later => {}
                    Verdict::End { reason, blocker } => {
                        if changes.end(row, *reason, *blocker, now) {
                            changes.complete(row);
                        }
                        changes.row(row.clone());
                    }
                }
            }
            if admission.replaces_others() {
                replacing.insert(*uid, admission);
            }
        }
        replace_others(tx, &replacing, &ids, &mut changes, now).await?;
        Changes::lease(tx, rows.iter().filter(|row| row.state == State::Running), &grant, now);
        changes.write(tx, now);
        let (started, rest): (Vec<Occurrence>, Vec<Occurrence>) =
            rows.into_iter().partition(|row| row.state == State::Running);
        let ended = rest.into_iter().filter(|row| row.state.is_terminal()).collect();
        Ok(ClaimResult { started, ended, has_more, unreadable })
    }

    /// Returns a fair share of the ready rows, locked together with their schedules.
    async fn ready_rows(&self, tx: &Tx, claim: &Claim, now: Timestamp) -> Result<Vec<Row>, Failure> {
        let due_until = now.saturating_add(claim.ahead_for).unwrap_or(now);
        let limit = i64::try_from(claim.limit).unwrap_or(i64::MAX);
        let look = limit.saturating_mul(2).max(SCAN_ROWS_MIN);
        let place = self.claim_place.load(Ordering::Relaxed);
        let found = tx.query(CLAIM, &[&now, &due_until, &limit, &look, &SCAN_TENANTS_MAX, &place]).await?;
        let last_tenant: Option<i32> = found.first().and_then(|first| first.get(first.len() - 1));
        self.claim_place.store(last_tenant.unwrap_or(0), Ordering::Relaxed);
        Ok(found)
    }

    /// Returns the locked rows, in the order in which they are served, and their schedules.
    async fn candidates(&self, tx: &Tx, found: &[Row]) -> Result<Candidates, Failure> {
        // A result without a row only says whether there is more.
        let mut found: Vec<&Row> = found.iter().filter(|row| row.get::<_, Option<i64>>(ROW_COLUMN).is_some()).collect();
        found.sort_by_cached_key(|row| -> (i64, Timestamp, i64) {
            (row.get(TURN_COLUMN), row.get(TURN_COLUMN + 1), row.get(ROW_COLUMN))
        });
        let names = self.tenants.names(tx, found.iter().map(|row| row.get(ROW_COLUMN + 1))).await?;
        let mut rows = Vec::with_capacity(found.len());
        let mut groups: BTreeMap<ScheduleUid, Group> = BTreeMap::new();
        let mut unreadable = Vec::new();
        for line in found {
            let row = match row::occurrence(&mut Columns::from(line, ROW_COLUMN), &names) {
                Ok(row) => row,
                Err(StoreError::Corrupt(problem)) => {
                    unreadable.push(UnreadableRow { id: OccurrenceId(line.get(ROW_COLUMN)), problem });
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            let place = rows.len();
            match groups.get_mut(&row.schedule_uid) {
                Some(group) => group.places.push(place),
                None => {
                    let gate = row::gate(&mut Columns::from(line, GATE_COLUMN))?;
                    groups.insert(row.schedule_uid, Group { gate, places: vec![place] });
                }
            }
            rows.push(row);
        }
        Ok(Candidates { rows, groups, unreadable })
    }
}

/// Returns the other open occurrences of these schedules.
async fn held_others(
    tx: &Tx,
    limited: Vec<i64>,
    candidates: &[i64],
) -> Result<HashMap<ScheduleUid, HeldRows>, Failure> {
    let mut held: HashMap<ScheduleUid, HeldRows> = HashMap::new();
    if limited.is_empty() {
        return Ok(held);
    }
    for row in tx.query(HELD_OTHERS, &[&limited, &candidates]).await? {
        let mut columns = Columns::new(&row);
        let uid = ScheduleUid(columns.take()?);
        let lane: Option<&str> = columns.take()?;
        let trigger = columns.code("trigger", Trigger::from_code)?;
        let is_beside: bool = columns.take()?;
        let standing = LaneRelation::of(trigger, is_beside.then_some(1));
        let count = OpenCount {
            started: columns.count::<i64, _>()?,
            blocker: columns.take::<Option<i64>>()?.map(OccurrenceId),
            waiting: columns.count::<i64, _>()?,
            first_waiting: columns.take::<Option<Timestamp>>()?.zip(columns.take::<Option<i64>>()?.map(OccurrenceId)),
        };
        held.entry(uid).or_default().add(lane, standing, count);
    }
    Ok(held)
}

/// Cancels running occurrences and skips waiting ones that a newer occurrence replaces.
async fn replace_others(
    tx: &Tx,
    replacing: &BTreeMap<ScheduleUid, Admission>,
    candidates: &[i64],
    changes: &mut Changes,
    now: Timestamp,
) -> Result<(), Failure> {
    if replacing.is_empty() {
        return Ok(());
    }
    let uids: Vec<i64> = replacing.keys().map(|uid| uid.0).collect();
    for line in tx.query(LOCK_OTHERS, &[&uids, &candidates]).await? {
        let mut row = row::open(&line)?;
        match replacing.get(&row.schedule_uid).and_then(|admission| admission.replacement_of(&row)) {
            Some(Replacement::Cancel) => row.request_cancel(now),
            Some(Replacement::Skip(by)) => {
                changes.end(&mut row, Reason::Skipped(SkipReason::Overlap), Some(by), now);
            }
            None => continue,
        }
        changes.row(row);
    }
    Ok(())
}
