//! Alerts of a tenant: saving, reading and removing them. Each change has its entry in the audit.

use super::orders::is_new;
use super::{Control, OrderChange};
use crate::alert::{ALERTS_MAX, Alert};
use crate::dispatch::Order;
use crate::error::Error;
use crate::id::{DocumentName, Tenant};
use crate::rights::Rights;
use crate::store::{DocumentKey, DocumentKind, PAGE_ROWS_MAX, Page};

impl Control<Rights> {
    /// Saves an alert.
    ///
    /// # Errors
    /// When the alert cannot be meant, its action could never be sent, the tenant has too many, something else was there than
    /// expected, or the store cannot be used.
    pub async fn save_alert(&self, change: &OrderChange, alert: &Alert) -> Result<Order<Alert>, Error> {
        self.permit_alert(&change.tenant, alert)?;
        alert.check()?;
        self.providers.check(&alert.sample(self.clock.now()))?;
        let others = is_new(&self.alerts(&change.tenant).await?, change);
        if others.is_some_and(|others| others >= ALERTS_MAX) {
            let problem = format!("{} has {ALERTS_MAX} alerts already", change.tenant);
            return Err(Error::invalid("too_many", problem).with_hint("let one alert tell of more alarms"));
        }
        let saved = self.save_order(change, DocumentKind::Alert, alert, others).await?;
        Ok(Order::new(saved, Alert::read))
    }

    /// Removes an alert.
    ///
    /// # Errors
    /// When there is none, something else was there than expected, or the store cannot be used.
    pub async fn remove_alert(&self, change: &OrderChange) -> Result<(), Error> {
        self.remove_order(change, DocumentKind::Alert).await
    }
}

impl<R> Control<R> {
    /// An alert by its name.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn alert(&self, tenant: &Tenant, name: &DocumentName) -> Result<Option<Order<Alert>>, Error> {
        let key = DocumentKey { tenant: tenant.clone(), kind: DocumentKind::Alert, name: name.clone() };
        Ok(self.store.document(&key).await?.map(|document| Order::new(document, Alert::read)))
    }

    /// All alerts of a tenant in order of name, those that cannot be read included.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn alerts(&self, tenant: &Tenant) -> Result<Vec<Order<Alert>>, Error> {
        let found = self.store.documents(tenant, DocumentKind::Alert, &Page::first(PAGE_ROWS_MAX)).await?;
        Ok(found.rows.into_iter().map(|document| Order::new(document, Alert::read)).collect())
    }
}
