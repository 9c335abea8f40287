//! Holds and caps of a tenant: saving, reading and removing them. Each change has its entry in the audit.
//!
//! A node in another process goes by a change within [`KNOWN_FOR`](crate::dispatch::KNOWN_FOR) of its commit; whoever has a
//! node beside this tells it with [`Engine::orders_changed`](crate::engine::Engine::orders_changed).

use serde::Serialize;

use super::Control;
use crate::audit::By;
use crate::capacity::Capacity;
use crate::dispatch::{ORDERS_MAX, Order, Orders};
use crate::error::Error;
use crate::hold::Hold;
use crate::id::{DocumentName, Tenant};
use crate::rights::{Right, Rights};
use crate::store::{Document, DocumentKey, DocumentKind, Expect, StoreError};

/// What is to be changed, by whom, and what must be there before.
#[derive(Clone, Debug)]
pub struct OrderChange {
    /// Whose.
    pub tenant: Tenant,
    /// What it is called.
    pub name: DocumentName,
    /// What must be there before.
    pub expect: Expect,
    /// Who asks, and why.
    pub by: By,
}

impl Control<Rights> {
    /// Saves a hold. What it covers is not begun any more; what runs goes on.
    ///
    /// # Errors
    /// When the hold cannot be meant, the tenant has too many, something else was there than expected, or the store cannot
    /// be used.
    pub async fn save_hold(&self, change: &OrderChange, hold: &Hold) -> Result<Order<Hold>, Error> {
        hold.check()?;
        let held = self.orders(&change.tenant).await?.holds;
        let saved = self.save_order(change, DocumentKind::Hold, hold, is_new(&held, change)).await?;
        Ok(Order::new(saved, Hold::read))
    }

    /// Removes a hold. What it has skipped stays so until a person opens it again.
    ///
    /// # Errors
    /// When there is none, something else was there than expected, or the store cannot be used.
    pub async fn remove_hold(&self, change: &OrderChange) -> Result<(), Error> {
        self.remove_order(change, DocumentKind::Hold).await
    }

    /// Saves a cap. What has begun in the window so far counts against it.
    ///
    /// # Errors
    /// When the cap cannot be meant, the tenant has too many, something else was there than expected, or the store cannot
    /// be used.
    pub async fn save_capacity(&self, change: &OrderChange, cap: Capacity) -> Result<Order<Capacity>, Error> {
        cap.check()?;
        let caps = self.orders(&change.tenant).await?.caps;
        let saved = self.save_order(change, DocumentKind::Capacity, &cap, is_new(&caps, change)).await?;
        Ok(Order::new(saved, Capacity::read))
    }

    /// Removes a cap.
    ///
    /// # Errors
    /// When there is none, something else was there than expected, or the store cannot be used.
    pub async fn remove_capacity(&self, change: &OrderChange) -> Result<(), Error> {
        self.remove_order(change, DocumentKind::Capacity).await
    }

    pub(super) async fn save_order(
        &self,
        change: &OrderChange,
        kind: DocumentKind,
        what: &impl Serialize,
        others: Option<usize>,
    ) -> Result<Document, Error> {
        self.rights.require(&change.tenant, Right::Edit)?;
        if others.is_some_and(|others| others >= ORDERS_MAX) {
            let problem = format!("{} has {ORDERS_MAX} of kind {} already", change.tenant, kind.as_str());
            return Err(Error::invalid("too_many", problem).with_hint("remove those that are over"));
        }
        let unfit = |error: serde_json::Error| StoreError::Invalid { field: kind.as_str(), problem: error.to_string() };
        let body = serde_json::to_value(what).map_err(unfit)?;
        let OrderChange { tenant, name, expect, by } = change;
        let key = DocumentKey { tenant: tenant.clone(), kind, name: name.clone() };
        Ok(self.store.put(&key, &body, *expect, by, self.clock.now()).await?)
    }

    pub(super) async fn remove_order(&self, change: &OrderChange, kind: DocumentKind) -> Result<(), Error> {
        self.rights.require(&change.tenant, Right::Edit)?;
        let OrderChange { tenant, name, expect, by } = change;
        let key = DocumentKey { tenant: tenant.clone(), kind, name: name.clone() };
        Ok(self.store.remove(&key, *expect, by, self.clock.now()).await?)
    }
}

impl<R> Control<R> {
    /// A hold by its name.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn hold(&self, tenant: &Tenant, name: &DocumentName) -> Result<Option<Order<Hold>>, Error> {
        let key = DocumentKey { tenant: tenant.clone(), kind: DocumentKind::Hold, name: name.clone() };
        Ok(self.store.document(&key).await?.map(|document| Order::new(document, Hold::read)))
    }

    /// A cap by its name.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn capacity(&self, tenant: &Tenant, name: &DocumentName) -> Result<Option<Order<Capacity>>, Error> {
        let key = DocumentKey { tenant: tenant.clone(), kind: DocumentKind::Capacity, name: name.clone() };
        Ok(self.store.document(&key).await?.map(|document| Order::new(document, Capacity::read)))
    }

    /// All holds and caps of a tenant, those that cannot be read included.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn orders(&self, tenant: &Tenant) -> Result<Orders, Error> {
        Ok(Orders::read(&*self.store, tenant).await?)
    }
}

/// How many others there are, if this would be one more.
pub(super) fn is_new<T>(orders: &[Order<T>], change: &OrderChange) -> Option<usize> {
    let is_there = orders.iter().any(|order| order.name == change.name);
    (!is_there).then_some(orders.len())
}
