//! Graceful shutdown of a node on a signal to its process.

use std::io;

use super::RunningNode;

impl RunningNode {
    /// Runs until the process receives SIGTERM or Ctrl-C, then drains like [`RunningNode::stop`]. A second signal
    /// stops all runs immediately and releases them.
    ///
    /// # Errors
    /// Returns an error if the process cannot listen for signals. The node has then been dropped, which ends it
    /// as a crash would. Also returns an error if the node ended on its own; see [`RunningNode::stopped`].
    pub async fn stop_on_signal(mut self) -> io::Result<()> {
        let mut signals = ShutdownSignals::listen()?;
        loop {
            tokio::select! {
                biased;
                () = signals.next() => self.request_stop(),
                () = self.loops_ended() => break,
            }
        }
        self.stopped().await.map_err(io::Error::other)
    }
}

/// Shutdown signals of the process. A signal that arrives while no task waits for it is not lost.
#[cfg(unix)]
struct ShutdownSignals {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl ShutdownSignals {
    fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};

        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

#[cfg(windows)]
struct ShutdownSignals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl ShutdownSignals {
    fn listen() -> io::Result<Self> {
        tokio::signal::windows::ctrl_c().map(Self)
    }

    async fn next(&mut self) {
        self.0.recv().await;
    }
}
