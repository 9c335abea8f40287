//! Deduplication by key, for a limited time. Attempts of the same occurrence are never duplicates of each other.

use std::sync::Arc;

use jiff::SignedDuration;
use refrain::clock::ManualClock;
use refrain::delivery::Outcome;
use refrain::dispatch::{BreakerSettings, RuleAction};
use refrain::model::{Action, FailReason, Retry};
use serde_json::json;
use tokio::task::JoinSet;

use crate::stores::{self, Pair};
use crate::world::{World, at, empty_action, message_contains, said};

fn keyed(key: &str) -> Action {
    Action { dedup_key: Some(key.to_owned()), ..empty_action() }
}

/// People who may not see payloads see the messages of runs.
#[tokio::test]
async fn the_message_about_a_duplicate_does_not_quote_the_payload() {
    let world = World::new().await;
    let action = Action { payload: json!({ "card": "4111-1111" }), ..keyed("pay-{{payload.card}}") };
    assert_eq!(said(&world.send("a", &action).await), "delivered");
    let second = world.send("b", &action).await;
    assert_eq!(said(&second), "skipped(deduplicated)");
    assert!(message_contains(&second, "key \"pay-{{payload.card}}\" is in use by"), "{second:?}");
    assert!(!message_contains(&second, "4111"), "{second:?}");
    assert!(!format!("{:?}", world.dry_run(&action).await.steps).contains("4111"));
    // Other placeholders are replaced, because they say which key it is.
    let labeled = keyed("day-{{schedule.tenant}}");
    world.send("c", &labeled).await;
    assert!(message_contains(&world.send("d", &labeled).await, "key \"day-default\""));
}

#[tokio::test]
async fn a_dedup_key_is_sent_once_until_its_ttl_ends() {
    let world = World::new().await;
    assert_eq!(said(&world.send("a", &keyed("k")).await), "delivered");
    let second = world.send("b", &keyed("k")).await;
    assert_eq!(said(&second), "skipped(deduplicated)");
    assert!(
        message_contains(&second, "key \"k\" is in use by _dispatch/dispatch:a until 2026-01-06T08:30:00Z"),
        "{second:?}"
    );
    assert_eq!(said(&world.send("c", &keyed("other")).await), "delivered");
    assert_eq!(
        said(&world.send("d", &empty_action()).await),
        "delivered",
        "an action without a key is not deduplicated"
    );
    world.wait(24 * 60 * 60 - 1);
    assert_eq!(said(&world.send("e", &keyed("k")).await), "skipped(deduplicated)");
    world.wait(1);
    assert_eq!(said(&world.send("f", &keyed("k")).await), "delivered", "the default TTL of 24 hours is over");
}

#[tokio::test]
async fn the_dedup_ttl_comes_from_the_rule_then_from_the_action() {
    let world = World::new().await;
    let hour = Action { dedup_for: Some("1h".parse().unwrap()), ..keyed("k") };
    world.send("a", &hour).await;
    world.wait(60 * 60 - 1);
    assert_eq!(said(&world.send("b", &hour).await), "skipped(deduplicated)");
    world.wait(1);
    assert_eq!(said(&world.send("c", &hour).await), "delivered");
    let ttl = "1m".parse().unwrap();
    world.rules(&[("short", 1, "has(payload.short)", RuleAction::Dedup { ttl })]).await;
    let short = Action { payload: serde_json::json!({"short": 1}), ..hour };
    let short = Action { dedup_key: Some("s".to_owned()), ..short };
    world.send("d", &short).await;
    world.wait(60);
    assert_eq!(said(&world.send("e", &short).await), "delivered");
}

#[tokio::test]
async fn attempts_of_one_occurrence_are_not_duplicates() {
    let world = World::new().await;
    world.answer([Outcome::retryable("lost answer"), Outcome::DELIVERED]);
    let definition = world.refrain.schedule("report").cron("35 8 * * *").action(keyed("{{recurring_id}}"));
    definition.save().await.unwrap();
    world.run_for(10 * 60, 15).await;
    assert_eq!(world.ended("report").await, ["succeeded"]);
    assert_eq!(world.sent().len(), 2, "the second attempt was not deduplicated");
    assert_eq!(said(&world.send("same", &keyed("x")).await), "delivered");
    assert_eq!(said(&world.send("same", &keyed("x")).await), "delivered", "the same dispatch requested again");
}

#[tokio::test]
async fn placeholders_in_a_dedup_key_are_expanded_per_occurrence() {
    let world = World::new().await;
    for (id, key) in
        [("by-time", "{{recurring_id}}-{{execution_time}}"), ("by-day", "day-{{period_key}}"), ("fixed", "x")]
    {
        world.refrain.schedule(id).every(1).minutes().action(keyed(key)).save().await.unwrap();
    }
    world.run_for(3 * 60, 60).await;
    assert_eq!(world.ended("by-time").await, ["succeeded"; 3], "each occurrence has its own key");
    assert_eq!(world.ended("by-day").await, ["succeeded"; 3]);
    assert_eq!(world.ended("fixed").await, ["succeeded", "skipped(deduplicated)", "skipped(deduplicated)"]);
}

