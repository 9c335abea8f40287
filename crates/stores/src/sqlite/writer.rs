//! The single thread that writes. Jobs that arrive while it works share one commit, so the disk is synced once
//! for all of them (group commit).
//!
//! A job gets its result only after its commit is on disk. A failed job does not affect the others: it runs
//! behind a savepoint. A savepoint is cheap for a small job, but its cost grows with the square of the number
//! of rows. So a large job starts its own transaction; small jobs may still join it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{self, JoinHandle};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::checkpoint::{Checkpointer, LOG_PAGES};
use super::connect::open_writer;
use super::error::{Result, StoreResult, translate, translate_commit};
use super::migrate::migrate;
use super::options::SqliteOptions;
use refrain_ledger::store::StoreError;

/// Maximum number of queued jobs. Callers wait for a free place.
const QUEUE_MAX: usize = 256;
/// Maximum number of jobs that share a commit. It bounds the time the first of them waits.
const GROUP_MAX: usize = 64;

/// Minimum number of rows of a large job.
const LARGE_JOB_ROWS: usize = 64;

/// Amount of data a job writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    Small,
    Large,
}

impl Size {
    pub(super) const fn of(rows: usize) -> Self {
        if rows < LARGE_JOB_ROWS { Self::Small } else { Self::Large }
    }
}

/// Callback that reports the result to the caller once the outcome of the commit is known.
type Answer = Box<dyn FnOnce(StoreResult<()>) + Send>;

/// Work inside the transaction. Its argument is an error if the transaction could not be started. Returns the
/// callback if the work succeeded, and `None` if it failed and the caller already has the error.
type Work = Box<dyn FnOnce(rusqlite::Result<&Connection>) -> Option<Answer> + Send>;

struct Job {
    size: Size,
    work: Work,
}

/// Handle of the writer thread.
#[derive(Debug)]
pub(super) struct Writer {
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Starts the thread, opens the file in it and migrates the file to the newest layout.
    pub(super) async fn start(options: &SqliteOptions) -> Result<Self> {
        let (jobs, queue) = mpsc::channel(QUEUE_MAX);
        let (opened, is_open) = oneshot::channel::<Result<()>>();
        let options = options.clone();
        let work = move || {
            let open = || {
                let mut conn = open_writer(&options)?;
                migrate(&mut conn)?;
                let checkpointer = Checkpointer::start(&mut conn, &options, LOG_PAGES)?;
                Ok((conn, checkpointer))
            };
            match open() {
                Ok((conn, checkpointer)) => {
                    let _ = opened.send(Ok(()));
                    run(&conn, queue);
                    drop(conn);
                    checkpointer.join();
                }
                Err(error) => drop(opened.send(Err(error))),
            }
        };
        let spawned = thread::Builder::new().name("refrain-sqlite-writer".to_owned()).spawn(work);
        let thread = spawned.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let writer = Self { jobs: Some(jobs), thread: Some(thread) };
        is_open.await.map_err(|_| StoreError::Unavailable("the writer stopped while opening".to_owned()))??;
        Ok(writer)
    }

    /// Runs work in a transaction. `then` runs in the writer thread as soon as the commit has succeeded.
    pub(super) async fn write<T, E>(
        &self,
        size: Size,
        work: impl FnOnce(&Connection) -> std::result::Result<T, E> + Send + 'static,
        then: impl FnOnce() + Send + 'static,
    ) -> std::result::Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel::<std::result::Result<T, E>>();
        let not_begun = |error| E::from(translate(&error));
        let work: Work = Box::new(move |begun| match begun.map_err(not_begun).and_then(work) {
            Ok(value) => Some(Box::new(move |committed: StoreResult<()>| {
                if committed.is_ok() {
                    then();
                }
                // The caller may no longer be waiting; the work is committed anyway.
                let _ = answer.send(committed.map(|()| value).map_err(E::from));
            })),
            Err(error) => {
                let _ = answer.send(Err(error));
                None
            }
        });
        let stopped = || StoreError::Unavailable("the writer has stopped".to_owned());
        self.jobs.as_ref().ok_or_else(stopped)?.send(Job { size, work }).await.map_err(|_| stopped())?;
        answered.await.map_err(|_| StoreError::Unknown("the writer abandoned the work".to_owned()))?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Once all senders are dropped, the thread finishes its queued jobs and exits.
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(conn: &Connection, mut queue: mpsc::Receiver<Job>) {
    let mut first = queue.blocking_recv();
    while let Some(job) = first {
        first = group(conn, job, &mut queue).or_else(|| queue.blocking_recv());
    }
}

/// Runs the first job and the jobs that arrive in the meantime, and commits once. Returns the job that must
/// start the next group if it has already been taken from the queue.
fn group(conn: &Connection, first: Job, queue: &mut mpsc::Receiver<Job>) -> Option<Job> {
    let mut answers = Vec::new();
    let mut next = Some(first);
    let mut taken = 0;
    while let Some(job) = next.take_if(|job| taken == 0 || job.size == Size::Small) {
        taken += 1;
        // An empty transaction can be rolled back as a whole, so the first job needs no savepoint and avoids
        // the page copies that a savepoint would keep.
        let ran = if answers.is_empty() { run_first(conn, job) } else { run_in_savepoint(conn, job) };
        answers.extend(ran);
        if conn.is_autocommit() {
            fail_all(&mut answers);
        }
        next = if taken < GROUP_MAX { queue.try_recv().ok() } else { None };
    }
    if answers.is_empty() {
        return next;
    }
    let committed = conn.execute_batch("COMMIT");
    if committed.is_err() {
        roll_back(conn);
    }
    for answer in answers {
        answer(committed.as_ref().copied().map_err(translate_commit));
    }
    next
}

/// Runs a job that is alone in its transaction.
fn run_first(conn: &Connection, job: Job) -> Option<Answer> {
    let begun = conn.prepare_cached("BEGIN IMMEDIATE").and_then(|mut begin| begin.execute([]));
    let answer = run_job(conn, job, begun);
    if answer.is_none() {
        roll_back(conn);
    }
    answer
}

/// Runs a job together with others in one transaction. If it fails, its changes are rolled back.
fn run_in_savepoint(conn: &Connection, job: Job) -> Option<Answer> {
    let begun = conn.prepare_cached("SAVEPOINT job").and_then(|mut begin| begin.execute([]));
    let answer = run_job(conn, job, begun);
    let end = if answer.is_some() { "RELEASE job" } else { "ROLLBACK TO job; RELEASE job" };
    if conn.execute_batch(end).is_err() {
        // The savepoint was lost with its transaction, which SQLite rolls back by itself when the disk fails or
        // is full.
        roll_back(conn);
    }
    answer
}

/// Runs a job. A panic is treated like a failure: the caller does not know the outcome and may retry.
fn run_job(conn: &Connection, job: Job, begun: rusqlite::Result<usize>) -> Option<Answer> {
    catch_unwind(AssertUnwindSafe(|| (job.work)(begun.map(|_| conn)))).unwrap_or(None)
}

/// Reports to all waiting callers that the transaction with their work no longer exists.
fn fail_all(answers: &mut Vec<Answer>) {
    for answer in answers.drain(..) {
        // Normally SQLite has rolled the transaction back. But work of the embedding program may have ended it
        // either way.
        answer(Err(StoreError::Unknown("the transaction was ended by the work inside it".to_owned())));
    }
}

/// Rolls back the transaction, unless SQLite has already done so.
fn roll_back(conn: &Connection) {
    if !conn.is_autocommit() {
        let _ = conn.execute_batch("ROLLBACK");
    }
}
