//! Runs one program from start to end, however it ends.

use std::os::unix::process::ExitStatusExt;
use std::pin::pin;
use std::process::{ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use refrain_recurrence::Length;
use rustix::process::Signal;
use tokio::io::AsyncRead;
use tokio::process::{Child, Command};
use tokio_util::sync::CancellationToken;

use super::catalog::CommandLine;
use super::group::Group;
use super::output::{Tail, follow};
use super::unprivileged;
use crate::delivery::OutgoingAction;

/// Time between SIGTERM and SIGKILL.
const KILL_DELAY: Duration = Duration::from_secs(2);
/// Time to wait for the rest of the output after the program has ended. A process that left the group may keep
/// the pipe open forever.
const OUTPUT_WAIT: Duration = Duration::from_millis(500);

/// How a program ended, with the end of its output.
#[derive(Debug)]
pub(super) enum ProgramExit {
    /// The program exited by itself.
    Exit { code: i32, output_tail: String },
    /// The program was ended by a signal that Refrain did not send.
    Signal { number: i32, output_tail: String },
    /// The program exceeded its timeout and was killed.
    Late { after: Length, output_tail: String },
    /// The run was canceled and the program was killed.
    Canceled { output_tail: String },
    /// The program was not started.
    NotStarted { problem: String },
}

/// Reason why a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StopCause {
    /// The program exited by itself.
    Itself,
    Late,
    Canceled,
}

/// Runs the program to its end. Dropping the future kills the program.
pub(super) async fn run(
    command_line: &CommandLine<'_>,
    sending: &OutgoingAction,
    default_timeout: Length,
) -> ProgramExit {
    let (mut child, group) = match start(command_line, sending).await {
        Ok(started) => started,
        Err(error) => return ProgramExit::NotStarted { problem: error.to_string() },
    };
    let tail = Mutex::new(Tail::default());
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let mut listening = pin!(async {
        tokio::join!(listen(stdout, &tail), listen(stderr, &tail));
    });
    let timeout = command_line.entry.timeout.unwrap_or(default_timeout);
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
        tokio::time::timeout(OUTPUT_WAIT, listening).await.ok();
    }
    let output_tail = tail.lock().unwrap_or_else(PoisonError::into_inner).output_tail();
    match (why, status) {
        (StopCause::Late, _) => ProgramExit::Late { after: timeout, output_tail },
        (StopCause::Canceled, _) => ProgramExit::Canceled { output_tail },
        (StopCause::Itself, Ok(status)) => exit_result(status, output_tail),
        (StopCause::Itself, Err(error)) => ProgramExit::NotStarted { problem: error.to_string() },
    }
}

/// Starts the program with an environment that contains only its entry's variables and the trusted metadata.
async fn start(command_line: &CommandLine<'_>, sending: &OutgoingAction) -> std::io::Result<(Child, Group)> {
    let known = sending
        .trusted()
        .into_iter()
        .map(|(name, value)| (format!("REFRAIN_{}", name.trim_start_matches('_').to_ascii_uppercase()), value));
    let mut command = Command::new(&command_line.argv[0]);
    command
        .args(&command_line.argv[1..])
        .env_clear()
        .envs(known)
        .env("REFRAIN_IDEMPOTENCY_KEY", sending.run.idempotency_key().to_string())
        .envs(&command_line.env)
        .current_dir(&command_line.entry.directory)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .kill_on_drop(true);
    unprivileged::spawn(command).await
}

/// Waits until the program ends. On timeout or cancellation, sends SIGTERM and after a grace period SIGKILL.
async fn wait(
    child: &mut Child,
    group: &Group,
    timeout: Length,
    cancel: &CancellationToken,
) -> (StopCause, std::io::Result<ExitStatus>) {
    let timeout_for = Duration::from_secs(timeout.seconds().unsigned_abs());
    let why = tokio::select! {
        status = child.wait() => return (StopCause::Itself, status),
        () = tokio::time::sleep(timeout_for) => StopCause::Late,
        () = cancel.cancelled() => StopCause::Canceled,
    };
    group.signal(Signal::TERM);
    if let Ok(status) = tokio::time::timeout(KILL_DELAY, child.wait()).await {
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

fn exit_result(status: ExitStatus, output_tail: String) -> ProgramExit {
    match (status.code(), status.signal()) {
        (Some(code), _) => ProgramExit::Exit { code, output_tail },
        (None, Some(number)) => ProgramExit::Signal { number, output_tail },
        (None, None) => ProgramExit::NotStarted { problem: format!("unknown exit status: {status}") },
    }
}
