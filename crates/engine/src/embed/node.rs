//! Handle to a running node, held by the embedding program.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::engine::{EngineHandle, NodeFailure};

/// A running node. Dropping it stops the node immediately, as a crash would: another node runs its unfinished
/// work again once the leases expire.
#[derive(Debug)]
#[must_use = "dropping a node stops it immediately"]
pub struct RunningNode {
    running: EngineHandle,
    /// Background tasks: following the store's clock, hooks and alerts.
    background: JoinSet<()>,
    closing: CancellationToken,
    _mark: RunningGuard,
}

/// Marks the one running node that a [`Refrain`](super::Refrain) may have.
#[derive(Debug)]
pub(super) struct RunningGuard(Arc<AtomicBool>);

impl RunningGuard {
    /// Returns `None` if a node is already running.
    pub(super) fn set(is_running: &Arc<AtomicBool>) -> Option<Self> {
        let was_running = is_running.swap(true, Ordering::SeqCst);
        (!was_running).then(|| Self(Arc::clone(is_running)))
    }
}

impl Drop for RunningGuard {
    fn drop(&mut self) {
        self.0.store(false, Ordering::SeqCst);
    }
}

impl RunningNode {
    pub(super) fn new(
        running: EngineHandle,
        background: JoinSet<()>,
        closing: CancellationToken,
        mark: RunningGuard,
    ) -> Self {
        Self { running, background, closing, _mark: mark }
    }

    /// Stops the node gracefully.
    ///
    /// The node claims nothing new, lets runs finish for up to the drain time (see
    /// [`Builder::drain`](super::Builder::drain)), and releases the rest to other nodes. The call returns after
    /// all hooks were called.
    pub async fn stop(self) {
        let Self { running, background, closing, _mark } = self;
        running.stop().await;
        close(background, &closing).await;
    }

    /// Stops the node like [`RunningNode::stop`], but waits for runs only until `at_once` completes. The
    /// remaining runs are then released immediately.
    ///
    /// # Errors
    /// Returns the same errors as [`RunningNode::stopped`].
    pub async fn stop_until(mut self, at_once: impl Future<Output = ()>) -> Result<(), NodeFailure> {
        self.request_stop();
        let mut at_once = pin!(at_once);
        tokio::select! {
            biased;
            () = self.running.ended() => {}
            () = &mut at_once => {
                self.request_stop();
                self.running.ended().await;
            }
        }
        self.stopped().await
    }

    /// Stops all runs immediately and releases them.
    pub async fn stop_now(self) {
        let Self { running, background, closing, _mark } = self;
        running.stop_now().await;
        close(background, &closing).await;
    }

    /// Asks the node to stop, without waiting for it. A second call stops it immediately.
    /// [`RunningNode::stopped`] waits until it has stopped.
    pub fn request_stop(&self) {
        self.running.request_stop();
    }

    /// Waits until the node has stopped.
    ///
    /// # Errors
    /// Returns an error if the node was not asked to stop but one of its loops ended on its own, for example by a
    /// panic. The other loops were then stopped, and their leases were released as far as possible.
    pub async fn stopped(self) -> Result<(), NodeFailure> {
        let Self { running, background, closing, _mark } = self;
        let stopped = running.stopped().await;
        close(background, &closing).await;
        stopped
    }

    /// Waits until one of the node's loops ends on its own, which never happens on a healthy node. The other
    /// loops are then stopped; [`RunningNode::stopped`] waits for them.
    pub async fn failed(&self) -> NodeFailure {
        self.running.failed().await
    }

    /// Waits until all loops have ended. Cancel safe: dropping this future and calling again misses nothing.
    #[cfg(feature = "signal")]
    pub(super) async fn loops_ended(&mut self) {
        self.running.ended().await;
    }
}

async fn close(mut background: JoinSet<()>, closing: &CancellationToken) {
    closing.cancel();
    while background.join_next().await.is_some() {}
}
