//! The process group of a program.

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::Child;

/// Process group of a program. Dropping this value kills the group, however the run ends.
pub(super) struct Group(Option<Pid>);

impl Group {
    pub(super) fn of(child: &Child) -> Self {
        Self(child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw))
    }

    pub(super) fn signal(&self, signal: Signal) {
        if let Some(group) = self.0 {
            // A group that has ended meanwhile needs no signal.
            kill_process_group(group, signal).ok();
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // The program may have ended and left other processes behind. The kernel does not reuse its number
        // between its end and this call, because it cycles through all numbers first.
        self.signal(Signal::KILL);
    }
}
