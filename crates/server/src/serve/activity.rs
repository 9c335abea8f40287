//! Activity of one connection, and the deadlines that follow from it.
//!
//! Invariant: a connection always has a request in progress or a deadline. A request has its own deadlines until it
//! is answered. From then on, the client has a deadline for accepting each part of the response.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::Version;
use tokio::time::Instant;

use super::ListenOptions;
use super::slots::Slot;
use crate::clock;

/// Maximum number of TLS bytes that HTTP/2 writes without a request, such as a ping.
const CONTROL_BYTES_MAX: usize = 64;

/// A deadline that a client missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MissedDeadline {
    /// Deadline for the TLS handshake, or for the head of a request.
    Head,
    /// Deadline for the next request.
    Idle,
    /// Deadline for accepting the next part of a response.
    Write,
}

impl MissedDeadline {
    /// Returns the name of the deadline in the log.
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
    expects: ExpectedInput,
    /// Number of requests whose responses have not been passed on completely.
    requests: usize,
    /// Whether bytes that belong to no request may arrive at any time, as in HTTP/2.
    is_multiplexed: bool,
    /// Time since which the socket has accepted no bytes, if there are any to write.
    blocked_since: Option<Instant>,
    /// Responses with a part that was passed on but not accepted yet.
    unaccepted: HashMap<u64, Instant>,
    next_answer: u64,
}

/// Next step that is expected of the client while no request is in progress.
#[derive(Clone, Copy)]
enum ExpectedInput {
    /// The rest of a handshake or of a head, which started at this time.
    Head(Instant),
    /// A new request. The connection has been idle since this time.
    Request(Instant),
}

impl Activity {
    /// Creates the activity of a connection that was just accepted.
    pub(super) fn new(options: Arc<ListenOptions>, slot: Slot) -> Arc<Self> {
        let state = State {
            expects: ExpectedInput::Head(clock::instant()),
            requests: 0,
            is_multiplexed: false,
            blocked_since: None,
            unaccepted: HashMap::new(),
            next_answer: 0,
        };
        Arc::new(Self { options, slot, state: Mutex::new(state) })
    }

    /// Completes when the connection must be closed in favor of another.
    pub(super) async fn evicted(&self) {
        self.slot.evicted().await;
    }

    /// Completes when the client has missed a deadline.
    pub(super) async fn overdue(&self) -> MissedDeadline {
        let ListenOptions { head_timeout, idle_timeout, write_timeout, .. } = *self.options;
        let shortest = head_timeout.min(idle_timeout).min(write_timeout);
        loop {
            let now = clock::instant();
            let next = self.state().deadline(&self.options);
            match next {
                Some((deadline, overdue)) if deadline <= now => return overdue,
                // A deadline set after this point is at least the shortest timeout away.
                Some((deadline, _)) => tokio::time::sleep_until(deadline.min(now + shortest)).await,
                None => tokio::time::sleep(shortest).await,
            }
        }
    }

    /// Records that the handshake is complete. The time for the first request starts.
    pub(super) fn note_handshake(&self) {
        self.state().expects = ExpectedInput::Head(clock::instant());
    }

    /// Records that bytes arrived from the client.
    pub(super) fn note_read(&self) {
        let mut state = self.state();
        if state.requests == 0 && !state.is_multiplexed && matches!(state.expects, ExpectedInput::Request(_)) {
            state.expects = ExpectedInput::Head(clock::instant());
        }
    }

    /// Records that the socket accepted a number of bytes, or none.
    pub(super) fn note_write(&self, accepted: Option<usize>) {
        let is_blocked = accepted.is_none();
        let mut state = self.state();
        // A long response may still be in transit after its request has ended.
        if accepted > Some(CONTROL_BYTES_MAX)
            && let ExpectedInput::Request(since) = &mut state.expects
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

    /// Starts a request whose head is complete. The request ends when the returned value is dropped.
    pub(super) fn begin(self: &Arc<Self>, version: Version) -> RequestGuard {
        let mut state = self.state();
        state.is_multiplexed = version == Version::HTTP_2;
        state.requests += 1;
        state.next_answer += 1;
        if state.requests == 1 {
            self.slot.set_idle(false);
        }
        RequestGuard { activity: Arc::clone(self), id: state.next_answer }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns the next deadline, or `None` while the server works on requests.
    fn deadline(&self, options: &ListenOptions) -> Option<(Instant, MissedDeadline)> {
        let unaccepted = self.unaccepted.values().copied();
        let write = unaccepted
            .chain(self.blocked_since)
            .min()
            .map(|since| (since + options.write_timeout, MissedDeadline::Write));
        let read = match self.expects {
            _ if self.requests > 0 => None,
            ExpectedInput::Head(since) => Some((since + options.head_timeout, MissedDeadline::Head)),
            ExpectedInput::Request(since) => Some((since + options.idle_timeout, MissedDeadline::Idle)),
        };
        write.into_iter().chain(read).min_by_key(|(deadline, _)| *deadline)
    }
}

/// A request in progress.
pub(super) struct RequestGuard {
    activity: Arc<Activity>,
    id: u64,
}

impl RequestGuard {
    /// Records that a part of the response was passed on, or that the client accepted it and the next part is
    /// awaited.
    pub(super) fn note_part(&self, is_accepted: bool) {
        let mut state = self.activity.state();
        if is_accepted {
            state.unaccepted.remove(&self.id);
        } else {
            state.unaccepted.insert(self.id, clock::instant());
        }
    }
}

impl Drop for RequestGuard {
    fn drop(&mut self) {
        let mut state = self.activity.state();
        state.unaccepted.remove(&self.id);
        state.requests -= 1;
        if state.requests == 0 {
            state.expects = ExpectedInput::Request(clock::instant());
            self.activity.slot.set_idle(state.blocked_since.is_none());
        }
    }
}
