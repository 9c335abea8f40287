//! Connection to the server: one connection that reconnects by itself, with many concurrent requests and a
//! deadline for each.

use std::time::Duration;

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Client, Cmd, ErrorKind, Pipeline, RedisError, ServerErrorKind, Value};

use super::error;
use refrain_ledger::store::StoreError;

/// Number of connection attempts before a call is refused.
const CONNECT_TRIES: usize = 3;
const CONNECT_WAIT_MIN: Duration = Duration::from_millis(20);
const CONNECT_WAIT_MAX: Duration = Duration::from_millis(200);

/// A script and the hash under which the server caches it.
#[derive(Debug)]
pub(super) struct Script {
    text: &'static str,
    hash: String,
}

impl Script {
    pub(super) fn new(text: &'static str) -> Self {
        Self { hash: redis::Script::new(text).get_hash().to_owned(), text }
    }

    /// Returns a call of the script with these keys; the caller adds the arguments.
    pub(super) fn call(&self, keys: &[&str]) -> Cmd {
        let mut call = redis::cmd("EVALSHA");
        call.arg(&self.hash).arg(keys.len());
        for key in keys {
            call.arg(*key);
        }
        call
    }
}

/// Connection that reconnects by itself.
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
            // The deadline is handled here, so that it includes the wait for a connection.
            .set_response_timeout(None);
        let connecting = ConnectionManager::new_with_config(client, config);
        let manager = match tokio::time::timeout(deadline, connecting).await {
            Ok(manager) => manager.map_err(|error| StoreError::Unavailable(error.to_string()))?,
            Err(_) => return Err(StoreError::Unavailable(format!("no connection within {deadline:?}"))),
        };
        Ok(Self { manager, deadline })
    }

    /// Sends one command.
    pub(super) async fn call(&self, command: Cmd) -> Result<Value, StoreError> {
        let mut pipeline = Pipeline::with_capacity(1);
        pipeline.add_command(command);
        self.calls(&pipeline).await?.pop().ok_or_else(|| error::unexpected("a command"))
    }

    /// Sends many commands in one request. An error of any of them is the error of all.
    pub(super) async fn calls(&self, pipeline: &Pipeline) -> Result<Vec<Value>, StoreError> {
        let answers = self.send(pipeline).await?;
        answers.into_iter().map(|answer| answer.extract_error().map_err(|error| error::of(&error))).collect()
    }

    /// Sends many commands in one request, with the error of each in its position.
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

    /// Calls one script several times. If the server has lost the script, it is loaded again.
    ///
    /// Several calls are one transaction, so the server syncs its file once for all of them. Each call is atomic, but
    /// the batch as a whole is not: if only some calls were executed, the outcome is unknown.
    ///
    /// A failure of the command `after` them is ignored.
    pub(super) async fn scripts(
        &self,
        script: &Script,
        calls: Vec<Cmd>,
        after: Option<Cmd>,
    ) -> Result<Vec<Value>, StoreError> {
        let mut answers: Vec<Option<Value>> = vec![None; calls.len()];
        let mut left: Vec<Cmd> = calls;
        let mut is_loaded = false;
        while !left.is_empty() {
            let pipeline = build_request(script, left, after.as_ref(), is_loaded);
            let made = self.send(&pipeline).await.and_then(|made| call_results(&pipeline, made));
            // Earlier calls have already been written: the caller must not conclude that nothing was changed.
            let made =
                made.map_err(|error| if answers.iter().any(Option::is_some) { unknown(&error) } else { error })?;
            let mut forgotten = Vec::new();
            let mut refused = None;
            let places = answers.iter_mut().filter(|answer| answer.is_none());
            for ((place, call), answer) in places.zip(calls_in(&pipeline)).zip(made) {
                match answer.extract_error() {
                    Ok(answer) => *place = Some(answer),
                    Err(error) if is_unknown_script(&error) && !is_loaded => forgotten.push(call.clone()),
                    Err(error) => refused = Some(error::of(&error)),
                }
            }
            match refused {
                Some(error) if answers.iter().any(Option::is_some) => return Err(unknown(&error)),
                Some(error) => return Err(error),
                None => left = forgotten,
            }
            is_loaded = true;
        }
        answers.into_iter().map(|answer| answer.ok_or_else(|| error::unexpected("a script"))).collect()
    }
}

