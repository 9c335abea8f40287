//! Holds and quotas of a tenant, managed by the embedding program.

use super::Refrain;
use super::names::bad_name;
use crate::control::DocumentChange;
use crate::dispatch::{Hold, Quota, StoredControl};
use crate::error::Error;
use crate::model::DocumentName;
use crate::store::ExpectedVersion;

/// The holds of a tenant, returned by [`Refrain::holds`].
///
/// ```
/// # use refrain::Failure;
/// # use refrain::Refrain;
/// # use refrain::dispatch::Hold;
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Failure> {
/// let refrain = Refrain::open("memory:").await?;
/// let mut hold = Hold::new("legal");
/// hold.note = "case 4711".to_owned();
/// hold.selects.labels.insert("customer".to_owned(), "acme".to_owned());
/// refrain.holds().save("case-4711", &hold).await?;
/// refrain.holds().remove("case-4711").await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Holds {
    refrain: Refrain,
}

/// The quotas of a tenant, returned by [`Refrain::quotas`].
#[derive(Clone, Debug)]
pub struct Quotas {
    refrain: Refrain,
}

impl Refrain {
    /// Returns the tenant's holds: selections of schedules that must not run for some time, each with a reason.
    pub fn holds(&self) -> Holds {
        Holds { refrain: self.clone() }
    }

    /// Returns the tenant's quotas: limits on how many runs may start per window.
    pub fn quotas(&self) -> Quotas {
        Quotas { refrain: self.clone() }
    }

    pub(super) fn document_change(&self, name: &str) -> Result<DocumentChange, Error> {
        let name = DocumentName::new(name).map_err(bad_name)?;
        Ok(DocumentChange { tenant: self.tenant.clone(), name, expect: ExpectedVersion::Any, by: self.by() })
    }
}

impl Holds {
    /// Saves a hold under an ID and replaces any earlier hold of that ID.
    ///
    /// Occurrences that the hold covers are settled as `skipped(hold)` instead of starting. The hold takes effect
    /// immediately in this process, and within a second in others. Runs in progress continue.
    ///
    /// # Errors
    /// Returns an error if the ID or the hold is invalid, if the tenant has too many holds, or if the store is
    /// unavailable.
    pub async fn save(&self, id: &str, hold: &Hold) -> Result<StoredControl<Hold>, Error> {
        let change = self.refrain.document_change(id)?;
        let saved = self.refrain.full_control().save_hold(&change, hold).await;
        // A save whose answer was lost may have been committed.
        self.refrain.controls_changed();
        saved
    }

    /// Returns the hold with that ID, or the reason why it cannot be read. Returns `None` if there is no such hold.
    ///
    /// # Errors
    /// Returns an error if the ID is invalid or the store is unavailable.
    pub async fn get(&self, id: &str) -> Result<Option<StoredControl<Hold>>, Error> {
        let name = DocumentName::new(id).map_err(bad_name)?;
        self.refrain.control().hold(&self.refrain.tenant, &name).await
    }

    /// Returns all holds, ordered by ID.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn list(&self) -> Result<Vec<StoredControl<Hold>>, Error> {
        Ok(self.refrain.control().controls(&self.refrain.tenant).await?.holds)
    }

    /// Deletes a hold. Occurrences that it has skipped stay skipped until a person reopens them.
    ///
    /// # Errors
    /// Returns an error if there is no such hold or the store is unavailable.
    pub async fn remove(&self, id: &str) -> Result<(), Error> {
        let removed = self.refrain.full_control().remove_hold(&self.refrain.document_change(id)?).await;
        self.refrain.controls_changed();
        removed
    }
}

impl Quotas {
    /// Saves a quota under a name and replaces any earlier quota of that name. Occurrences beyond the quota are
    /// settled as `skipped(quota)`.
    ///
    /// # Errors
    /// Returns an error if the name or the quota is invalid, if the tenant has too many quotas, or if the store
    /// is unavailable.
    pub async fn save(&self, name: &str, quota: Quota) -> Result<StoredControl<Quota>, Error> {
        let change = self.refrain.document_change(name)?;
        let saved = self.refrain.full_control().save_quota(&change, quota).await;
        self.refrain.controls_changed();
        saved
    }

    /// Returns the quota of that name, or the reason why it cannot be read. Returns `None` if there is no such quota.
    ///
    /// # Errors
    /// Returns an error if the name is invalid or the store is unavailable.
    pub async fn get(&self, name: &str) -> Result<Option<StoredControl<Quota>>, Error> {
        let name = DocumentName::new(name).map_err(bad_name)?;
        self.refrain.control().quota(&self.refrain.tenant, &name).await
    }

    /// Returns all quotas, ordered by name.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn list(&self) -> Result<Vec<StoredControl<Quota>>, Error> {
        Ok(self.refrain.control().controls(&self.refrain.tenant).await?.quotas)
    }

    /// Deletes a quota.
    ///
    /// # Errors
    /// Returns an error if there is no such quota or the store is unavailable.
    pub async fn remove(&self, name: &str) -> Result<(), Error> {
        let removed = self.refrain.full_control().remove_quota(&self.refrain.document_change(name)?).await;
        self.refrain.controls_changed();
        removed
    }
}
