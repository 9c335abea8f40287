//! The metrics series of a schedule are removed with it.

use jiff::SignedDuration;
use refrain::clock::Clock;
use refrain::engine::{Engine, EngineOptions};
use refrain::model::By;
use refrain::observe::metrics::MetricsOptions;
use refrain::store::{ExpectedVersion, Ledger};

use crate::harness::{Harness, cron, key};

#[tokio::test]
async fn metrics_of_deleted_schedules_disappear() {
    let harness = Harness::at("2026-01-05T08:59:00Z");
    // Series per schedule are off by default.
    let options =
        EngineOptions::default().with(|it| it.metrics = MetricsOptions::default().with(|it| it.schedules_max = 100));
    let engine = Engine::new(harness.store.clone(), harness.clock.clone(), harness.recorder.clone(), options);
    for n in 0..60 {
        harness.save(&format!("s{n:02}"), cron("* * * * *", "UTC")).await;
    }
    harness.clock.advance(SignedDuration::from_mins(1));
    engine.tick().await.unwrap();
    let has_series = |id: &str| engine.metrics().text().contains(&format!("schedule=\"{id}\""));
    assert!(has_series("s07") && has_series("s59"));
    for id in ["s07", "s59"] {
        harness.store.delete(&key(id), ExpectedVersion::Any, &By::new("ann"), harness.clock.now()).await.unwrap();
    }
    // Each watch step checks a few schedules.
    for _ in 0..2 {
        engine.watch().await.unwrap();
    }
    assert!(!has_series("s07") && !has_series("s59") && has_series("s08"));
}
