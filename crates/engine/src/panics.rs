//! Turns a panic into an error, so that it ends neither a loop nor the work of others.

use std::any::Any;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::Poll;

/// Runs a future, and returns the text of a panic as an error.
pub(crate) async fn caught<T>(mut work: Pin<Box<dyn Future<Output = T> + Send + '_>>) -> Result<T, String> {
    poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context))) {
        Ok(poll) => poll.map(Ok),
        Err(panic) => Poll::Ready(Err(text(&*panic))),
    })
    .await
}

/// Calls a function, and returns the text of a panic as an error.
pub(crate) fn caught_in<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|panic| text(&*panic))
}

fn text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&'static str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    format!("it panicked: {text}")
}
