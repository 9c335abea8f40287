//! Circuit breakers by hand: looking at one, tripping it, resetting it. Each change has its entry in the audit.

use serde_json::json;

use super::Control;
use crate::audit::{By, NewEntry};
use crate::breaker::Breaker;
use crate::dispatch::BreakerKey;
use crate::dispatch::breaker::{read, write};
use crate::error::Error;
use crate::ledger::check;
use crate::rights::{Right, Rights};
use crate::store::StoreError;

/// When someone else changes a breaker at the same time it is looked at again, so often in all.
const TRIES: usize = 8;

/// Which breaker is to be changed, and by whom.
#[derive(Clone, Debug)]
pub struct BreakerChange {
    /// Which.
    pub key: BreakerKey,
    /// Who asks, and why.
    pub by: By,
}

impl Control<Rights> {
    /// Opens a breaker until someone resets it: what is for its receiver waits.
    ///
    /// # Errors
    /// When the store cannot be used; then it may have been tripped all the same.
    pub async fn trip_breaker(&self, change: &BreakerChange) -> Result<Breaker, Error> {
        self.change_breaker(change, "trip", Breaker::Tripped { note: change.by.reason.clone() }).await
    }

    /// Closes a breaker, whatever opened it.
    ///
    /// # Errors
    /// When the store cannot be used; then it may have been reset all the same.
    pub async fn reset_breaker(&self, change: &BreakerChange) -> Result<Breaker, Error> {
        self.change_breaker(change, "reset", Breaker::Closed).await
    }

    /// The entry comes first: a breaker that a person changed is never without one.
    async fn change_breaker(&self, change: &BreakerChange, verb: &str, to: Breaker) -> Result<Breaker, Error> {
        let BreakerChange { key, by } = change;
        self.rights.require(&key.tenant, Right::Operate)?;
        check::by(by)?;
        let before = self.breaker(key).await?;
        if before == to {
            return Ok(to);
        }
        let detail = json!({"receiver": key.receiver, "before": before}).to_string();
        let (action, object) = (format!("breaker.{verb}"), format!("provider/{}", key.provider));
        let entry = NewEntry { by: by.clone(), action, object, detail };
        self.store.append(&key.tenant, vec![entry], self.clock.now()).await?;
        for _ in 0..TRIES {
            let now = self.clock.now();
            let (_, text) = read(&*self.store, key, now).await?;
            if write(&*self.store, key, text.as_deref(), &to, now).await? {
                return Ok(to);
            }
        }
        Err(StoreError::Unavailable(format!("the breaker of {} changes too often", key.provider)).into())
    }
}

impl<R> Control<R> {
    /// What a breaker is at.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn breaker(&self, key: &BreakerKey) -> Result<Breaker, Error> {
        Ok(read(&*self.store, key, self.clock.now()).await?.0)
    }
}
