//! Which waiting occurrences are claimed again when runs of their lane complete.

use crate::id::OccurrenceId;
use crate::policy::Overlap;

use super::held::{QueueKey, Standing, shares_lane};

/// An occurrence that waits for another run, and is not to be claimed yet.
#[derive(Clone, Copy, Debug)]
pub struct Waiting<'a> {
    /// Its lane; unknown if a program that did not know of lanes has written it.
    pub discriminator: Option<&'a str>,
    /// How it relates to the others of its lane.
    pub standing: Standing,
    /// Its place in the lane.
    pub key: QueueKey,
}

/// The occurrences to wake for runs of one discriminator that have completed, one for each. A backfill with its own
/// concurrency is a queue of its own.
///
/// The SQL stores choose the same rows by an index.
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
