//! The hooks that a program has added, and the calls of all of them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio_util::sync::CancellationToken;

use crate::observe::Event;

type Hook = Arc<dyn Fn(&Event) + Send + Sync>;

/// The hooks of a node.
#[derive(Default)]
pub(super) struct HookList {
    all: RwLock<Vec<Hook>>,
}

impl HookList {
    pub(super) fn add(&self, hook: impl Fn(&Event) + Send + Sync + 'static) {
        self.all.write().unwrap_or_else(PoisonError::into_inner).push(Arc::new(hook));
    }

    fn call(&self, event: &Event) {
        let all = self.all.read().unwrap_or_else(PoisonError::into_inner).clone();
        for hook in all {
            // A panic in a hook affects only that hook, and the panic handler has already reported it.
            catch_unwind(AssertUnwindSafe(|| hook(event))).ok();
        }
    }

    /// Calls the hooks for every event until the channel closes. Dropping this future loses only hook calls.
    pub(super) async fn follow(&self, events: &mut Receiver<Event>) {
        loop {
            match events.recv().await {
                Ok(event) => self.call(&event),
                // A hook was too slow. Continue with the events that are still in the channel.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    }

    /// Calls the hooks for all events that are still in the channel, without waiting.
    pub(super) fn catch_up(&self, events: &mut Receiver<Event>) {
        loop {
            match events.try_recv() {
                Ok(event) => self.call(&event),
                Err(TryRecvError::Lagged(_)) => {}
                Err(TryRecvError::Empty | TryRecvError::Closed) => return,
            }
        }
    }

    /// Calls the hooks of a running node until it stops.
    pub(super) async fn run(&self, mut events: Receiver<Event>, closing: CancellationToken) {
        tokio::select! {
            biased;
            () = closing.cancelled() => {}
            () = self.follow(&mut events) => {}
        }
        self.catch_up(&mut events);
    }
}
