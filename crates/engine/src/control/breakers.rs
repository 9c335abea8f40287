//! Manual control of circuit breakers: read, trip and reset. Each change has an entry in the audit log.

use serde_json::json;

use super::Control;
use crate::breaker::{Breaker, BreakerKey};
use crate::dispatch::breaker::{read, write};
use crate::error::Error;
use crate::ledger::check;
use crate::model::{By, NewEntry};
use crate::right::Right;
use crate::rights::Rights;
use crate::store::StoreError;

/// Maximum number of tries when others change the same breaker at the same time.
const TRIES: usize = 8;

/// Request to trip or reset a circuit breaker.
#[derive(Clone, Debug)]
pub struct BreakerChange {
    /// Circuit breaker to change.
    pub key: BreakerKey,
    /// Caller and reason, for the audit log.
    pub by: By,
}

impl Control<Rights> {
    /// Opens a circuit until a person resets it. Actions for its receiver wait.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable. The circuit may have been opened anyway.
    pub async fn trip_breaker(&self, change: &BreakerChange) -> Result<Breaker, Error> {
        self.change_breaker(change, "trip", Breaker::Tripped { note: change.by.reason.clone() }).await
    }

    /// Closes a circuit, whatever opened it.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable. The circuit may have been closed anyway.
    pub async fn reset_breaker(&self, change: &BreakerChange) -> Result<Breaker, Error> {
        self.change_breaker(change, "reset", Breaker::Closed).await
    }

    /// Writes the audit entry first, so that a manual change of a breaker always has one.
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
        Err(StoreError::Unavailable(format!("the circuit breaker of {} changes too often", key.provider)).into())
    }
}

impl<R> Control<R> {
    /// Returns the state of a circuit breaker.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn breaker(&self, key: &BreakerKey) -> Result<Breaker, Error> {
        Ok(read(&*self.store, key, self.clock.now()).await?.0)
    }
}
