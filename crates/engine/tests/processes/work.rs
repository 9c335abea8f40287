//! What the schedules of the storm do: mixed rules and policies, over one minute.

use std::hash::{DefaultHasher, Hash, Hasher};

use jiff::{SignedDuration, Timestamp};
use refrain::policy::{Delivery, Overlap, Retry};
use refrain::recurrence::{Dialect, Length};
use refrain::{Refrain, RunContext};
use serde::{Deserialize, Serialize};

/// The handler that all of them call.
pub(crate) const HANDLER: &str = "work";
/// Fired by hand, and never by its rule within a test.
pub(crate) const BY_HAND: &str = "by_hand";
/// Runs are longer than the time between two, and than a lease.
pub(crate) const SLOW: &str = "slow";
/// Must not be sent twice.
pub(crate) const ONCE: &str = "once";
/// Those with a rule of their own.
pub(crate) const BY_RULE: [&str; 6] = ["steady", "cron", "flaky", "long", ONCE, SLOW];

/// What a run does.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Work {
    pub(crate) takes_ms: u64,
    /// So many attempts in a hundred fail, by their keys.
    pub(crate) fails_percent: u64,
}

impl Work {
    /// The same attempt fails each time it is made.
    pub(crate) fn fails(self, context: &RunContext) -> bool {
        let mut hasher = DefaultHasher::new();
        (context.idempotency_key(), context.attempt()).hash(&mut hasher);
        hasher.finish() % 100 < self.fails_percent
    }
}

/// Saves all schedules. They begin and end at the same times.
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
    // Some of these are under way whenever something happens.
    let long = every_second("long").overlap(Overlap::AllowAll).handler(HANDLER, takes(1_500));
    long.save().await.unwrap();
    let once = every_second(ONCE).overlap(Overlap::AllowAll).delivery(Delivery::AtMostOnce);
    once.handler(HANDLER, takes(400)).save().await.unwrap();
    every_second(SLOW).overlap(Overlap::Skip).handler(HANDLER, takes(2_500)).save().await.unwrap();
    let by_hand = refrain.schedule(BY_HAND).cron("0 0 1 1 *").overlap(Overlap::AllowAll);
    by_hand.handler(HANDLER, takes(200)).save().await.unwrap();
}
