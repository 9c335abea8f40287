//! Providers deliver actions: they send a message, call a function or enqueue work. Only providers touch the
//! outside world.
//!
//! A custom provider is a type with one required method:
//!
//! ```
//! use async_trait::async_trait;
//! use refrain::dispatch::OutgoingAction;
//! use refrain::outcome::Outcome;
//! use refrain::provider::Provider;
//! use refrain::{Failure, Refrain};
//!
//! struct Pager;
//!
//! #[async_trait]
//! impl Provider for Pager {
//!     async fn send(&self, sending: &OutgoingAction) -> Outcome {
//!         match sending.action().payload.as_str() {
//!             Some(text) => println!("{}: {text}", sending.run.occurrence.schedule),
//!             None => return Outcome::rejected("the payload must be a string"),
//!         }
//!         Outcome::DELIVERED
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Failure> {
//! let refrain = Refrain::open("memory:").await?;
//! refrain.provider("pager", Pager);
//! # Ok(())
//! # }
//! ```

#[cfg(feature = "amqp")]
pub mod amqp;
#[cfg(feature = "amqp")]
mod amqp_broker;
#[cfg(any(feature = "amqp", feature = "email", feature = "nats", feature = "redis"))]
mod call;
#[cfg(any(feature = "amqp", feature = "redis"))]
pub mod celery;
#[cfg(all(feature = "command", unix))]
pub mod command;
#[cfg(feature = "email")]
pub mod email;
pub mod log;
#[cfg(feature = "nats")]
pub mod nats;
#[cfg(any(feature = "amqp", feature = "email", feature = "nats", feature = "redis"))]
pub mod password;
pub mod queue;
#[cfg(feature = "redis")]
mod redis_broker;
#[cfg(feature = "redis")]
pub mod redis_stream;
#[cfg(feature = "webhook")]
pub mod webhook;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use async_trait::async_trait;
use jiff::SignedDuration;

use crate::action::Action;
use crate::dispatch::{OutgoingAction, dedup, guard};
use crate::error::Error;
use crate::id::Tenant;
use crate::node::Capabilities;
use crate::outcome::Outcome;

/// Delivers actions to receivers.
#[async_trait]
pub trait Provider: Send + Sync + 'static {
    /// Sends the action and returns the outcome. The future may be dropped at any time: the worker does not
    /// wait for a run that lost its lease.
    async fn send(&self, sending: &OutgoingAction) -> Outcome;

    /// Rejects an action that this provider could never send. Called when a schedule is saved.
    ///
    /// # Errors
    /// When the action is invalid for this provider.
    fn check(&self, _action: &Action) -> Result<(), Error> {
        Ok(())
    }

    /// Returns the names of the targets if the provider has a closed list of them. `None` means that any target
    /// is allowed.
    fn targets(&self) -> Option<Vec<String>> {
        None
    }

    /// Returns a warning about an action that can be saved but probably contains a mistake.
    fn warn(&self, _action: &Action) -> Option<Warning> {
        None
    }

    /// Returns the receiver of an action, a host or a broker, under which failures are counted. Empty when
    /// there is only one.
    fn receiver(&self, _action: &Action) -> String {
        String::new()
    }

    /// Returns whether sending starts a program. If so, saving an action or dispatch rule that leads to this
    /// provider needs the `command` permission.
    fn starts_programs(&self) -> bool {
        false
    }

    /// Returns whether the provider sends actions of this tenant.
    fn serves(&self, _tenant: &Tenant) -> bool {
        true
    }

    /// Returns the target for an action without one, for interfaces that allow that. `None` when there is no
    /// default.
    fn default_target(&self, _action: &Action) -> Option<String> {
        None
    }

    /// Returns the default timeout for schedules without one. `None` when the provider enforces its own
    /// timeout.
    fn timeout_for(&self) -> Option<SignedDuration> {
        None
    }

    /// Checks whether the provider can be used now.
    ///
    /// # Errors
    /// When the provider cannot be used; the text is the reason.
    async fn health(&self) -> Result<(), String> {
        Ok(())
    }
}

/// A problem with an action that its author should see. A warning changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Stable warning code.
    pub code: &'static str,
    /// Description of the problem, including the value.
    pub detail: String,
    /// Suggested fix.
    pub hint: Option<&'static str>,
}

/// Providers of a node, by name.
#[derive(Default)]
pub struct Providers {
    by_name: RwLock<BTreeMap<String, Arc<dyn Provider>>>,
}

impl Providers {
    /// Adds a provider. It replaces an earlier provider of the same name.
    pub fn add(&self, name: impl Into<String>, provider: Arc<dyn Provider>) {
        self.by_name.write().unwrap_or_else(PoisonError::into_inner).insert(name.into(), provider);
    }

    /// Returns the provider with this name.
    pub fn get(&self, name: &str) -> Option<Arc<dyn Provider>> {
        self.by_name.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// Returns the names of all providers, sorted.
    pub fn names(&self) -> Vec<String> {
        self.by_name.read().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }

    /// Returns the name of a provider that starts programs for this tenant, if there is one.
    pub fn find_program_starter(&self, tenant: &Tenant) -> Option<String> {
        let by_name = self.by_name.read().unwrap_or_else(PoisonError::into_inner);
        let mut found = by_name.iter().filter(|(_, provider)| provider.starts_programs() && provider.serves(tenant));
        found.next().map(|(name, _)| name.clone())
    }

    /// Returns all providers, each with its targets if it has a closed list of them.
    pub fn capabilities(&self) -> Capabilities {
        let by_name = self.by_name.read().unwrap_or_else(PoisonError::into_inner);
        let providers = by_name.iter().map(|(name, provider)| (name.clone(), provider.targets()));
        Capabilities { providers: providers.collect() }
    }

    /// Rejects an action that could never be sent. An action whose provider is not registered here passes:
    /// another node may have that provider.
    ///
    /// # Errors
    /// When the action is invalid.
    pub fn check(&self, action: &Action) -> Result<(), Error> {
        if action.provider.is_empty() {
            let empty = Error::invalid("bad_value", "action.provider is empty");
            return Err(empty.with_hint("name a provider, such as `log`"));
        }
        guard::check(action)?;
        dedup::check(action)?;
        self.get(&action.provider).map_or(Ok(()), |provider| provider.check(action))
    }
}

impl fmt::Debug for Providers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}
