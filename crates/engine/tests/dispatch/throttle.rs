//! Throttling to a number of actions per window. All nodes share one count, and each occurrence counts once.

use refrain::delivery::Outcome;
use refrain::dispatch::{BeyondLimit, BreakerSettings, RuleAction, ThrottleKey};
use serde_json::json;

use crate::world::{World, action, empty_action, message_contains, said};

fn throttle(limit: u32, key: ThrottleKey, beyond: BeyondLimit) -> RuleAction {
    RuleAction::Throttle { limit, window: "1m".parse().unwrap(), key, beyond }
}

#[tokio::test]
async fn beyond_the_limit_actions_are_skipped_until_the_window_ends() {
    let world = World::new().await;
    world.rules(&[("few", 1, "true", throttle(2, ThrottleKey::Tenant, BeyondLimit::Skip))]).await;
    let other = world.second_node(BreakerSettings::default()).await;
    assert_eq!(said(&world.send("a", &empty_action()).await), "delivered");
    assert_eq!(said(&other.send("b", &empty_action()).await), "delivered");
    let third = world.send("c", &empty_action()).await;
    assert_eq!(said(&third), "skipped(throttled)");
    assert!(message_contains(&third, "rule few allows 2 per 1m"), "{third:?}");
    assert_eq!(said(&other.send("d", &empty_action()).await), "skipped(throttled)", "all nodes share one count");
    world.wait(60);
    assert_eq!(said(&world.send("e", &empty_action()).await), "delivered");
}

#[tokio::test]
async fn actions_beyond_the_limit_can_wait_for_the_next_window() {
    let world = World::new().await;
    world.rules(&[("few", 1, "true", throttle(1, ThrottleKey::Tenant, BeyondLimit::Wait))]).await;
    for id in ["a", "b", "c"] {
        world.refrain.schedule(id).cron("35 8 * * *").action(empty_action()).save().await.unwrap();
    }
    world.run_for(5 * 60, 60).await;
    assert_eq!(world.sent().len(), 1);
    world.run_for(90, 10).await;
    assert_eq!(world.sent().len(), 1, "the next action is sent one minute later");
    world.run_for(90, 10).await;
    assert_eq!(world.sent().len(), 1);
    for id in ["a", "b", "c"] {
        assert_eq!(world.ended(id).await, ["succeeded"]);
        assert_eq!(world.rows(id).await[0].attempt, 1, "waiting does not count as an attempt");
    }
}

#[tokio::test]
async fn each_key_has_a_limit_of_its_own() {
    let world = World::new().await;
    let key: ThrottleKey = "payload.customer.id".parse().unwrap();
    world.rules(&[("each", 1, "true", throttle(1, key, BeyondLimit::Skip))]).await;
    let of = async |name: &str, customer: &str| {
        said(&world.send(name, &action(json!({"customer": {"id": customer}}))).await)
    };
    assert_eq!(of("a", "ann").await, "delivered");
    assert_eq!(of("b", "bo").await, "delivered");
    assert_eq!(of("c", "ann").await, "skipped(throttled)");
    assert_eq!(
        said(&world.send("d", &empty_action()).await),
        "delivered",
        "actions without the key share a count of their own"
    );
    assert_eq!(said(&world.send("e", &empty_action()).await), "skipped(throttled)");
}

#[tokio::test]
async fn each_schedule_may_have_a_limit_of_its_own() {
    let world = World::new().await;
    world.rules(&[("each", 1, "true", throttle(1, ThrottleKey::Schedule, BeyondLimit::Skip))]).await;
    for id in ["a", "b"] {
        world.refrain.schedule(id).every(30).seconds().action(empty_action()).save().await.unwrap();
    }
    world.run_for(90, 30).await;
    for id in ["a", "b"] {
        assert_eq!(world.ended(id).await, ["succeeded", "skipped(throttled)", "succeeded"]);
    }
}

#[tokio::test]
async fn a_retried_occurrence_is_throttled_once() {
    let world = World::new().await;
    world.rules(&[("few", 1, "true", throttle(2, ThrottleKey::Tenant, BeyondLimit::Skip))]).await;
    world.answer([Outcome::retryable("down")]);
    assert_eq!(said(&world.send("a", &empty_action()).await), "retryable");
    assert_eq!(
        said(&world.send("a", &empty_action()).await),
        "delivered",
        "a retry of the same action is not counted again"
    );
    assert_eq!(said(&world.send("b", &empty_action()).await), "delivered");
    assert_eq!(said(&world.send("c", &empty_action()).await), "skipped(throttled)");
}

#[tokio::test]
async fn no_flag_in_a_payload_switches_a_limit_off() {
    let world = World::new().await;
    world.rules(&[("few", 1, "true", throttle(1, ThrottleKey::Tenant, BeyondLimit::Skip))]).await;
    let flagged = action(json!({"_recurring_dispatch": true, "_recurring_id": "digest", "skip_quota": true}));
    world.refrain.schedule("report").cron("35 8 * * *").action(flagged.clone()).save().await.unwrap();
    world.run_for(5 * 60, 60).await;
    assert_eq!(world.ended("report").await, ["succeeded"], "the scheduled run is counted");
    assert_eq!(said(&world.send("a", &flagged).await), "skipped(throttled)");
}
