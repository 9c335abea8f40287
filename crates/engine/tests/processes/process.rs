//! A process of a test's own: this very program again, with a role. It can be killed, stopped, and told to end.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

/// Tells the child what it is.
const ROLE: &str = "REFRAIN_TEST_ROLE";
const CHILD: &str = "process::a_process_with_a_role";

/// Not a test of its own: what the other tests start. Without a role it has nothing to do.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_with_a_role() {
    let Ok(role) = std::env::var(ROLE) else { return };
    // Whoever started us holds the other end: when they are gone, so are we.
    std::thread::spawn(|| {
        std::io::stdin().lines().map_while(Result::ok).for_each(drop);
        std::process::exit(1);
    });
    match role.as_str() {
        "node" => crate::node::run().await,
        "poisoned" => crate::abort::run().await,
        "busy" => crate::drain::run().await,
        other => panic!("{other:?} is no role"),
    }
}

/// What a child was given by name.
pub(crate) fn setting(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} was not given"))
}

/// Tells whoever started this process.
pub(crate) fn say(line: &str) {
    // The line before may have no end: the test runner writes there too.
    std::io::stdout().write_all(format!("\n{line}\n").as_bytes()).unwrap();
}

/// A process that was started, and is killed with its owner.
pub(crate) struct Process {
    child: Child,
    lines: Receiver<String>,
}

impl Process {
    pub(crate) fn start(role: &str, settings: &[(&str, &str)]) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", CHILD, "--nocapture", "--test-threads", "1"])
            .env(ROLE, role)
            .envs(settings.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { child, lines }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until it says this.
    pub(crate) fn wait_for(&self, line: &str, within: Duration) {
        while self.lines.recv_timeout(within).unwrap_or_else(|error| panic!("it did not say {line:?}: {error}")) != line
        {
        }
    }

    /// SIGKILL: it ends here and now.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGSTOP: it stands still, and does not know it.
    pub(crate) fn stop(&self) {
        self.signal(Signal::STOP);
    }

    /// SIGCONT: it goes on.
    pub(crate) fn go_on(&self) {
        self.signal(Signal::CONT);
    }

    /// SIGTERM: it is to end.
    pub(crate) fn terminate(&self) {
        self.signal(Signal::TERM);
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits until it has ended by itself; none when it has not.
    pub(crate) fn ended(&mut self, within: Duration) -> Option<ExitStatus> {
        loop {
            match self.lines.recv_timeout(within) {
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => return Some(self.child.wait().unwrap()),
                Err(RecvTimeoutError::Timeout) => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
