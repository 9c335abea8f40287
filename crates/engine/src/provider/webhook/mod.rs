//! The `webhook` provider: sends one signed HTTP request per attempt and interprets the response.
//!
//! `request_settings` reads the settings of an action when it is saved. `prepared_request` builds the request
//! when it is sent, and `sign` signs it. `guard`, `address` and `resolver` restrict where the request may go.
//! `verdict` maps the response status to an outcome; nothing else in the response counts.
//!
//! Invariants:
//! - Every connection goes to an address that was checked for that connection.
//! - Every request ends within its timeout, whatever the receiver does.
//! - At most [`ANSWER_BYTES_MAX`] bytes of a response are read.
//! - No outcome contains a secret.

mod address;
mod client;
mod deliver;
mod envelope;
mod guard;
mod options;
mod prepared_request;
mod request_settings;
mod resolver;
mod routes;
mod send_error;
mod sign;
mod verdict;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::Semaphore;

pub use self::deliver::{ANSWER_BYTES_MAX, EXCERPT_BYTES_MAX};
use self::guard::Guard;
pub use self::options::{REDIRECTS_MAX, WebhookOptions};
use self::request_settings::RequestSettings;
use self::resolver::Resolver;
pub use self::resolver::{Lookup, SystemLookup};
use self::routes::Routes;
use crate::clock::Clock;
use crate::delivery::{OutgoingAction, Provider};
use crate::dispatch::template::{SecretUse, check_tree, tree_secrets};
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{Action, Delivery, FailReason, Tenant};
use crate::outcome::Outcome;
use crate::recent::RecentCache;
use crate::secret::{Destination, ResolvedSecrets, Secrets};
use crate::store::roots;

/// Sends webhooks.
pub struct Webhook {
    options: WebhookOptions,
    guard: Arc<Guard>,
    client: reqwest::Client,
    clock: Arc<dyn Clock>,
    secrets: Option<Arc<Secrets>>,
    /// Concurrency slots: for all requests, and for each host.
    slots: Semaphore,
    slots_by_host: RecentCache<String, Semaphore>,
    routes: Routes,
}

impl Webhook {
    /// Creates a provider that resolves names with the system's resolver. Without `secrets`, actions that name
    /// a secret are rejected.
    ///
    /// # Errors
    /// When an option is invalid, or the certificates cannot be read.
    pub fn new(options: WebhookOptions, clock: Arc<dyn Clock>, secrets: Option<Arc<Secrets>>) -> Result<Self, Error> {
        options.check()?;
        // The options apply to every action, so they must be valid on their own.
        RequestSettings::of_options(&options)?;
        let guard = Arc::new(Guard::new(&options)?);
        if let Some(target) = &options.target {
            let action = Action { target: target.clone(), ..Action::new("webhook", serde_json::Value::Null) };
            RequestSettings::read(&action, &options)?.check_url(&guard)?;
        }
        let client = client::build(&options, Resolver { guard: guard.clone(), lookup: Arc::new(SystemLookup) })?;
        let slots = Semaphore::new(options.concurrency.into());
        let (slots_by_host, routes) = (RecentCache::default(), Routes::new());
        Ok(Self { options, guard, client, clock, secrets, slots, slots_by_host, routes })
    }

    /// Replaces the name resolver.
    ///
    /// # Errors
    /// See [`Webhook::new`].
    pub fn with_resolver(self, lookup: Arc<dyn Lookup>) -> Result<Self, Error> {
        let client = client::build(&self.options, Resolver { guard: self.guard.clone(), lookup })?;
        Ok(Self { client, ..self })
    }

    /// Returns the time this attempt may still take.
    fn time_left(&self, sending: &OutgoingAction) -> Duration {
        let own = self.options.timeout.duration();
        let left = sending.deadline().map_or(own, |deadline| deadline.duration_since(self.clock.now()).min(own));
        Duration::try_from(left).unwrap_or_default()
    }

