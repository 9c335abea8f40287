//! A transaction that a handler works in, which also settles the handler's occurrence at its end.
//!
//! The connection is separate from those of the store's own calls and uses the server's settings and search
//! path. The store's settings apply only to the settlement. Invariant: only [`Postgres::settle_with`] commits,
//! and only after the settlement was applied. In all other cases the transaction is rolled back or its
//! connection closed, which has the same effect.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::RwLock;
use tokio_postgres::Row;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;

use super::call::GRACE;
use super::error::Failure;
use super::transaction::Tx;
use super::{Postgres, connect};
use crate::effect::{EffectError, EffectSettlement};
use refrain_ledger::ledger::check;
use refrain_ledger::store::{SettleResult, StoreError};

/// A handler's access to the transaction in which its occurrence is settled. It ends when the handler returns.
///
/// Statements with parameters are prepared once per connection, so pass values as parameters and not in the SQL
/// text. The handler must not end the transaction: if it does, the run fails and is not retried.
#[derive(Debug)]
pub struct PostgresTransaction {
    place: Place,
}

/// `None` once the handler has returned.
type Place = Arc<RwLock<Option<Tx>>>;

/// Error of a statement in a [`PostgresTransaction`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TransactionError {
    /// The server or the connection to it failed.
    #[error(transparent)]
    Driver(#[from] tokio_postgres::Error),
    /// The handler has returned, so its transaction has ended.
    #[error("the transaction is over: its handler has returned")]
    Over,
}

impl PostgresTransaction {
    /// Runs a statement and returns the number of rows it changed.
    ///
    /// # Errors
    /// Fails if the server rejects the statement or cannot be reached. Return the error from the handler: the
    /// transaction cannot be used any more.
    pub async fn execute(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<u64, TransactionError> {
        let place = self.place.read().await;
        let connection = place.as_ref().ok_or(TransactionError::Over)?.connection();
        let statement = connection.prepare_cached(sql).await?;
        Ok(connection.execute(&statement, params).await?)
    }

    /// Runs a statement and returns its rows.
    ///
    /// # Errors
    /// Same as [`execute`](Self::execute).
    pub async fn query(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, TransactionError> {
        let place = self.place.read().await;
        let connection = place.as_ref().ok_or(TransactionError::Over)?.connection();
        let statement = connection.prepare_cached(sql).await?;
        Ok(connection.query(&statement, params).await?)
    }

    /// Runs a statement and returns its only row.
    ///
    /// # Errors
    /// Same as [`execute`](Self::execute), and if there is not exactly one row.
    pub async fn query_one(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<Row, TransactionError> {
        let place = self.place.read().await;
        let connection = place.as_ref().ok_or(TransactionError::Over)?.connection();
        let statement = connection.prepare_cached(sql).await?;
        Ok(connection.query_one(&statement, params).await?)
    }

    /// Runs statements without parameters, one after the other.
    ///
    /// # Errors
    /// Same as [`execute`](Self::execute).
    pub async fn batch_execute(&self, sql: &str) -> Result<(), TransactionError> {
        let place = self.place.read().await;
        Ok(place.as_ref().ok_or(TransactionError::Over)?.connection().batch_execute(sql).await?)
    }
}

impl Postgres {
    /// Runs work and applies the settlement it returns, in one transaction.
    pub async fn settle_with<W, F, E>(&self, work: W) -> Result<(), EffectError<E>>
    where
        W: FnOnce(PostgresTransaction) -> F + Send,
        F: Future<Output = Result<EffectSettlement, E>> + Send,
    {
        let commit_sent = Arc::new(AtomicBool::new(false));
        let undone = |failure: Failure| EffectError::Store(failure.into_store(commit_sent.load(Ordering::Relaxed)));
        let connection = self.handler_pool.get().await.map_err(|error| undone(Failure::from_pool(error)))?;
        let tx = Tx::new(connection, 1, Arc::clone(&commit_sent));
        self.with_deadline(&commit_sent, tx.begin_effect()).await?.map_err(undone)?;
        let place: Place = Arc::new(RwLock::new(Some(tx)));
        let done = work(PostgresTransaction { place: Arc::clone(&place) }).await;
        // Waits for a statement that the handler left running in a task of its own.
        let tx = place.write().await.take().expect("only this function takes the transaction");
        let result = match done {
            Ok(owed) => {
                self.with_deadline(&commit_sent, self.end_effect(&tx, owed, undone)).await.and_then(|ended| ended)
            }
            Err(error) => Err(EffectError::WorkFailed(error)),
        };
        match &result {
            Ok(()) => {
                self.vacuum.after(1, &self.pool);
                if tx.wakes() {
                    self.node_channel.wake();
                }
            }
            Err(_) => {
                // Locks must be free before the next attempt starts. If the server does not answer, closing the
                // connection releases them.
                let _ = tokio::time::timeout(self.deadline, tx.abort_effect()).await;
            }
        }
        result
    }

    async fn end_effect<E>(
        &self,
        tx: &Tx,
        owed: EffectSettlement,
        undone: impl Fn(Failure) -> EffectError<E>,
    ) -> Result<(), EffectError<E>> {
        let (settlement, now) = owed;
        let settlements = [settlement];
        check::settlements(&settlements)?;
        let settings = connect::settings("SET LOCAL", &self.schema, self.deadline);
        tx.leave_effect(&settings)
            .await
            .map_err(|failure| if is_over(&failure) { EffectError::Ended } else { undone(failure) })?;
        match self.settle_rows(tx, &settlements, now).await.map_err(&undone)?.first() {
            Some(SettleResult::Done | SettleResult::Failed { .. }) => {
                tx.commit(&self.schema, self.node_channel.hint()).await.map_err(undone)
            }
            Some(refused @ (SettleResult::Already(_) | SettleResult::LeaseLost)) => Err(EffectError::Refused(*refused)),
            None => Err(StoreError::Corrupt("a settlement returned no result".to_owned()).into()),
        }
    }

    /// Runs the store's own part within the deadline of its calls.
    async fn with_deadline<T, E>(
        &self,
        commit_sent: &AtomicBool,
        work: impl Future<Output = T>,
    ) -> Result<T, EffectError<E>> {
        let within = self.deadline + GRACE;
        tokio::time::timeout(within, work).await.map_err(|_| {
            let text = format!("no answer within {within:?}");
            let is_sent = commit_sent.load(Ordering::Relaxed);
            EffectError::Store(if is_sent { StoreError::Unknown(text) } else { StoreError::Unavailable(text) })
        })
    }
}

/// Returns whether the savepoint from before the handler started is gone, and with it the transaction.
fn is_over(failure: &Failure) -> bool {
    let gone = [SqlState::S_E_INVALID_SPECIFICATION, SqlState::NO_ACTIVE_SQL_TRANSACTION];
    matches!(failure, Failure::Driver(error) if error.code().is_some_and(|code| gone.contains(code)))
}
