//! The way to the server: one connection that mends itself, many requests at once on it, a deadline on each.

use std::time::Duration;

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Client, Cmd, ErrorKind, Pipeline, ServerErrorKind, Value};

use super::error;
use crate::store::StoreError;

/// A call waits for so many tries to connect before it is refused.
const CONNECT_TRIES: usize = 3;
const CONNECT_WAIT_MIN: Duration = Duration::from_millis(20);
const CONNECT_WAIT_MAX: Duration = Duration::from_millis(200);

/// A script and the name under which the server keeps it.
#[derive(Debug)]
pub(super) struct Script {
    text: &'static str,
    hash: String,
}

impl Script {
    pub(super) fn new(text: &'static str) -> Self {
        Self { hash: redis::Script::new(text).get_hash().to_owned(), text }
    }

    /// A call of it on these keys; arguments are added by the caller.
    pub(super) fn call(&self, keys: &[&str]) -> Cmd {
        let mut call = redis::cmd("EVALSHA");
        call.arg(&self.hash).arg(keys.len());
        for key in keys {
            call.arg(*key);
        }
        call
    }
}

/// A connection that mends itself.
#[derive(Clone, Debug)]
pub(super) struct Link {
    manager: ConnectionManager,
    deadline: Duration,
}

impl Link {
    pub(super) async fn open(client: Client, deadline: Duration) -> Result<Self, StoreError> {
        let config = ConnectionManagerConfig::new()
            .set_number_of_retries(CONNECT_TRIES)
            .set_min_delay(CONNECT_WAIT_MIN)
            .set_max_delay(CONNECT_WAIT_MAX)
            .set_connection_timeout(Some(deadline))
            // The deadline is ours, so that it covers waiting for a connection too.
            .set_response_timeout(None);
        let connecting = ConnectionManager::new_with_config(client, config);
        let manager = match tokio::time::timeout(deadline, connecting).await {
            Ok(manager) => manager.map_err(|error| StoreError::Unavailable(error.to_string()))?,
            Err(_) => return Err(StoreError::Unavailable(format!("no connection within {deadline:?}"))),
        };
        Ok(Self { manager, deadline })
    }

    /// One command.
    pub(super) async fn call(&self, command: Cmd) -> Result<Value, StoreError> {
        let mut pipeline = Pipeline::with_capacity(1);
        pipeline.add_command(command);
        self.calls(&pipeline).await?.pop().ok_or_else(|| error::unexpected("nothing"))
    }

    /// Many commands in one go. An error of any of them is the error of all.
    pub(super) async fn calls(&self, pipeline: &Pipeline) -> Result<Vec<Value>, StoreError> {
        let answers = self.send(pipeline).await?;
        answers.into_iter().map(|answer| answer.extract_error().map_err(|error| error::of(&error))).collect()
    }

    /// Many commands in one go, with the error of each in its place.
    async fn send(&self, pipeline: &Pipeline) -> Result<Vec<Value>, StoreError> {
        let count = pipeline.len();
        if count == 0 {
            return Ok(Vec::new());
        }
        let mut manager = self.manager.clone();
        match tokio::time::timeout(self.deadline, manager.send_packed_commands(pipeline, 0, count)).await {
            Ok(answers) => answers.map_err(|error| error::of(&error)),
            Err(_) => Err(StoreError::Unknown(format!("no answer within {:?}", self.deadline))),
        }
    }

    /// Calls of one script. Where the server has forgotten it, it is told again.
    ///
    /// Each call is atomic, all of them together are not: when only some could be made, the outcome is unknown.
    ///
    /// What is sent `after` them may fail unseen.
    pub(super) async fn scripts(
        &self,
        script: &Script,
        calls: Vec<Cmd>,
        after: Option<Cmd>,
    ) -> Result<Vec<Value>, StoreError> {
        let count = calls.len();
        let mut pipeline = Pipeline::with_capacity(count + 1);
        for command in calls.into_iter().chain(after) {
            pipeline.add_command(command);
        }
        let mut answers: Vec<Option<Value>> = vec![None; count];
        let mut refused: Option<StoreError> = None;
        let mut is_forgotten = false;
        for (place, answer) in answers.iter_mut().zip(self.send(&pipeline).await?) {
            match answer.extract_error() {
                Ok(answer) => *place = Some(answer),
                Err(error) if error.kind() == ErrorKind::Server(ServerErrorKind::NoScript) => is_forgotten = true,
                Err(error) => refused = Some(error::of(&error)),
            }
        }
        if is_forgotten && refused.is_none() {
            refused = self.scripts_again(script, &pipeline, &mut answers).await?;
        }
        match refused {
            Some(error) if answers.iter().any(Option::is_some) => Err(StoreError::Unknown(error.to_string())),
            Some(error) => Err(error),
            None => answers.into_iter().map(|answer| answer.ok_or_else(|| error::unexpected("a script"))).collect(),
        }
    }

    /// Tells the server a script and makes those calls again that have no answer, with what is sent after them. Answers
    /// the error of the last that was refused.
    async fn scripts_again(
        &self,
        script: &Script,
        calls: &Pipeline,
        answers: &mut [Option<Value>],
    ) -> Result<Option<StoreError>, StoreError> {
        let mut load = redis::cmd("SCRIPT");
        load.arg("LOAD").arg(script.text);
        let mut pipeline = Pipeline::new();
        pipeline.add_command(load);
        for (index, command) in calls.cmd_iter().enumerate() {
            if answers.get(index).is_none_or(Option::is_none) {
                pipeline.add_command(command.clone());
            }
        }
        let missing = answers.iter_mut().filter(|answer| answer.is_none());
        let mut refused = None;
        for (place, answer) in missing.zip(self.send(&pipeline).await?.into_iter().skip(1)) {
            match answer.extract_error() {
                Ok(answer) => *place = Some(answer),
                Err(error) => refused = Some(error::of(&error)),
            }
        }
        Ok(refused)
    }
}

/// The bytes of an answer; none for nothing.
pub(super) fn bytes(value: Value) -> Result<Option<Vec<u8>>, StoreError> {
    match value {
        Value::Nil => Ok(None),
        Value::BulkString(bytes) => Ok(Some(bytes)),
        _ => Err(error::unexpected("a value")),
    }
}

/// The parts of an answer.
pub(super) fn list(value: Value) -> Result<Vec<Value>, StoreError> {
    match value {
        Value::Array(values) => Ok(values),
        Value::Nil => Ok(Vec::new()),
        _ => Err(error::unexpected("a list")),
    }
}

/// An answer as whatever type it must have.
pub(super) fn read<T: redis::FromRedisValue>(value: Value) -> Result<T, StoreError> {
    redis::from_redis_value(value).map_err(|_| error::unexpected("a value"))
}

/// The texts of an answer.
pub(super) fn texts(value: Value) -> Result<Vec<String>, StoreError> {
    read(value)
}

/// Members of a sorted set with their scores, which are whole numbers here.
pub(super) fn scored(value: Value) -> Result<Vec<(Vec<u8>, i64)>, StoreError> {
    let pairs: Vec<(Vec<u8>, f64)> = read(value)?;
    Ok(pairs.into_iter().map(|(member, score)| (member, score as i64)).collect())
}