    /// Resolves the secrets that an action names.
    async fn resolve(&self, sending: &OutgoingAction, names: &[String], host: &str) -> Result<ResolvedSecrets, Error> {
        let provider = &sending.action().provider;
        let destination = Destination { provider, host: Some(host), allows_unbound: sending.allows_unbound_secrets };
        // Secrets may have changed since the payload was given.
        if sending.run_payload().is_some_and(|payload| !payload.allows_unbound_secrets) {
            self.check_bound_secrets(sending.tenant(), sending.action()).await?;
        }
        match &self.secrets {
            _ if names.is_empty() => Ok(ResolvedSecrets::default()),
            Some(secrets) => secrets.resolve(sending.tenant(), names.iter().map(String::as_str), destination).await,
            None => Err(missing_master_key(&names[0])),
        }
    }
}

#[async_trait]
impl Provider for Webhook {
    async fn send(&self, sending: &OutgoingAction) -> Outcome {
        let is_sent = AtomicBool::new(false);
        let time_left = self.time_left(sending);
        match tokio::time::timeout(time_left, self.deliver(sending, &is_sent)).await {
            Ok(outcome) => outcome,
            Err(_) => {
                let (host, is_sent) = (self.receiver(sending.action()), is_sent.load(Ordering::Relaxed));
                let message = match is_sent {
                    true => format!("{host} did not answer within {time_left:?}"),
                    false => format!("no request to {host} could be started within {time_left:?}"),
                };
                interrupted_outcome(sending, is_sent, FailReason::Timeout, message)
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

    async fn check_secrets(&self, tenant: &Tenant, action: &Action) -> Result<(), Error> {
        let Some(secrets) = &self.secrets else { return Ok(()) };
        let route = self.routes.of(action, &self.options, &self.guard)?;
        let names = route.request_settings.secrets(action)?;
        let destination = Destination { provider: &action.provider, host: Some(&route.host), allows_unbound: true };
        secrets.check_allowed(tenant, &names, destination).await
    }

    async fn check_bound_secrets(&self, tenant: &Tenant, action: &Action) -> Result<(), Error> {
        let names = tree_secrets(&action.payload)?;
        let Some(secrets) = self.secrets.as_ref().filter(|_| !names.is_empty()) else { return Ok(()) };
        let route = self.routes.of(action, &self.options, &self.guard)?;
        let destination = Destination { provider: &action.provider, host: Some(&route.host), allows_unbound: false };
        secrets.check_allowed(tenant, &names, destination).await
    }

    /// Sends no request, because the receivers depend on the schedules. Checks what all webhooks need: the
    /// trusted certificates, and whether the secrets that the options name can be read.
    async fn health(&self) -> Result<(), String> {
        roots::trusted(self.options.root_certificates.as_deref())?;
        let every = Action::new("webhook", serde_json::Value::Null);
        let request_settings = RequestSettings::of_options(&self.options).map_err(|error| error.to_string())?;
        let names = request_settings.secrets(&every).map_err(|error| error.to_string())?;
        match (&self.secrets, names.first()) {
            (_, None) => Ok(()),
            (Some(secrets), Some(_)) => secrets.health().await,
            (None, Some(name)) => Err(missing_master_key(name).to_string()),
        }
    }

    fn receiver(&self, action: &Action) -> String {
        // Placeholders are allowed only after the host, so the host is known without rendering. An action that
        // may not be sent has no receiver.
        self.routes.of(action, &self.options, &self.guard).map(|route| route.host.clone()).unwrap_or_default()
    }
}

fn missing_master_key(name: &str) -> Error {
    Error::invalid(ErrorCode::MasterKey, format!("secret {name} is used, but this node has no master key"))
}

/// Returns the outcome of an attempt that ended without a response. A request that may have arrived is not sent
/// again under at-most-once delivery.
fn interrupted_outcome(sending: &OutgoingAction, is_sent: bool, reason: FailReason, message: String) -> Outcome {
    match sending.run.definition.delivery {
        Delivery::AtMostOnce if is_sent => Outcome::Rejected { reason: FailReason::OutcomeUnknown, message },
        Delivery::AtMostOnce | Delivery::AtLeastOnce => Outcome::Retryable { reason, message, retry_after: None },
    }
}
