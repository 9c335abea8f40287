//! Alerts of a tenant, managed by the embedding program.

use super::Refrain;
use super::names::bad_name;
use crate::alert::Alert;
use crate::control::{Control, UnknownProviders};
use crate::dispatch::StoredControl;
use crate::error::Error;
use crate::model::DocumentName;
use crate::rights::Rights;

/// The alerts of a tenant, returned by [`Refrain::alerts`].
///
/// ```
/// # use refrain::Failure;
/// # use refrain::Refrain;
/// # use refrain::alert::Alert;
/// # use refrain::model::Action;
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Failure> {
/// let refrain = Refrain::open("memory:").await?;
/// let payload = serde_json::json!({"text": "{{alarm.message}} ({{alarm.held_back}} more since the last)"});
/// let mut alert = Alert::new(["failing", "recovered", "missed_run"], Action::new("log", payload));
/// alert.failing_after = 3;
/// refrain.alerts().save("on-call", &alert).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Alerts {
    refrain: Refrain,
}

impl Refrain {
    /// Returns the tenant's alerts: the messages that are sent when something goes wrong.
    pub fn alerts(&self) -> Alerts {
        Alerts { refrain: self.clone() }
    }
}

impl Alerts {
    /// Saves an alert under a name and replaces any earlier alert of that name.
    ///
    /// # Errors
    /// Returns an error if the name or the alert is invalid, if its action could never be sent, if no live node has
    /// its provider, if the tenant has too many alerts, or if the store is unavailable.
    pub async fn save(&self, name: &str, alert: &Alert) -> Result<StoredControl<Alert>, Error> {
        self.save_with(self.refrain.full_control(), name, alert).await
    }

    /// Saves an alert like [`Alerts::save`], even if no live node has its provider yet.
    ///
    /// # Errors
    /// Returns the same errors as [`Alerts::save`].
    pub async fn save_for_unknown_provider(&self, name: &str, alert: &Alert) -> Result<StoredControl<Alert>, Error> {
        let control = self.refrain.full_control().clone().with_unknown_providers(UnknownProviders::Allow);
        self.save_with(&control, name, alert).await
    }

    async fn save_with(
        &self,
        control: &Control<Rights>,
        name: &str,
        alert: &Alert,
    ) -> Result<StoredControl<Alert>, Error> {
        let saved = control.save_alert(&self.refrain.document_change(name)?, alert).await;
        self.refrain.alerts_changed();
        saved
    }

    /// Returns the alert of that name, or the reason why it cannot be read. Returns `None` if there is no such alert.
    ///
    /// # Errors
    /// Returns an error if the name is invalid or the store is unavailable.
    pub async fn get(&self, name: &str) -> Result<Option<StoredControl<Alert>>, Error> {
        let name = DocumentName::new(name).map_err(bad_name)?;
        self.refrain.control().alert(&self.refrain.tenant, &name).await
    }

    /// Returns all alerts, ordered by name.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn list(&self) -> Result<Vec<StoredControl<Alert>>, Error> {
        self.refrain.control().alerts(&self.refrain.tenant).await
    }

    /// Deletes an alert.
    ///
    /// # Errors
    /// Returns an error if there is no such alert or the store is unavailable.
    pub async fn remove(&self, name: &str) -> Result<(), Error> {
        let removed = self.refrain.full_control().remove_alert(&self.refrain.document_change(name)?).await;
        self.refrain.alerts_changed();
        removed
    }
}
