//! Dispatch rules and circuit breakers, as a program sets them for its tenant.

use super::Refrain;
use super::builder::bad_name;
use crate::breaker::Breaker;
use crate::control::BreakerChange;
use crate::dispatch::{BreakerKey, Order};
use crate::dispatch_rule::DispatchRule;
use crate::error::Error;
use crate::id::DocumentName;

/// The dispatch rules of a tenant. Made by [`Refrain::rules`].
///
/// ```
/// # use refrain::dispatch_rule::{DispatchRule, RuleAction};
/// # use refrain::{Failure, Refrain};
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Failure> {
/// let refrain = Refrain::open("memory:").await?;
/// let quiet = RuleAction::Suppress { reason: "nobody reads it at night".to_owned() };
/// let mut rule = DispatchRule::new("kind == 'digest' && (now.getHours() < 7 || now.getHours() >= 22)", quiet);
/// rule.timezone = "Europe/Berlin".to_owned();
/// refrain.rules().save("quiet-nights", &rule).await?;
/// refrain.rules().remove("quiet-nights").await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct DispatchRules {
    refrain: Refrain,
}

/// The circuit breakers of a tenant. Made by [`Refrain::breakers`].
#[derive(Clone, Debug)]
pub struct BreakerSwitches {
    refrain: Refrain,
}

impl Refrain {
    /// What happens to the tenant's actions on their way to a provider.
    pub fn rules(&self) -> DispatchRules {
        DispatchRules { refrain: self.clone() }
    }

    /// Which receivers are spared because they do not answer.
    pub fn breakers(&self) -> BreakerSwitches {
        BreakerSwitches { refrain: self.clone() }
    }
}

impl DispatchRules {
    /// Saves a rule under a name, in place of the one before. It is gone by in this process from now on, in others within a
    /// second.
    ///
    /// # Errors
    /// When the name or the rule does not hold, the tenant has too many, or the store cannot be used.
    pub async fn save(&self, name: &str, rule: &DispatchRule) -> Result<Order<DispatchRule>, Error> {
        let change = self.refrain.order_change(name)?;
        let saved = self.refrain.acting().save_rule(&change, rule).await;
        // An answer that was lost may have been a yes.
        self.refrain.orders_changed();
        saved
    }

    /// The rule of that name, or why it cannot be read; none when there is none.
    ///
    /// # Errors
    /// When that is no name, or the store cannot be used.
    pub async fn get(&self, name: &str) -> Result<Option<Order<DispatchRule>>, Error> {
        let name = DocumentName::new(name).map_err(bad_name)?;
        self.refrain.control().dispatch_rule(&self.refrain.tenant, &name).await
    }

    /// All of them, in order of name.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn list(&self) -> Result<Vec<Order<DispatchRule>>, Error> {
        self.refrain.control().rules(&self.refrain.tenant).await
    }

    /// Removes a rule.
    ///
    /// # Errors
    /// When there is none, or the store cannot be used.
    pub async fn remove(&self, name: &str) -> Result<(), Error> {
        let removed = self.refrain.acting().remove_rule(&self.refrain.order_change(name)?).await;
        self.refrain.orders_changed();
        removed
    }
}

impl BreakerSwitches {
    /// What the breaker between a provider and a receiver is at. The receiver is in the provider's own terms: a host, a
    /// broker, or empty when there is only one.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn get(&self, provider: &str, receiver: &str) -> Result<Breaker, Error> {
        self.refrain.control().breaker(&self.key(provider, receiver)).await
    }

    /// Opens it until it is reset. What is for that receiver waits.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn trip(&self, provider: &str, receiver: &str, note: &str) -> Result<Breaker, Error> {
        let changed = self.refrain.acting().trip_breaker(&self.change(provider, receiver, Some(note))).await;
        self.refrain.orders_changed();
        changed
    }

    /// Closes it.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn reset(&self, provider: &str, receiver: &str) -> Result<Breaker, Error> {
        let changed = self.refrain.acting().reset_breaker(&self.change(provider, receiver, None)).await;
        self.refrain.orders_changed();
        changed
    }

    fn key(&self, provider: &str, receiver: &str) -> BreakerKey {
        let tenant = self.refrain.tenant.clone();
        BreakerKey { tenant, provider: provider.to_owned(), receiver: receiver.to_owned() }
    }

    fn change(&self, provider: &str, receiver: &str, note: Option<&str>) -> BreakerChange {
        let mut by = self.refrain.by();
        by.reason = note.map(str::to_owned);
        BreakerChange { key: self.key(provider, receiver), by }
    }
}
