//! Saves, reads and deletes the dispatch rules of a tenant. Each change has an entry in the audit log.
//!
//! As with holds, a node in another process applies a change within [`CACHE_TTL`](crate::dispatch::CACHE_TTL) of
//! its commit.

use super::orders::count_if_new;
use super::{Control, DocumentChange};
use crate::dispatch::{DispatchRule, Order, list_orders};
use crate::error::Error;
use crate::model::{DocumentName, Tenant};
use crate::rights::Rights;
use crate::store::{DocumentKey, DocumentKind};

impl Control<Rights> {
    /// Saves a dispatch rule. It applies to everything that is sent from now on.
    ///
    /// # Errors
    /// Returns an error if the rule is invalid, if its condition does not compile, if the tenant has too many
    /// rules, if the version differs from the expected one, or if the store is unavailable.
    pub async fn save_rule(&self, change: &DocumentChange, rule: &DispatchRule) -> Result<Order<DispatchRule>, Error> {
        self.permit_rule(&change.tenant, rule).await?;
        rule.check()?;
        let rules = self.rules(&change.tenant).await?;
        let saved = self.save_document(change, DocumentKind::Rule, rule, count_if_new(&rules, change)).await?;
        Ok(Order::new(saved, DispatchRule::read))
    }

    /// Deletes a dispatch rule.
    ///
    /// # Errors
    /// Returns an error if there is no such rule, if the version differs from the expected one, or if the store
    /// is unavailable.
    pub async fn remove_rule(&self, change: &DocumentChange) -> Result<(), Error> {
        self.remove_document(change, DocumentKind::Rule).await
    }
}

impl<R> Control<R> {
    /// Returns a dispatch rule by its name.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn dispatch_rule(
        &self,
        tenant: &Tenant,
        name: &DocumentName,
    ) -> Result<Option<Order<DispatchRule>>, Error> {
        let key = DocumentKey { tenant: tenant.clone(), kind: DocumentKind::Rule, name: name.clone() };
        Ok(self.store.document(&key).await?.map(|document| Order::new(document, DispatchRule::read)))
    }

    /// Returns all dispatch rules of a tenant, ordered by name, including those that cannot be read.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn rules(&self, tenant: &Tenant) -> Result<Vec<Order<DispatchRule>>, Error> {
        Ok(list_orders(&*self.store, tenant, DocumentKind::Rule, DispatchRule::read).await?)
    }
}
