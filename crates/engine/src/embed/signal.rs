//! A node that ends in good order when its process is told to end.

use std::io;

use super::RunningNode;

impl RunningNode {
    /// Works until the process is told to end, by SIGTERM or Ctrl-C: then it drains as [`RunningNode::stop`] does. Told a
    /// second time, it stops its runs at once and gives them back.
    ///
    /// # Errors
    /// When the process cannot listen to signals; the node has been dropped then, which ends it as a crash would. And when
    /// the node has ended by itself, see [`RunningNode::stopped`].
    pub async fn stop_on_signal(mut self) -> io::Result<()> {
        let mut told = Told::listen()?;
        loop {
            tokio::select! {
                biased;
                () = told.next() => self.ask_to_stop(),
                () = self.loops_ended() => break,
            }
        }
        self.stopped().await.map_err(io::Error::other)
    }
}

/// What a process hears when it is to end. A signal that was sent while nobody waited is not forgotten.
#[cfg(unix)]
struct Told {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Told {
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
struct Told(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Told {
    fn listen() -> io::Result<Self> {
        tokio::signal::windows::ctrl_c().map(Self)
    }

    async fn next(&mut self) {
        self.0.recv().await;
    }
}
