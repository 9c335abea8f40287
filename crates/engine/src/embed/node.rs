//! A node at work, as a program holds it.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::engine::{NodeFailure, Running};

/// A node at work. Dropping it ends all of it at once, as a crash would: what ran is run again by whoever comes next.
#[derive(Debug)]
#[must_use = "a node that is dropped ends at once"]
pub struct RunningNode {
    running: Running,
    /// What follows the store's clock and calls hooks.
    beside: JoinSet<()>,
    closing: CancellationToken,
    _mark: RunningMark,
}

/// Stands for the one running node that a [`Refrain`](super::Refrain) may have.
#[derive(Debug)]
pub(super) struct RunningMark(Arc<AtomicBool>);

impl RunningMark {
    /// None when there is a running node already.
    pub(super) fn set(is_running: &Arc<AtomicBool>) -> Option<Self> {
        let was_running = is_running.swap(true, Ordering::SeqCst);
        (!was_running).then(|| Self(Arc::clone(is_running)))
    }
}

impl Drop for RunningMark {
    fn drop(&mut self) {
        self.0.store(false, Ordering::SeqCst);
    }
}

impl RunningNode {
    pub(super) fn new(running: Running, beside: JoinSet<()>, closing: CancellationToken, mark: RunningMark) -> Self {
        Self { running, beside, closing, _mark: mark }
    }

    /// Takes nothing new, lets runs end for as long as they may (see [`Builder::drain`](super::Builder::drain)), gives the
    /// rest back to other nodes, and comes back when all hooks have been called.
    pub async fn stop(self) {
        let Self { running, beside, closing, _mark } = self;
        running.stop().await;
        close(beside, &closing).await;
    }

    /// Stops as [`RunningNode::stop`] does, but waits for runs only until this comes: the rest is given back then, at once.
    ///
    /// # Errors
    /// As [`RunningNode::stopped`].
    pub async fn stop_until(mut self, at_once: impl Future<Output = ()>) -> Result<(), NodeFailure> {
        self.ask_to_stop();
        let mut at_once = pin!(at_once);
        tokio::select! {
            biased;
            () = self.running.ended() => {}
            () = &mut at_once => {
                self.ask_to_stop();
                self.running.ended().await;
            }
        }
        self.stopped().await
    }

    /// Stops runs at once and gives them back.
    pub async fn stop_now(self) {
        let Self { running, beside, closing, _mark } = self;
        running.stop_now().await;
        close(beside, &closing).await;
    }

    /// Says that it is to stop, without waiting for it; said a second time, at once. [`RunningNode::stopped`] waits.
    pub fn ask_to_stop(&self) {
        self.running.ask_to_stop();
    }

    /// Comes back when it has stopped.
    ///
    /// # Errors
    /// When it was not asked to: one of its loops has ended by itself, by a panic for example. The others were stopped
    /// because of that, and what they held was released as far as possible.
    pub async fn stopped(self) -> Result<(), NodeFailure> {
        let Self { running, beside, closing, _mark } = self;
        let stopped = running.stopped().await;
        close(beside, &closing).await;
        stopped
    }

    /// Waits until one of its loops has ended by itself, which a node that works never does. The others are stopped then;
    /// [`RunningNode::stopped`] waits for them.
    pub async fn failed(&self) -> NodeFailure {
        self.running.failed().await
    }

    /// Comes back when its loops have ended. Dropping this and asking again misses nothing.
    #[cfg(feature = "signal")]
    pub(super) async fn loops_ended(&mut self) {
        self.running.ended().await;
    }
}

async fn close(mut beside: JoinSet<()>, closing: &CancellationToken) {
    closing.cancel();
    while beside.join_next().await.is_some() {}
}
