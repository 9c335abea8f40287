//! Runs the real binary.

use std::io::Write;
use std::process::{Command, Stdio};

/// Result of a run.
pub(crate) struct Run {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) exit_code: i32,
}

/// Returns the binary, to be run with the given arguments.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_refrain"));
    command.args(arguments);
    command
}

/// Runs a command with the given standard input.
pub(crate) fn run_to_end(command: &mut Command, input: &[u8]) -> Run {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        // Written from another thread, since a long input and a long output would block each other. A run that does
        // not read its input closes the pipe, which is allowed.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().unwrap()
    });
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { out: text(output.stdout), err: text(output.stderr), exit_code: output.status.code().unwrap() }
}
