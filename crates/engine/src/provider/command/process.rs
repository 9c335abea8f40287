//! One program from its start to its end, whichever way it ends.

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

/// How long a program may take to end once it was asked to, before it is killed.
const GRACE_FOR: Duration = Duration::from_secs(2);
/// How long its last words are waited for once it has ended: whoever left its group may hold them back for ever.
const LAST_WORDS_FOR: Duration = Duration::from_millis(500);

/// How it ended, and the end of what it said.
#[derive(Debug)]
pub(super) enum Ended {
    /// By itself.
    Exit { code: i32, said: String },
    /// By a signal that was not ours.
    Signal { number: i32, said: String },
    /// It took too long and was killed.
    Late { after: Length, said: String },
    /// The run was canceled and it was killed.
    Canceled { said: String },
    /// It never began.
    NotStarted { problem: String },
}

/// The process group of a program. It is killed with this value, whatever becomes of the run.
pub(super) struct Group(Option<Pid>);

impl Group {
    pub(super) fn of(child: &Child) -> Self {
        Self(child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw))
    }

    fn signal(&self, signal: Signal) {
        if let Some(group) = self.0 {
            // One that has ended meanwhile needs no signal.
            kill_process_group(group, signal).ok();
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // The program may have ended and left others behind. Its number is not given to another group in the moment between
        // its end and this call: the kernel goes through all numbers first.
        self.signal(Signal::KILL);
    }
}

/// Why a program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// It was done, or failed.
    Itself,
    Late,
    Canceled,
}

/// Runs it to its end. Dropping this kills it.
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
                // It has closed its output, and may go on.
                is_silent = true;
                waiting.await
            }
        }
    };
    // Whoever it left behind ends with it, and lets go of its output.
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

/// Starts it with nothing but what its entry says and what is known of the occurrence.
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

/// Waits for its end, and brings it about when it is time: first it is asked, then it is killed.
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
        (None, None) => Ended::NotStarted { problem: format!("it ended in no known way: {status}") },
    }
}
