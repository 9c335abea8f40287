//! Chooses the waiting occurrences that are claimed again when runs of their lane complete.

use crate::model::{OccurrenceId, Overlap};

use super::held::{QueueKey, Standing, shares_lane};

/// An occurrence that waits for another run and is not claimable yet.
#[derive(Clone, Copy, Debug)]
pub struct Waiting<'a> {
    /// Discriminator. Unknown if the row was written by a program that did not support lanes.
    pub discriminator: Option<&'a str>,
    /// Relation to the others of the lane.
    pub standing: Standing,
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
    waiting: impl Iterator<Item = Waiting<'a>>,
) -> Vec<OccurrenceId> {
    let mut queue = Vec::new();
    let mut beside = Vec::new();
    for row in waiting.filter(|row| shares_lane(overlap, row.discriminator, discriminator)) {
        match row.standing {
            Standing::Live | Standing::CatchUp => queue.push((false, row.key)),
            Standing::Requested => queue.push((true, row.key)),
            Standing::Beside => beside.push((true, row.key)),
        }
    }
    let mut woken = Vec::new();
    for rows in [&mut queue, &mut beside] {
        rows.sort_unstable();
        woken.extend(rows.iter().take(completed).map(|(_, (_, id))| *id));
    }
    woken
}
