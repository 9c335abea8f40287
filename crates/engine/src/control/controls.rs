//! Saves, reads and deletes the holds and quotas of a tenant. Each change has an entry in the audit log.
//!
//! A node in another process applies a change within [`CACHE_TTL`](crate::dispatch::CACHE_TTL) of its commit. A
//! program with a node in the same process notifies it with
//! [`Engine::controls_changed`](crate::engine::Engine::controls_changed).

use serde::Serialize;

use super::{Control, DocumentChange};
use crate::dispatch::{CONTROLS_MAX, Hold, Quota, StoredControl, TenantControls};
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{DocumentName, Tenant};
use crate::rights::Rights;
use crate::store::{Document, DocumentKey, DocumentKind, StoreError};

impl Control<Rights> {
    /// Saves a hold. Occurrences that it covers no longer start. Runs in progress continue.
    ///
    /// # Errors
    /// Returns an error if the hold is invalid, if the tenant has too many holds, if the version differs from the
    /// expected one, or if the store is unavailable.
    pub async fn save_hold(&self, change: &DocumentChange, hold: &Hold) -> Result<StoredControl<Hold>, Error> {
        hold.check()?;
        let held = self.controls(&change.tenant).await?.holds;
        let saved = self.save_document(change, DocumentKind::Hold, hold, count_if_new(&held, change)).await?;
        Ok(StoredControl::new(saved, Hold::read))
    }

    /// Deletes a hold. Occurrences that it has skipped stay skipped until a person reopens them.
    ///
    /// # Errors
    /// Returns an error if there is no such hold, if the version differs from the expected one, or if the store
    /// is unavailable.
    pub async fn remove_hold(&self, change: &DocumentChange) -> Result<(), Error> {
        self.remove_document(change, DocumentKind::Hold).await
    }

    /// Saves a quota. Runs that have already started in the current window count against it.
    ///
    /// # Errors
    /// Returns an error if the quota is invalid, if the tenant has too many quotas, if the version differs from
    /// the expected one, or if the store is unavailable.
    pub async fn save_quota(&self, change: &DocumentChange, quota: Quota) -> Result<StoredControl<Quota>, Error> {
        quota.check()?;
        let quotas = self.controls(&change.tenant).await?.quotas;
        let saved = self.save_document(change, DocumentKind::Quota, &quota, count_if_new(&quotas, change)).await?;
        Ok(StoredControl::new(saved, Quota::read))
    }

    /// Deletes a quota.
    ///
    /// # Errors
    /// Returns an error if there is no such quota, if the version differs from the expected one, or if the store
    /// is unavailable.
    pub async fn remove_quota(&self, change: &DocumentChange) -> Result<(), Error> {
        self.remove_document(change, DocumentKind::Quota).await
    }

    pub(super) async fn save_document(
        &self,
        change: &DocumentChange,
        kind: DocumentKind,
        what: &impl Serialize,
        others: Option<usize>,
    ) -> Result<Document, Error> {
        self.permit_document(&change.tenant)?;
        if others.is_some_and(|others| others >= CONTROLS_MAX) {
            let problem = format!("{} already has {CONTROLS_MAX} documents of kind {}", change.tenant, kind.label());
            return Err(Error::invalid(ErrorCode::TooMany, problem).with_hint("delete those that are no longer needed"));
        }
        let unfit = |error: serde_json::Error| StoreError::Invalid { field: kind.label(), problem: error.to_string() };
        let body = serde_json::to_value(what).map_err(unfit)?;
        let DocumentChange { tenant, name, expect, by } = change;
        let key = DocumentKey { tenant: tenant.clone(), kind, name: name.clone() };
        if self.is_preview {
            return Ok(Document { key, version: 0, body, updated_at: self.clock.now() });
        }
        Ok(self.store.put(&key, &body, *expect, by, self.clock.now()).await?)
    }

    pub(super) async fn remove_document(&self, change: &DocumentChange, kind: DocumentKind) -> Result<(), Error> {
        self.permit_document(&change.tenant)?;
        let DocumentChange { tenant, name, expect, by } = change;
        let key = DocumentKey { tenant: tenant.clone(), kind, name: name.clone() };
        if self.is_preview {
            return Ok(());
        }
        Ok(self.store.remove(&key, *expect, by, self.clock.now()).await?)
    }
}

impl<R> Control<R> {
    /// Returns a hold by its name.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn hold(&self, tenant: &Tenant, name: &DocumentName) -> Result<Option<StoredControl<Hold>>, Error> {
        let key = DocumentKey { tenant: tenant.clone(), kind: DocumentKind::Hold, name: name.clone() };
        Ok(self.store.document(&key).await?.map(|document| StoredControl::new(document, Hold::read)))
    }

    /// Returns a quota by its name.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn quota(&self, tenant: &Tenant, name: &DocumentName) -> Result<Option<StoredControl<Quota>>, Error> {
        let key = DocumentKey { tenant: tenant.clone(), kind: DocumentKind::Quota, name: name.clone() };
        Ok(self.store.document(&key).await?.map(|document| StoredControl::new(document, Quota::read)))
    }

    /// Returns all holds and quotas of a tenant, including those that cannot be read.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn controls(&self, tenant: &Tenant) -> Result<TenantControls, Error> {
        Ok(TenantControls::read(&*self.store, tenant).await?)
    }
}

/// Returns the number of existing documents if the change would add one; `None` if it replaces one.
pub(super) fn count_if_new<T>(controls: &[StoredControl<T>], change: &DocumentChange) -> Option<usize> {
    let is_there = controls.iter().any(|control| control.name == change.name);
    (!is_there).then_some(controls.len())
}
