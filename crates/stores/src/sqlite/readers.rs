//! A few threads that read, each with its own connection. Each read sees one snapshot: it neither blocks
//! writers nor sees their later changes.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::connect::open_reader;
use super::error::{Result, StoreResult};
use super::options::SqliteOptions;
use refrain_ledger::store::StoreError;

/// Maximum number of queued reads. Callers wait for a free place.
const QUEUE_MAX: usize = 256;

type Job = Box<dyn FnOnce(&Connection) + Send>;

/// Handle of the reader threads.
#[derive(Debug)]
pub(super) struct Readers {
    jobs: Option<mpsc::Sender<Job>>,
    threads: Vec<JoinHandle<()>>,
}

impl Readers {
    /// Starts the threads and opens the file in each.
    pub(super) async fn start(options: &SqliteOptions) -> Result<Self> {
        let (jobs, queue) = mpsc::channel(QUEUE_MAX);
        let queue = Arc::new(Mutex::new(queue));
        let mut readers = Self { jobs: Some(jobs), threads: Vec::new() };
        for number in 0..options.readers.max(1) {
            let (opened, is_open) = oneshot::channel();
            let (queue, options) = (Arc::clone(&queue), options.clone());
            let work = move || match open_reader(&options) {
                Ok(conn) => {
                    let _ = opened.send(Ok(()));
                    run(&conn, &queue);
                }
                Err(error) => drop(opened.send(Err(error))),
            };
            let spawned = thread::Builder::new().name(format!("refrain-sqlite-{number}")).spawn(work);
            readers.threads.push(spawned.map_err(|error| StoreError::Unavailable(error.to_string()))?);
            is_open.await.map_err(|_| StoreError::Unavailable("a reader stopped while opening".to_owned()))??;
        }
        Ok(readers)
    }

    /// Runs a read job in one snapshot.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> StoreResult<T> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |conn| {
            let _ = answer.send(snapshot(conn, work));
        });
        let stopped = || StoreError::Unavailable("the readers have stopped".to_owned());
        self.jobs.as_ref().ok_or_else(stopped)?.send(job).await.map_err(|_| stopped())?;
        Ok(answered.await.map_err(|_| stopped())??)
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.jobs = None;
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// Runs one long piece of work in its own thread, so that it blocks no other call.
pub(super) async fn once<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> StoreResult<T> {
    let (answer, answered) = oneshot::channel();
    let spawned =
        thread::Builder::new().name("refrain-sqlite-once".to_owned()).spawn(move || drop(answer.send(work())));
    spawned.map_err(|error| StoreError::Unavailable(error.to_string()))?;
    Ok(answered.await.map_err(|_| StoreError::Unavailable("the work was abandoned".to_owned()))??)
}

fn snapshot<T>(conn: &Connection, work: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
    let tx = conn.unchecked_transaction()?;
    // Dropping the transaction ends the snapshot; there is nothing to commit.
    work(&tx)
}

fn run(conn: &Connection, queue: &Mutex<mpsc::Receiver<Job>>) {
    loop {
        // The thread that holds the lock waits for the next job; the others wait for the lock.
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
        let Some(job) = job else { return };
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job(conn)));
    }
}
