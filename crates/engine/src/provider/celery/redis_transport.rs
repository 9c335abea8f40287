//! Sends tasks over Redis: a queue is a list, and workers take tasks from its other end.

use super::CeleryOptions;
use super::message::Task;
use crate::error::Error;
use crate::provider::call::Fault;
use crate::provider::redis_broker::RedisBroker;

pub(super) struct RedisTransport {
    pub(super) broker: RedisBroker,
}

impl RedisTransport {
    pub(super) fn new(options: &CeleryOptions) -> Result<Self, Error> {
        Ok(Self { broker: RedisBroker::new(&options.url, options.password.clone(), options.timeout)? })
    }

    pub(super) async fn send(&self, task: &Task) -> Result<(), Fault> {
        let mut push = redis::cmd("LPUSH");
        push.arg(&task.queue).arg(task.to_redis());
        self.broker.call(&push).await.map(drop)
    }

    pub(super) async fn health(&self) -> Result<(), String> {
        self.broker.health().await
    }
}
