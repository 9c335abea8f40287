//! Activity of one connection, and the deadlines that follow from it.
//!
//! Invariant: at every moment a connection has a request under way, or a deadline. A request has deadlines of its own until it is
//! answered; from then on the client has a deadline for accepting each part of the answer.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::Version;
use tokio::time::Instant;

use super::ListenOptions;
use super::slots::Slot;
use crate::clock;

/// Maximum length of what HTTP/2 writes without a request, such as a ping, in bytes of TLS.
const CONTROL_BYTES_MAX: usize = 64;

/// A deadline that a client missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overdue {
    /// For the TLS handshake, or the head of a request.
    Head,
    /// For the next request.
    Idle,
    /// For accepting the next part of an answer.
    Write,
}

impl Overdue {
    /// The deadline as the log names it.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Head => "head",
            Self::Idle => "idle",
            Self::Write => "write",
        }
    }
}

/// Activity of one connection.
pub(super) struct Activity {
    options: Arc<ListenOptions>,
    slot: Slot,
    state: Mutex<State>,
}

struct State {
    expects: Expects,
    /// Number of requests whose answers have not been passed on completely.
    requests: usize,
    /// Whether bytes may come at any time that belong to no request, as they do in HTTP/2.
    is_multiplexed: bool,
    /// Since when the socket has accepted no bytes, if there are any to write.
    blocked_since: Option<Instant>,
    /// Answers of which a part was passed on that has not been accepted yet.
    unaccepted: HashMap<u64, Instant>,
    next_answer: u64,
}

/// The client's next step while no request is under way.
#[derive(Clone, Copy)]
enum Expects {
    /// The rest of a handshake or of a head, whose time began at this moment.
    Head(Instant),
    /// A new request. The connection is idle since this moment.
    Request(Instant),
}

impl Activity {
    /// A connection that was just accepted.
    pub(super) fn new(options: Arc<ListenOptions>, slot: Slot) -> Arc<Self> {
        let state = State {
            expects: Expects::Head(clock::instant()),
            requests: 0,
            is_multiplexed: false,
            blocked_since: None,
            unaccepted: HashMap::new(),
            next_answer: 0,
        };
        Arc::new(Self { options, slot, state: Mutex::new(state) })
    }

    /// Completes when the connection is to be closed in favor of another.
    pub(super) async fn evicted(&self) {
        self.slot.evicted().await;
    }

    /// Completes when the client has missed a deadline.
    pub(super) async fn overdue(&self) -> Overdue {
        let ListenOptions { head_within, idle_within, write_within, .. } = *self.options;
        let shortest = head_within.min(idle_within).min(write_within);
        loop {
            let now = clock::instant();
            let next = self.state().deadline(&self.options);
            match next {
                Some((deadline, overdue)) if deadline <= now => return overdue,
                // A deadline that is set from now on is not nearer than the shortest.
                Some((deadline, _)) => tokio::time::sleep_until(deadline.min(now + shortest)).await,
                None => tokio::time::sleep(shortest).await,
            }
        }
    }

    /// The handshake is done; the time for the first request begins.
    pub(super) fn set_greeted(&self) {
        self.state().expects = Expects::Head(clock::instant());
    }

    /// Notes that bytes came from the client.
    pub(super) fn note_read(&self) {
        let mut state = self.state();
        if state.requests == 0 && !state.is_multiplexed && matches!(state.expects, Expects::Request(_)) {
            state.expects = Expects::Head(clock::instant());
        }
    }

    /// Notes that the socket accepted a number of bytes, or none.
    pub(super) fn note_write(&self, accepted: Option<usize>) {
        let is_blocked = accepted.is_none();
        let mut state = self.state();
        // A long answer may still be on its way when its request has ended.
        if accepted > Some(CONTROL_BYTES_MAX)
            && let Expects::Request(since) = &mut state.expects
        {
            *since = clock::instant();
        }
        if state.blocked_since.is_some() == is_blocked {
            return;
        }
        state.blocked_since = is_blocked.then(clock::instant);
        if state.requests == 0 {
            self.slot.set_idle(!is_blocked);
        }
    }

    /// Begins a request, whose head is complete. It ends when the returned value is dropped.
    pub(super) fn begin(self: &Arc<Self>, version: Version) -> UnderWay {
        let mut state = self.state();
        state.is_multiplexed = version == Version::HTTP_2;
        state.requests += 1;
        state.next_answer += 1;
        if state.requests == 1 {
            self.slot.set_idle(false);
        }
        UnderWay { activity: Arc::clone(self), id: state.next_answer }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The next deadline; none while the server works on requests.
    fn deadline(&self, options: &ListenOptions) -> Option<(Instant, Overdue)> {
        let unaccepted = self.unaccepted.values().copied();
        let write =
            unaccepted.chain(self.blocked_since).min().map(|since| (since + options.write_within, Overdue::Write));
        let read = match self.expects {
            _ if self.requests > 0 => None,
            Expects::Head(since) => Some((since + options.head_within, Overdue::Head)),
            Expects::Request(since) => Some((since + options.idle_within, Overdue::Idle)),
        };
        write.into_iter().chain(read).min_by_key(|(deadline, _)| *deadline)
    }
}

/// A request that is under way.
pub(super) struct UnderWay {
    activity: Arc<Activity>,
    id: u64,
}

impl UnderWay {
    /// Notes that a part of the answer was passed on, or that the client has accepted it and the next part is awaited.
    pub(super) fn note_part(&self, is_accepted: bool) {
        let mut state = self.activity.state();
        if is_accepted {
            state.unaccepted.remove(&self.id);
        } else {
            state.unaccepted.insert(self.id, clock::instant());
        }
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let mut state = self.activity.state();
        state.unaccepted.remove(&self.id);
        state.requests -= 1;
        if state.requests == 0 {
            state.expects = Expects::Request(clock::instant());
            self.activity.slot.set_idle(state.blocked_since.is_none());
        }
    }
}
