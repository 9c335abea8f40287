//! A transaction that a handler works in, and the settlement of its occurrence at the end of the same transaction.
//!
//! It has a connection beside those of the store's own calls, with the server's own settings and search path; the store's
//! are set for the settlement alone. Invariant: nothing but [`Postgres::settle_with`] commits, and only after the
//! settlement was done; whatever else happens, the transaction is rolled back or its connection closed, which is the same.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::RwLock;
use tokio_postgres::Row;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;

use super::Postgres;
use super::call::GRACE;
use super::connect;
use super::error::Failure;
use super::transaction::Tx;
use crate::ledger::check;
use crate::store::effect::{Owed, Undone};
use crate::store::{Settled, StoreError};

/// A handler's place in the transaction that its occurrence is settled in. It is over when the handler comes back.
///
/// Statements with parameters are prepared once for each connection, so give values as parameters and not in the text. The
/// transaction is not the handler's to end: a run whose handler does fails, and is not tried again.
#[derive(Debug)]
pub struct PostgresTransaction {
    place: Place,
}

/// Empty when the handler has come back.
type Place = Arc<RwLock<Option<Tx>>>;

/// Why a statement in a [`PostgresTransaction`] did not succeed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TransactionError {
    /// The server or the way to it failed.
    #[error(transparent)]
    Driver(#[from] tokio_postgres::Error),
    /// The handler has come back, so its transaction is over.
    #[error("the transaction is over: its handler has come back")]
    Over,
}

impl PostgresTransaction {
    /// Runs a statement and answers how many rows it changed.
    ///
    /// # Errors
    /// When the server refuses it or cannot be reached: then return the error, for nothing more can be done here.
    pub async fn execute(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<u64, TransactionError> {
        let place = self.place.read().await;
        let connection = place.as_ref().ok_or(TransactionError::Over)?.connection();
        let statement = connection.prepare_cached(sql).await?;
        Ok(connection.execute(&statement, params).await?)
    }

    /// Runs a statement and answers its rows.
    ///
    /// # Errors
    /// As [`execute`](Self::execute).
    pub async fn query(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, TransactionError> {
        let place = self.place.read().await;
        let connection = place.as_ref().ok_or(TransactionError::Over)?.connection();
        let statement = connection.prepare_cached(sql).await?;
        Ok(connection.query(&statement, params).await?)
    }

    /// Runs a statement and answers its one row.
    ///
    /// # Errors
    /// As [`execute`](Self::execute), and when there is not exactly one row.
    pub async fn query_one(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<Row, TransactionError> {
        let place = self.place.read().await;
        let connection = place.as_ref().ok_or(TransactionError::Over)?.connection();
        let statement = connection.prepare_cached(sql).await?;
        Ok(connection.query_one(&statement, params).await?)
    }

    /// Runs statements without parameters, one after the other.
    ///
    /// # Errors
    /// As [`execute`](Self::execute).
    pub async fn batch_execute(&self, sql: &str) -> Result<(), TransactionError> {
        let place = self.place.read().await;
        Ok(place.as_ref().ok_or(TransactionError::Over)?.connection().batch_execute(sql).await?)
    }
}

impl Postgres {
    /// Does work and settles what it owes, in one transaction.
    pub(crate) async fn settle_with<W, F, E>(&self, work: W) -> Result<(), Undone<E>>
    where
        W: FnOnce(PostgresTransaction) -> F + Send,
        F: Future<Output = Result<Owed, E>> + Send,
    {
        let commit_sent = Arc::new(AtomicBool::new(false));
        let undone = |failure: Failure| Undone::Store(failure.into_store(commit_sent.load(Ordering::Relaxed)));
        let connection = self.handler_pool.get().await.map_err(|error| undone(Failure::from_pool(error)))?;
        let tx = Tx::new(connection, 1, Arc::clone(&commit_sent));
        self.in_time(&commit_sent, tx.begin_effect()).await?.map_err(undone)?;
        let place: Place = Arc::new(RwLock::new(Some(tx)));
        let done = work(PostgresTransaction { place: Arc::clone(&place) }).await;
        // A statement that the handler left behind in a task of its own ends first.
        let tx = place.write().await.take().expect("nothing else takes the transaction out of its place");
        let result = match done {
            Ok(owed) => self.in_time(&commit_sent, self.end_effect(&tx, owed, undone)).await.and_then(|ended| ended),
            Err(error) => Err(Undone::GaveUp(error)),
        };
        match &result {
            Ok(()) => {
                self.vacuum.after(1, &self.pool);
                if tx.wakes() {
                    self.voice.wake();
                }
            }
            Err(_) => {
                // Locks are free when the next attempt begins. A server that does not answer hears the connection close.
                let _ = tokio::time::timeout(self.deadline, tx.give_up_effect()).await;
            }
        }
        result
    }

    async fn end_effect<E>(&self, tx: &Tx, owed: Owed, undone: impl Fn(Failure) -> Undone<E>) -> Result<(), Undone<E>> {
        let (settlement, now) = owed;
        let settlements = [settlement];
        check::settlements(&settlements)?;
        let settings = connect::settings("SET LOCAL", &self.schema, self.deadline);
        tx.leave_effect(&settings)
            .await
            .map_err(|failure| if is_over(&failure) { Undone::Ended } else { undone(failure) })?;
        match self.settle_rows(tx, &settlements, now).await.map_err(&undone)?.first() {
            Some(Settled::Done | Settled::Failed { .. }) => {
                tx.commit(&self.schema, self.voice.hint()).await.map_err(undone)
            }
            Some(refused @ (Settled::Already(_) | Settled::LeaseLost)) => Err(Undone::Refused(*refused)),
            None => Err(StoreError::Corrupt("a settlement had no answer".to_owned()).into()),
        }
    }

    /// What is the store's own to do is done within the deadline of its calls.
    async fn in_time<T, E>(&self, commit_sent: &AtomicBool, work: impl Future<Output = T>) -> Result<T, Undone<E>> {
        let within = self.deadline + GRACE;
        tokio::time::timeout(within, work).await.map_err(|_| {
            let text = format!("no answer within {within:?}");
            let is_sent = commit_sent.load(Ordering::Relaxed);
            Undone::Store(if is_sent { StoreError::Unknown(text) } else { StoreError::Unavailable(text) })
        })
    }
}

/// Whether the savepoint that the handler began behind is gone, and with it the transaction.
fn is_over(failure: &Failure) -> bool {
    let gone = [SqlState::S_E_INVALID_SPECIFICATION, SqlState::NO_ACTIVE_SQL_TRANSACTION];
    matches!(failure, Failure::Driver(error) if error.code().is_some_and(|code| gone.contains(code)))
}
