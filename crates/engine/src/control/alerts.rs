//! Saves, reads and deletes the alerts of a tenant. Each change has an entry in the audit log.

use super::controls::count_if_new;
use super::{Control, DocumentChange};
use crate::alert::{ALERTS_MAX, Alert};
use crate::dispatch::{StoredControl, check_action};
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{DocumentName, Tenant};
use crate::rights::Rights;
use crate::store::{DocumentKey, DocumentKind, PAGE_ROWS_MAX, Page};

impl Control<Rights> {
    /// Saves an alert.
    ///
    /// # Errors
    /// Returns an error if the alert is invalid, if its action could never be sent, if its provider is new to the
    /// alert and no live node has it, if the tenant has too many alerts, if the version differs from the expected
    /// one, or if the store is unavailable.
    pub async fn save_alert(&self, change: &DocumentChange, alert: &Alert) -> Result<StoredControl<Alert>, Error> {
        self.permit_alert(&change.tenant, alert).await?;
        alert.check()?;
        let sample = alert.sample(self.clock.now());
        check_action(&self.providers, &sample)?;
        self.check_secrets(&change.tenant, &sample).await?;
        let alerts = self.alerts(&change.tenant).await?;
        let old = alerts.iter().find(|old| old.name == change.name).and_then(|old| old.content.as_ref().ok());
        if old.is_none_or(|old| old.action.provider != alert.action.provider) {
            self.check_reachable(&alert.action).await?;
        }
        let others = count_if_new(&alerts, change);
        if others.is_some_and(|others| others >= ALERTS_MAX) {
            let problem = format!("{} already has {ALERTS_MAX} alerts", change.tenant);
            return Err(Error::invalid(ErrorCode::TooMany, problem).with_hint("let one alert cover more conditions"));
        }
        let saved = self.save_document(change, DocumentKind::Alert, alert, others).await?;
        Ok(StoredControl::new(saved, Alert::read))
    }

    /// Deletes an alert.
    ///
    /// # Errors
    /// Returns an error if there is no such alert, if the version differs from the expected one, or if the store
    /// is unavailable.
    pub async fn remove_alert(&self, change: &DocumentChange) -> Result<(), Error> {
        self.remove_document(change, DocumentKind::Alert).await
    }
}

impl<R> Control<R> {
    /// Returns an alert by its name.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn alert(&self, tenant: &Tenant, name: &DocumentName) -> Result<Option<StoredControl<Alert>>, Error> {
        let key = DocumentKey { tenant: tenant.clone(), kind: DocumentKind::Alert, name: name.clone() };
        Ok(self.store.document(&key).await?.map(|document| StoredControl::new(document, Alert::read)))
    }

    /// Returns all alerts of a tenant, ordered by name, including those that cannot be read.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn alerts(&self, tenant: &Tenant) -> Result<Vec<StoredControl<Alert>>, Error> {
        let found = self.store.documents(tenant, DocumentKind::Alert, &Page::first(PAGE_ROWS_MAX)).await?;
        Ok(found.rows.into_iter().map(|document| StoredControl::new(document, Alert::read)).collect())
    }
}
