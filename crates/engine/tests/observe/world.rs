//! A node with a manual clock, and handlers that succeed, fail or succeed on retry.

use std::sync::Arc;

use jiff::Timestamp;
use refrain::Failure;
use refrain::Refrain;
use refrain::RunContext;
use refrain::clock::ManualClock;
use refrain::delivery::Reject;
use refrain::embed::Builder;
use refrain::model::Occurrence;
use refrain::store::Page;
use refrain::store::model::Model;
use serde_json::Value;

/// Parses an instant.
pub(crate) fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

pub(crate) struct World {
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) store: Arc<Model>,
    pub(crate) refrain: Refrain,
}

impl World {
    pub(crate) async fn at(now: &str) -> Self {
        Self::with(now, |builder| builder).await
    }

    /// Creates a world whose node is configured by `choose`.
    pub(crate) async fn with(now: &str, choose: impl FnOnce(Builder) -> Builder) -> Self {
        let (store, clock) = (Arc::new(Model::new()), Arc::new(ManualClock::new(at(now))));
        let refrain = node(&store, &clock, choose).await;
        Self { clock, store, refrain }
    }

    /// Creates another node on the same store and clock.
    pub(crate) async fn other(&self) -> Refrain {
        node(&self.store, &self.clock, |builder| builder).await
    }

    /// Saves a schedule that calls a handler every hour.
    pub(crate) async fn hourly(&self, id: &str, handler: &str) {
        self.refrain.schedule(id).cron("0 * * * *").handler(handler, ()).save().await.unwrap();
    }

    /// Sets the clock, ticks, and returns the number of runs.
    pub(crate) async fn tick_at(&self, now: &str) -> usize {
        self.clock.set(at(now));
        self.refrain.tick().await.unwrap().ran
    }

    /// Returns the ledger rows of a schedule, oldest first.
    pub(crate) async fn rows(&self, id: &str) -> Vec<Occurrence> {
        let mut rows = self.refrain.runs(id, &Page::first(500)).await.unwrap().rows;
        rows.reverse();
        rows
    }

    /// Returns the lines of the metrics text that start with `begin`.
    pub(crate) fn metrics(&self, begin: &str) -> Vec<String> {
        let text = self.refrain.metrics().text();
        text.lines().filter(|line| line.starts_with(begin)).map(str::to_owned).collect()
    }
}

async fn node(store: &Arc<Model>, clock: &Arc<ManualClock>, choose: impl FnOnce(Builder) -> Builder) -> Refrain {
    let refrain = choose(Refrain::builder().clock(clock.clone())).over(store.clone()).await.unwrap();
    refrain.handler("good", |_: RunContext, _: Value| async { Ok::<_, Failure>(()) });
    refrain.handler("bad", |_: RunContext, _: Value| async { Err::<(), _>(Reject::new("no such account")) });
    refrain.handler("shaky", |context: RunContext, _: Value| async move {
        if context.attempt() == 1 { Err(Failure::from("try again")) } else { Ok(()) }
    });
    refrain
}