/// Builds the request for calls of a script: a transaction if there are several, preceded by the script if needed.
fn build_request(script: &Script, calls: Vec<Cmd>, after: Option<&Cmd>, tell: bool) -> Pipeline {
    let is_one = calls.len() == 1;
    let mut pipeline = Pipeline::with_capacity(calls.len() + 4);
    if tell {
        pipeline.cmd("SCRIPT").arg("LOAD").arg(script.text);
    }
    if !is_one {
        pipeline.cmd("MULTI");
    }
    for call in calls {
        pipeline.add_command(call);
    }
    if !is_one {
        pipeline.cmd("EXEC");
    }
    if let Some(after) = after {
        pipeline.add_command(after.clone());
    }
    pipeline
}

fn is_call(command: &Cmd) -> bool {
    command.args_iter().next() == Some(redis::Arg::Simple(b"EVALSHA"))
}

/// Returns the calls in a request built by [`build_request`].
fn calls_in(pipeline: &Pipeline) -> impl Iterator<Item = &Cmd> {
    pipeline.cmd_iter().filter(|command| is_call(command))
}

/// Returns the result of each call. If the transaction was refused, none was executed.
fn call_results(pipeline: &Pipeline, answers: Vec<Value>) -> Result<Vec<Value>, StoreError> {
    let mut made = Vec::new();
    for (command, answer) in pipeline.cmd_iter().zip(answers) {
        if is_call(command) {
            made.push(answer);
        } else if command.args_iter().next() == Some(redis::Arg::Simple(b"EXEC")) {
            for queued in made {
                queued.extract_error().map_err(|error| error::of(&error))?;
            }
            // Errors of single calls stay in their position in the list.
            return match answer {
                Value::ServerError(error) => Err(error::of(&error.into())),
                made => list(made),
            };
        }
    }
    Ok(made)
}

fn is_unknown_script(error: &RedisError) -> bool {
    error.kind() == ErrorKind::Server(ServerErrorKind::NoScript)
}

fn unknown(error: &StoreError) -> StoreError {
    StoreError::Unknown(error.to_string())
}

/// Returns the bytes of an answer, or `None` for nil.
pub(super) fn bytes(value: Value) -> Result<Option<Vec<u8>>, StoreError> {
    match value {
        Value::Nil => Ok(None),
        Value::BulkString(bytes) => Ok(Some(bytes)),
        _ => Err(error::unexpected("a value")),
    }
}

/// Returns the elements of an answer.
pub(super) fn list(value: Value) -> Result<Vec<Value>, StoreError> {
    match value {
        Value::Array(values) => Ok(values),
        Value::Nil => Ok(Vec::new()),
        _ => Err(error::unexpected("a list")),
    }
}

/// Converts an answer to the expected type.
pub(super) fn read<T: redis::FromRedisValue>(value: Value) -> Result<T, StoreError> {
    redis::from_redis_value(value).map_err(|_| error::unexpected("a value"))
}

/// Returns the texts of an answer.
pub(super) fn texts(value: Value) -> Result<Vec<String>, StoreError> {
    read(value)
}

/// Returns members of a sorted set with their scores, which are whole numbers here.
pub(super) fn scored(value: Value) -> Result<Vec<(Vec<u8>, i64)>, StoreError> {
    let pairs: Vec<(Vec<u8>, f64)> = read(value)?;
    Ok(pairs.into_iter().map(|(member, score)| (member, score as i64)).collect())
}
