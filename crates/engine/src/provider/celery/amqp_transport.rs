//! Sends tasks over AMQP: a message to the queue of that name, confirmed by the broker. A queue that no worker
//! has declared yet is not the task's fault, so the task is retried.

use std::collections::BTreeMap;

use lapin::BasicProperties;
use lapin::types::{AMQPValue, FieldArray, FieldTable};
use serde_json::{Map, Value};

use super::CeleryOptions;
use super::message::Task;
use crate::error::Error;
use crate::provider::amqp_broker::{AmqpBroker, PERSISTENT, Publication};
use crate::provider::call::Fault;

pub(super) struct AmqpTransport {
    pub(super) broker: AmqpBroker,
}

impl AmqpTransport {
    pub(super) fn new(options: &CeleryOptions) -> Result<Self, Error> {
        Ok(Self { broker: AmqpBroker::new(&options.url, options.password.clone(), options.timeout)? })
    }

    pub(super) async fn send(&self, task: &Task) -> Result<(), Fault> {
        let properties = BasicProperties::default()
            .with_content_type("application/json".into())
            .with_content_encoding("utf-8".into())
            .with_delivery_mode(PERSISTENT)
            .with_correlation_id(task.id.as_str().into())
            .with_reply_to(task.reply_to.as_str().into())
            .with_headers(table(&task.headers));
        let publication =
            Publication { exchange: "", routing_key: &task.queue, body: task.body.as_bytes(), properties };
        match self.broker.publish(publication).await {
            Err(Fault::Refused(message)) => Err(Fault::Failed(message)),
            sent => sent,
        }
    }

    pub(super) async fn health(&self) -> Result<(), String> {
        self.broker.health().await
    }
}

/// Converts a JSON value to an AMQP value.
fn field(value: &Value) -> AMQPValue {
    match value {
        Value::Null => AMQPValue::Void,
        Value::Bool(value) => AMQPValue::Boolean(*value),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => AMQPValue::LongLongInt(whole),
            None => AMQPValue::Double(number.as_f64().unwrap_or_default()),
        },
        Value::String(text) => AMQPValue::LongString(text.as_str().into()),
        Value::Array(values) => AMQPValue::FieldArray(FieldArray::from(values.iter().map(field).collect::<Vec<_>>())),
        Value::Object(fields) => AMQPValue::FieldTable(table(fields)),
    }
}

fn table(fields: &Map<String, Value>) -> FieldTable {
    let fields: BTreeMap<_, _> = fields.iter().map(|(name, value)| (name.as_str().into(), field(value))).collect();
    FieldTable::from(fields)
}
