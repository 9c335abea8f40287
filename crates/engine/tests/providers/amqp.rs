//! The `amqp` provider against a real RabbitMQ.

use std::hash::{BuildHasher, RandomState};

use lapin::options::{BasicGetOptions, QueueDeclareOptions};
use lapin::types::{AMQPValue, FieldTable};
use lapin::{Channel, Connection, ConnectionProperties};
use refrain::delivery::{Outcome, Provider};
use refrain::provider::amqp::{AmqpOptions, AmqpProvider};
use refrain::recurrence::Length;
use refrain::store::Page;
use serde_json::{Value, json};

use crate::peer::{SilentServer, unused_port};
use crate::world::{World, action, failure, service};

/// A queue used by one test only, with a channel to read from it.
struct Queue {
    name: String,
    channel: Channel,
    _connection: Connection,
}

impl Queue {
    async fn new(arguments: FieldTable) -> Self {
        let name = format!("queue-{:016x}", RandomState::new().hash_one(std::process::id()));
        let properties = ConnectionProperties::default();
        let connection = Connection::connect(&service("REFRAIN_TEST_AMQP"), properties).await.unwrap();
        let channel = connection.create_channel().await.unwrap();
        let options = QueueDeclareOptions { exclusive: true, ..QueueDeclareOptions::default() };
        channel.queue_declare(name.as_str().into(), options, arguments).await.unwrap();
        Self { name, channel, _connection: connection }
    }

    async fn take(&self) -> lapin::message::BasicGetMessage {
        let options = BasicGetOptions { no_ack: true };
        self.channel.basic_get(self.name.as_str().into(), options).await.unwrap().expect("the queue contains a message")
    }
}

fn provider() -> AmqpProvider {
    AmqpProvider::new(AmqpOptions::new(service("REFRAIN_TEST_AMQP"))).unwrap()
}

#[tokio::test]
async fn an_occurrence_is_a_persistent_message_with_its_key_as_message_id() {
    let queue = Queue::new(FieldTable::default()).await;
    let world = World::with(provider()).await;
    let mut action = action(&queue.name, json!({"to": "ann"}));
    action.kind = "note".to_owned();
    action.metadata.insert("team".to_owned(), "billing".to_owned());
    world.fire_hourly(action).await;
    let run = world.refrain.runs("hourly", &Page::first(10)).await.unwrap().rows.pop().unwrap();
    let message = queue.take().await;
    let properties = &message.delivery.properties;
    assert_eq!(message.delivery.data, br#"{"to":"ann"}"#);
    assert_eq!(properties.message_id().as_ref().unwrap().as_str(), run.idempotency_key().to_string());
    assert_eq!((properties.delivery_mode(), properties.kind().as_ref().unwrap().as_str()), (&Some(2), "note"));
    let headers = properties.headers().as_ref().unwrap().inner();
    let header = |name: &str| match headers.get(name) {
        Some(AMQPValue::LongString(text)) => text.to_string(),
        other => panic!("{name}: {other:?}"),
    };
    assert_eq!((header("_recurring_id"), header("metadata.team")), ("hourly".to_owned(), "billing".to_owned()));
    assert_eq!(header("_nominal_at"), "2026-01-05T10:00:00Z");
}

#[tokio::test]
async fn the_largest_payload_arrives_and_many_at_once_do() {
    let queue = Queue::new(FieldTable::default()).await;
    let world = World::with(provider()).await;
    let large = "x".repeat(255 * 1024);
    assert_eq!(world.send(action(&queue.name, json!(large))).await, Outcome::DELIVERED);
    assert_eq!(queue.take().await.delivery.data.len(), large.len() + 2);
    let sent = (0..200).map(|number| {
        let (refrain, action) = (world.refrain.clone(), action(&queue.name, json!(number)));
        tokio::spawn(async move { refrain.dispatch(&number.to_string(), action).await.unwrap().0 })
    });
    for sent in sent.collect::<Vec<_>>() {
        assert_eq!(sent.await.unwrap(), Outcome::DELIVERED);
    }
    let mut ids = std::collections::BTreeSet::new();
    for _ in 0..200 {
        ids.insert(queue.take().await.delivery.properties.message_id().clone());
    }
    assert_eq!(ids.len(), 200);
}

#[tokio::test]
async fn an_unroutable_message_is_rejected() {
    let world = World::with(provider()).await;
    let outcome = world.send(action("no-such-queue", json!(1))).await;
    let (is_retried, message) = failure(&outcome);
    assert!(!is_retried && message.contains("no-such-queue") && message.contains("NO_ROUTE"), "{message}");
    let (code, _) = world.refused(action("", json!(1))).await;
    assert_eq!(code, "missing_value");
    let (code, _) = world.refused(action(&"x".repeat(256), json!(1))).await;
    assert_eq!(code, "too_large");
}

#[tokio::test]
async fn a_full_queue_and_a_missing_exchange_are_retried_without_side_effects() {
    let mut arguments = FieldTable::default();
    arguments.insert("x-max-length".into(), AMQPValue::LongInt(1));
    arguments.insert("x-overflow".into(), AMQPValue::LongString("reject-publish".into()));
    let full = Queue::new(arguments).await;
    let world = World::with(provider()).await;
    let mut outcomes = Vec::new();
    for number in 0..5 {
        outcomes.push(world.send(action(&full.name, json!(number))).await);
    }
    assert_eq!(outcomes[0], Outcome::DELIVERED);
    assert!(failure(outcomes.last().unwrap()).0, "{outcomes:?}");

    let queue = Queue::new(FieldTable::default()).await;
    let options = AmqpOptions::new(service("REFRAIN_TEST_AMQP")).with(|it| it.exchange = "nowhere".to_owned());
    let nowhere = World::with(AmqpProvider::new(options).unwrap()).await;
    for _ in 0..2 {
        let outcome = nowhere.send(action(&queue.name, json!(1))).await;
        assert!(failure(&outcome).0, "{outcome:?}");
    }
    assert_eq!(world.send(action(&queue.name, Value::Null)).await, Outcome::DELIVERED);
}

#[tokio::test]
async fn an_absent_silent_or_unauthorized_broker_is_retried() {
    let silent = SilentServer::start().await;
    let strict = service("REFRAIN_TEST_AMQP").replace("guest:guest", "guest:hunter2");
    let unused_port = unused_port().await;
    for url in [format!("amqp://127.0.0.1:{unused_port}"), format!("amqp://127.0.0.1:{}", silent.port), strict] {
        let options = AmqpOptions::new(&url).with(|it| it.timeout = Length::from_seconds(5));
        let provider = AmqpProvider::new(options).unwrap();
        let unhealthy = provider.health().await.unwrap_err();
        let outcome = World::with(provider).await.send(action("x", json!(1))).await;
        let (is_retried, message) = failure(&outcome);
        assert!(is_retried && !message.contains("hunter2") && !unhealthy.contains("hunter2"), "{url}: {message}");
    }
    provider().health().await.unwrap();
    assert!(AmqpProvider::new(AmqpOptions::new("http://x")).is_err());
}
