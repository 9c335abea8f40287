//! One connection for the duration of one attempt at an operation, with as few round trips as possible.
//!
//! `BEGIN` is sent with the first statement, and statements whose results are not needed before the end are
//! sent with `COMMIT`. Invariant: a connection returns to the pool only if it is known to be outside a
//! transaction; any other is closed.

use std::fmt;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use deadpool_postgres::Object;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Row, Statement};

use super::error::Failure;
use super::pipeline::{self, Request};

/// A parameter that is kept until the commit.
pub(super) type Param = Box<dyn ToSql + Sync + Send>;

/// A statement and its parameters.
pub(super) type Query<'a> = (&'static str, &'a [&'a (dyn ToSql + Sync)]);

/// Creates the parameters for [`Tx::later`].
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        vec![$(Box::new($value) as $crate::postgres::transaction::Param),*]
    };
}
pub(super) use params;

/// Borrows parameters in the form that statements take.
pub(super) fn borrowed(params: &[Param]) -> Vec<&(dyn ToSql + Sync)> {
    params.iter().map(|param| &**param as _).collect()
}

const NOTIFY: &str = include_str!("sql/transaction_notify.sql");

/// State of one attempt at an operation.
pub(super) struct Tx {
    /// `Some` until the attempt is dropped.
    connection: Option<Object>,
    /// Number of this attempt, starting at 1.
    tries: u32,
    is_begun: AtomicBool,
    is_snapshot: AtomicBool,
    /// Whether an answer is still outstanding.
    is_in_doubt: AtomicBool,
    /// Whether a commit may have reached the server. Shared with the caller, because it outlives the attempt.
    commit_sent: Arc<AtomicBool>,
    wakes: AtomicBool,
    later: Mutex<Vec<(&'static str, Vec<Param>)>>,
}

impl Tx {
    pub(super) fn new(connection: Object, tries: u32, commit_sent: Arc<AtomicBool>) -> Self {
        Self {
            connection: Some(connection),
            tries,
            is_begun: AtomicBool::new(false),
            is_snapshot: AtomicBool::new(false),
            is_in_doubt: AtomicBool::new(false),
            commit_sent,
            wakes: AtomicBool::new(false),
            later: Mutex::default(),
        }
    }

    pub(super) fn connection(&self) -> &Object {
        self.connection.as_ref().expect("a connection is taken only when its transaction is dropped")
    }

    /// Returns whether this is the first attempt. Without a conflict so far, the path that is normally fast may
    /// be tried.
    pub(super) fn is_first_try(&self) -> bool {
        self.tries == 1
    }

    async fn prepared(&self, sql: &'static str) -> Result<Statement, Failure> {
        Ok(self.connection().prepare_cached(sql).await?)
    }

    /// Runs a statement in the transaction. The first statement begins the transaction.
    pub(super) async fn query(&self, sql: &'static str, params: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Failure> {
        let statement = self.prepared(sql).await?;
        self.is_in_doubt.store(true, Ordering::Relaxed);
        let rows = if self.is_begun.swap(true, Ordering::Relaxed) {
            self.connection().query(&statement, params).await
        } else {
            let connection = self.connection();
            let begin = connection.batch_execute("BEGIN");
            let (begun, rows) = pipeline::both(begin, connection.query(&statement, params)).await;
            begun.and(rows)
        };
        self.is_in_doubt.store(false, Ordering::Relaxed);
        Ok(rows?)
    }

    /// Begins the transaction with two statements in one round trip. The second must not depend on the first.
    pub(super) async fn begin_with(
        &self,
        first: Query<'_>,
        second: Query<'_>,
    ) -> Result<(Vec<Row>, Vec<Row>), Failure> {
        let statements = (self.prepared(first.0).await?, self.prepared(second.0).await?);
        let connection = self.connection();
        self.is_in_doubt.store(true, Ordering::Relaxed);
        self.is_begun.store(true, Ordering::Relaxed);
        let both = pipeline::both(connection.query(&statements.0, first.1), connection.query(&statements.1, second.1));
        let (begun, (first, second)) = pipeline::both(connection.batch_execute("BEGIN"), both).await;
        self.is_in_doubt.store(false, Ordering::Relaxed);
        begun?;
        Ok((first?, second?))
    }

    async fn ask(&self, sql: &'static str, params: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Failure> {
        let statement = self.prepared(sql).await?;
        self.is_in_doubt.store(true, Ordering::Relaxed);
        let rows = self.connection().query(&statement, params).await;
        self.is_in_doubt.store(false, Ordering::Relaxed);
        Ok(rows?)
    }

    /// Runs a read-only statement outside a transaction.
    pub(super) async fn read(&self, sql: &'static str, params: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Failure> {
        self.ask(sql, params).await
    }

