//! Dispatch rules and circuit breakers of a tenant, managed by the embedding program.

use super::Refrain;
use super::names::bad_name;
use crate::breaker::{Breaker, BreakerKey};
use crate::control::{BreakerChange, Control, UnknownProviders};
use crate::dispatch::{DispatchRule, StoredControl};
use crate::error::Error;
use crate::model::DocumentName;
use crate::rights::Rights;

/// The dispatch rules of a tenant, returned by [`Refrain::rules`].
///
/// ```
/// # use refrain::Failure;
/// # use refrain::Refrain;
/// # use refrain::dispatch::{DispatchRule, RuleAction};
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

/// The circuit breakers of a tenant, returned by [`Refrain::breakers`].
#[derive(Clone, Debug)]
pub struct CircuitBreakers {
    refrain: Refrain,
}

impl Refrain {
    /// Returns the tenant's dispatch rules, which decide what happens to an action before it reaches a provider.
    pub fn rules(&self) -> DispatchRules {
        DispatchRules { refrain: self.clone() }
    }

    /// Returns the tenant's circuit breakers, which stop sending to receivers that do not answer.
    pub fn breakers(&self) -> CircuitBreakers {
        CircuitBreakers { refrain: self.clone() }
    }
}

impl DispatchRules {
    /// Saves a dispatch rule under a name and replaces any earlier rule of that name. The rule takes effect
    /// immediately in this process, and within a second in others.
    ///
    /// # Errors
    /// Returns an error if the name or the rule is invalid, if no live node has the provider that it reroutes to, if
    /// the tenant has too many rules, or if the store is unavailable.
    pub async fn save(&self, name: &str, rule: &DispatchRule) -> Result<StoredControl<DispatchRule>, Error> {
        self.save_with(self.refrain.full_control(), name, rule).await
    }

    /// Saves a dispatch rule like [`DispatchRules::save`], even if no live node has the provider that it reroutes to.
    ///
    /// # Errors
    /// Returns the same errors as [`DispatchRules::save`].
    pub async fn save_for_unknown_provider(
        &self,
        name: &str,
        rule: &DispatchRule,
    ) -> Result<StoredControl<DispatchRule>, Error> {
        let control = self.refrain.full_control().clone().with_unknown_providers(UnknownProviders::Allow);
        self.save_with(&control, name, rule).await
    }

    async fn save_with(
        &self,
        control: &Control<Rights>,
        name: &str,
        rule: &DispatchRule,
    ) -> Result<StoredControl<DispatchRule>, Error> {
        let change = self.refrain.document_change(name)?;
        let saved = control.save_rule(&change, rule).await;
        // A save whose answer was lost may have been committed.
        self.refrain.controls_changed();
        saved
    }

    /// Returns the dispatch rule of that name, or the reason why it cannot be read. Returns `None` if there is no
    /// such rule.
    ///
    /// # Errors
    /// Returns an error if the name is invalid or the store is unavailable.
    pub async fn get(&self, name: &str) -> Result<Option<StoredControl<DispatchRule>>, Error> {
        let name = DocumentName::new(name).map_err(bad_name)?;
        self.refrain.control().dispatch_rule(&self.refrain.tenant, &name).await
    }

    /// Returns all dispatch rules, ordered by name.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn list(&self) -> Result<Vec<StoredControl<DispatchRule>>, Error> {
        self.refrain.control().rules(&self.refrain.tenant).await
    }

    /// Deletes a dispatch rule.
    ///
    /// # Errors
    /// Returns an error if there is no such rule or the store is unavailable.
    pub async fn remove(&self, name: &str) -> Result<(), Error> {
        let removed = self.refrain.full_control().remove_rule(&self.refrain.document_change(name)?).await;
        self.refrain.controls_changed();
        removed
    }
}

impl CircuitBreakers {
    /// Returns the state of the circuit breaker between a provider and a receiver.
    ///
    /// The receiver is named in the provider's own terms: a host, a broker, or the empty string if there is only one.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn get(&self, provider: &str, receiver: &str) -> Result<Breaker, Error> {
        self.refrain.control().breaker(&self.key(provider, receiver)).await
    }

    /// Opens the circuit until it is reset. Actions for that receiver wait.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn trip(&self, provider: &str, receiver: &str, note: &str) -> Result<Breaker, Error> {
        let changed = self.refrain.full_control().trip_breaker(&self.change(provider, receiver, Some(note))).await;
        self.refrain.controls_changed();
        changed
    }

    /// Closes the circuit.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn reset(&self, provider: &str, receiver: &str) -> Result<Breaker, Error> {
        let changed = self.refrain.full_control().reset_breaker(&self.change(provider, receiver, None)).await;
        self.refrain.controls_changed();
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
