//! Handlers whose effect lives in the same database as the ledger, and is committed together with the record of it.

use std::any::Any;
#[cfg(feature = "sqlite")]
use std::panic::resume_unwind;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::Refrain;
use crate::dispatch::{Answer, Failure, RunContext};
use crate::error::Error;
use crate::store::Store;
#[cfg(feature = "sqlite")]
use crate::store::Undone;
use crate::store::model::Model;
#[cfg(feature = "postgres")]
use crate::store::postgres::{Postgres, PostgresTransaction};
#[cfg(feature = "redis")]
use crate::store::redis::Redis;
#[cfg(feature = "sqlite")]
use crate::store::sqlite::{Sqlite, rusqlite::Connection};

impl Refrain {
    /// Adds a function whose effect is in the ledger's own SQLite file, and happens exactly once.
    ///
    /// It is called with a connection that is inside a transaction. When it answers that it has done its work, what it wrote
    /// and the record that the occurrence was generated are committed together; should the lease be lost, neither is. With any
    /// other answer, an error or a panic nothing of it stays, and the attempt ends as that of any
    /// [`handler`](Refrain::handler) does.
    ///
    /// It runs in the one thread that writes: every write of this process waits for it, so it must be short, and must not wait
    /// for this node. Once begun it cannot be stopped. It must not end the transaction: such a run fails, and is not tried again.
    ///
    /// ```
    /// # use refrain::{Failure, Refrain, RunContext};
    /// # use refrain::store::sqlite::rusqlite::Connection;
    /// # async fn example(refrain: Refrain) -> Result<(), Failure> {
    /// refrain.sqlite(|conn| conn.execute_batch("CREATE TABLE IF NOT EXISTS shop_bills (period TEXT, customer INTEGER)")).await?;
    /// refrain.sqlite_handler("bill", |context: &RunContext, customer: i64, conn: &Connection| {
    ///     conn.execute("INSERT INTO shop_bills VALUES (?1, ?2)", (context.period_key(), customer)).map(|_| ())
    /// })?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// `wrong_store` when the ledger lives elsewhere.
    #[cfg(feature = "sqlite")]
    pub fn sqlite_handler<P, F, T, E>(&self, name: impl Into<String>, handler: F) -> Result<&Self, Error>
    where
        P: DeserializeOwned + Send + 'static,
        F: Fn(&RunContext, P, &Connection) -> Result<T, E> + Send + Sync + 'static,
        T: Answer + 'static,
        E: Into<Failure> + 'static,
    {
        let store = self.store_of::<Sqlite>("SQLite")?;
        self.shared.handlers.add_sqlite(name, store, self.shared.clock.clone(), handler);
        Ok(self)
    }

    /// Does work in a transaction on the ledger's own SQLite file, such as making the tables that a
    /// [`sqlite_handler`](Refrain::sqlite_handler) writes to. Give them names that the ledger will never have, say with the
    /// program's own in front. All writes of this process wait for it.
    ///
    /// # Errors
    /// When the ledger lives elsewhere, the work gives up, or the store cannot be used. Then nothing of it stays.
    ///
    /// # Panics
    /// When the work does; nothing of it stays.
    #[cfg(feature = "sqlite")]
    pub async fn sqlite<T, E>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Failure>
    where
        T: Send + 'static,
        E: Into<Failure> + Send + 'static,
    {
        let store = self.store_of::<Sqlite>("SQLite")?;
        store.transact(work).await.map_err(|undone| match undone {
            Undone::GaveUp(error) => error.into(),
            Undone::Panicked(panic) => resume_unwind(panic),
            Undone::Ended | Undone::Refused(_) => "the work ended the transaction that it was given".into(),
            Undone::Store(error) => error.into(),
        })
    }

    /// Adds an async function whose effect is in the ledger's own PostgreSQL database, and happens exactly once.
    ///
    /// It is called with a [`PostgresTransaction`]. When it answers that it has done its work, what it wrote and the record
    /// that the occurrence was generated are committed together; should the lease be lost or the commit fail, neither is. With
    /// any other answer, an error, a panic, a timeout or a cancellation nothing of it stays, and the attempt ends as that of any
    /// [`handler`](Refrain::handler) does. An answer to the commit that is lost is looked up in the ledger.
    ///
    /// Handlers have connections of their own, [`transactions_max`](crate::store::postgres::PostgresOptions::transactions_max)
    /// of them; the others wait, and their timeouts run meanwhile.
    ///
    /// ```
    /// # use refrain::{Failure, Refrain, RunContext};
    /// # use refrain::store::postgres::PostgresTransaction;
    /// async fn bill(context: RunContext, customer: i64, transaction: PostgresTransaction) -> Result<(), Failure> {
    ///     let insert = "INSERT INTO bills (period, customer) VALUES ($1, $2)";
    ///     transaction.execute(insert, &[&context.period_key(), &customer]).await?;
    ///     Ok(())
    /// }
    /// # fn example(refrain: Refrain) -> Result<(), Failure> {
    /// refrain.postgres_handler("bill", bill)?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// `wrong_store` when the ledger lives elsewhere.
    #[cfg(feature = "postgres")]
    pub fn postgres_handler<P, F, Fut, T, E>(&self, name: impl Into<String>, handler: F) -> Result<&Self, Error>
    where
        P: DeserializeOwned + Send + 'static,
        F: Fn(RunContext, P, PostgresTransaction) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
        T: Answer + 'static,
        E: Into<Failure> + 'static,
    {
        let store = self.store_of::<Postgres>("PostgreSQL")?;
        self.shared.handlers.add_postgres(name, store, self.shared.clock.clone(), handler);
        Ok(self)
    }

    /// The store, if it is of that kind.
    fn store_of<S: Store>(&self, wanted: &str) -> Result<Arc<S>, Error> {
        let store: Arc<dyn Any + Send + Sync> = self.shared.store.clone();
        store.downcast().map_err(|other| {
            let problem =
                format!("a transaction of {wanted} was asked for, and the ledger lives in {}", kind_of(&*other));
            Error::invalid("wrong_store", problem).with_hint("take an ordinary handler and its idempotency key")
        })
    }
}

/// What people call a store.
fn kind_of(store: &dyn Any) -> &'static str {
    #[cfg(feature = "sqlite")]
    if store.is::<Sqlite>() {
        return "SQLite";
    }
    #[cfg(feature = "postgres")]
    if store.is::<Postgres>() {
        return "PostgreSQL";
    }
    #[cfg(feature = "redis")]
    if store.is::<Redis>() {
        return "Redis";
    }
    if store.is::<Model>() { "memory" } else { "a store of another kind" }
}
