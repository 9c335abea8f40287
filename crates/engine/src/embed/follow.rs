//! Keeps a node's clock synchronized with the store, so that the machine's own clock does not matter.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio_util::sync::CancellationToken;

use crate::clock::StoreClock;
use crate::observe::{Alarm, Events};
use crate::store::{Store, StoreError};

/// Interval between queries of the store's time. Machine clocks drift by less than a millisecond in that time.
const SYNC_INTERVAL: Duration = Duration::from_secs(30);

/// Maximum round trip of a precise answer. After a slower answer, the clock may be behind by the whole round trip.
const ROUND_TRIP_MAX: SignedDuration = SignedDuration::from_millis(20);
/// Maximum number of queries per synchronization. A remote store never answers quickly.
const TRIES: usize = 3;

/// Synchronizes the clock with the store, and returns by how much the clock was wrong.
pub(super) async fn synchronize(store: &dyn Store, clock: &StoreClock) -> Result<SignedDuration, StoreError> {
    ask(clock, ROUND_TRIP_MAX, || store.now()).await
}

/// Queries the time until an answer arrives quickly enough. Every answer is passed to the clock, and the fastest
/// one counts.
async fn ask<F>(
    clock: &StoreClock,
    round_trip_max: SignedDuration,
    question: impl Fn() -> F,
) -> Result<SignedDuration, StoreError>
where
    F: Future<Output = Result<Timestamp, StoreError>>,
{
    let (mut tries, mut step) = (1, SignedDuration::ZERO);
    loop {
        let asked = clock.ask();
        let store_at = question().await?;
        let is_quick = asked.waited() <= round_trip_max;
        step = step.saturating_add(clock.answer(asked, store_at));
        if is_quick || tries == TRIES {
            return Ok(step);
        }
        tries += 1;
    }
}

/// Synchronizes the clock repeatedly until `closing` is canceled.
///
/// This loop does not judge clock steps. The planner reads the same clock and decides whether a step raises an alert.
pub(super) async fn run(store: Arc<dyn Store>, clock: Arc<StoreClock>, events: Events, closing: CancellationToken) {
    loop {
        tokio::select! {
            biased;
            () = closing.cancelled() => return,
            () = tokio::time::sleep(SYNC_INTERVAL) => {}
        }
        // If the store does not answer, the clock continues steadily from the last answer.
        if let Err(error) = synchronize(&*store, &clock).await {
            events.alarm(Alarm::StoreDown { problem: error.to_string() });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[tokio::test]
    async fn slow_answers_are_queried_again() {
        let check = async |round_trip_max, expected| {
            let (clock, asked) = (StoreClock::new(), Cell::new(0));
            let question = || {
                asked.set(asked.get() + 1);
                std::future::ready(Ok(Timestamp::UNIX_EPOCH))
            };
            ask(&clock, round_trip_max, question).await.unwrap();
            assert_eq!(asked.get(), expected, "{round_trip_max:?}");
        };
        check(SignedDuration::MAX, 1).await;
        // No answer is that fast.
        check(SignedDuration::from_nanos(-1), TRIES).await;
    }
}
