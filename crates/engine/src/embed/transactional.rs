//! Handlers whose effect is in the same database as the ledger and is committed together with the result of the run.

use std::any::Any;
#[cfg(feature = "sqlite")]
use std::panic::resume_unwind;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::{Handler, Refrain};
use crate::delivery::RunContext;
use crate::error::Error;
use crate::error_code::ErrorCode;
#[cfg(feature = "sqlite")]
use crate::outcome::Failure;
use crate::outcome::HandlerResult;
#[cfg(feature = "sqlite")]
use crate::store::EffectError;
use crate::store::Store;
use crate::store::model::Model;
#[cfg(feature = "postgres")]
use crate::store::postgres::{Postgres, PostgresTransaction};
#[cfg(feature = "redis")]
use crate::store::redis::Redis;
#[cfg(feature = "sqlite")]
use crate::store::sqlite::{Sqlite, rusqlite::Connection};

impl Refrain {
    /// Adds a function whose effect is in the ledger's own SQLite file and happens exactly once.
    ///
    /// The function is called with a connection that is inside a transaction. If the function succeeds, its
    /// writes are committed together with the record that the occurrence succeeded. If the lease is lost, neither
    /// is committed. If the function returns another outcome or an error, or panics, all writes are rolled back.
    /// The attempt then ends like that of any [`handler`](Refrain::handler).
    ///
    /// The function runs on the single writer thread, and every write of this process waits for it. It must be
    /// short, and must not wait for this node. Once started, it cannot be stopped. It must not end the
    /// transaction: such a run fails and is not retried.
    ///
    /// ```
    /// # use refrain::{Failure, Refrain, RunContext};
    /// # use refrain::store::sqlite::rusqlite::Connection;
    /// # async fn example(refrain: Refrain) -> Result<(), Failure> {
    /// refrain
    ///     .sqlite(|conn| conn.execute_batch("CREATE TABLE IF NOT EXISTS shop_bills (period TEXT, customer INTEGER)"))
    ///     .await?;
    /// let bill = refrain.sqlite_handler("bill", |context: &RunContext, customer: i64, conn: &Connection| {
    ///     conn.execute("INSERT INTO shop_bills VALUES (?1, ?2)", (context.period_key(), customer)).map(|_| ())
    /// })?;
    /// refrain.schedule("bills").every(1).months().on_day(1).run(&bill, 7).save().await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Returns the error `wrong_store` if the ledger is not in a SQLite file.
    #[cfg(feature = "sqlite")]
    pub fn sqlite_handler<P, F, R>(&self, name: impl Into<String>, handler: F) -> Result<Handler<P>, Error>
    where
        P: DeserializeOwned + Send + 'static,
        F: Fn(&RunContext, P, &Connection) -> R + Send + Sync + 'static,
        R: HandlerResult,
    {
        let store = self.store_of::<Sqlite>("SQLite")?;
        Ok(Handler::new(self.shared.handlers.add_sqlite(name, store, self.shared.clock.clone(), handler)))
    }

    /// Runs a closure in a transaction on the ledger's own SQLite file. Use it, for example, to create the tables
    /// that a [`sqlite_handler`](Refrain::sqlite_handler) writes to.
    ///
    /// Give the tables names that the ledger will never use, for example with the program's name as a prefix. All
    /// writes of this process wait for the closure.
    ///
    /// # Errors
    /// Returns an error if the ledger is not in a SQLite file, if the closure fails, or if the store is
    /// unavailable. Its writes are then rolled back.
    ///
    /// # Panics
    /// Panics if the closure panics. Its writes are rolled back.
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
            EffectError::WorkFailed(error) => error.into(),
            EffectError::Panicked(panic) => resume_unwind(panic),
            EffectError::Ended | EffectError::Refused(_) => "the closure ended its transaction".into(),
            EffectError::Store(error) => error.into(),
        })
    }

    /// Adds an async function whose effect is in the ledger's own PostgreSQL database and happens exactly once.
    ///
    /// The function is called with a [`PostgresTransaction`]. If the function succeeds, its writes are committed
    /// together with the record that the occurrence succeeded. If the lease is lost or the commit fails, neither
    /// is committed. If the function returns another outcome or an error, panics, times out or is canceled, all
    /// writes are rolled back. The attempt then ends like that of any [`handler`](Refrain::handler). If the answer
    /// to the commit is lost, the result is looked up in the ledger.
    ///
    /// Handlers have a connection pool of their own, with
    /// [`transactions_max`](crate::store::postgres::PostgresOptions::transactions_max) connections. Other
    /// handlers wait for a free connection, and their timeouts run meanwhile.
    ///
    /// ```
    /// # use refrain::{Failure, Refrain, RunContext};
    /// # use refrain::store::postgres::PostgresTransaction;
    /// async fn bill(context: RunContext, customer: i64, transaction: PostgresTransaction) -> Result<(), Failure> {
    ///     let insert = "INSERT INTO bills (period, customer) VALUES ($1, $2)";
    ///     transaction.execute(insert, &[&context.period_key(), &customer]).await?;
    ///     Ok(())
    /// }
    /// # async fn example(refrain: Refrain) -> Result<(), Failure> {
    /// let bill = refrain.postgres_handler("bill", bill)?;
    /// refrain.schedule("bills").every(1).months().on_day(1).run(&bill, 7).save().await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Returns the error `wrong_store` if the ledger is not in PostgreSQL.
    #[cfg(feature = "postgres")]
    pub fn postgres_handler<P, F, Fut>(&self, name: impl Into<String>, handler: F) -> Result<Handler<P>, Error>
    where
        P: DeserializeOwned + Send + 'static,
        F: Fn(RunContext, P, PostgresTransaction) -> Fut + Send + Sync + 'static,
        Fut: Future<Output: HandlerResult> + Send + 'static,
    {
        let store = self.store_of::<Postgres>("PostgreSQL")?;
        Ok(Handler::new(self.shared.handlers.add_postgres(name, store, self.shared.clock.clone(), handler)))
    }

    /// Returns the store as type `S`, or an error if it is of another kind.
    fn store_of<S: Store>(&self, wanted: &str) -> Result<Arc<S>, Error> {
        let store: Arc<dyn Any + Send + Sync> = self.shared.store.clone();
        store.downcast().map_err(|other| {
            let problem =
                format!("the operation requires a ledger in {wanted}, but the ledger is in {}", kind_of(&*other));
            Error::invalid(ErrorCode::WrongStore, problem).with_hint("use an ordinary handler and its idempotency key")
        })
    }
}

/// Returns the display name of a store.
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
