//! Who has the effect: sends a message, calls a function, hands in work. Only providers touch the outside world.
//!
//! A provider of one's own is a type with one function:
//!
//! ```
//! use async_trait::async_trait;
//! use refrain::dispatch::Sending;
//! use refrain::outcome::Outcome;
//! use refrain::provider::Provider;
//! use refrain::{Failure, Refrain};
//!
//! struct Pager;
//!
//! #[async_trait]
//! impl Provider for Pager {
//!     async fn send(&self, sending: &Sending) -> Outcome {
//!         match sending.action().payload.as_str() {
//!             Some(text) => println!("{}: {text}", sending.run.occurrence.schedule),
//!             None => return Outcome::rejected("a page is a text"),
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
use crate::dispatch::{Sending, dedup, guard};
use crate::error::Error;
use crate::id::Tenant;
use crate::node::Capabilities;
use crate::outcome::Outcome;

/// Sends actions.
#[async_trait]
pub trait Provider: Send + Sync + 'static {
    /// Sends it and says what came of it. It may be dropped at any time: a run that lost its lease is not waited for.
    async fn send(&self, sending: &Sending) -> Outcome;

    /// Refuses an action that it could never send; asked when a schedule is saved.
    ///
    /// # Errors
    /// When something is wrong with the action.
    fn check(&self, _action: &Action) -> Result<(), Error> {
        Ok(())
    }

    /// Names of the targets that it has, where it has a closed list of them. None: any target may do.
    fn targets(&self) -> Option<Vec<String>> {
        None
    }

    /// Says what is probably wrong with an action that can be saved all the same.
    fn warn(&self, _action: &Action) -> Option<Warning> {
        None
    }

    /// Whom an action goes to, for whoever counts failures by receiver: a host, a broker. Empty when there is only one.
    fn receiver(&self, _action: &Action) -> String {
        String::new()
    }

    /// Whether sending starts a program, so that deciding on it needs the right `command`.
    fn starts_programs(&self) -> bool {
        false
    }

    /// Whether it sends actions of this tenant.
    fn serves(&self, _tenant: &Tenant) -> bool {
        true
    }

    /// The target of an action that names none, for interfaces that allow that; none when there is no default.
    fn default_target(&self, _action: &Action) -> Option<String> {
        None
    }

    /// How long sending may take when its schedule does not say; none when the provider sees to that itself.
    fn timeout_for(&self) -> Option<SignedDuration> {
        None
    }

    /// Whether it can be used now.
    ///
    /// # Errors
    /// When it cannot, with the reason.
    async fn health(&self) -> Result<(), String> {
        Ok(())
    }
}

/// Something about an action that its author should see. It changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The stable code.
    pub code: &'static str,
    /// What was noticed, with the value.
    pub detail: String,
    /// What to do about it.
    pub hint: Option<&'static str>,
}

/// The providers of a node, by name.
#[derive(Default)]
pub struct Providers {
    by_name: RwLock<BTreeMap<String, Arc<dyn Provider>>>,
}

impl Providers {
    /// Adds one. The latest of a name takes the place of the one before.
    pub fn add(&self, name: impl Into<String>, provider: Arc<dyn Provider>) {
        self.by_name.write().unwrap_or_else(PoisonError::into_inner).insert(name.into(), provider);
    }

    /// The one of this name.
    pub fn get(&self, name: &str) -> Option<Arc<dyn Provider>> {
        self.by_name.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// What they are called, in order.
    pub fn names(&self) -> Vec<String> {
        self.by_name.read().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }

    /// The name of a provider that starts programs for this tenant, if there is one.
    pub fn starting_programs_for(&self, tenant: &Tenant) -> Option<String> {
        let by_name = self.by_name.read().unwrap_or_else(PoisonError::into_inner);
        let mut found = by_name.iter().filter(|(_, provider)| provider.starts_programs() && provider.serves(tenant));
        found.next().map(|(name, _)| name.clone())
    }

    /// All of them, each with its targets where it has a closed list.
    pub fn capabilities(&self) -> Capabilities {
        let by_name = self.by_name.read().unwrap_or_else(PoisonError::into_inner);
        let providers = by_name.iter().map(|(name, provider)| (name.clone(), provider.targets()));
        Capabilities { providers: providers.collect() }
    }

    /// Refuses an action that could never be sent. One whose provider is not here may be another node's.
    ///
    /// # Errors
    /// When something is wrong with the action.
    pub fn check(&self, action: &Action) -> Result<(), Error> {
        if action.provider.is_empty() {
            let empty = Error::invalid("bad_value", "action.provider is empty");
            return Err(empty.with_hint("name who sends it, such as `log`"));
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
