//! What a program wants to be called for: functions beside the runs of this node, which neither wait for them nor fail
//! because of them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio_util::sync::CancellationToken;

use crate::event::Event;

type Hook = Arc<dyn Fn(&Event) + Send + Sync>;

/// The hooks of a node.
#[derive(Default)]
pub(super) struct Hooks {
    all: RwLock<Vec<Hook>>,
}

impl Hooks {
    pub(super) fn add(&self, hook: impl Fn(&Event) + Send + Sync + 'static) {
        self.all.write().unwrap_or_else(PoisonError::into_inner).push(Arc::new(hook));
    }

    fn call(&self, event: &Event) {
        let all = self.all.read().unwrap_or_else(PoisonError::into_inner).clone();
        for hook in all {
            // A hook that panics has harmed nobody but itself; the panic has been reported where panics are.
            catch_unwind(AssertUnwindSafe(|| hook(event))).ok();
        }
    }

    /// Calls hooks for whatever happens, until it is told to stop. Dropping it loses nothing but what it was to call for.
    pub(super) async fn follow(&self, events: &mut Receiver<Event>) {
        loop {
            match events.recv().await {
                Ok(event) => self.call(&event),
                // A hook was too slow for what happened; it goes on with what is still there.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    }

    /// Calls hooks for what has happened and not been told yet.
    pub(super) fn catch_up(&self, events: &mut Receiver<Event>) {
        loop {
            match events.try_recv() {
                Ok(event) => self.call(&event),
                Err(TryRecvError::Lagged(_)) => {}
                Err(TryRecvError::Empty | TryRecvError::Closed) => return,
            }
        }
    }

    /// Follows a running node to its end.
    pub(super) async fn run(&self, mut events: Receiver<Event>, closing: CancellationToken) {
        tokio::select! {
            biased;
            () = closing.cancelled() => {}
            () = self.follow(&mut events) => {}
        }
        self.catch_up(&mut events);
    }
}
