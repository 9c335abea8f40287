//! Retention removes all expired rows in one pass, and only one node does so at a time.

use jiff::SignedDuration;

use crate::harness::{Harness, at, cron};

const MINUTE: SignedDuration = SignedDuration::from_mins(1);

/// Regression test: a pass used to end after 1,000 rows, however many were left.
#[tokio::test]
async fn one_pass_removes_all_rows_past_retention() {
    let harness = Harness::at("2026-01-05T00:00:00Z");
    harness.save("minutely", cron("* * * * *", "UTC")).await;
    harness.run_until("2026-01-05T18:00:00Z", MINUTE).await;
    assert_eq!(harness.sent().len(), 18 * 60);
    // The default retention is 90 days.
    harness.clock.set(at("2026-04-05T17:55:30Z"));
    harness.engine.watch().await.unwrap();
    let left: Vec<String> =
        harness.rows("minutely").await.iter().map(|row| row.planned.nominal_at.to_string()).collect();
    assert_eq!(left.first().map(String::as_str), Some("2026-01-05T17:56:00Z"));
    assert_eq!(harness.schedule("minutely").await.counters.succeeded, 18 * 60);
    assert!(harness.engine.metrics().text().contains("\nrefrain_retention_lag_seconds 0\n"));
}

#[tokio::test]
async fn one_node_at_a_time_does_retention() {
    let harness = Harness::at("2026-01-05T00:00:00Z");
    harness.save("minutely", cron("* * * * *", "UTC")).await;
    harness.run_until("2026-01-05T00:10:00Z", MINUTE).await;
    let other = harness.node(refrain::recurrence::tzdb_version());
    let ended = async || harness.rows("minutely").await.iter().filter(|row| row.ended_at.is_some()).count();
    harness.clock.set(at("2026-04-05T00:05:40Z"));
    harness.engine.watch().await.unwrap();
    assert_eq!(ended().await, 5);
    harness.clock.advance(SignedDuration::from_secs(25));
    other.watch().await.unwrap();
    assert_eq!(ended().await, 5, "the first node holds the retention lease for 30 seconds");
    harness.clock.advance(SignedDuration::from_secs(10));
    other.watch().await.unwrap();
    assert_eq!(ended().await, 4, "the first node has not renewed the lease");
}
