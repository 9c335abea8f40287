//! Holds and caps, as a program sets them for its tenant.

use super::Refrain;
use super::builder::bad_name;
use crate::capacity::Capacity;
use crate::control::OrderChange;
use crate::dispatch::Order;
use crate::error::Error;
use crate::hold::Hold;
use crate::id::DocumentName;
use crate::store::Expect;

/// The holds of a tenant. Made by [`Refrain::holds`].
///
/// ```
/// # use refrain::hold::Hold;
/// # use refrain::{Failure, Refrain};
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

/// The caps of a tenant. Made by [`Refrain::capacities`].
#[derive(Clone, Debug)]
pub struct Capacities {
    refrain: Refrain,
}

impl Refrain {
    /// What of the tenant must not run for a time, and why.
    pub fn holds(&self) -> Holds {
        Holds { refrain: self.clone() }
    }

    /// How much of the tenant may begin in a time.
    pub fn capacities(&self) -> Capacities {
        Capacities { refrain: self.clone() }
    }

    pub(super) fn order_change(&self, name: &str) -> Result<OrderChange, Error> {
        let name = DocumentName::new(name).map_err(bad_name)?;
        Ok(OrderChange { tenant: self.tenant.clone(), name, expect: Expect::Any, by: self.by() })
    }
}

impl Holds {
    /// Saves a hold under an id, in place of the one before. What it covers ends as `skipped(hold)` instead of beginning,
    /// in this process from now on, in others within a second; what runs goes on.
    ///
    /// # Errors
    /// When the id or the hold does not hold, the tenant has too many, or the store cannot be used.
    pub async fn save(&self, id: &str, hold: &Hold) -> Result<Order<Hold>, Error> {
        let change = self.refrain.order_change(id)?;
        let saved = self.refrain.acting().save_hold(&change, hold).await;
        // An answer that was lost may have been a yes.
        self.refrain.orders_changed();
        saved
    }

    /// The hold of that id, or why it cannot be read; none when there is none.
    ///
    /// # Errors
    /// When that is no id, or the store cannot be used.
    pub async fn get(&self, id: &str) -> Result<Option<Order<Hold>>, Error> {
        let name = DocumentName::new(id).map_err(bad_name)?;
        self.refrain.control().hold(&self.refrain.tenant, &name).await
    }

    /// All of them, in order of id.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn list(&self) -> Result<Vec<Order<Hold>>, Error> {
        Ok(self.refrain.control().orders(&self.refrain.tenant).await?.holds)
    }

    /// Removes a hold. What it has skipped stays so until a person opens it again.
    ///
    /// # Errors
    /// When there is none, or the store cannot be used.
    pub async fn remove(&self, id: &str) -> Result<(), Error> {
        let removed = self.refrain.acting().remove_hold(&self.refrain.order_change(id)?).await;
        self.refrain.orders_changed();
        removed
    }
}

impl Capacities {
    /// Saves a cap under a name, in place of the one before. What comes beyond it ends as `skipped(capacity)`.
    ///
    /// # Errors
    /// When the name or the cap does not hold, the tenant has too many, or the store cannot be used.
    pub async fn save(&self, name: &str, cap: Capacity) -> Result<Order<Capacity>, Error> {
        let change = self.refrain.order_change(name)?;
        let saved = self.refrain.acting().save_capacity(&change, cap).await;
        self.refrain.orders_changed();
        saved
    }

    /// The cap of that name, or why it cannot be read; none when there is none.
    ///
    /// # Errors
    /// When that is no name, or the store cannot be used.
    pub async fn get(&self, name: &str) -> Result<Option<Order<Capacity>>, Error> {
        let name = DocumentName::new(name).map_err(bad_name)?;
        self.refrain.control().capacity(&self.refrain.tenant, &name).await
    }

    /// All of them, in order of name.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn list(&self) -> Result<Vec<Order<Capacity>>, Error> {
        Ok(self.refrain.control().orders(&self.refrain.tenant).await?.caps)
    }

    /// Removes a cap.
    ///
    /// # Errors
    /// When there is none, or the store cannot be used.
    pub async fn remove(&self, name: &str) -> Result<(), Error> {
        let removed = self.refrain.acting().remove_capacity(&self.refrain.order_change(name)?).await;
        self.refrain.orders_changed();
        removed
    }
}
