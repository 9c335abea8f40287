//! Saves, reads and deletes the dispatch rules of a tenant. Each change has an entry in the audit log.
//!
//! As with holds, a node in another process applies a change within [`CACHE_TTL`](crate::dispatch::CACHE_TTL) of
//! its commit.

use super::controls::count_if_new;
use super::{Control, DocumentChange};
use crate::delivery::Warning;
use crate::dispatch::{DispatchRule, RuleAction, StoredControl, list_controls};
use crate::error::Error;
use crate::model::{Action, DocumentName, HANDLER_PROVIDER, Tenant};
use crate::rights::Rights;
use crate::store::{DocumentKey, DocumentKind};

impl Control<Rights> {
    /// Saves a dispatch rule. It applies to everything that is sent from now on.
    ///
    /// # Errors
    /// Returns an error if the rule is invalid, if its condition does not compile, if no live node has the provider
    /// that the rule newly reroutes to, if the tenant has too many rules, if the version differs from the expected
    /// one, or if the store is unavailable.
    pub async fn save_rule(
        &self,
        change: &DocumentChange,
        rule: &DispatchRule,
    ) -> Result<StoredControl<DispatchRule>, Error> {
        self.permit_rule(&change.tenant, rule).await?;
        rule.check()?;
        let rules = self.rules(&change.tenant).await?;
        let old = rules.iter().find(|old| old.name == change.name).and_then(|old| old.content.as_ref().ok());
        if let Some(action) = rerouted(rule)
            && old.and_then(rerouted).is_none_or(|old| old.provider != action.provider)
        {
            self.check_reachable(&action).await?;
        }
        let rule = &DispatchRule { without_command: self.lacks_command_for(rule), ..rule.clone() };
        let saved = self.save_document(change, DocumentKind::DispatchRule, rule, count_if_new(&rules, change)).await?;
        Ok(StoredControl::new(saved, DispatchRule::read))
    }

    /// Deletes a dispatch rule.
    ///
    /// # Errors
    /// Returns an error if there is no such rule, if the version differs from the expected one, or if the store
    /// is unavailable.
    pub async fn remove_rule(&self, change: &DocumentChange) -> Result<(), Error> {
        self.remove_document(change, DocumentKind::DispatchRule).await
    }
}

impl<R> Control<R> {
    /// Returns probable mistakes in a dispatch rule that can still be saved.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn rule_warnings(&self, rule: &DispatchRule) -> Result<Vec<Warning>, Error> {
        match rerouted(rule) {
            // The targets of the actions that the rule reroutes to a handler are not known.
            Some(action) if action.provider != HANDLER_PROVIDER => self.warnings(&action).await,
            Some(_) | None => Ok(Vec::new()),
        }
    }

    /// Returns a dispatch rule by its name.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn dispatch_rule(
        &self,
        tenant: &Tenant,
        name: &DocumentName,
    ) -> Result<Option<StoredControl<DispatchRule>>, Error> {
        let key = DocumentKey { tenant: tenant.clone(), kind: DocumentKind::DispatchRule, name: name.clone() };
        Ok(self.store.document(&key).await?.map(|document| StoredControl::new(document, DispatchRule::read)))
    }

    /// Returns all dispatch rules of a tenant, ordered by name, including those that cannot be read.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn rules(&self, tenant: &Tenant) -> Result<Vec<StoredControl<DispatchRule>>, Error> {
        Ok(list_controls(&*self.store, tenant, DocumentKind::DispatchRule, DispatchRule::read).await?)
    }
}

/// Returns an action for the provider that a rule reroutes to, to check whether the provider is known.
fn rerouted(rule: &DispatchRule) -> Option<Action> {
    match &rule.then {
        RuleAction::Reroute { provider } => Some(Action::new(provider.clone(), serde_json::Value::Null)),
        RuleAction::Modify { .. }
        | RuleAction::Allow
        | RuleAction::Deny { .. }
        | RuleAction::Suppress { .. }
        | RuleAction::Dedup { .. }
        | RuleAction::Throttle { .. }
        | RuleAction::Delay { .. } => None,
    }
}
