//! Chooses the waiting occurrences that are claimed again when runs of their lane complete, or when their schedule
//! may run again.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::model::{Gate, Occurrence, OccurrenceId, Overlap, Status};

use super::held::{HeldRows, LaneRelation, QueueKey, shares_lane};
use super::lane::Lane;

/// An occurrence that waits for another run and is not claimable yet.
#[derive(Clone, Copy, Debug)]
pub struct WaitingOccurrence<'a> {
    /// Discriminator. Unknown if the row was written by a program that did not support lanes.
    pub discriminator: Option<&'a str>,
    /// Relation to the others of the lane.
    pub standing: LaneRelation,
    /// Position in the lane.
    pub key: QueueKey,
}

/// Returns the occurrences to wake for completed runs of one discriminator, one for each run. A backfill with its
/// own concurrency is a queue of its own.
///
/// The SQL stores select the same rows by an index.
pub fn woken<'a>(
    overlap: Overlap,
    discriminator: &str,
    completed: usize,
    waiting: impl Iterator<Item = WaitingOccurrence<'a>>,
) -> Vec<OccurrenceId> {
    let mut queue = Vec::new();
    let mut beside = Vec::new();
    for row in waiting.filter(|row| shares_lane(overlap, row.discriminator, discriminator)) {
        match row.standing {
            LaneRelation::Live | LaneRelation::CatchUp => queue.push((false, row.key)),
            LaneRelation::Requested => queue.push((true, row.key)),
            LaneRelation::Beside => beside.push((true, row.key)),
        }
    }
    let mut woken = Vec::new();
    for rows in [&mut queue, &mut beside] {
        rows.sort_unstable();
        woken.extend(rows.iter().take(completed).map(|(_, (_, id))| *id));
    }
    woken
}

/// The waiting occurrences of one lane.
#[derive(Default)]
struct WaitingLane<'a> {
    live: Vec<&'a Occurrence>,
    requested: Vec<&'a Occurrence>,
    beside: Vec<&'a Occurrence>,
}

/// Returns the occurrences to wake after a schedule became active or was edited: the first of each lane, as many as
/// may start now. `open` are the open occurrences of the schedule that have started or wait; others do not matter.
///
/// Otherwise nothing might wake them. During a pause, a completed run wakes an occurrence that is then skipped. An
/// edit may supersede the one that was woken, or add slots.
pub fn resumed<'a>(gate: &Gate, open: impl Iterator<Item = &'a Occurrence>, now: Timestamp) -> Vec<OccurrenceId> {
    if gate.status != Status::Active {
        return Vec::new();
    }
    let mut held = HeldRows::default();
    let mut lanes: BTreeMap<&str, WaitingLane<'_>> = BTreeMap::new();
    for row in open {
        held.add_row(row);
        if row.is_started() || !row.waits {
            continue;
        }
        let has_one_lane = gate.overlap == Overlap::AllowAll;
        let name = if has_one_lane { "" } else { row.planned.discriminator.as_str() };
        let lane = lanes.entry(name).or_default();
        match row.standing() {
            LaneRelation::Live | LaneRelation::CatchUp => lane.live.push(row),
            LaneRelation::Requested => lane.requested.push(row),
            LaneRelation::Beside => lane.beside.push(row),
        }
    }
    let mut first = Vec::new();
    for (name, WaitingLane { mut live, mut requested, mut beside }) in lanes {
        for rows in [&mut live, &mut requested, &mut beside] {
            rows.sort_unstable_by_key(|row| (row.planned.nominal_at, row.id));
        }
        let counts = held.lane(gate.overlap, name);
        let free = Lane::new(gate, counts).free() as usize;
        let left = free.saturating_sub(live.len()).min(usize::from(counts.requested.started == 0));
        let concurrency = beside.iter().filter_map(|row| row.planned.concurrency).max().unwrap_or(1);
        let free_beside = concurrency.saturating_sub(counts.beside.started) as usize;
        let free_beside = if gate.overlap == Overlap::AllowAll { free_beside.min(free) } else { free_beside };
        first.extend(live.into_iter().take(free));
        first.extend(requested.into_iter().take(left));
        first.extend(beside.into_iter().take(free_beside));
    }
    // An occurrence that is already claimable was woken before.
    first.into_iter().filter(|row| row.ready_at > now).map(|row| row.id).collect()
}
