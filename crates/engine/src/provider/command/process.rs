//! Runs one program from start to end, however it ends.

use std::os::unix::process::ExitStatusExt;
use std::pin::pin;
use std::process::{ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use refrain_recurrence::Length;
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::AsyncRead;
use tokio::process::{Child, Command};
use tokio_util::sync::CancellationToken;

use super::catalogue::Filled;
use super::confined;
use super::output::{Tail, follow};
use crate::dispatch::Sending;

/// Time between SIGTERM and SIGKILL.
const GRACE_FOR: Duration = Duration::from_secs(2);
/// Time to wait for the rest of the output after the program has ended. A process that left the group may keep
/// the pipe open forever.
const LAST_WORDS_FOR: Duration = Duration::from_millis(500);

/// How a program ended, with the end of its output.
#[derive(Debug)]
pub(super) enum Ended {
    /// The program exited by itself.
    Exit { code: i32, said: String },
    /// The program was ended by a signal that Refrain did not send.
    Signal { number: i32, said: String },
    /// The program exceeded its timeout and was killed.
    Late { after: Length, said: String },
    /// The run was canceled and the program was killed.
    Canceled { said: String },
    /// The program was not started.
    NotStarted { problem: String },
}

/// Process group of a program. Dropping this value kills the group, however the run ends.
pub(super) struct Group(Option<Pid>);

impl Group {
    pub(super) fn of(child: &Child) -> Self {
        Self(child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw))
    }

    fn signal(&self, signal: Signal) {
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

/// Reason why a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// The program exited by itself.
    Itself,
    Late,
    Canceled,
}

/// Runs the program to its end. Dropping the future kills the program.
pub(super) async fn run(filled: &Filled<'_>, sending: &Sending, default_timeout: Length) -> Ended {
    let (mut child, group) = match start(filled, sending).await {
        Ok(started) => started,
        Err(error) => return Ended::NotStarted { problem: error.to_string() },
    };
    let tail = Mutex::new(Tail::default());
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let mut listening = pin!(async {
        tokio::join!(listen(stdout, &tail), listen(stderr, &tail));
    });
    let timeout = filled.entry.timeout.unwrap_or(default_timeout);
    let mut is_silent = false;
    let (why, status) = {
        let mut waiting = pin!(wait(&mut child, &group, timeout, &sending.run.cancel));
        tokio::select! {
            waited = &mut waiting => waited,
            () = &mut listening => {
                // The program has closed its output, but may still run.
                is_silent = true;
                waiting.await
            }
        }
    };
    // This kills the processes that the program left behind, which closes their end of the pipes.
    drop(group);
    if !is_silent {
        tokio::time::timeout(LAST_WORDS_FOR, listening).await.ok();
    }
    let said = tail.lock().unwrap_or_else(PoisonError::into_inner).said();
    match (why, status) {
        (Why::Late, _) => Ended::Late { after: timeout, said },
        (Why::Canceled, _) => Ended::Canceled { said },
        (Why::Itself, Ok(status)) => by_itself(status, said),
        (Why::Itself, Err(error)) => Ended::NotStarted { problem: error.to_string() },
    }
}

/// Starts the program with an environment that contains only its entry's variables and the trusted metadata.
async fn start(filled: &Filled<'_>, sending: &Sending) -> std::io::Result<(Child, Group)> {
    let known = sending
        .trusted()
        .into_iter()
        .map(|(name, value)| (format!("REFRAIN_{}", name.trim_start_matches('_').to_ascii_uppercase()), value));
    let mut command = Command::new(&filled.argv[0]);
    command
        .args(&filled.argv[1..])
        .env_clear()
        .envs(known)
        .env("REFRAIN_IDEMPOTENCY_KEY", sending.run.idempotency_key().to_string())
        .envs(&filled.env)
        .current_dir(&filled.entry.directory)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .kill_on_drop(true);
    confined::spawn(command).await
}

/// Waits until the program ends. On timeout or cancellation, sends SIGTERM and after a grace period SIGKILL.
async fn wait(
    child: &mut Child,
    group: &Group,
    timeout: Length,
    cancel: &CancellationToken,
) -> (Why, std::io::Result<ExitStatus>) {
    let timeout_for = Duration::from_secs(timeout.seconds().unsigned_abs());
    let why = tokio::select! {
        status = child.wait() => return (Why::Itself, status),
        () = tokio::time::sleep(timeout_for) => Why::Late,
        () = cancel.cancelled() => Why::Canceled,
    };
    group.signal(Signal::TERM);
    if let Ok(status) = tokio::time::timeout(GRACE_FOR, child.wait()).await {
        return (why, status);
    }
    group.signal(Signal::KILL);
    (why, child.wait().await)
}

async fn listen(from: Option<impl AsyncRead + Unpin>, tail: &Mutex<Tail>) {
    if let Some(from) = from {
        follow(from, tail).await;
    }
}

fn by_itself(status: ExitStatus, said: String) -> Ended {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ended::Exit { code, said },
        (None, Some(number)) => Ended::Signal { number, said },
        (None, None) => Ended::NotStarted { problem: format!("unknown exit status: {status}") },
    }
}
