//! Runs the real binary.

use std::io::Write;
use std::process::{Command, Stdio};

/// Result of a run.
pub(crate) struct Run {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) exit_code: i32,
}

/// Runs `refrain` with the given arguments and standard input.
pub(crate) fn refrain_with(arguments: &[&str], input: &[u8]) -> Run {
    run(Command::new(env!("CARGO_BIN_EXE_refrain")).args(arguments), input)
}

/// Runs a command with the given standard input.
pub(crate) fn run(command: &mut Command, input: &[u8]) -> Run {
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
