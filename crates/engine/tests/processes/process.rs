//! Child processes of a test: this program again, with a role. A child can be killed, suspended and terminated.

use std::future::poll_fn;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::task::Poll;
use std::time::Duration;

use refrain::embed::RunningNode;
use rustix::process::{Pid, Signal, kill_process};

/// Environment variable with the role of the child.
const ROLE: &str = "REFRAIN_TEST_ROLE";
const CHILD: &str = "process::a_process_with_a_role";

/// Not a test by itself: the entry point of the child processes. Without a role it does nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_with_a_role() {
    let Ok(role) = std::env::var(ROLE) else { return };
    // The parent holds the other end of stdin: when the parent is gone, the child exits.
    std::thread::spawn(|| {
        std::io::stdin().lines().map_while(Result::ok).for_each(drop);
        std::process::exit(1);
    });
    match role.as_str() {
        "node" => crate::node::run().await,
        "poisoned" => crate::abort::run().await,
        "busy" => crate::drain::run().await,
        other => panic!("unknown role {other:?}"),
    }
}

/// Returns a setting passed to the child.
pub(crate) fn setting(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set"))
}

/// Sends a line to the parent process.
pub(crate) fn say(line: &str) {
    // The line before may not be terminated, because the test runner writes to stdout too.
    std::io::stdout().write_all(format!("\n{line}\n").as_bytes()).unwrap();
}

/// Runs the node until the process is terminated, and prints the line once it listens for signals. Before that,
/// SIGTERM would end the process at once.
pub(crate) async fn say_and_run(line: &str, node: RunningNode) {
    let mut ending = std::pin::pin!(node.stop_on_signal());
    let listening = poll_fn(|context| Poll::Ready(ending.as_mut().poll(context)));
    let Poll::Pending = listening.await else { panic!("the node ended by itself") };
    say(line);
    ending.await.unwrap();
}

/// A child process. It is killed when this value is dropped.
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

    /// Waits until the child prints this line.
    pub(crate) fn wait_for(&self, line: &str, within: Duration) {
        self.wait_for_all(&[line], within);
    }

    /// Waits until the child has printed these lines, in any order.
    pub(crate) fn wait_for_all(&self, lines: &[&str], within: Duration) {
        let mut left = lines.to_vec();
        while !left.is_empty() {
            let line = self.lines.recv_timeout(within);
            let line = line.unwrap_or_else(|error| panic!("the process did not print {left:?}: {error}"));
            left.retain(|expected| *expected != line);
        }
    }

    /// Sends SIGKILL: the process ends immediately.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends SIGSTOP: the process is suspended without noticing.
    pub(crate) fn stop(&self) {
        self.signal(Signal::STOP);
    }

    /// Sends SIGCONT: the process continues.
    pub(crate) fn resume(&self) {
        self.signal(Signal::CONT);
    }

    /// Sends SIGTERM: the process is asked to end.
    pub(crate) fn terminate(&self) {
        self.signal(Signal::TERM);
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits until the process has ended by itself. Returns none if it has not ended in time.
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
