//! Builds a Celery task, protocol version 2, from an action and the trusted metadata of its occurrence.
//!
//! Pure: the same occurrence always results in the same task, whichever node sends it and however often.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::delivery::OutgoingAction;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{Action, IdempotencyKey};

/// Maximum length of a task or queue name in bytes.
const NAME_BYTES_MAX: usize = 255;

/// Payload of an action for this provider: the arguments of the task function.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    #[serde(default)]
    args: Vec<Value>,
    #[serde(default)]
    kwargs: Map<String, Value>,
}

/// A task that is ready to be sent to a broker.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Task {
    /// Task ID: a UUID derived from the idempotency key, so that a task that is sent again has the same ID.
    pub(super) id: String,
    /// Reply queue: one per task. Refrain does not read it.
    pub(super) reply_to: String,
    /// Queue of the task.
    pub(super) queue: String,
    /// Headers of the protocol.
    pub(super) headers: Map<String, Value>,
    /// `[args, kwargs, embed]` as JSON.
    pub(super) body: String,
}

impl Task {
    /// Builds the task for an action.
    pub(super) fn new(sending: &OutgoingAction, default_queue: &str, expires: Option<&str>) -> Result<Self, Error> {
        let action = sending.action();
        check(action)?;
        let Call { args, kwargs } = call(action)?;
        let id = uuid(&sending.run.idempotency_key(), 0);
        let headers = json!({
            "lang": "py",
            "task": action.target,
            "id": id,
            "root_id": id,
            "parent_id": null,
            "group": null,
            "group_index": null,
            "shadow": null,
            "eta": null,
            "expires": expires,
            "retries": 0,
            "timelimit": [null, null],
            "argsrepr": arguments_repr(&Value::from(args.clone())),
            "kwargsrepr": arguments_repr(&Value::from(kwargs.clone())),
            "origin": format!("refrain@{}", sending.run.node),
            "ignore_result": false,
            "stamped_headers": null,
            "stamps": {},
            "refrain": sending.trusted(),
        });
        let Value::Object(headers) = headers else { unreachable!("it is written as an object above") };
        let embed = json!({"callbacks": null, "errbacks": null, "chain": null, "chord": null});
        Ok(Self {
            reply_to: uuid(&sending.run.idempotency_key(), 1),
            queue: queue(action, default_queue)?,
            headers,
            body: json!([args, kwargs, embed]).to_string(),
            id,
        })
    }

    /// Returns the text to push onto the Redis list.
    pub(super) fn to_redis(&self) -> String {
        json!({
            "body": STANDARD.encode(&self.body),
            "content-encoding": "utf-8",
            "content-type": "application/json",
            "headers": self.headers,
            "properties": {
                "correlation_id": self.id,
                "reply_to": self.reply_to,
                "delivery_mode": 2,
                "delivery_info": {"exchange": "", "routing_key": self.queue},
                "priority": 0,
                "body_encoding": "base64",
                "delivery_tag": self.id,
            },
        })
        .to_string()
    }
}

/// Rejects an action that could never be sent.
pub(super) fn check(action: &Action) -> Result<(), Error> {
    check_name("the task", &action.target)?;
    call(action).map(drop)?;
    queue(action, "celery").map(drop)
}

fn call(action: &Action) -> Result<Call, Error> {
    let no_call = |problem: String| {
        Error::invalid(ErrorCode::BadPayload, format!("the payload is not a call {problem}"))
            .with_hint("{\"args\": […], \"kwargs\": {…}}, both optional")
    };
    match &action.payload {
        Value::Null => Ok(Call::default()),
        Value::Object(_) => serde_path_to_error::deserialize(&action.payload)
            .map_err(|error| no_call(format!("(at {}: {})", error.path(), error.inner()))),
        other => Err(no_call(format!("(found {other})"))),
    }
}

/// Returns the queue from the action's metadata, or the default queue.
fn queue(action: &Action, default_queue: &str) -> Result<String, Error> {
    let queue = action.metadata.get("celery.queue").map_or(default_queue, String::as_str);
    check_name("the queue", queue)?;
    Ok(queue.to_owned())
}

fn check_name(what: &str, name: &str) -> Result<(), Error> {
    if (1..=NAME_BYTES_MAX).contains(&name.len()) && !name.chars().any(|c| c.is_control() || c.is_whitespace()) {
        return Ok(());
    }
    let problem = format!("{what} has the name {name:?}; expected 1 to {NAME_BYTES_MAX} bytes without spaces");
    Err(Error::invalid(ErrorCode::BadName, problem)
        .with_hint("the action's target is the task, such as app.tasks.send"))
}

/// Returns the arguments as monitoring tools show them, truncated.
fn arguments_repr(value: &Value) -> String {
    const CHARS_MAX: usize = 1_024;
    let text = value.to_string();
    match text.char_indices().nth(CHARS_MAX) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

/// Derives a version 8 UUID from the bits of a key. `which` selects one of several UUIDs for the same key.
fn uuid(key: &IdempotencyKey, which: u8) -> String {
    let hex = key.to_string();
    let digits = &hex[usize::from(which) * 32..][..32];
    let variant = ["8", "9", "a", "b"][usize::from(digits.as_bytes()[16] % 4)];
    format!("{}-{}-8{}-{variant}{}-{}", &digits[..8], &digits[8..12], &digits[13..16], &digits[17..20], &digits[20..])
}