    /// Runs a single write outside a transaction. The server commits it before it answers.
    pub(super) async fn change(&self, sql: &'static str, params: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Failure> {
        // Prepare first, so that `commit_sent` covers only the statement itself.
        self.prepared(sql).await?;
        self.commit_sent.store(true, Ordering::Relaxed);
        self.ask(sql, params).await
    }

    /// Begins a read-only transaction that sees one snapshot of the store.
    pub(super) async fn snapshot(&self) -> Result<(), Failure> {
        self.is_snapshot.store(true, Ordering::Relaxed);
        self.is_begun.store(true, Ordering::Relaxed);
        Ok(self.connection().batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?)
    }

    /// Begins a transaction for a handler's statements. They run behind a savepoint, which disappears if they
    /// end the transaction.
    pub(super) async fn begin_effect(&self) -> Result<(), Failure> {
        self.is_begun.store(true, Ordering::Relaxed);
        let begin = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SAVEPOINT refrain_effect";
        Ok(self.connection().batch_execute(begin).await?)
    }

    /// Continues with the store's own statements.
    pub(super) async fn leave_effect(&self, settings: &str) -> Result<(), Failure> {
        Ok(self.connection().batch_execute(&format!("RELEASE SAVEPOINT refrain_effect; {settings}")).await?)
    }

    /// Rolls back everything. The prepared statements may be the cause, because a table may have changed since,
    /// so the statement cache is cleared.
    pub(super) async fn abort_effect(&self) {
        self.rollback().await;
        self.connection().statement_cache.clear();
    }

    /// Queues a write that nothing depends on before the end: it is sent together with the commit.
    pub(super) fn later(&self, sql: &'static str, params: Vec<Param>) {
        self.later.lock().unwrap_or_else(PoisonError::into_inner).push((sql, params));
    }

    /// Sends the queued writes now, because the following statements must see them.
    pub(super) async fn flush(&self) -> Result<(), Failure> {
        for (sql, params) in self.take_later() {
            self.query(sql, &borrowed(&params)).await?;
        }
        Ok(())
    }

    fn take_later(&self) -> Vec<(&'static str, Vec<Param>)> {
        mem::take(&mut *self.later.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notifies all nodes, with the commit, that there may be work.
    pub(super) fn wake(&self) {
        self.wakes.store(true, Ordering::Relaxed);
    }

    pub(super) fn wakes(&self) -> bool {
        self.wakes.load(Ordering::Relaxed)
    }

    /// Commits, if there is anything to commit.
    pub(super) async fn commit(&self, channel: &str, sender: &str) -> Result<(), Failure> {
        if self.wakes() {
            self.later(NOTIFY, params![channel.to_owned(), sender.to_owned()]);
        }
        let later = self.take_later();
        let is_begun = self.is_begun.load(Ordering::Relaxed);
        if self.is_snapshot.load(Ordering::Relaxed) {
            self.rollback().await;
            return Ok(());
        }
        if !is_begun && later.is_empty() {
            return Ok(());
        }
        let mut statements = Vec::with_capacity(later.len());
        for (sql, _) in &later {
            statements.push(self.prepared(sql).await?);
        }
        let connection = self.connection();
        let mut requests: Vec<Request<'_, Result<(), tokio_postgres::Error>>> = Vec::with_capacity(later.len() + 2);
        if !is_begun {
            requests.push(Box::pin(connection.batch_execute("BEGIN")));
        }
        for ((_, params), statement) in later.iter().zip(&statements) {
            requests.push(Box::pin(async move { connection.execute(statement, &borrowed(params)).await.map(drop) }));
        }
        requests.push(Box::pin(connection.batch_execute("COMMIT")));
        self.is_begun.store(true, Ordering::Relaxed);
        self.is_in_doubt.store(true, Ordering::Relaxed);
        self.commit_sent.store(true, Ordering::Relaxed);
        // After a failed statement, the server treats the commit as a rollback. In both cases the transaction
        // is over.
        let answers = pipeline::all(requests).await;
        self.is_in_doubt.store(false, Ordering::Relaxed);
        self.is_begun.store(false, Ordering::Relaxed);
        Ok(answers.into_iter().collect::<Result<(), _>>()?)
    }

    /// Rolls back everything. If that fails, the connection is closed, which has the same effect.
    pub(super) async fn rollback(&self) {
        if self.is_begun.load(Ordering::Relaxed) && self.connection().batch_execute("ROLLBACK").await.is_ok() {
            self.is_begun.store(false, Ordering::Relaxed);
        }
    }
}

impl fmt::Debug for Tx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tx").finish_non_exhaustive()
    }
}

impl Drop for Tx {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take()
            && (self.is_begun.load(Ordering::Relaxed) || self.is_in_doubt.load(Ordering::Relaxed))
        {
            drop(Object::take(connection));
        }
    }
}
