//! The single thread that writes. Jobs that arrive while it works share one commit, so the disk is synced once
//! for all of them (group commit).
//!
//! A job gets its result only after its commit is on disk. A failed job does not affect the others: it runs
//! behind a savepoint. Its error may be about rows of an earlier job of the group, such as a conflict, so it also
//! waits for the commit. A savepoint is cheap for a small job, but its cost grows with the square of the number of
//! rows. So a large job starts its own transaction; small jobs may still join it.

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

/// Work inside the transaction. Its argument is an error if the transaction could not be started.
type Work = Box<dyn FnOnce(rusqlite::Result<&Connection>) -> Done + Send>;

/// A job that ran, and whose caller waits for its result.
struct Done {
    answer: Answer,
    /// Whether it failed, so that nothing of it is committed.
    is_failed: bool,
}

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
        let work: Work = Box::new(move |begun| {
            let result = begun.map_err(not_begun).and_then(work);
            let is_failed = result.is_err();
            let answer = Box::new(move |committed: StoreResult<()>| {
                if committed.is_ok() && !is_failed {
                    then();
                }
                // The caller may no longer be waiting; the work is committed anyway.
                let _ = answer.send(committed.map_err(E::from).and(result));
            });
            Done { answer, is_failed }
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
        let done = if answers.is_empty() { run_first(conn, job) } else { run_in_savepoint(conn, job) };
        let is_over = conn.is_autocommit();
        match done {
            // Nothing is left whose commit it could wait for.
            Some(Done { answer, is_failed: true }) if is_over => answer(Ok(())),
            Some(Done { answer, .. }) => answers.push(answer),
            None => {}
        }
        if is_over {
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
fn run_first(conn: &Connection, job: Job) -> Option<Done> {
    let begun = conn.prepare_cached("BEGIN IMMEDIATE").and_then(|mut begin| begin.execute([]));
    let done = run_job(conn, job, begun);
    if done.as_ref().is_none_or(|done| done.is_failed) {
        roll_back(conn);
    }
    done
}

/// Runs a job together with others in one transaction. If it fails, its changes are rolled back.
fn run_in_savepoint(conn: &Connection, job: Job) -> Option<Done> {
    let begun = conn.prepare_cached("SAVEPOINT job").and_then(|mut begin| begin.execute([]));
    let done = run_job(conn, job, begun);
    let is_failed = done.as_ref().is_none_or(|done| done.is_failed);
    let end = if is_failed { "ROLLBACK TO job; RELEASE job" } else { "RELEASE job" };
    if conn.execute_batch(end).is_err() {
        // The savepoint was lost with its transaction, which SQLite rolls back by itself when the disk fails or
        // is full.
        roll_back(conn);
    }
    done
}

/// Runs a job. A panic is treated like a failure: the caller does not know the outcome and may retry.
fn run_job(conn: &Connection, job: Job, begun: rusqlite::Result<usize>) -> Option<Done> {
    catch_unwind(AssertUnwindSafe(|| (job.work)(begun.map(|_| conn)))).ok()
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

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::pin::{Pin, pin};
    use std::sync::mpsc::sync_channel;
    use std::task::Poll;

    use super::super::fixture::Folder;
    use super::*;

    const TABLE: &str = "CREATE TABLE things (name TEXT PRIMARY KEY)";
    const ADD: &str = "INSERT INTO things VALUES ('a')";

    fn execute(conn: &Connection, sql: &str) -> StoreResult<()> {
        conn.execute_batch(sql).map_err(|error| translate(&error))
    }

    async fn is_pending(mut job: Pin<&mut impl Future>) -> bool {
        poll_fn(|context| Poll::Ready(job.as_mut().poll(context).is_pending())).await
    }

    #[tokio::test]
    async fn an_error_about_rows_of_another_job_waits_for_their_commit() {
        let folder = Folder::new("errors-wait-for-commits");
        let writer = Writer::start(&SqliteOptions::new(folder.ledger())).await.unwrap();
        writer.write(Size::Small, |conn| execute(conn, TABLE), || ()).await.unwrap();
        // The first job goes on when the others are queued, so that all three share a commit. The last one holds it up.
        let (go_on, is_queued) = sync_channel::<()>(0);
        let (commit, may_commit) = sync_channel::<()>(0);
        let (held, is_held) = oneshot::channel::<()>();
        let first = move |conn: &Connection| {
            is_queued.recv().unwrap();
            execute(conn, ADD)
        };
        let last = move |_: &Connection| {
            held.send(()).unwrap();
            may_commit.recv().unwrap();
            Ok::<(), StoreError>(())
        };
        let mut first = pin!(writer.write(Size::Small, first, || ()));
        let mut conflict = pin!(writer.write(Size::Small, |conn| execute(conn, ADD), || ()));
        let mut last = pin!(writer.write(Size::Small, last, || ()));
        assert!(is_pending(first.as_mut()).await);
        assert!(is_pending(conflict.as_mut()).await);
        assert!(is_pending(last.as_mut()).await);
        go_on.send(()).unwrap();
        is_held.await.unwrap();
        assert!(is_pending(conflict.as_mut()).await, "the rows of the first job are not committed yet");
        commit.send(()).unwrap();
        conflict.await.unwrap_err();
        first.await.unwrap();
        last.await.unwrap();
    }
}
