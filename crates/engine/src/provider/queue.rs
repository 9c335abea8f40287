//! The `queue` provider: an occurrence becomes a work item in Refrain's own queue, to be claimed by a worker.
//!
//! The work item is enqueued in the same transaction that settles the occurrence, and its key is the
//! occurrence's idempotency key. However often an attempt is made, crashes or loses its lease, there is one
//! work item per occurrence.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use crate::delivery::Provider;
use crate::delivery::{OutgoingAction, WorkEnvelope};
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::ledger::check;
use crate::model::{Action, NewWorkItem, Priority, QueueName, Target, WORK_BYTES_MAX};
use crate::outcome::Outcome;

/// Usual name of this provider.
pub const PROVIDER: &str = "queue";

/// Prefix of the metadata that this provider reads.
const OWN_PREFIX: &str = "queue.";

/// Upper bound of an envelope's size in bytes without payload and metadata: two keys of 256 bytes, escaped, and
/// about twelve short fields.
const ENVELOPE_BYTES_MAX: usize = 8 * 1024;

/// Maximum value of `max_attempts`.
const ATTEMPTS_MAX: u32 = 1_000;

/// Defaults for work items whose action does not set its own values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct QueueOptions {
    /// Total number of attempts before a work item becomes a dead letter.
    pub max_attempts: u32,
}

crate::options::changeable!(QueueOptions);

impl Default for QueueOptions {
    fn default() -> Self {
        Self { max_attempts: 5 }
    }
}

/// Enqueues work items. The action's target is the queue name. Its metadata may set `queue.priority` (`high`,
/// `normal` or `low`; default: the schedule's priority) and `queue.max_attempts`.
#[derive(Clone, Copy, Debug, Default)]
pub struct QueueProvider {
    options: QueueOptions,
}

impl QueueProvider {
    /// Creates the provider with these options.
    pub fn new(options: QueueOptions) -> Self {
        Self { options }
    }

    fn item(&self, sending: &OutgoingAction) -> Result<NewWorkItem, Error> {
        let (occurrence, action) = (&sending.run.occurrence, sending.action());
        let settings = QueueSettings::read(action)?;
        let mut envelope = WorkEnvelope::of(sending);
        // Settings for this provider are of no use to the worker of the item.
        envelope.metadata.retain(|name, _| !name.starts_with(OWN_PREFIX));
        let payload = envelope.to_value();
        let item = NewWorkItem {
            tenant: sending.tenant().clone(),
            queue: settings.queue,
            key: sending.run.idempotency_key().to_string(),
            payload,
            priority: settings.priority.unwrap_or(occurrence.planned.priority),
            ready_at: sending.run.started_at,
            max_attempts: settings.max_attempts.unwrap_or(self.options.max_attempts).clamp(1, ATTEMPTS_MAX),
            occurrence: (!sending.is_single).then_some(occurrence.id),
        };
        // An item that no store accepts would block everything that is settled in the same transaction.
        check::work(std::slice::from_ref(&item))?;
        Ok(item)
    }
}

#[async_trait]
impl Provider for QueueProvider {
    async fn send(&self, sending: &OutgoingAction) -> Outcome {
        // A dispatch rule may have changed the action since it was checked.
        match self.check(sending.action()).and_then(|()| self.item(sending)) {
            Ok(item) => {
                let target = Target { kind: "work_item".to_owned(), id: item.key.clone() };
                Outcome::Delivered { target: Some(target), work: vec![item] }
            }
            Err(error) => Outcome::rejected(error.to_string()),
        }
    }

    fn default_target(&self, action: &Action) -> Option<String> {
        Some(action.kind.clone())
    }

    fn check(&self, action: &Action) -> Result<(), Error> {
        QueueSettings::read(action)?;
        let metadata: usize = action.metadata.iter().map(|(name, value)| 2 * (name.len() + value.len()) + 6).sum();
        let bytes = action.payload.to_string().len() + metadata;
        let bytes_max = WORK_BYTES_MAX - ENVELOPE_BYTES_MAX;
        if bytes > bytes_max {
            let problem = format!("payload and metadata have {bytes} bytes; a work item holds at most {bytes_max}");
            return Err(Error::invalid(ErrorCode::TooLarge, problem)
                .with_hint("store large data elsewhere and send a reference to it"));
        }
        Ok(())
    }

    fn receiver(&self, action: &Action) -> String {
        action.target.clone()
    }
}

/// Queue settings of an action.
struct QueueSettings {
    queue: QueueName,
    priority: Option<Priority>,
    max_attempts: Option<u32>,
}

impl QueueSettings {
    fn read(action: &Action) -> Result<Self, Error> {
        let queue = QueueName::new(&action.target).map_err(|error| {
            Error::invalid(ErrorCode::BadName, error.to_string())
                .with_hint("the action's target is the name of a queue")
        })?;
        let setting = |name: &str| action.metadata.get(name).map(String::as_str);
        Ok(Self {
            queue,
            priority: setting("queue.priority").map(priority).transpose()?,
            max_attempts: setting("queue.max_attempts").map(max_attempts).transpose()?,
        })
    }
}

fn priority(text: &str) -> Result<Priority, Error> {
    serde_json::from_value(text.into()).map_err(|_| {
        Error::invalid(ErrorCode::BadValue, format!("{text:?} is not a priority")).with_hint("high, normal or low")
    })
}

fn max_attempts(text: &str) -> Result<u32, Error> {
    let number = text.parse().ok().filter(|number| (1..=ATTEMPTS_MAX).contains(number));
    number.ok_or_else(|| {
        Error::invalid(
            ErrorCode::BadValue,
            format!("queue.max_attempts is {text:?}; expected a number from 1 to {ATTEMPTS_MAX}"),
        )
    })
}
