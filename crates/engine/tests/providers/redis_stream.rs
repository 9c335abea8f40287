//! The `redis_stream` provider: entries of streams in a real Redis.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};

use refrain::delivery::{Outcome, Provider};
use refrain::provider::redis_stream::{RedisStreamOptions, RedisStreamProvider};
use refrain::recurrence::Length;
use refrain::store::Page;
use serde_json::json;

use crate::peer::{SilentServer, unused_port};
use crate::world::{World, action, failure, service};

fn options() -> RedisStreamOptions {
    RedisStreamOptions::new(service("REFRAIN_TEST_REDIS"))
}

/// Returns a key used by one test only.
fn own_key() -> String {
    format!("stream-{:016x}", RandomState::new().hash_one(std::process::id()))
}

async fn ask<T: redis::FromRedisValue>(command: &redis::Cmd) -> T {
    let client = redis::Client::open(service("REFRAIN_TEST_REDIS")).unwrap();
    command.query_async(&mut client.get_multiplexed_async_connection().await.unwrap()).await.unwrap()
}

/// Returns the entries of a stream, each with its ID and fields.
async fn entries(key: &str) -> Vec<(String, BTreeMap<String, String>)> {
    ask(redis::cmd("XRANGE").arg(key).arg("-").arg("+")).await
}

#[tokio::test]
async fn an_occurrence_is_an_entry_with_key_and_metadata() {
    let key = own_key();
    let world = World::with(RedisStreamProvider::new(options()).unwrap()).await;
    let mut action = action(&key, json!({"to": "ann"}));
    action.metadata.insert("team".to_owned(), "billing".to_owned());
    world.fire_hourly(action).await;
    let run = world.refrain.runs("hourly", &Page::first(10)).await.unwrap().rows.pop().unwrap();
    let entries = entries(&key).await;
    let [(id, fields)] = entries.as_slice() else { panic!("{entries:?}") };
    assert_eq!(run.target.as_ref().map(|target| &target.id), Some(id));
    assert_eq!(fields["payload"], r#"{"to":"ann"}"#);
    assert_eq!(fields["idempotency_key"], run.idempotency_key().to_string());
    assert_eq!((fields["_recurring_id"].as_str(), fields["metadata.team"].as_str()), ("hourly", "billing"));
    assert_eq!(fields["_nominal_at"], "2026-01-05T10:00:00Z");
}

#[tokio::test]
async fn the_largest_payload_arrives_and_a_stream_is_trimmed() {
    let key = own_key();
    let provider = RedisStreamProvider::new(options().with(|it| it.entries_max = Some(100))).unwrap();
    let world = World::with(provider).await;
    let large = "x".repeat(255 * 1024);
    assert!(matches!(world.send(action(&key, json!(large))).await, Outcome::Delivered { .. }));
    assert_eq!(entries(&key).await[0].1["payload"].len(), large.len() + 2);
    for number in 0..400 {
        world.send(action(&key, json!(number))).await;
    }
    let kept: usize = ask(redis::cmd("XLEN").arg(&key)).await;
    assert!((100..400).contains(&kept), "{kept}");
}

#[tokio::test]
async fn a_key_of_another_type_is_not_overwritten() {
    let key = own_key();
    let () = ask(redis::cmd("SET").arg(&key).arg("text")).await;
    let world = World::with(RedisStreamProvider::new(options()).unwrap()).await;
    let outcome = world.send(action(&key, json!(1))).await;
    let (is_retried, message) = failure(&outcome);
    assert!(!is_retried && message.contains("WRONGTYPE"), "{message}");
    let (code, problem) = world.refused(action("", json!(1))).await;
    assert!(code == "bad_value" && problem.contains("0 bytes"), "{code}: {problem}");
    assert!(RedisStreamProvider::new(RedisStreamOptions::new("http://x")).is_err());
}

#[tokio::test]
async fn an_absent_silent_or_unauthorized_server_is_retried() {
    let silent = SilentServer::start().await;
    let tcp = service("REFRAIN_TEST_REDIS_TCP");
    let strict = tcp.replace("redis://", "redis://stranger:hunter2@");
    for url in [
        format!("redis://127.0.0.1:{}/", unused_port().await),
        format!("redis://127.0.0.1:{}/", silent.port),
        strict.clone(),
    ] {
        let options = RedisStreamOptions::new(&url).with(|it| it.timeout = Length::from_seconds(1));
        let provider = RedisStreamProvider::new(options).unwrap();
        let unhealthy = provider.health().await.unwrap_err();
        let outcome = World::with(provider).await.send(action("x", json!(1))).await;
        let (is_retried, message) = failure(&outcome);
        assert!(is_retried && !message.contains("hunter2") && !unhealthy.contains("hunter2"), "{url}: {message}");
    }
    RedisStreamProvider::new(options()).unwrap().health().await.unwrap();
}