#[tokio::test]
async fn a_key_that_cannot_be_expanded_is_refused() {
    let world = World::new().await;
    for (key, code) in [
        ("{{no_such_name}}", "template_unknown_name"),
        ("{{secret.token}}", "template_secret"),
        ("{{recurring_id", "template_unclosed"),
        ("{{recurring_id}}-{{attempt}}", "template_not_stable"),
        ("{{trigger}}", "template_not_stable"),
    ] {
        let draft = world.refrain.schedule("report").every(1).minutes().action(keyed(key));
        assert_eq!(draft.save().await.unwrap_err().code(), code, "{key}");
        assert_eq!(world.refrain.dispatch("a", keyed(key)).await.unwrap_err().code(), code, "{key}");
    }
    // Only at dispatch is it known that the payload lacks a name.
    let missing = world.send("a", &keyed("{{payload.customer}}")).await;
    assert_eq!(said(&missing), "rejected(rejected)");
    assert!(message_contains(&missing, "payload.customer"), "{missing:?}");
}

#[tokio::test]
async fn a_permanent_failure_releases_the_dedup_key() {
    let world = World::new().await;
    world.answer([Outcome::rejected("no")]);
    assert_eq!(said(&world.send("a", &keyed("k")).await), "rejected(rejected)");
    assert_eq!(said(&world.send("b", &keyed("k")).await), "delivered");
    // The key is also released when the last of several attempts fails.
    world.answer([Outcome::retryable("down"), Outcome::retryable("down")]);
    let retry = Retry { max_attempts: 2, ..Retry::default() };
    let draft = world.refrain.schedule("report").cron("35 8 * * *").action(keyed("r"));
    draft.retry(retry).save().await.unwrap();
    world.run_for(10 * 60, 15).await;
    assert_eq!(world.ended("report").await, ["failed(attempts_exhausted)"]);
    assert_eq!(said(&world.send("c", &keyed("r")).await), "delivered");
}

#[tokio::test]
async fn an_unknown_outcome_keeps_the_dedup_key() {
    let world = World::new().await;
    world.answer([Outcome::Rejected { reason: FailReason::OutcomeUnknown, message: "cut off".to_owned() }]);
    assert_eq!(said(&world.send("a", &keyed("k")).await), "rejected(outcome_unknown)");
    assert_eq!(said(&world.send("b", &keyed("k")).await), "skipped(deduplicated)");
    let message = "too long".to_owned();
    world.answer([Outcome::Retryable { reason: FailReason::Timeout, message, retry_after: None }]);
    world.send("c", &keyed("t")).await;
    assert_eq!(said(&world.send("d", &keyed("t")).await), "skipped(deduplicated)");
}

#[tokio::test]
async fn tenants_do_not_share_keys() {
    let world = World::new().await;
    assert_eq!(said(&world.send("a", &keyed("k")).await), "delivered");
    let (outcome, _) = world.refrain.tenant("acme").unwrap().dispatch("a", keyed("k")).await.unwrap();
    assert_eq!(said(&outcome), "delivered");
}

/// Sends twenty actions with one key at once, half of them on another node: exactly one is delivered.
async fn twenty_at_once(pair: Pair) {
    let clock = Arc::new(ManualClock::new(at("2026-01-05T08:30:00Z")));
    let one = World::over(pair.one, clock.clone(), BreakerSettings::default()).await;
    let other = World::over(pair.other, clock, BreakerSettings::default()).await;
    let mut tasks = JoinSet::new();
    for number in 0..20 {
        let refrain = if number % 2 == 0 { one.refrain.clone() } else { other.refrain.clone() };
        tasks.spawn(async move { refrain.dispatch(&number.to_string(), keyed("one")).await.unwrap().0 });
    }
    let outcomes: Vec<String> = tasks.join_all().await.iter().map(said).collect();
    let count = |what: &str| outcomes.iter().filter(|outcome| *outcome == what).count();
    assert_eq!((count("delivered"), count("skipped(deduplicated)")), (1, 19), "{outcomes:?}");
    assert_eq!(one.sent().len() + other.sent().len(), 1);
    one.clock.advance(SignedDuration::from_hours(24));
    assert_eq!(said(&other.send("later", &keyed("one")).await), "delivered");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_twenty_at_once_one_is_delivered_on_the_model() {
    twenty_at_once(stores::model()).await;
}

#[cfg(feature = "sqlite")]
#[tokio::test(flavor = "multi_thread")]
async fn of_twenty_at_once_one_is_delivered_on_sqlite() {
    twenty_at_once(stores::sqlite().await).await;
}

#[cfg(feature = "postgres")]
#[tokio::test(flavor = "multi_thread")]
async fn of_twenty_at_once_one_is_delivered_on_postgres() {
    twenty_at_once(stores::postgres().await).await;
}

#[cfg(feature = "redis")]
#[tokio::test(flavor = "multi_thread")]
async fn of_twenty_at_once_one_is_delivered_on_redis() {
    twenty_at_once(stores::redis().await).await;
}
