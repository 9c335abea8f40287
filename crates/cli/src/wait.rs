//! Waiting for something on the server that goes on without the command.

use std::future::Future;

use crate::exit::{Exit, Failure};

/// Waits for a result, until the person at the terminal interrupts it. The interrupted future is dropped.
///
/// # Errors
/// If Ctrl-C was pressed, with the message and the hint of `interrupted`. The exit code is 130.
pub(crate) async fn until_interrupted<T>(
    result: impl Future<Output = T>,
    interrupted: impl FnOnce() -> (String, String),
) -> Result<T, Failure> {
    tokio::select! {
        result = result => Ok(result),
        // Without a handler for the signal, the process ends by it, which also is an interruption.
        Ok(()) = tokio::signal::ctrl_c() => {
            let (message, hint) = interrupted();
            Err(Failure::new(Exit::Interrupted, message).with_hint(hint))
        }
    }
}
