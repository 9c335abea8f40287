//! A node with one provider and a manual clock.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use refrain::Refrain;
use refrain::clock::ManualClock;
use refrain::delivery::{Outcome, Provider};
use refrain::model::Action;
use refrain::store::Store;
use refrain::store::model::Model;
use serde_json::Value;

pub(crate) fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

pub(crate) struct World {
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) refrain: Refrain,
}

impl World {
    /// Creates a world in memory, at 09:00 on a Monday.
    pub(crate) async fn new() -> Self {
        Self::over(Arc::new(Model::new())).await
    }

    pub(crate) async fn over(store: Arc<dyn Store>) -> Self {
        let clock = Arc::new(ManualClock::new(at("2026-01-05T09:00:00Z")));
        let refrain = Refrain::builder().clock(clock.clone()).over(store).await.unwrap();
        Self { clock, refrain }
    }

    /// Creates a world with a provider named `it`.
    pub(crate) async fn with(provider: impl Provider) -> Self {
        let world = Self::new().await;
        world.refrain.provider("it", provider);
        world
    }

    pub(crate) fn advance(&self, seconds: i64) {
        self.clock.advance(SignedDuration::from_secs(seconds));
    }

    /// Dispatches one action without a schedule, and returns its outcome.
    pub(crate) async fn send(&self, action: Action) -> Outcome {
        self.refrain.dispatch("one", action).await.unwrap().0
    }

    /// Returns the code and the message of the error with which an action is rejected before it is sent.
    pub(crate) async fn refused(&self, action: Action) -> (&'static str, String) {
        let error = self.refrain.dispatch("one", action).await.unwrap_err();
        (error.code(), error.to_string())
    }

    /// Saves a schedule that sends the action every hour, and runs it once.
    pub(crate) async fn fire_hourly(&self, action: Action) {
        self.refrain.schedule("hourly").every(1).hours().action(action).save().await.unwrap();
        self.advance(3_600);
        self.refrain.tick().await.unwrap();
    }
}

/// Returns an action for the provider `it`.
pub(crate) fn action(target: &str, payload: Value) -> Action {
    Action { target: target.to_owned(), ..Action::new("it", payload) }
}

/// Returns whether a failed attempt would be retried, and its message.
#[cfg(any(feature = "amqp", feature = "email", feature = "nats", feature = "redis", all(feature = "command", unix)))]
pub(crate) fn failure(outcome: &Outcome) -> (bool, &str) {
    match outcome {
        Outcome::Retryable { message, .. } => (true, message),
        Outcome::Rejected { message, .. } => (false, message),
        Outcome::Delivered { .. } | Outcome::Skipped { .. } | Outcome::Delayed { .. } => {
            panic!("the outcome is not a failure: {outcome:?}")
        }
    }
}

/// Returns the value of a variable that `.ci/services` sets.
#[cfg(any(feature = "amqp", feature = "email", feature = "nats", feature = "postgres", feature = "redis"))]
pub(crate) fn service(variable: &str) -> String {
    std::env::var(variable)
        .unwrap_or_else(|_| panic!("{variable} is not set; `make test` starts the services and sets it"))
}
