//! The loop that every library runs, and its timing.

use std::hint::black_box;
use std::time::Duration;

use crate::clock;
use crate::peers::Peer;
use crate::rows::{ENDS_AT, Row, STARTS_AT};

/// A recurrence of one library, prepared for walking.
pub(crate) trait Walk {
    /// Takes `steps` steps from the start, starting over at the end.
    fn walk(&self, steps: usize);
    /// Returns the first `count` instants before the end, in seconds.
    fn instants(&self, count: usize) -> Vec<i64>;
}

/// A library that can search for the next occurrence after any instant, in its own type of instant.
pub(crate) trait Step {
    type At: Clone;
    fn start(&self, second: i64) -> Self::At;
    fn next(&self, at: &Self::At) -> Option<Self::At>;
    fn second(at: &Self::At) -> i64;
}

impl<S: Step> Walk for S {
    fn walk(&self, steps: usize) {
        let start = self.start(STARTS_AT);
        let mut at = start.clone();
        for _ in 0..steps {
            at = match self.next(black_box(&at)) {
                Some(next) if S::second(&next) < ENDS_AT => next,
                Some(_) | None => start.clone(),
            };
        }
        black_box(S::second(&at));
    }

    fn instants(&self, count: usize) -> Vec<i64> {
        let mut at = self.start(STARTS_AT);
        let mut instants = Vec::new();
        while instants.len() < count
            && let Some(next) = self.next(&at).filter(|next| S::second(next) < ENDS_AT)
        {
            instants.push(S::second(&next));
            at = next;
        }
        instants
    }
}

/// Result of one library for one recurrence in one time zone.
#[derive(Clone, Copy)]
pub(crate) struct Measurement {
    pub(crate) ns_per_next: f64,
    /// Whether the library's instants differ from Refrain's.
    pub(crate) differs: bool,
}

const ROUNDS: usize = 5;
/// Enough to include an offset change for recurrences that run every minute.
const COMPARED_MAX: usize = 300_000;

/// Measures every library that can express the recurrence. The others are compared with the first one.
pub(crate) fn measure(peers: &[Box<dyn Peer>], row: &Row, zone: &str, round_for: Duration) -> Vec<Option<Measurement>> {
    let walks: Vec<Option<Box<dyn Walk>>> = peers.iter().map(|peer| peer.prepare(row, zone)).collect();
    let steps: Vec<usize> =
        walks.iter().map(|walk| walk.as_ref().map_or(0, |walk| steps_for(&**walk, round_for))).collect();
    let mut best = vec![f64::INFINITY; walks.len()];
    for _ in 0..ROUNDS {
        for ((walk, steps), best) in walks.iter().zip(&steps).zip(&mut best) {
            if let Some(walk) = walk {
                let took = clock::time(|| walk.walk(*steps));
                *best = best.min(took.as_nanos() as f64 / *steps as f64);
            }
        }
    }
    let ours = walks.first().and_then(|walk| walk.as_ref()).map(|walk| walk.instants(compared(row)));
    let differs = |walk: &dyn Walk| ours.as_ref().is_some_and(|ours| *ours != walk.instants(compared(row)));
    walks
        .iter()
        .zip(peers)
        .zip(best)
        .map(|((walk, peer), ns_per_next)| {
            let walk = walk.as_ref()?;
            Some(Measurement { ns_per_next, differs: peer.is_library() && differs(&**walk) })
        })
        .collect()
}

/// Returns the number of instants to compare: those of one year.
fn compared(row: &Row) -> usize {
    const YEAR_SECONDS: i64 = 366 * 86_400;
    usize::try_from(YEAR_SECONDS / row.gap_seconds).unwrap_or(COMPARED_MAX).clamp(10, COMPARED_MAX)
}

/// Returns the number of steps that fill a round.
fn steps_for(walk: &dyn Walk, round_for: Duration) -> usize {
    let mut steps = 16;
    loop {
        let took = clock::time(|| walk.walk(steps));
        if took >= round_for {
            return steps;
        }
        let missing = round_for.as_secs_f64() / took.as_secs_f64().max(1e-9);
        steps = (steps as f64 * missing.clamp(1.2, 20.0)).ceil() as usize;
    }
}
