//! Alerts, as a program sets them for its tenant.

use super::Refrain;
use super::builder::bad_name;
use crate::alert::Alert;
use crate::dispatch::Order;
use crate::error::Error;
use crate::id::DocumentName;

/// The alerts of a tenant. Made by [`Refrain::alerts`].
///
/// ```
/// # use refrain::action::Action;
/// # use refrain::alert::Alert;
/// # use refrain::{Failure, Refrain};
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Failure> {
/// let refrain = Refrain::open("memory:").await?;
/// let payload = serde_json::json!({"text": "{{alarm.message}} ({{alarm.held_back}} more since the last)"});
/// let mut alert = Alert::new(["failing", "recovered", "missed_run"], Action::new("webhook", payload));
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
    /// Whom the tenant wants to be told when something goes wrong.
    pub fn alerts(&self) -> Alerts {
        Alerts { refrain: self.clone() }
    }
}

impl Alerts {
    /// Saves an alert under a name, in place of the one before.
    ///
    /// # Errors
    /// When the name or the alert does not hold, its action could never be sent, the tenant has too many, or the store cannot
    /// be used.
    pub async fn save(&self, name: &str, alert: &Alert) -> Result<Order<Alert>, Error> {
        let saved = self.refrain.acting().save_alert(&self.refrain.order_change(name)?, alert).await;
        self.refrain.alerts_changed();
        saved
    }

    /// The alert of that name, or why it cannot be read; none when there is none.
    ///
    /// # Errors
    /// When that is no name, or the store cannot be used.
    pub async fn get(&self, name: &str) -> Result<Option<Order<Alert>>, Error> {
        let name = DocumentName::new(name).map_err(bad_name)?;
        self.refrain.control().alert(&self.refrain.tenant, &name).await
    }

    /// All of them, in order of name.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn list(&self) -> Result<Vec<Order<Alert>>, Error> {
        self.refrain.control().alerts(&self.refrain.tenant).await
    }

    /// Removes an alert.
    ///
    /// # Errors
    /// When there is none, or the store cannot be used.
    pub async fn remove(&self, name: &str) -> Result<(), Error> {
        let removed = self.refrain.acting().remove_alert(&self.refrain.order_change(name)?).await;
        self.refrain.alerts_changed();
        removed
    }
}
