//! Dispatch rules of a tenant: saving, reading and removing them. Each change has its entry in the audit.
//!
//! As with holds, a node in another process goes by a change within [`KNOWN_FOR`](crate::dispatch::KNOWN_FOR) of its commit.

use super::orders::is_new;
use super::{Control, OrderChange};
use crate::dispatch::{Order, list_orders};
use crate::dispatch_rule::DispatchRule;
use crate::error::Error;
use crate::id::{DocumentName, Tenant};
use crate::rights::Rights;
use crate::store::{DocumentKey, DocumentKind};

impl Control<Rights> {
    /// Saves a rule. What is sent from now on goes by it.
    ///
    /// # Errors
    /// When the rule cannot be meant, its condition does not compile, the tenant has too many, something else was there than
    /// expected, or the store cannot be used.
    pub async fn save_rule(&self, change: &OrderChange, rule: &DispatchRule) -> Result<Order<DispatchRule>, Error> {
        self.permit_rule(&change.tenant, rule)?;
        rule.check()?;
        let rules = self.rules(&change.tenant).await?;
        let saved = self.save_order(change, DocumentKind::Rule, rule, is_new(&rules, change)).await?;
        Ok(Order::new(saved, DispatchRule::read))
    }

    /// Removes a rule.
    ///
    /// # Errors
    /// When there is none, something else was there than expected, or the store cannot be used.
    pub async fn remove_rule(&self, change: &OrderChange) -> Result<(), Error> {
        self.remove_order(change, DocumentKind::Rule).await
    }
}

impl<R> Control<R> {
    /// A rule by its name.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn dispatch_rule(
        &self,
        tenant: &Tenant,
        name: &DocumentName,
    ) -> Result<Option<Order<DispatchRule>>, Error> {
        let key = DocumentKey { tenant: tenant.clone(), kind: DocumentKind::Rule, name: name.clone() };
        Ok(self.store.document(&key).await?.map(|document| Order::new(document, DispatchRule::read)))
    }

    /// All rules of a tenant in order of name, those that cannot be read included.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn rules(&self, tenant: &Tenant) -> Result<Vec<Order<DispatchRule>>, Error> {
        Ok(list_orders(&*self.store, tenant, DocumentKind::Rule, DispatchRule::read).await?)
    }
}
