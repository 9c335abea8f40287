//! The schedules of the storm: mixed recurrences and policies, over one minute.

use std::hash::{DefaultHasher, Hash, Hasher};

use jiff::{SignedDuration, Timestamp};
use refrain::Refrain;
use refrain::RunContext;
use refrain::model::{Delivery, Overlap, Retry};
use refrain::recurrence::{Dialect, Length};
use serde::{Deserialize, Serialize};

/// Handler that all schedules call.
pub(crate) const HANDLER: &str = "work";
/// Schedule with manual runs only: its recurrence yields nothing within a test.
pub(crate) const MANUAL: &str = "by_hand";
/// Schedule whose runs take longer than its interval and longer than a lease.
pub(crate) const SLOW: &str = "slow";
/// Schedule with at-most-once delivery.
pub(crate) const ONCE: &str = "once";
/// Schedules that run by their recurrence.
pub(crate) const BY_RECURRENCE: [&str; 6] = ["steady", "cron", "flaky", "long", ONCE, SLOW];

/// Payload: the behavior of a run.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Work {
    pub(crate) takes_ms: u64,
    /// Percentage of attempts that fail, selected by their key.
    pub(crate) fails_percent: u64,
}

impl Work {
    /// Returns whether the attempt fails. The same attempt always has the same result.
    pub(crate) fn fails(self, context: &RunContext) -> bool {
        let mut hasher = DefaultHasher::new();
        (context.idempotency_key(), context.attempt()).hash(&mut hasher);
        hasher.finish() % 100 < self.fails_percent
    }
}

/// Saves all schedules, with the same start and end.
pub(crate) async fn save_all(refrain: &Refrain, starts_at: Timestamp, length: SignedDuration) {
    let ends_at = starts_at + length;
    let takes = |takes_ms| Work { takes_ms, fails_percent: 0 };
    let every_second = |id: &str| refrain.schedule(id).every(1).seconds().starting(starts_at).until(ends_at);
    let steady = every_second("steady").overlap(Overlap::AllowAll).handler(HANDLER, takes(20));
    steady.save().await.unwrap();
    let cron = refrain.schedule("cron").cron("0/2 * * * * ?").dialect(Dialect::Quartz).in_zone("Europe/Berlin");
    let cron = cron.starting(starts_at).until(ends_at).overlap(Overlap::AllowAll).handler(HANDLER, takes(100));
    cron.save().await.unwrap();
    let second = Length::from_seconds(1);
    let retry = Retry { max_attempts: 8, initial: second, max_interval: second, ..Retry::default() };
    let flaky = every_second("flaky").overlap(Overlap::AllowAll).retry(retry);
    flaky.handler(HANDLER, Work { takes_ms: 50, fails_percent: 40 }).save().await.unwrap();
    // Some of these runs are in progress at any time.
    let long = every_second("long").overlap(Overlap::AllowAll).handler(HANDLER, takes(1_500));
    long.save().await.unwrap();
    let once = every_second(ONCE).overlap(Overlap::AllowAll).delivery(Delivery::AtMostOnce);
    once.handler(HANDLER, takes(400)).save().await.unwrap();
    every_second(SLOW).overlap(Overlap::Skip).handler(HANDLER, takes(2_500)).save().await.unwrap();
    let by_hand = refrain.schedule(MANUAL).cron("0 0 1 1 *").overlap(Overlap::AllowAll);
    by_hand.handler(HANDLER, takes(200)).save().await.unwrap();
}
