//! Runs work of the embedding program in the ledger's file: alone, or together with the settlement of its occurrence.
//!
//! The work runs in the writer thread, so all writes of this process wait for it. Invariant: work that returns
//! an error, panics or is refused leaves no changes behind and does not affect other jobs of the group.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rusqlite::Connection;

use super::error::translate;
use super::writer::Size;
use super::{Sqlite, settle};
use crate::effect::{EffectError, EffectSettlement};
use refrain_ledger::ledger::check;
use refrain_ledger::store::{SettleResult, StoreError};

impl Sqlite {
    /// Runs work in a transaction on the ledger's file, for example to create tables of the embedding program.
    /// The work must not change the store's tables and must not end the transaction.
    ///
    /// All writes of this process wait for the work, so it must be short and must not wait for the store.
    ///
    /// # Errors
    /// Fails if the work returns an error or panics, or if the store cannot be used. Then none of its changes
    /// remain, unless the error is [`Unknown`](StoreError::Unknown).
    pub async fn transact<T, E>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> Result<T, EffectError<E>>
    where
        T: Send + 'static,
        E: Send + 'static,
    {
        self.writer.write(Size::Small, move |conn| inside(conn, work), || ()).await
    }

    /// Runs work and applies the settlement it returns, in one transaction.
    #[doc(hidden)]
    pub async fn settle_with<E: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<EffectSettlement, E> + Send + 'static,
    ) -> Result<(), EffectError<E>> {
        let wakes = Arc::clone(&self.wakes);
        let job = move |conn: &Connection| {
            let (settlement, now) = inside(conn, work)?;
            let settlements = [settlement];
            check::settlements(&settlements)?;
            match settle::settle(conn, &settlements, now).map_err(StoreError::from)?.first() {
                Some(SettleResult::Done | SettleResult::Failed { .. }) => Ok(()),
                // The writer rolls back everything a failed job did, including the effect.
                Some(refused @ (SettleResult::Already(_) | SettleResult::LeaseLost)) => {
                    Err(EffectError::Refused(*refused))
                }
                None => Err(StoreError::Corrupt("a settlement returned no result".to_owned()).into()),
            }
        };
        self.writer.write(Size::Small, job, move || wakes.send_modify(|count| *count += 1)).await
    }
}

/// Runs work of the embedding program inside the transaction, and checks that the transaction is still open
/// afterwards.
fn inside<T, E>(conn: &Connection, work: impl FnOnce(&Connection) -> Result<T, E>) -> Result<T, EffectError<E>> {
    conn.execute_batch("SAVEPOINT refrain_effect").map_err(|error| translate(&error))?;
    let done = catch_unwind(AssertUnwindSafe(|| work(conn))).map_err(EffectError::Panicked)?;
    let value = done.map_err(EffectError::WorkFailed)?;
    // The savepoint disappears with its transaction, so this fails if the work ended the transaction.
    conn.execute_batch("RELEASE refrain_effect").map_err(|_| EffectError::Ended)?;
    Ok(value)
}
