//! Signals that end a command which runs until it is stopped.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The signals that end a command: Ctrl-C, and on Unix also SIGTERM and SIGHUP. While this exists, they do not end the
/// process by themselves, so that the command can restore the terminal.
#[derive(Debug)]
pub(crate) struct Interrupts {
    #[cfg(unix)]
    signals: [Signal; 3],
}

#[cfg(unix)]
impl Interrupts {
    /// Starts to receive the signals.
    pub(crate) fn new() -> io::Result<Self> {
        let [interrupt, terminate, hangup] =
            [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()].map(signal);
        Ok(Self { signals: [interrupt?, terminate?, hangup?] })
    }

    /// Waits for a signal.
    pub(crate) async fn next(&mut self) {
        let [interrupt, terminate, hangup] = &mut self.signals;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
        }
    }
}

#[cfg(not(unix))]
impl Interrupts {
    /// Starts to receive the signals.
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self {})
    }

    /// Waits for a signal.
    pub(crate) async fn next(&mut self) {
        // If the signal cannot be received, the system ends the process.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
