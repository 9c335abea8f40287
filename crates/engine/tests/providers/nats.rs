//! The `nats` provider: messages in a stream of a real NATS server.

use std::hash::{BuildHasher, RandomState};

use async_nats::jetstream::{self, stream};
use refrain::delivery::{Outcome, Provider};
use refrain::provider::nats::{NatsOptions, NatsProvider};
use refrain::provider::password::Password;
use refrain::recurrence::Length;
use refrain::store::Page;
use serde_json::json;

use crate::peer::{SilentServer, unused_port};
use crate::world::{World, action, failure, service};

/// Creates a stream used by one test only, with the subjects `NAME.*`.
async fn stream() -> (String, stream::Stream) {
    let name = format!("stream-{:016x}", RandomState::new().hash_one(std::process::id()));
    let address: async_nats::ServerAddr = service("REFRAIN_TEST_NATS").parse().unwrap();
    let (user, password) = (address.username().unwrap().to_owned(), address.password().unwrap().to_owned());
    let client = async_nats::ConnectOptions::with_user_and_password(user, password).connect(address).await.unwrap();
    let subjects = vec![format!("{name}.*")];
    let config = stream::Config { name: name.clone(), subjects, ..stream::Config::default() };
    let stream = jetstream::new(client).create_stream(config).await.unwrap();
    (name, stream)
}

fn provider() -> NatsProvider {
    NatsProvider::new(NatsOptions::new(service("REFRAIN_TEST_NATS"))).unwrap()
}

#[tokio::test]
async fn an_occurrence_is_a_message_stored_once_by_the_server() {
    let (name, mut stream) = stream().await;
    let world = World::with(provider()).await;
    let mut action = action(&format!("{name}.new"), json!({"to": "ann"}));
    action.metadata.insert("team".to_owned(), "billing".to_owned());
    world.fire_hourly(action.clone()).await;
    let run = world.refrain.runs("hourly", &Page::first(10)).await.unwrap().rows.pop().unwrap();
    assert_eq!(run.target.as_ref().map(|target| target.id.clone()), Some(format!("{name}/1")));
    let message = stream.get_raw_message(1).await.unwrap();
    assert_eq!(&*message.payload, br#"{"to":"ann"}"#);
    let header = |name: &str| message.headers.get(name).map(ToString::to_string).unwrap_or_default();
    assert_eq!(header("Nats-Msg-Id"), run.idempotency_key().to_string());
    assert_eq!((header("_recurring_id"), header("metadata.team")), ("hourly".to_owned(), "billing".to_owned()));
    // The same key again, as after a lost answer: the server drops the duplicate and reports it.
    for _ in 0..3 {
        assert!(matches!(world.send(action.clone()).await, Outcome::Delivered { .. }));
    }
    assert_eq!(stream.info().await.unwrap().state.messages, 2);
}

#[tokio::test]
async fn the_largest_payload_arrives() {
    let (name, stream) = stream().await;
    let world = World::with(provider()).await;
    let large = "x".repeat(255 * 1024);
    let outcome = world.send(action(&format!("{name}.large"), json!(large))).await;
    assert!(matches!(outcome, Outcome::Delivered { .. }), "{outcome:?}");
    assert_eq!(stream.get_raw_message(1).await.unwrap().payload.len(), large.len() + 2);
}

#[tokio::test]
async fn a_subject_without_a_stream_is_retried_and_an_invalid_one_rejected() {
    let world = World::with(provider()).await;
    let outcome = world.send(action("nobody.listens", json!(1))).await;
    let (is_retried, message) = failure(&outcome);
    assert!(is_retried && message.contains("nats"), "{message}");
    for bad in ["", "a.*", "$JS.API.INFO", "a b"] {
        let (code, problem) = world.refused(action(bad, json!(1))).await;
        assert!(code == "bad_value" && problem.contains("not a subject"), "{bad}: {problem}");
    }
    let mut line_break = action("a", json!(1));
    line_break.metadata.insert("a".to_owned(), "b\r\nNats-Msg-Id: c".to_owned());
    assert_eq!(world.refused(line_break).await.0, "bad_value");
}

#[tokio::test]
async fn an_absent_silent_or_unauthorized_server_is_retried() {
    let silent = SilentServer::start().await;
    let unused_port = unused_port().await;
    let real = service("REFRAIN_TEST_NATS");
    let address = real.rsplit_once('@').unwrap().1;
    let strict = NatsOptions::new(format!("nats://{address}")).with(|it| {
        it.username = Some("refrain".to_owned());
        it.password = Some(Password::new("hunter2").unwrap());
    });
    for options in [
        NatsOptions::new(format!("nats://127.0.0.1:{unused_port}")),
        NatsOptions::new(format!("nats://127.0.0.1:{}", silent.port)),
        strict,
    ] {
        let options = options.with(|it| it.timeout = Length::from_seconds(2));
        let provider = NatsProvider::new(options).unwrap();
        let unhealthy = provider.health().await.unwrap_err();
        let outcome = World::with(provider).await.send(action("x", json!(1))).await;
        let (is_retried, message) = failure(&outcome);
        assert!(is_retried && !message.contains("hunter2") && !unhealthy.contains("hunter2"), "{message}");
    }
    provider().health().await.unwrap();
    assert!(NatsProvider::new(NatsOptions::new("not an address")).is_err());
    assert!(NatsProvider::new(NatsOptions::new("nats://x").with(|it| it.username = Some("a".to_owned()))).is_err());
}
