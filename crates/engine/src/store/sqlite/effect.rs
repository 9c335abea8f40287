//! Work of a program in the ledger's own file: alone, or together with the settlement of its occurrence.
//!
//! It runs in the writer's thread, where all writes of this process wait for it. Invariant: what gives up, panics or is
//! refused leaves nothing behind, and takes nothing of the jobs beside it along.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rusqlite::Connection;

use super::writer::Size;
use super::{Sqlite, settle};
use crate::ledger::check;
use crate::store::effect::{Owed, Undone};
use crate::store::{Settled, StoreError};

impl Sqlite {
    /// Does work in a transaction on the ledger's own file, such as making tables of the program's own. The store's tables
    /// are not its to change, nor is the transaction its to end.
    ///
    /// All writes of this process wait for it, so it must be short and must not wait for the store.
    ///
    /// # Errors
    /// When the work gives up or panics, or the store cannot be used. Then nothing of it stays, unless the error is
    /// [`Unknown`](StoreError::Unknown).
    pub async fn transact<T, E>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Undone<E>>
    where
        T: Send + 'static,
        E: Send + 'static,
    {
        self.writer.write(Size::Small, move |conn| inside(conn, work), || ()).await
    }

    /// Does work and settles what it owes, in one transaction.
    pub(crate) async fn settle_with<E: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<Owed, E> + Send + 'static,
    ) -> Result<(), Undone<E>> {
        let wakes = Arc::clone(&self.wakes);
        let job = move |conn: &Connection| {
            let (settlement, now) = inside(conn, work)?;
            let settlements = [settlement];
            check::settlements(&settlements)?;
            match settle::settle(conn, &settlements, now)?.first() {
                Some(Settled::Done | Settled::Failed { .. }) => Ok(()),
                // The writer takes back everything of a job that fails, the effect included.
                Some(refused @ (Settled::Already(_) | Settled::LeaseLost)) => Err(Undone::Refused(*refused)),
                None => Err(StoreError::Corrupt("a settlement had no answer".to_owned()).into()),
            }
        };
        self.writer.write(Size::Small, job, move || wakes.send_modify(|count| *count += 1)).await
    }
}

/// Runs foreign work inside the transaction, and makes sure that it still is inside.
fn inside<T, E>(conn: &Connection, work: impl FnOnce(&Connection) -> Result<T, E>) -> Result<T, Undone<E>> {
    conn.execute_batch("SAVEPOINT refrain_effect").map_err(StoreError::from)?;
    let done = catch_unwind(AssertUnwindSafe(|| work(conn))).map_err(Undone::Panicked)?;
    let value = done.map_err(Undone::GaveUp)?;
    // The savepoint goes with its transaction, whoever ended that.
    conn.execute_batch("RELEASE refrain_effect").map_err(|_| Undone::Ended)?;
    Ok(value)
}
