//! A worker of one queue, as a program holds it.

use std::future::Future;
use std::sync::Arc;

use refrain_recurrence::Length;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::function::Function;
use super::serve::Worker;
use super::{WorkContext, WorkQueue};
use crate::dispatch::Failure;
use crate::embed::Refrain;
use crate::error::Error;

/// How a worker works. The defaults suit nearly everyone.
#[derive(Clone, Copy, Debug)]
pub struct WorkOptions {
    /// So many items are under way at most.
    pub concurrency: usize,
    /// How long a lease lasts, and with it how long a crash holds up an item. It is renewed while the work goes on.
    pub lease: Length,
    /// How long work may go on after the worker was told to stop.
    pub drain: Length,
}

impl Default for WorkOptions {
    fn default() -> Self {
        Self { concurrency: 16, lease: Length::from_seconds(30), drain: Length::from_seconds(25) }
    }
}

/// A worker at work. Dropping it ends it at once, as a crash would: what was under way is done by whoever comes next, when
/// its lease is over.
#[derive(Debug)]
#[must_use = "a worker that is dropped ends at once"]
pub struct Working {
    stop: CancellationToken,
    loops: JoinSet<()>,
}

impl Working {
    /// Takes nothing new, lets work end for as long as it may, and gives the rest back.
    pub async fn stop(mut self) {
        self.stop.cancel();
        while self.loops.join_next().await.is_some() {}
    }
}

impl Refrain {
    /// Calls an async function for each item of a queue, several at once, until it is stopped. See [`WorkQueue::work`].
    ///
    /// # Errors
    /// When that is no name of a queue.
    pub fn work<P, F, Fut, T, E>(&self, queue: &str, function: F) -> Result<Working, Error>
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
    /// Calls an async function for each item, until it is stopped. The payload is any type that serde can read; what the
    /// function answers is kept as the item's result. An error is tried again after 2, 4, 8, … seconds, unless a
    /// [`Reject`](crate::Reject) is in it; so is a panic. Items are done at least once: a worker that dies in the middle has
    /// done something, and its item is handed to another.
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
    pub fn work<P, F, Fut, T, E>(&self, options: WorkOptions, function: F) -> Working
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
        Working { stop, loops }
    }
}
