//! Streams: a state, and a future that turns it into the next item and the next state.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

type Step<S, T> = Pin<Box<dyn Future<Output = Option<(T, S)>> + Send>>;

/// A stream that is computed step by step. It ends when a step returns `None`.
pub(crate) struct Unfold<S, T> {
    state: Option<S>,
    running: Option<Step<S, T>>,
    step: fn(S) -> Step<S, T>,
}

impl<S, T> Unfold<S, T> {
    pub(crate) fn new(state: S, step: fn(S) -> Step<S, T>) -> Self {
        Self { state: Some(state), running: None, step }
    }

    pub(crate) fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<T>> {
        if let Some(state) = self.state.take() {
            self.running = Some((self.step)(state));
        }
        let Some(running) = &mut self.running else { return Poll::Ready(None) };
        let result = ready!(running.as_mut().poll(context));
        self.running = None;
        Poll::Ready(result.map(|(item, state)| {
            self.state = Some(state);
            item
        }))
    }
}
