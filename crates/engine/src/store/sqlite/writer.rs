//! The one thread that writes. Jobs that arrive while it works share a commit, so that the disk is asked once for all.
//!
//! A job is answered when its commit is on the disk, never before. A job that fails takes nothing of the others with it: it
//! runs behind a savepoint, which is cheap for little work and grows with the square of much. So a large job begins a
//! transaction of its own; small ones may still share it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{self, JoinHandle};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::checkpoint::{Copier, LOG_PAGES};
use super::connection::{SqliteOptions, open_writer};
use super::error::{Result, translate_commit};
use super::migrate::migrate;
use crate::store::StoreError;

/// So many jobs may wait; callers wait for a place.
const QUEUE_MAX: usize = 256;
/// So many jobs share a commit, so that the first of them does not wait for ever.
const GROUP_MAX: usize = 64;

/// A job of so many rows is large.
const LARGE_ROWS: usize = 64;

/// How much a job writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    Small,
    Large,
}

impl Size {
    pub(super) const fn of(rows: usize) -> Self {
        if rows < LARGE_ROWS { Self::Small } else { Self::Large }
    }
}

/// What is still to be said to a caller, once it is known whether the commit held.
type Answer = Box<dyn FnOnce(Result<()>) + Send>;

/// Work inside the transaction, unless that could not be begun: done, with its answer to come, or failed, with its answer
/// given.
type Work = Box<dyn FnOnce(rusqlite::Result<&Connection>) -> Option<Answer> + Send>;

struct Job {
    size: Size,
    work: Work,
}

/// The writer's thread, from outside.
#[derive(Debug)]
pub(super) struct Writer {
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Opens the file in its thread and brings it to the newest layout.
    pub(super) async fn start(options: &SqliteOptions) -> Result<Self> {
        let (jobs, queue) = mpsc::channel(QUEUE_MAX);
        let (opened, is_open) = oneshot::channel::<Result<()>>();
        let options = options.clone();
        let work = move || {
            let open = || {
                let mut conn = open_writer(&options)?;
                migrate(&mut conn)?;
                let copier = Copier::start(&mut conn, &options, LOG_PAGES)?;
                Ok((conn, copier))
            };
            match open() {
                Ok((conn, copier)) => {
                    let _ = opened.send(Ok(()));
                    run(&conn, queue);
                    drop(conn);
                    copier.join();
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

    /// Does work in a transaction. `then` is told in the writer's thread as soon as the commit holds.
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
        let not_begun = |error| E::from(StoreError::from(error));
        let work: Work = Box::new(move |begun| match begun.map_err(not_begun).and_then(work) {
            Ok(value) => Some(Box::new(move |committed: Result<()>| {
                if committed.is_ok() {
                    then();
                }
                // Whoever asked may have gone; the work is done all the same.
                let _ = answer.send(committed.map(|()| value).map_err(E::from));
            })),
            Err(error) => {
                let _ = answer.send(Err(error));
                None
            }
        });
        let stopped = || StoreError::Unavailable("the writer has stopped".to_owned());
        self.jobs.as_ref().ok_or_else(stopped)?.send(Job { size, work }).await.map_err(|_| stopped())?;
        answered.await.map_err(|_| StoreError::Unknown("the writer gave up the work".to_owned()))?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Without senders the thread does what it has and ends.
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

/// Runs the first job and those that wait meanwhile, and commits once. Answers the job that is to begin the next group, if
/// it has been taken already.
fn group(conn: &Connection, first: Job, queue: &mut mpsc::Receiver<Job>) -> Option<Job> {
    let mut answers = Vec::new();
    let mut next = Some(first);
    let mut taken = 0;
    while let Some(job) = next.take_if(|job| taken == 0 || job.size == Size::Small) {
        taken += 1;
        // A transaction that holds nothing yet can be given up whole: the first job needs no savepoint, and is spared
        // the copies of pages that one would keep.
        let ran = if answers.is_empty() { run_first(conn, job) } else { run_beside(conn, job) };
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

/// Runs a job that has the transaction to itself.
fn run_first(conn: &Connection, job: Job) -> Option<Answer> {
    let begun = conn.prepare_cached("BEGIN IMMEDIATE").and_then(|mut begin| begin.execute([]));
    let answer = run_job(conn, job, begun);
    if answer.is_none() {
        roll_back(conn);
    }
    answer
}

/// Runs a job beside others, so that it leaves nothing behind when it fails.
fn run_beside(conn: &Connection, job: Job) -> Option<Answer> {
    let begun = conn.prepare_cached("SAVEPOINT job").and_then(|mut begin| begin.execute([]));
    let answer = run_job(conn, job, begun);
    let end = if answer.is_some() { "RELEASE job" } else { "ROLLBACK TO job; RELEASE job" };
    if conn.execute_batch(end).is_err() {
        // The savepoint went with its transaction, which SQLite gives up by itself when the disk fails or is full.
        roll_back(conn);
    }
    answer
}

/// A job that panics is given up like one that fails: its caller does not know what came of it, and may ask again.
fn run_job(conn: &Connection, job: Job, begun: rusqlite::Result<usize>) -> Option<Answer> {
    catch_unwind(AssertUnwindSafe(|| (job.work)(begun.map(|_| conn)))).unwrap_or(None)
}

/// Tells all who wait that the transaction which held their work is gone.
fn fail_all(answers: &mut Vec<Answer>) {
    for answer in answers.drain(..) {
        // As a rule SQLite has taken it back; a program's own work may have ended it either way.
        answer(Err(StoreError::Unknown("the transaction was ended from inside".to_owned())));
    }
}

/// Gives up the transaction, if SQLite has not done so by itself.
fn roll_back(conn: &Connection) {
    if !conn.is_autocommit() {
        let _ = conn.execute_batch("ROLLBACK");
    }
}
