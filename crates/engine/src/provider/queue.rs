//! The provider `queue`: an occurrence becomes a work item in Refrain's own queue, for whoever pulls it.
//!
//! The item is handed to the queue in the very transaction that settles the occurrence, and its key is the occurrence's
//! idempotency key: however often an attempt is made, crashes or loses its lease, there is one item for one occurrence.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use super::Provider;
use crate::action::Action;
use crate::dispatch::Sending;
use crate::error::Error;
use crate::id::QueueName;
use crate::ledger::check;
use crate::occurrence::Target;
use crate::outcome::Outcome;
use crate::policy::Priority;
use crate::work_envelope::WorkEnvelope;
use crate::work_item::{NewWorkItem, WORK_BYTES_MAX};

/// What the provider is called, as a rule.
pub const PROVIDER: &str = "queue";

/// What metadata begins with that is meant for this provider.
const OWN_PREFIX: &str = "queue.";

/// What an envelope says besides payload and metadata is never longer, in bytes: two keys of 256 bytes, escaped, and a
/// dozen short fields.
const ENVELOPE_BYTES_MAX: usize = 8 * 1024;

/// No item may be tried more often.
const ATTEMPTS_MAX: u32 = 1_000;

/// How work is handed in, unless the action says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct QueueOptions {
    /// Attempts in all before an item is a dead letter.
    pub max_attempts: u32,
}

impl Default for QueueOptions {
    fn default() -> Self {
        Self { max_attempts: 5 }
    }
}

/// Hands work to a queue. The action's target is the queue's name; its metadata may say `queue.priority` (`high`,
/// `normal` or `low`; without it, the schedule's) and `queue.max_attempts`.
#[derive(Clone, Copy, Debug, Default)]
pub struct QueueProvider {
    options: QueueOptions,
}

impl QueueProvider {
    /// With these options.
    pub fn new(options: QueueOptions) -> Self {
        Self { options }
    }

    fn item(&self, sending: &Sending) -> Result<NewWorkItem, Error> {
        let (occurrence, action) = (&sending.run.occurrence, sending.action());
        let asked = Asked::read(action)?;
        let mut envelope = WorkEnvelope::of(sending);
        // What is meant for us is of no use to whoever does the work.
        envelope.metadata.retain(|name, _| !name.starts_with(OWN_PREFIX));
        let payload = envelope.to_value();
        let item = NewWorkItem {
            tenant: sending.tenant().clone(),
            queue: asked.queue,
            key: sending.run.idempotency_key().to_string(),
            payload,
            priority: asked.priority.unwrap_or(occurrence.planned.priority),
            ready_at: sending.run.started_at,
            max_attempts: asked.max_attempts.unwrap_or(self.options.max_attempts).clamp(1, ATTEMPTS_MAX),
            occurrence: (!sending.is_single).then_some(occurrence.id),
        };
        // What no store keeps would hold up whatever is settled together with it.
        check::work(std::slice::from_ref(&item))?;
        Ok(item)
    }
}

#[async_trait]
impl Provider for QueueProvider {
    async fn send(&self, sending: &Sending) -> Outcome {
        // A rule may have changed the action since it was checked.
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
        Asked::read(action)?;
        let metadata: usize = action.metadata.iter().map(|(name, value)| 2 * (name.len() + value.len()) + 6).sum();
        let bytes = action.payload.to_string().len() + metadata;
        let bytes_max = WORK_BYTES_MAX - ENVELOPE_BYTES_MAX;
        if bytes > bytes_max {
            let problem = format!("payload and metadata have {bytes} bytes; a work item takes {bytes_max}");
            return Err(
                Error::invalid("too_large", problem).with_hint("keep large things elsewhere and send their names")
            );
        }
        Ok(())
    }

    fn receiver(&self, action: &Action) -> String {
        action.target.clone()
    }
}

/// What an action asks of the queue.
struct Asked {
    queue: QueueName,
    priority: Option<Priority>,
    max_attempts: Option<u32>,
}

impl Asked {
    fn read(action: &Action) -> Result<Self, Error> {
        let queue = QueueName::new(&action.target).map_err(|error| {
            Error::invalid("bad_name", error.to_string()).with_hint("the action's target is the name of a queue")
        })?;
        let said = |name: &str| action.metadata.get(name).map(String::as_str);
        Ok(Self {
            queue,
            priority: said("queue.priority").map(priority).transpose()?,
            max_attempts: said("queue.max_attempts").map(max_attempts).transpose()?,
        })
    }
}

fn priority(text: &str) -> Result<Priority, Error> {
    serde_json::from_value(text.into())
        .map_err(|_| Error::invalid("bad_value", format!("{text:?} is no priority")).with_hint("high, normal or low"))
}

fn max_attempts(text: &str) -> Result<u32, Error> {
    let number = text.parse().ok().filter(|number| (1..=ATTEMPTS_MAX).contains(number));
    number.ok_or_else(|| {
        Error::invalid("bad_value", format!("queue.max_attempts is {text:?}; it is a number from 1 to {ATTEMPTS_MAX}"))
    })
}
