//! Handle to a worker of one queue, held by the embedding program.

use std::future::Future;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::function::Function;
use super::options::WorkOptions;
use super::serve::Worker;
use super::{WorkContext, WorkQueue};
use crate::embed::Refrain;
use crate::error::Error;
use crate::outcome::Failure;

/// A running queue worker. Dropping it stops the worker immediately, as a crash would: other workers process its
/// items once their leases expire.
#[derive(Debug)]
#[must_use = "dropping a worker stops it immediately"]
pub struct QueueWorker {
    stop: CancellationToken,
    loops: JoinSet<()>,
}

impl QueueWorker {
    /// Stops the worker: it claims nothing new, lets items finish for up to the drain time, and releases the rest.
    pub async fn stop(mut self) {
        self.stop.cancel();
        while self.loops.join_next().await.is_some() {}
    }
}

impl Refrain {
    /// Calls an async function for each item of a queue, several at once, until the returned worker is stopped.
    /// See [`WorkQueue::work`].
    ///
    /// # Errors
    /// Returns an error if the queue name is invalid.
    pub fn work<P, F, Fut, T, E>(&self, queue: &str, function: F) -> Result<QueueWorker, Error>
    where
        P: DeserializeOwned + Send + 'static,
        F: Fn(WorkContext, P) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
        T: Serialize + Send + 'static,
        E: Into<Failure> + 'static,
    {
        Ok(self.queue(queue)?.work(WorkOptions::default(), function))
    }
}

impl WorkQueue {
    /// Calls an async function for each item, until the returned worker is stopped.
    ///
    /// The payload is any type that serde can deserialize. The return value of the function is stored as the
    /// item's result. An error or a panic is retried after 2, 4, 8, … seconds, unless the error contains a
    /// [`Reject`](crate::Reject). Items are processed at least once: if a worker dies after part of the work is
    /// done, another worker repeats the item.
    ///
    /// ```
    /// # use refrain::embed::WorkContext;
    /// # use refrain::{Failure, Refrain};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Failure> {
    /// let refrain = Refrain::open("memory:").await?;
    /// let working = refrain.work("emails", |context: WorkContext, to: String| async move {
    ///     println!("{}: to {to}, due {:?}", context.key(), context.due_at());
    ///     Ok::<_, Failure>("sent")
    /// })?;
    /// refrain.queue("emails")?.push("welcome-ann", "ann@example.org").await?;
    /// working.stop().await;
    /// # Ok(())
    /// # }
    /// ```
    pub fn work<P, F, Fut, T, E>(&self, options: WorkOptions, function: F) -> QueueWorker
    where
        P: DeserializeOwned + Send + 'static,
        F: Fn(WorkContext, P) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
        T: Serialize + Send + 'static,
        E: Into<Failure> + 'static,
    {
        let stop = CancellationToken::new();
        let mut loops = JoinSet::new();
        let worker = Worker { queue: self.clone(), options, function: Function::new(function) };
        loops.spawn(Arc::new(worker).serve(stop.clone()));
        QueueWorker { stop, loops }
    }
}
