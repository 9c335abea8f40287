//! The provider `webhook`: one signed HTTP request for one attempt, and what the answer means.
//!
//! What is said about a webhook when it is saved (`asked`) is written out when it is sent (`letter`), signed (`sign`), and
//! goes only where it may go (`guard`, `address`, `resolver`). The answer's status alone decides (`verdict`).
//!
//! Invariants: nothing connects to an address that was not looked at for this connection; every request ends within its
//! timeout, whatever the receiver does; no more of an answer is read than [`ANSWER_BYTES_MAX`]; no secret is in an outcome.

mod address;
mod asked;
mod client;
mod deliver;
mod envelope;
mod guard;
mod letter;
mod options;
mod resolver;
mod routes;
mod sign;
mod trouble;
mod verdict;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::Semaphore;

use self::asked::Asked;
pub use self::deliver::{ANSWER_BYTES_MAX, EXCERPT_BYTES_MAX};
use self::guard::Guard;
pub use self::options::{REDIRECTS_MAX, WebhookOptions};
use self::resolver::Resolver;
pub use self::resolver::{Lookup, SystemLookup};
use self::routes::Routes;
use crate::action::Action;
use crate::clock::Clock;
use crate::dispatch::Sending;
use crate::error::Error;
use crate::outcome::Outcome;
use crate::policy::Delivery;
use crate::provider::Provider;
use crate::reason::FailReason;
use crate::recent::Recent;
use crate::roots;
use crate::secret::{Destination, Resolved, Secrets};
use crate::template::{SecretUse, check_tree};

/// Sends webhooks.
pub struct Webhook {
    options: WebhookOptions,
    guard: Arc<Guard>,
    client: reqwest::Client,
    clock: Arc<dyn Clock>,
    secrets: Option<Arc<Secrets>>,
    /// Places for requests, of all and of each host.
    places: Semaphore,
    places_by_host: Recent<String, Semaphore>,
    routes: Routes,
}

impl Webhook {
    /// A provider that looks up names as the machine does. Without secrets, what names one is refused.
    ///
    /// # Errors
    /// When an option cannot be meant, or the certificates cannot be read.
    pub fn new(options: WebhookOptions, clock: Arc<dyn Clock>, secrets: Option<Arc<Secrets>>) -> Result<Self, Error> {
        options.check()?;
        // What every action gets must itself be in order.
        Asked::read(&Action::new("webhook", serde_json::Value::Null), &options)?;
        let guard = Arc::new(Guard::new(&options)?);
        if let Some(target) = &options.target {
            let action = Action { target: target.clone(), ..Action::new("webhook", serde_json::Value::Null) };
            Asked::read(&action, &options)?.check_url(&guard)?;
        }
        let client = client::build(&options, Resolver { guard: guard.clone(), lookup: Arc::new(SystemLookup) })?;
        let places = Semaphore::new(options.concurrency.into());
        let (places_by_host, routes) = (Recent::default(), Routes::new());
        Ok(Self { options, guard, client, clock, secrets, places, places_by_host, routes })
    }

    /// The same, with names looked up by someone else.
    ///
    /// # Errors
    /// As [`Webhook::new`].
    pub fn looking_up(self, lookup: Arc<dyn Lookup>) -> Result<Self, Error> {
        let client = client::build(&self.options, Resolver { guard: self.guard.clone(), lookup })?;
        Ok(Self { client, ..self })
    }

    /// How long this attempt may take.
    fn time_left(&self, sending: &Sending) -> Duration {
        let own = self.options.timeout.duration();
        let left = sending.deadline().map_or(own, |deadline| deadline.duration_since(self.clock.now()).min(own));
        Duration::try_from(left).unwrap_or_default()
    }

    /// The secrets that an action names.
    async fn resolve(&self, sending: &Sending, names: &[String], host: &str) -> Result<Resolved, Error> {
        let provider = &sending.action().provider;
        let destination = Destination { provider, host: Some(host), takes_unbound: sending.takes_unbound_secrets };
        match &self.secrets {
            _ if names.is_empty() => Ok(Resolved::default()),
            Some(secrets) => secrets.resolve(sending.tenant(), names.iter().map(String::as_str), destination).await,
            None => Err(without_key(&names[0])),
        }
    }
}

#[async_trait]
impl Provider for Webhook {
    async fn send(&self, sending: &Sending) -> Outcome {
        let is_sent = AtomicBool::new(false);
        let time_left = self.time_left(sending);
        match tokio::time::timeout(time_left, self.deliver(sending, &is_sent)).await {
            Ok(outcome) => outcome,
            Err(_) => {
                let (host, is_sent) = (self.receiver(sending.action()), is_sent.load(Ordering::Relaxed));
                let message = match is_sent {
                    true => format!("{host} did not answer within {time_left:?}"),
                    false => format!("no request to {host} could be begun within {time_left:?}"),
                };
                cut_off(sending, is_sent, FailReason::Timeout, message)
            }
        }
    }

    fn default_target(&self, _: &Action) -> Option<String> {
        self.options.target.clone()
    }

    fn check(&self, action: &Action) -> Result<(), Error> {
        check_tree(&action.payload, SecretUse::Allowed)?;
        self.routes.of(action, &self.options, &self.guard).map(drop)
    }

    /// Nobody is asked: who receives webhooks is for schedules to say. What they all need is looked at: the certificates that
    /// are trusted, and whether what signs them could be read.
    async fn health(&self) -> Result<(), String> {
        roots::trusted(self.options.root_certificates.as_deref())?;
        let every = Action::new("webhook", serde_json::Value::Null);
        let asked = Asked::read(&every, &self.options).map_err(|error| error.to_string())?;
        let names = asked.secrets(&every).map_err(|error| error.to_string())?;
        match (&self.secrets, names.first()) {
            (_, None) => Ok(()),
            (Some(secrets), Some(_)) => secrets.health().await,
            (None, Some(name)) => Err(without_key(name).to_string()),
        }
    }

    fn receiver(&self, action: &Action) -> String {
        // No name stands before the path, so that is known without any of them. What may not be sent has no receiver.
        self.routes.of(action, &self.options, &self.guard).map(|route| route.host.clone()).unwrap_or_default()
    }
}

fn without_key(name: &str) -> Error {
    Error::invalid("master_key", format!("secret {name} is named, and this node has no master key"))
}

/// What came of an attempt that ended without an answer. What may have arrived is not sent again where that must not be.
fn cut_off(sending: &Sending, is_sent: bool, reason: FailReason, message: String) -> Outcome {
    match sending.run.definition.delivery {
        Delivery::AtMostOnce if is_sent => Outcome::Rejected { reason: FailReason::OutcomeUnknown, message },
        Delivery::AtMostOnce | Delivery::AtLeastOnce => Outcome::Retryable { reason, message, retry_after: None },
    }
}
